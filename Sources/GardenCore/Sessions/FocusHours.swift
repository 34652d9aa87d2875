import GardenAPI
import TimeKit

/// How much of a session's focus passed in an hour of the clock on the wall (RULES S3): in a record, a list of both.
public struct FocusHour: WireValue, Equatable, Sendable {
    /// 0 … 23.
    let hour: Int
    let seconds: Int

    init(hour: Int, seconds: Int) { (self.hour, self.seconds) = (hour, seconds) }

    public static var schema: JSON { ["type": "array", "items": Int.schema, "minItems": 2, "maxItems": 2] }

    public init(json: JSON) throws(ValidationError) { try self.init(try [Int](json: json), json) }
    public init(record: JSON) throws(ValidationError) { try self.init(try [Int](record: record), record) }

    private init(_ numbers: [Int], _ json: JSON) throws(ValidationError) {
        guard numbers.count == 2, (0...23).contains(numbers[0]), numbers[1] >= 0 else {
            throw ValidationError(expected: "an hour and its seconds", found: json)
        }
        self.init(hour: numbers[0], seconds: numbers[1])
    }

    public func write(to writer: inout JSONWriter) { [hour, seconds].write(to: &writer) }
    public func writeRecord(to writer: inout JSONWriter) { [hour, seconds].writeRecord(to: &writer) }
}

extension FocusSpan {
    /// The hours in which its focus passed, as the calendar's clock on the wall showed them.
    ///
    /// Time that did not count without being a pause, such as a short sleep, is left out everywhere alike.
    ///
    /// - Parameters:
    ///   - seconds: of focus.
    /// - Returns: `nil` if all of it is in the hour in which it began, and after a step of the clock by days.
    func hours(ofFocus seconds: Int, _ zone: ZoneRules) -> [FocusHour]? {
        let length = parts.reduce(0) { $0 + Instant.milliseconds(from: $1.lowerBound, to: $1.upperBound) }
        guard length <= Self.longestMilliseconds else { return nil }
        var (hours, passed, counted) = ([(hour: Int, seconds: Int)](), 0, 0)
        for piece in pieces(zone) {
            passed += piece.milliseconds
            let share = length > 0 ? Int(Double(seconds) * Double(passed) / Double(length)) - counted : 0
            counted += share
            if let index = hours.firstIndex(where: { $0.hour == piece.hour }) {
                hours[index].seconds += share
            } else {
                hours.append((piece.hour, share))
            }
        }
        let began = zone.wallTime(at: start).secondsOfDay / 3600
        let (rest, shares) = (hours.filter { $0.seconds > 0 }, hours.map(\.hour))
        guard !rest.isEmpty, shares != [began] else { return nil }
        return rest.map { FocusHour(hour: $0.hour, seconds: $0.seconds) }
    }

    /// A session has at most a day of focus, and the clock of its end may differ a little.
    private static let longestMilliseconds = 2 * 86_400_000

    /// Its stretches without the pauses, cut where an hour begins, or a clock is set.
    private func pieces(_ zone: ZoneRules) -> [(hour: Int, milliseconds: Int)] {
        var pieces: [(hour: Int, milliseconds: Int)] = []
        for part in parts {
            var begin = part.lowerBound
            while begin < part.upperBound {
                let second = zone.wallTime(at: begin).secondsOfDay
                let left = (3600 - second % 3600) * 1000 - begin.milliseconds.flooredDivision(by: 1000).remainder
                var end = min(begin.advanced(byMilliseconds: left), part.upperBound)
                if let change = zone.nextOffsetChange(after: begin) { end = min(end, change) }
                let milliseconds = Instant.milliseconds(from: begin, to: end)
                pieces.append((second / 3600, milliseconds))
                begin = end
            }
        }
        return pieces
    }
}

extension Transition {
    /// Records in which hours the focus of a session passed, by the clock on the wall of its beginning.
    func setHours(of session: inout StoredSession) {
        session.hour = nil
        guard session.hasMinutes, session.seconds > 0 else {
            session.hours = nil
            return
        }
        session.hours = session.span.hours(ofFocus: session.seconds, zone(of: session.start))
    }
}

extension StoredSession {
    var span: FocusSpan { FocusSpan(start: start.instant, end: end.instant, pauses: pauses ?? []) }
}
