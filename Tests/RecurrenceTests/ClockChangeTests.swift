import Recurrence
import TestSupport
import Testing
import TimeKit

/// RULES T5 where the clock is put forward or back: in a gap an occurrence is shifted by it, in an overlap the first
/// instant applies, and two occurrences at the same instant are one.
@Suite struct ClockChangeTests {
    @Test(arguments: [
        ("Europe/Berlin", "daily", "2026-03-28T02:30", ["03-28T01:30", "03-29T01:30", "03-30T00:30"]),
        ("Europe/Berlin", "daily", "2026-10-24T02:30", ["10-24T00:30", "10-25T00:30", "10-26T01:30"]),
        // 02:00 and 03:00 are the same instant.
        (
            "Europe/Berlin", "FREQ=HOURLY", "2026-03-29T00:00",
            ["03-28T23:00", "03-29T00:00", "03-29T01:00", "03-29T02:00", "03-29T03:00"]
        ),
        // 02:30 and 03:30 are the same instant, but the one after 03:00.
        (
            "Europe/Berlin", "FREQ=MINUTELY;INTERVAL=30", "2026-03-29T01:30",
            ["03-29T00:30", "03-29T01:00", "03-29T01:30", "03-29T02:00", "03-29T02:30"]
        ),
        // The shifted 02:45 is after 03:15.
        (
            "Europe/Berlin", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=15,45;BYSETPOS=2,3", "2026-03-29T00:00",
            ["03-29T01:15", "03-29T01:45", "03-30T00:45", "03-30T01:15"]
        ),
        // From 02:00 to 03:00 only the first pass has occurrences.
        (
            "Europe/Berlin", "FREQ=HOURLY", "2026-10-25T01:00",
            ["10-24T23:00", "10-25T00:00", "10-25T02:00", "10-25T03:00"]
        ),
        // Half an hour: 02:00 and 02:30 are the same instant on 2026-10-04.
        (
            "Australia/Lord_Howe", "FREQ=MINUTELY;INTERVAL=15", "2026-10-04T01:30",
            ["10-03T15:00", "10-03T15:15", "10-03T15:30", "10-03T15:45", "10-03T16:00", "10-03T16:15"]
        ),
        (
            "Australia/Lord_Howe", "FREQ=MINUTELY;INTERVAL=15", "2026-04-05T01:15",
            ["04-04T14:15", "04-04T14:30", "04-04T14:45", "04-04T15:30", "04-04T15:45"]
        ),
        // Apia skipped 2011-12-30; its occurrence is the one of the day after.
        ("Pacific/Apia", "daily", "2011-12-29T09:00", ["12-29T19:00", "12-30T19:00", "12-31T19:00"]),
        ("Pacific/Apia", "FREQ=DAILY;INTERVAL=2", "2011-12-28T09:00", ["12-28T19:00", "12-30T19:00", "12-31T19:00"]),
    ])
    func anOccurrenceIsAtItsInstant(zone: String, rule: String, anchor: String, expected: [String]) throws {
        let zone = try TestZones.load(zone)
        let recurrence = try Recurrence(rule, from: anchor, in: zone)
        let year = anchor.prefix(4)
        let instants = expected.map { instant("\(year)-\($0):00Z") }
        let before = instants[0].advanced(byMilliseconds: -1)
        let end = instants[instants.count - 1]

        var found: [Instant] = []
        while found.count < instants.count, let next = recurrence.next(after: found.last ?? before, in: zone) {
            found.append(next.instant)
        }
        #expect(found.map { "\(zone.timestamp($0))" } == instants.map { "\(zone.timestamp($0))" })

        var reversed: [Instant] = []
        while let last = recurrence.last(
            notAfter: reversed.last?.advanced(byMilliseconds: -1) ?? end, in: zone)
        {
            reversed.append(last.instant)
        }
        #expect(reversed.reversed() == instants)

        for (index, start) in instants.enumerated() {
            #expect(recurrence.count(after: start, through: end, in: zone) == instants.count - 1 - index)
            #expect(
                recurrence.count(after: start.advanced(byMilliseconds: -1), through: end, in: zone)
                    == instants.count - index)
            #expect(recurrence.count(after: before, through: start, in: zone) == index + 1)
        }
    }

    @Test func ofTwoOccurrencesAtOneInstantTheOneShownIsReturned() throws {
        let berlin = try TestZones.load("Europe/Berlin")
        let hourly = try Recurrence("FREQ=HOURLY", from: "2026-03-29T00:30", in: berlin)
        let shown = hourly.next(after: instant("2026-03-29T01:00:00Z"), in: berlin)
        #expect(shown?.time == date("2026-03-29T03:30").time)
        #expect(shown?.instant == instant("2026-03-29T01:30:00Z"))

        let daily = try Recurrence("daily", from: "2026-03-28T02:30", in: berlin)
        let shifted = daily.next(after: instant("2026-03-29T01:00:00Z"), in: berlin)
        #expect(shifted?.time == date("2026-03-29T02:30").time)
        #expect(shifted?.instant == instant("2026-03-29T01:30:00Z"))
    }

    @Test func theLastOccurrenceCanBeInAGap() throws {
        let berlin = try TestZones.load("Europe/Berlin")
        let recurrence = try Recurrence("FREQ=DAILY;COUNT=2", from: "2026-03-28T02:30", in: berlin)
        let start = instant("2026-03-29T01:20:00Z")
        #expect(recurrence.next(after: start, in: berlin)?.instant == instant("2026-03-29T01:30:00Z"))
        #expect(recurrence.count(after: start, through: instant("2026-03-29T01:30:00Z"), in: berlin) == 1)
        #expect(recurrence.count(after: start, through: instant("2026-03-29T01:29:59Z"), in: berlin) == 0)
        #expect(recurrence.next(after: instant("2026-03-29T01:30:00Z"), in: berlin) == nil)
    }

    /// In every zone and around every change, the instants are those of all wall times, sorted and without duplicates.
    @Test(arguments: [
        "FREQ=MINUTELY;INTERVAL=25", "FREQ=HOURLY;BYMINUTE=0,15,30", "FREQ=DAILY;BYHOUR=0,1,2,3;BYMINUTE=0,40",
        // 00:45, 01:15, 02:45 and 03:15: a shifted one comes after the next.
        "FREQ=DAILY;BYHOUR=0,1,2,3;BYMINUTE=15,45;BYSETPOS=2,3,6,7",
    ])
    func instantsAscend(rule: String) throws {
        // The clock is put back from 04:00 to 02:00 and, at 03:00, forward to 05:00: 03:00 … 04:00 is no gap.
        let backAndForward = try #require(ZoneRules(name: "back and forward", posix: "AAA0BBB2,M3.5.0/4,M3.5.0/3"))
        for zone in try TestZones.names.map(TestZones.load) + [backAndForward] {
            var change = instant("1994-01-01T00:00:00Z")
            for _ in 0..<4 {
                guard let next = zone.nextOffsetChange(after: change) else { break }
                change = next
                try compareInstants(of: parsedSchedule(rule), around: change, in: zone)
            }
        }
    }

    private func compareInstants(of schedule: Schedule, around change: Instant, in zone: ZoneRules) throws {
        let place: Comment = "\(schedule) in \(zone.name) at \(zone.timestamp(change))"
        let start = change.advanced(byMilliseconds: -4 * 86_400_000)
        let end = change.advanced(byMilliseconds: 86_400_000)
        let anchor = OccurrenceDate.time(WallTime(start, in: zone))
        let recurrence = try Recurrence(schedule, anchor: anchor, zone: zone)
        let times = ([recurrence.first] + recurrence.occurrences(after: recurrence.first, limit: 600)).compactMap(
            \.time)
        let expected = Set(times.map { $0.instant(in: zone) }).sorted().filter { $0 > start && $0 <= end }

        var found: [Instant] = []
        while let next = recurrence.next(after: found.last ?? start, in: zone), next.instant <= end {
            found.append(next.instant)
        }
        #expect(found == expected, place)
        #expect(recurrence.count(after: start, through: end, in: zone) == expected.count, place)

        // The hours around the change, backwards.
        let recent = expected.filter { abs(Instant.milliseconds(from: change, to: $0)) < 6 * 3_600_000 }
        for (earlier, later) in zip(recent, recent.dropFirst()) {
            let before = later.advanced(byMilliseconds: -1)
            #expect(recurrence.last(notAfter: later, in: zone)?.instant == later, place)
            #expect(recurrence.last(notAfter: before, in: zone)?.instant == earlier, place)
        }
        guard let first = recent.first, let last = recent.last else { return }
        #expect(recurrence.count(after: first, through: last, in: zone) == recent.count - 1, place)
    }
}
