import Foundation
import Recurrence
import TestSupport
import Testing
import TimeKit

/// One line of `contrib/compare/recurrence/generate.py`.
private struct ComparedCase: Decodable {
    var rule: String
    var anchor: String
    var zone: String
    var first: [String]
    var count: Int
    /// Whether there are more that are not listed.
    var hasMore: Bool
    var checksum: String
    var tooFrequent: Bool?
    var instants: Int?
    var instantsChecksum: String?
}

/// python-dateutil is the judge, apart from the differences that the article Recurrence lists.
@Suite struct ComparisonTests {
    private static let years = 5

    /// The cases of the file `$RECURRENCE_CASES`; otherwise the thousand of the repository.
    private static func cases() throws -> [ComparedCase] {
        let path =
            ProcessInfo.processInfo.environment["RECURRENCE_CASES"]
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Comparison/cases.jsonl").path
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(ComparedCase.self, from: Data($0.utf8))
        }
    }

    @Test func occurrencesAreThoseOfDateutil() throws {
        let zones = Zones()
        var tally = Tally()
        var slowest = Slowest()
        for compared in try Self.cases() {
            let zone = try zones.zone(compared.zone)
            let schedule = try parsedSchedule(compared.rule)
            #expect(try Repeat(Repeat.scheduled(schedule).description) == .scheduled(schedule))
            do {
                let anchor = date(compared.anchor)
                let created = slowest.measure("\(compared.rule) from \(anchor)") {
                    Result { () throws(RecurrenceError) in try Recurrence(schedule, anchor: anchor, zone: zone) }
                }
                let recurrence = try created.get()
                _ = slowest.measure("next \(compared.rule)") { recurrence.next(after: recurrence.last ?? anchor) }
                #expect(compared.tooFrequent != true, "\(compared)")
                compare(recurrence, compared)
                compareInstants(recurrence, compared, zone)
                tally.compared += 1
            } catch {
                if case .tooFrequent = error {
                    tally.tooFrequent += 1
                    guard compared.tooFrequent != true else { continue }
                    tally.tooFrequentUnseen += 1
                    // dateutil shows it only if the two occurrences are there.
                    let parts = ["BYSETPOS", "COUNT", "UNTIL"]
                    #expect(compared.count < 2 || parts.contains { compared.rule.contains($0) }, "\(compared)")
                } else {
                    tally.empty += 1
                    #expect(compared.count == 0, "\(error) for \(compared)")
                }
            }
        }
        print(tally)
        print(slowest)
        #expect(tally.compared > tally.empty)
    }

    /// The occurrences that dateutil lists, in order, and that there are no others between them.
    private func compare(_ recurrence: Recurrence, _ compared: ComparedCase) {
        let end = CalendarDay(year: recurrence.anchor.day.year + Self.years, month: 12, day: 31).map(OccurrenceDate.day)
        let later = recurrence.occurrences(after: recurrence.first, limit: max(compared.count, 1))
        var dates = ([recurrence.first] + later).filter { $0 <= end ?? $0 }
        if compared.hasMore { dates.removeLast() }
        let first = dates.prefix(2).map { $0.time?.description ?? "\($0)T00:00" }
        #expect(first == compared.first, "\(compared)")
        #expect(dates.count == compared.count, "\(compared)")
        #expect(checksum(dates.map(minutes)) == compared.checksum, "\(compared)")

        guard let first = dates.first, let last = dates.last else { return }
        #expect(recurrence.count(after: first, through: last) == compared.count - 1, "\(compared)")
        #expect(recurrence.contains(last) && recurrence.last(notAfter: last) == last, "\(compared)")
        let before = dates.dropLast().last
        #expect(before == nil || recurrence.last(notAfter: dateBefore(last)) == before, "\(compared)")
    }

    private func compareInstants(_ recurrence: Recurrence, _ compared: ComparedCase, _ zone: ZoneRules) {
        guard let count = compared.instants, count > 0, let start = recurrence.anchor.time?.instant(in: zone) else {
            return
        }
        let beginning = start.advanced(byMilliseconds: -7 * 86_400_000)
        var instants: [Instant] = []
        var position = beginning
        while instants.count < count, let next = recurrence.next(after: position, in: zone) {
            instants.append(next.instant)
            position = next.instant
        }
        #expect(checksum(instants.map { $0.milliseconds / 60_000 }) == compared.instantsChecksum, "\(compared)")
        #expect(recurrence.count(after: beginning, through: position, in: zone) == count, "\(compared)")
        #expect(recurrence.last(notAfter: position, in: zone)?.instant == position, "\(compared)")
        let middle = instants[count / 2]
        #expect(
            recurrence.last(notAfter: middle.advanced(byMilliseconds: -1), in: zone)?.instant
                == (count > 1 ? instants[count / 2 - 1] : nil), "\(compared)")
        #expect(recurrence.count(after: middle, through: position, in: zone) == count - count / 2 - 1, "\(compared)")
    }

    private func dateBefore(_ date: OccurrenceDate) -> OccurrenceDate {
        guard let time = date.time else { return .day(date.day.advanced(by: -1)) }
        return WallTime(day: time.day, minuteOfDay: time.minuteOfDay - 1).map(OccurrenceDate.time)
            ?? .day(time.day.advanced(by: -1))
    }

    private func minutes(_ date: OccurrenceDate) -> Int {
        date.day.daysSinceEpoch * 1440 + (date.time?.minuteOfDay ?? 0)
    }

    private func checksum(_ values: [Int]) -> String {
        let sum = values.reduce(UInt64(0)) { $0 &* 31 &+ UInt64(truncatingIfNeeded: $1) }
        return String(repeating: "0", count: sum.leadingZeroBitCount / 4 - (sum == 0 ? 1 : 0)) + String(sum, radix: 16)
    }
}

/// The zones of the cases, read once.
private final class Zones {
    private var zones: [String: ZoneRules] = [:]

    func zone(_ name: String) throws -> ZoneRules {
        if let zone = zones[name] { return zone }
        let zone = try TestZones.load(name)
        zones[name] = zone
        return zone
    }
}

private struct Tally: CustomStringConvertible {
    var compared = 0
    var empty = 0
    var tooFrequent = 0
    var tooFrequentUnseen = 0

    var description: String {
        "dateutil: \(compared) rules with equal occurrences, \(empty) refused that have none there either, "
            + "\(tooFrequent) refused as too frequent, of which \(tooFrequentUnseen) have no such occurrences before they end or with BYSETPOS"
    }
}
