import Recurrence
import TestSupport
import Testing
import TimeKit

/// Rules and dates that make a search long, or its numbers large.
@Suite struct HostileRuleTests {
    private static let manyPositions = (1...40).map { "\($0),\($0 - 41)" }.joined(separator: ",")
    private static let everyFifthMinute = "0,5,10,15,20,25,30,35,40,45,50,55"
    private static let everyHour = (0...23).map(String.init).joined(separator: ",")

    static let rules = [
        "FREQ=YEARLY;BYYEARDAY=366;BYDAY=MO;BYMONTH=12", "FREQ=YEARLY;BYYEARDAY=366;BYDAY=MO;BYMONTH=12;COUNT=1000000",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
        "FREQ=YEARLY;BYWEEKNO=53,-53;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTHDAY=31;BYYEARDAY=-1;COUNT=999999999",
        "FREQ=YEARLY;BYDAY=53MO;COUNT=999999999", "FREQ=YEARLY;INTERVAL=400;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=YEARLY;INTERVAL=999999999", "FREQ=MONTHLY;INTERVAL=999999999;COUNT=999999999",
        "FREQ=WEEKLY;INTERVAL=999999999", "FREQ=DAILY;INTERVAL=999999999;COUNT=999999999",
        "FREQ=HOURLY;INTERVAL=999999999;COUNT=999999999", "FREQ=MINUTELY;INTERVAL=999999999;UNTIL=99991231",
        "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTHDAY=29;BYMONTH=2;BYDAY=MO;COUNT=1000000",
        "FREQ=DAILY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;COUNT=1000000", "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
        "FREQ=DAILY;COUNT=999999999", "FREQ=DAILY;INTERVAL=3;BYMONTHDAY=31;COUNT=1000000",
        "FREQ=MINUTELY;INTERVAL=7;BYMONTH=2;COUNT=999999999", "FREQ=MINUTELY;INTERVAL=5;COUNT=999999999",
        "FREQ=MINUTELY;INTERVAL=7;BYHOUR=3;BYMINUTE=1;COUNT=999999999", "FREQ=MINUTELY;INTERVAL=7;COUNT=999999999",
        "FREQ=MINUTELY;INTERVAL=1439;COUNT=999999999", "FREQ=MINUTELY;INTERVAL=1441;COUNT=999999999",
        "FREQ=MINUTELY;INTERVAL=1441;BYHOUR=3;BYMINUTE=7;COUNT=999999999", "FREQ=MINUTELY;INTERVAL=1442;BYMINUTE=7",
        "FREQ=MINUTELY;INTERVAL=1440;BYMINUTE=7", "FREQ=MINUTELY;INTERVAL=10007;BYYEARDAY=366;COUNT=999999999",
        "FREQ=HOURLY;INTERVAL=5;BYHOUR=3;BYMINUTE=\(everyFifthMinute);COUNT=999999999",
        "FREQ=HOURLY;INTERVAL=25;BYMINUTE=\(everyFifthMinute);COUNT=999999999", "FREQ=HOURLY;INTERVAL=23;BYHOUR=3",
        "FREQ=HOURLY;INTERVAL=10007;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3",
        "FREQ=YEARLY;BYDAY=MO;BYSETPOS=-366", "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366;COUNT=999999999",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=366", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=366;COUNT=999999999",
        "FREQ=WEEKLY;BYMONTH=2;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=\(manyPositions)",
        "FREQ=WEEKLY;BYDAY=SU,MO;BYHOUR=\(everyHour);BYMINUTE=\(everyFifthMinute);BYSETPOS=\(manyPositions);"
            + "COUNT=999999999",
        "FREQ=MONTHLY;BYHOUR=\(everyHour);BYMINUTE=\(everyFifthMinute);BYSETPOS=\(manyPositions);"
            + "COUNT=999999999",
        "FREQ=YEARLY;BYWEEKNO=1,53,-1,-53;BYHOUR=\(everyHour);BYSETPOS=\(manyPositions);COUNT=999999999",
        "FREQ=MONTHLY;BYDAY=1MO,-1MO,5FR,-5FR;BYMONTHDAY=1,2,3,4,5,6,7,-1,-2,-3,-4,-5,-6,-7;COUNT=999999999",
        "FREQ=DAILY;BYHOUR=0,23;BYMINUTE=2,58;BYMONTHDAY=1,3,5,7,9,11,13,15,17,19,21,23,25,27,29;COUNT=999999999",
    ]

    private static let anchors = [
        date("2026-11-22T09:07"), date("2026-11-22"), date("0001-01-01T00:00"), date("9999-12-31T23:59"),
        .time(WallTime(Instant(milliseconds: .min), in: .utc)), .time(WallTime(Instant(milliseconds: .max), in: .utc)),
        .day(CalendarDay(daysSinceEpoch: 100_000_000_000)),
    ]

    private static let instants = [
        Instant(milliseconds: .min), instant("2026-11-22T00:00:00Z"), Instant(milliseconds: .max),
    ]

    /// Every call returns; the slowest is printed, as how long it takes depends on the machine and the build.
    @Test func everyQuestionIsAnswered() throws {
        let berlin = try TestZones.load("Europe/Berlin")
        var slowest = Slowest()
        for rule in Self.rules + ["daily", "monthly", "yearly"] {
            let schedule = try parsedSchedule(rule)
            for anchor in Self.anchors {
                guard
                    let recurrence = slowest.measure(
                        "\(rule) from \(anchor)",
                        { () -> Recurrence? in
                            try? Recurrence(schedule, anchor: anchor, zone: berlin)
                        })
                else { continue }
                for date in Self.anchors {
                    let next = slowest.measure("next \(rule) after \(date)") { recurrence.next(after: date) }
                    #expect(next.map { $0 > date && recurrence.contains($0) } ?? true, "\(rule) after \(date)")
                    let last = slowest.measure("last \(rule) by \(date)") { recurrence.last(notAfter: date) }
                    #expect(last.map { $0 <= date && recurrence.contains($0) } ?? true, "\(rule) by \(date)")
                    _ = slowest.measure("count \(rule) by \(date)") { recurrence.count(after: anchor, through: date) }
                }
                guard anchor.time != nil else { continue }
                for at in Self.instants {
                    _ = slowest.measure("next \(rule) after \(at)") { recurrence.next(after: at, in: berlin) }
                    _ = slowest.measure("last \(rule) by \(at)") { recurrence.last(notAfter: at, in: berlin) }
                    _ = slowest.measure("count \(rule) by \(at)") {
                        recurrence.count(after: Self.instants[0], through: at, in: berlin)
                    }
                    _ = slowest.measure("count \(rule) from now \(at)") {
                        recurrence.count(after: Self.instants[1], through: at, in: berlin)
                    }
                }
            }
        }
        print(slowest)
    }
}
