import TimeKit

/// The times of a component, with the zones of its file.
struct ICalendarTimes {
    /// The zones by their names; `nil` for those that are not understood.
    private let zones: [String: ICalendarZone?]
    private(set) var guesses: [String] = []

    init(_ zones: [String: ICalendarZone?]) { self.zones = zones }

    /// A time; `nil` for none, and for one that is not understood, which is noted.
    mutating func time(_ line: ContentLine?, _ field: String) -> ImportedTime? {
        guard let line, !line.value.allSatisfy(\.isWhitespace) else { return nil }
        switch ImportedTime.read(line.value) {
        case .time(.wall(let day, let milliseconds)): return inZone(line.parameters["TZID"], day, milliseconds)
        case .time(let time): return time
        case .unset: return nil
        case .unreadable:
            guess("the \(field), \(quoted(line.value)), is not understood")
            return nil
        }
    }

    private mutating func inZone(_ name: String?, _ day: CalendarDay, _ milliseconds: Int) -> ImportedTime {
        let wall = ImportedTime.wall(day, millisecondsOfDay: milliseconds)
        guard let name, !name.isEmpty else { return wall }
        let offset: Int
        if let zone = zones[name] {
            guard let zone else {
                guess("the rules of the zone \(quoted(name)) are not understood; it is taken for the garden's")
                return wall
            }
            offset = zone.offset(at: day.daysSinceEpoch * 86_400 + milliseconds / 1000)
        } else if Self.namesOfUTC.contains(name.uppercased()) {
            offset = 0
        } else {
            guess("the zone \(quoted(name)) is taken for the garden's")
            return wall
        }
        let seconds = day.daysSinceEpoch * 86_400 - offset
        return .instant(Instant(milliseconds: seconds * 1000 + milliseconds).timestamp(offsetSeconds: offset))
    }

    private static let namesOfUTC: Set = ["UTC", "GMT", "Z", "ETC/UTC", "ETC/GMT", "ETC/UCT", "ETC/ZULU", "/UTC"]

    private mutating func guess(_ text: String) { if !guesses.contains(text) { guesses.append(text) } }

    /// `PT1H30M`, `P1D` or `P2W` (RFC 5545 §3.3.6), in seconds; `nil` for others, also negative ones.
    static func seconds(ofDuration text: String) -> Int? {
        var rest = Substring(text.trimmed.uppercased())
        if rest.first == "+" { rest.removeFirst() }
        guard rest.first == "P" else { return nil }
        rest.removeFirst()
        var seconds = 0
        var isTime = false
        while let first = rest.first {
            if first == "T" {
                isTime = true
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(digits.utf8.count), let number = Int(digits) else { return nil }
            rest = rest[digits.endIndex...]
            let unit: Int
            switch rest.popFirst() {
            case "W" where !isTime: unit = 604_800
            case "D" where !isTime: unit = 86_400
            case "H" where isTime: unit = 3600
            case "M" where isTime: unit = 60
            case "S" where isTime: unit = 1
            default: return nil
            }
            seconds += number * unit
            // Beyond a century, it is a mistake.
            guard seconds <= 3_200_000_000 else { return nil }
        }
        return seconds
    }
}

extension ImportedTime {
    /// The time some seconds later; a day stays a day.
    ///
    /// - Returns: `nil` after the year 9999.
    func advanced(bySeconds seconds: Int) -> ImportedTime? {
        switch self {
        case .instant(let time):
            let later = time.instant.advanced(byMilliseconds: seconds * 1000)
            return later.secondsSinceEpoch <= Self.mostSeconds
                ? .instant(later.timestamp(offsetSeconds: time.offsetSeconds)) : nil
        case .wall(let day, let milliseconds):
            let (days, rest) = (milliseconds + seconds * 1000).quotientAndRemainder(dividingBy: 86_400_000)
            let later = day.advanced(by: days)
            return later.year <= 9999 ? .wall(later, millisecondsOfDay: rest) : nil
        case .day(let day):
            let later = day.advanced(by: seconds / 86_400)
            return later.year <= 9999 ? .day(later) : nil
        }
    }
}
