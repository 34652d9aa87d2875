import Recurrence
import TestSupport
import Testing
import TimeKit

/// RULES T5, on the wall clock.
@Suite struct RecurrenceTests {
    @Test(arguments: [
        ("monthly", "2026-01-31T09:00", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]),
        ("monthly", "2028-01-30T09:00", ["2028-01-30", "2028-02-29", "2028-03-30", "2028-04-30"]),
        ("monthly", "2026-02-28T09:00", ["2026-02-28", "2026-03-28", "2026-04-28"]),
        (
            "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=3;SKIP=BACKWARD", "2026-12-31T09:00",
            ["2026-12-31", "2027-03-31", "2027-06-30", "2027-09-30", "2027-12-31"]
        ),
        (
            "FREQ=MONTHLY;INTERVAL=2;SKIP=BACKWARD;COUNT=3", "2026-12-30T09:00",
            ["2026-12-30", "2027-02-28", "2027-04-30"]
        ),
        (
            "RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=2;SKIP=BACKWARD", "2024-02-29T09:00",
            ["2024-02-29", "2026-02-28", "2028-02-29"]
        ),
        ("FREQ=MONTHLY;INTERVAL=3;SKIP=OMIT", "2026-12-31T09:00", ["2026-12-31", "2027-03-31", "2027-12-31"]),
        ("yearly", "2024-02-29T09:00", ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
        ("yearly", "2026-12-31T09:00", ["2026-12-31", "2027-12-31"]),
        ("weekly", "2026-02-26T09:00", ["2026-02-26", "2026-03-05"]),
        ("daily", "2026-02-27T09:00", ["2026-02-27", "2026-02-28", "2026-03-01"]),
        ("FREQ=MONTHLY", "2026-01-31T09:00", ["2026-01-31", "2026-03-31", "2026-05-31"]),
        ("FREQ=YEARLY", "2024-02-29T09:00", ["2024-02-29", "2028-02-29", "2032-02-29"]),
        // The weekday comes from the anchor, a Tuesday.
        ("FREQ=YEARLY;BYWEEKNO=1,53", "2026-12-01T09:00", ["2026-12-29", "2027-01-05", "2028-01-04"]),
        // BYDAY can have weekdays with and without a number.
        ("FREQ=MONTHLY;BYDAY=SU,1MO", "2026-11-01T09:00", ["2026-11-01", "2026-11-02", "2026-11-08", "2026-11-15"]),
        // The first week has places for Monday and Tuesday, although it begins before the anchor.
        ("FREQ=WEEKLY;BYDAY=MO,TU,TH;BYSETPOS=2,3", "2026-11-25T09:00", ["2026-11-26", "2026-12-01", "2026-12-03"]),
    ])
    func wordsAreClampedAndRulesAreLiteral(rule: String, anchor: String, days: [String]) throws {
        #expect(try Recurrence(rule, from: anchor).starting(days.count) == days.map { "\($0)T09:00" })
        #expect(try Recurrence(rule, from: String(anchor.prefix(10))).starting(days.count) == days)
    }

    /// Around New Year, a week belongs to the year that has most of its days.
    @Test(arguments: [
        (
            "1;BYDAY=MO", "2019-01-02",
            ["2019-12-30", "2021-01-04", "2022-01-03", "2023-01-02", "2024-01-01", "2024-12-30"]
        ),
        ("53;BYDAY=SU", "2020-01-01", ["2021-01-03", "2027-01-03", "2033-01-02"]),
        ("-1;BYDAY=SU", "2019-01-01", ["2019-12-29", "2021-01-03", "2022-01-02", "2023-01-01", "2023-12-31"]),
        // Week 1 of the years with 53 weeks, 2020, 2026 and 2032.
        ("-53;BYDAY=MO", "2019-01-01", ["2019-12-30", "2025-12-29", "2031-12-29"]),
        // With weeks from Sunday on, 2020 has 53 weeks and begins on 2019-12-29.
        ("1;BYDAY=SU;WKST=SU", "2019-01-01", ["2019-12-29", "2021-01-03", "2022-01-02"]),
    ])
    func weeksAreThoseOfISO8601(weeks: String, anchor: String, days: [String]) throws {
        #expect(try Recurrence("FREQ=YEARLY;BYWEEKNO=\(weeks)", from: anchor).starting(days.count) == days)
    }

    /// The first occurrence is the anchor if it matches, otherwise the next match; COUNT counts from there.
    @Test(arguments: [
        ("FREQ=WEEKLY;BYDAY=MO;COUNT=2", "2026-11-23T08:00", ["2026-11-23T08:00", "2026-11-30T08:00"]),
        ("FREQ=WEEKLY;BYDAY=MO;COUNT=2", "2026-11-24T08:00", ["2026-11-30T08:00", "2026-12-07T08:00"]),
        (
            "FREQ=DAILY;BYHOUR=7,9;COUNT=3", "2026-11-24T08:30",
            ["2026-11-24T09:30", "2026-11-25T07:30", "2026-11-25T09:30"]
        ),
        ("FREQ=DAILY;COUNT=1", "2026-11-24T08:30", ["2026-11-24T08:30"]),
        // A date includes the whole day; a time includes itself.
        ("FREQ=DAILY;UNTIL=20261125", "2026-11-24T08:30", ["2026-11-24T08:30", "2026-11-25T08:30"]),
        ("FREQ=DAILY;UNTIL=20261125T083000", "2026-11-24T08:30", ["2026-11-24T08:30", "2026-11-25T08:30"]),
        ("FREQ=DAILY;UNTIL=20261125T082959", "2026-11-24T08:30", ["2026-11-24T08:30"]),
        ("FREQ=DAILY;UNTIL=20261125", "2026-11-24", ["2026-11-24", "2026-11-25"]),
        ("FREQ=DAILY;UNTIL=20261125T000000", "2026-11-24", ["2026-11-24", "2026-11-25"]),
        // 08:30 in Tokyo is 23:30 of the day before in UTC.
        ("FREQ=DAILY;UNTIL=20261124T233000Z", "2026-11-24T08:30", ["2026-11-24T08:30", "2026-11-25T08:30"]),
        ("FREQ=DAILY;UNTIL=20261124T232959Z", "2026-11-24T08:30", ["2026-11-24T08:30"]),
        (
            "FREQ=HOURLY;INTERVAL=5;COUNT=3", "2026-11-24T18:10",
            ["2026-11-24T18:10", "2026-11-24T23:10", "2026-11-25T04:10"]
        ),
        ("FREQ=YEARLY;COUNT=2;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29", "2000-02-29", ["2000-02-29", "2400-02-29"]),
    ])
    func aRuleEnds(rule: String, anchor: String, expected: [String]) throws {
        let recurrence = try Recurrence(rule, from: anchor, in: TestZones.load("Asia/Tokyo"))
        #expect(recurrence.starting(expected.count + 1) == expected)
        #expect(recurrence.first.description == expected.first)
        #expect(recurrence.last?.description == expected.last)

        let restored = try Recurrence(
            restoring: recurrence.schedule, anchor: recurrence.anchor, first: recurrence.first, last: recurrence.last)
        #expect(restored.starting(expected.count + 1) == expected)
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=1000000", "2425-12-01"), ("FREQ=YEARLY;COUNT=150", "2174-12-01"),
        ("FREQ=WEEKLY;COUNT=20000", "2409-03-16"), ("FREQ=YEARLY;INTERVAL=999999999;COUNT=3", "2025-12-01"),
        ("FREQ=DAILY;UNTIL=99991231", "2425-12-01"),
    ])
    func aRuleWithAnEndEndsWithinFourHundredYears(rule: String, last: String) throws {
        #expect(try Recurrence(rule, from: "2025-12-01").last == date(last))
    }

    @Test func nothingIsAfterTheYear9999() throws {
        let recurrence = try Recurrence("daily", from: "2026-01-01")
        #expect(recurrence.next(after: date("9999-12-30")) == date("9999-12-31"))
        #expect(recurrence.next(after: date("9999-12-31")) == nil)
        #expect(recurrence.last(notAfter: .day(day("9999-12-31").advanced(by: 9))) == date("9999-12-31"))
    }

    // MARK: Questions

    @Test func timesAreAskedAbout() throws {
        let recurrence = try Recurrence("FREQ=WEEKLY;BYDAY=MO,TH", from: "2026-11-24T08:00")
        #expect(recurrence.next(after: date("2000-01-01T00:00")) == date("2026-11-26T08:00"))
        #expect(recurrence.next(after: date("2026-11-26T07:59")) == date("2026-11-26T08:00"))
        #expect(recurrence.next(after: date("2026-11-26T08:00")) == date("2026-11-30T08:00"))
        #expect(recurrence.last(notAfter: date("2026-11-26T07:59")) == nil)
        #expect(recurrence.last(notAfter: date("2026-11-26T08:00")) == date("2026-11-26T08:00"))
        #expect(recurrence.last(notAfter: date("2026-11-30T07:59")) == date("2026-11-26T08:00"))
        #expect(recurrence.contains(date("2026-11-26T08:00")))
        #expect(!recurrence.contains(date("2026-11-26T08:01")) && !recurrence.contains(date("2026-11-26")))
        #expect(!recurrence.contains(date("2026-11-23T08:00")))
        #expect(recurrence.count(after: date("2026-11-26T08:00"), through: date("2026-12-03T08:00")) == 2)
        #expect(recurrence.count(after: date("2026-11-26T07:59"), through: date("2026-12-03T07:59")) == 2)
        #expect(recurrence.count(after: date("2026-12-03T08:00"), through: date("2026-11-26T08:00")) == 0)
        #expect(recurrence.occurrences(after: recurrence.first, limit: 0) == [])
    }

    /// A day is over at its end, so it is after each time on it.
    @Test func daysAndTimesAreComparable() throws {
        let days = try Recurrence("daily", from: "2026-11-24")
        #expect(days.next(after: date("2026-11-25T08:00")) == date("2026-11-25"))
        #expect(days.next(after: date("2026-11-25")) == date("2026-11-26"))
        #expect(days.last(notAfter: date("2026-11-25T23:59")) == date("2026-11-24"))
        #expect(days.count(after: date("2026-11-24T12:00"), through: date("2026-11-26T12:00")) == 2)

        let times = try Recurrence("daily", from: "2026-11-24T08:00")
        #expect(times.next(after: date("2026-11-25")) == date("2026-11-26T08:00"))
        #expect(times.last(notAfter: date("2026-11-25")) == date("2026-11-25T08:00"))
        #expect(date("2026-11-25T23:59") < date("2026-11-25") && date("2026-11-25") < date("2026-11-26T00:00"))
    }

    // MARK: Refusals

    @Test(arguments: [
        ("FREQ=MINUTELY", "2026-11-24T08:00", "00:00 and 00:01 are less than 5 minutes apart"),
        ("FREQ=MINUTELY;INTERVAL=4", "2026-11-24T08:02", "00:02 and 00:06 are less than 5 minutes apart"),
        ("FREQ=HOURLY;BYMINUTE=0,30,33", "2026-11-24T08:00", "00:30 and 00:33 are less than 5 minutes apart"),
        ("FREQ=HOURLY;BYMINUTE=0,56", "2026-11-24T08:00", "00:56 and 01:00 are less than 5 minutes apart"),
        ("FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,4", "2026-11-24T08:00", "00:00 and 00:04 are less than 5 minutes apart"),
        ("FREQ=DAILY;BYHOUR=0,23;BYMINUTE=2,58", "2026-11-24T08:00", "23:58 and 00:02 are less than 5 minutes apart"),
        ("FREQ=MONTHLY;BYMINUTE=0,4;BYSETPOS=1", "2026-11-24T08:00", "08:00 and 08:04 are less than 5 minutes apart"),
    ])
    func aRuleThatRepeatsTooOftenIsRefused(rule: String, anchor: String, message: String) throws {
        let error = try #require(throws: RecurrenceError.self) { try Recurrence(rule, from: anchor) }
        #expect(error.description == message + "; use fewer times or a longer INTERVAL")
    }

    @Test(arguments: [
        "FREQ=MINUTELY;INTERVAL=5", "FREQ=MINUTELY;BYMINUTE=0,30", "FREQ=HOURLY;INTERVAL=2;BYMINUTE=0,56",
        "FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,56", "FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=0,23;BYMINUTE=2,58",
        "FREQ=DAILY;BYMINUTE=0,4;BYSETPOS=1", "FREQ=HOURLY;BYMINUTE=0,4;BYSETPOS=-1",
        "FREQ=DAILY;INTERVAL=2;BYHOUR=0,23;BYMINUTE=2,58",
    ])
    func aRuleThatOnlyLooksTooFrequentIsAllowed(rule: String) throws {
        let recurrence = try Recurrence(rule, from: "2026-11-24T08:00")
        let dates = [recurrence.first] + recurrence.occurrences(after: recurrence.first, limit: 500)
        for (date, next) in zip(dates.compactMap(\.time), dates.dropFirst().compactMap(\.time)) {
            let milliseconds = Instant.milliseconds(from: date.instant(in: .utc), to: next.instant(in: .utc))
            #expect(milliseconds >= 5 * 60_000)
        }
    }

    @Test(arguments: [
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-11-24T08:00"),
        ("FREQ=YEARLY;BYYEARDAY=366;BYMONTH=6", "2026-11-24"),
        ("FREQ=DAILY;INTERVAL=7;BYDAY=MO", "2026-11-24T08:00"),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", "2026-11-24T08:00"),
        ("FREQ=HOURLY;INTERVAL=12;BYHOUR=9", "2026-11-24T08:00"), ("FREQ=MONTHLY;BYDAY=6MO", "2026-11-24T08:00"),
        ("FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29", "2100-01-01"), ("FREQ=DAILY;BYMONTH=1", "9999-02-01"),
    ])
    func aRuleWithoutOccurrencesIsRefused(rule: String, anchor: String) throws {
        let error = try #require(throws: RecurrenceError.self) { try Recurrence(rule, from: anchor) }
        #expect(error == .noOccurrence(anchor: date(anchor)))
    }

    @Test func theFirstOccurrenceCanBeAHundredYearsAway() throws {
        let rule = "FREQ=YEARLY;INTERVAL=100"
        #expect(try Recurrence(rule + ";BYMONTH=1;BYMONTHDAY=1", from: "2026-01-02").first == date("2126-01-01"))
        #expect(throws: RecurrenceError.noOccurrence(anchor: date("2026-01-02"))) {
            try Recurrence("FREQ=YEARLY;INTERVAL=101;BYMONTH=1;BYMONTHDAY=1", from: "2026-01-02")
        }
    }

    @Test(arguments: [
        (
            "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261129", "2026-11-24T08:00",
            "UNTIL=20261129 is before the first occurrence, 2026-11-30T08:00"
        ),
        (
            "FREQ=DAILY;UNTIL=20261123T075959", "2026-11-24",
            "UNTIL=20261123T075959 is before the first occurrence, 2026-11-24"
        ),
    ])
    func anEndBeforeTheFirstOccurrenceIsRefused(rule: String, anchor: String, message: String) throws {
        let error = try #require(throws: RecurrenceError.self) { try Recurrence(rule, from: anchor) }
        #expect(error.description == message)
    }

    @Test(arguments: [
        ("FREQ=HOURLY", "FREQ=HOURLY"), ("FREQ=MINUTELY;INTERVAL=30", "FREQ=MINUTELY"),
        ("FREQ=DAILY;BYHOUR=9", "BYHOUR"),
        ("FREQ=WEEKLY;BYMINUTE=0", "BYMINUTE"),
    ])
    func aDayCannotRepeatWithinTheDay(rule: String, part: String) throws {
        #expect(throws: RecurrenceError.needsTime(part: part)) { try Recurrence(rule, from: "2026-11-24") }
        #expect(
            RecurrenceError.needsTime(part: part).description
                == "\(part) needs a time of day, and the task has only a day; set a time, or use days, weeks, months or years"
        )
    }
}
