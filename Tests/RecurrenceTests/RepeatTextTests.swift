import Recurrence
import TestSupport
import Testing

@Suite struct RepeatTextTests {
    @Test(arguments: [
        ("none", "none"), ("Daily", "daily"), ("WEEKLY", "weekly"), ("monthly", "monthly"), ("yearly", "yearly"),
        ("after 4d", "after 4d"), ("AFTER 12H", "after 12h"), ("after 2 w", "after 2w"), ("after 03mo", "after 3mo"),
        ("FREQ=DAILY", "FREQ=DAILY"), ("rrule:freq=daily", "FREQ=DAILY"), ("RRULE:FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"),
        ("BYDAY=th,mo,TH;FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY;BYDAY=MO,TH"),
        ("FREQ=WEEKLY;WKST=SU;INTERVAL=002", "FREQ=WEEKLY;INTERVAL=2;WKST=SU"),
        ("FREQ=MONTHLY;BYDAY=+2MO,-1FR,SU", "FREQ=MONTHLY;BYDAY=-1FR,SU,2MO"),
        ("FREQ=MONTHLY;BYMONTHDAY=15,-1,1", "FREQ=MONTHLY;BYMONTHDAY=-1,1,15"),
        ("FREQ=DAILY;BYSECOND=0;BYMINUTE=30,0;BYHOUR=9", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30"),
        ("FREQ=DAILY;UNTIL=20261224", "FREQ=DAILY;UNTIL=20261224"),
        (
            "skip=backward;freq=monthly;interval=3", "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=3;SKIP=BACKWARD"
        ),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT", "FREQ=MONTHLY"), ("RSCALE=GREGORIAN;FREQ=DAILY", "FREQ=DAILY"),
        ("FREQ=DAILY;UNTIL=20261224T090007", "FREQ=DAILY;UNTIL=20261224T090007"),
        ("FREQ=DAILY;UNTIL=20261224T090007Z", "FREQ=DAILY;UNTIL=20261224T090007Z"),
        (
            "BYSETPOS=-1;BYWEEKNO=-1,20;BYYEARDAY=1,-1;BYMONTH=12,1;COUNT=3;FREQ=YEARLY",
            "FREQ=YEARLY;COUNT=3;BYMONTH=1,12;BYWEEKNO=-1,20;BYYEARDAY=-1,1;BYSETPOS=-1"
        ),
    ])
    func aTextHasACanonicalForm(text: String, canonical: String) throws {
        let value = try Repeat(text)
        #expect(value.description == canonical)
        #expect(try Repeat(canonical) == value)
    }

    private static let unknown =
        "; use none, daily, weekly, monthly, yearly, after 4d, 3 times a week, or a rule such as FREQ=WEEKLY;BYDAY=MO,TH"

    @Test(arguments: [
        ("", " is no repeat\(unknown)"), ("fortnightly", "fortnightly is no repeat\(unknown)"),
        ("none ", "none  is no repeat\(unknown)"), ("after", "after is no repeat\(unknown)"),
        ("a\u{7}b\u{202E}c", "a\u{FFFD}b\u{FFFD}c is no repeat\(unknown)"),
        ("after 4x", "after 4x: use a number and h, d, w or mo, such as after 4d"),
        ("after d", "after d: use a number and h, d, w or mo, such as after 4d"),
        ("after 0d", "after 0d: use a number from 1 to 36525"),
        ("after 1201mo", "after 1201mo: use a number from 1 to 1200"),
        (
            "after 99999999999999999999h",
            "after 99999999999999999999h: use a number and h, d, w or mo, such as after 4d"
        ),
        ("AFTER 4 DAYS", "AFTER 4 DAYS: use a number and h, d, w or mo, such as after 4d"),
        ("INTERVAL=2", "the rule has no FREQ; begin it with FREQ=DAILY, FREQ=WEEKLY or another frequency"),
        ("FREQ=", "FREQ=: use YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY"),
        ("FREQ=FORTNIGHTLY", "FREQ=FORTNIGHTLY: use YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY"),
        ("FREQ=SECONDLY", "FREQ=SECONDLY: repeats are to the minute, and at least 5 minutes apart"),
        ("FREQ=DAILY;BYSECOND=30", "BYSECOND=30: repeats are to the minute, and at least 5 minutes apart"),
        ("FREQ=DAILY;", "an empty part is no part of a rule; use NAME=VALUE, separated by semicolons"),
        ("FREQ=DAILY;COUNT", "COUNT is no part of a rule; use NAME=VALUE, separated by semicolons"),
        (
            "FREQ=DAILY;BYEASTER=1",
            "BYEASTER is no part of a rule; use RSCALE, FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, "
                + "BYDAY, BYHOUR, BYMINUTE, BYSECOND, BYSETPOS, WKST, SKIP"
        ),
        ("RSCALE=HEBREW;FREQ=MONTHLY", "RSCALE=HEBREW: use GREGORIAN"),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD", "SKIP=FORWARD: use OMIT or BACKWARD"),
        (
            "RSCALE=GREGORIAN;FREQ=WEEKLY;SKIP=BACKWARD",
            "SKIP is not allowed with FREQ=WEEKLY; it needs FREQ=YEARLY or FREQ=MONTHLY"
        ),
        (
            "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD",
            "SKIP is not allowed with BY parts; it keeps the day of the first date; BYMONTHDAY=-1 is the last day of "
                + "each month"
        ),
        ("FREQ=DAILY;FREQ=WEEKLY", "FREQ occurs twice; use it once, with a list if it allows one"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0: use a number from 1 to 999999999"),
        ("FREQ=DAILY;INTERVAL=1000000000", "INTERVAL=1000000000: use a number from 1 to 999999999"),
        ("FREQ=DAILY;COUNT=-1", "COUNT=-1: use a number from 1 to 999999999"),
        ("FREQ=DAILY;COUNT=٣", "COUNT=٣: use a number from 1 to 999999999"),
        ("FREQ=DAILY;COUNT=3;UNTIL=20261224", "UNTIL is not allowed with COUNT; use one of them"),
        (
            "FREQ=DAILY;UNTIL=2026-12-24",
            "UNTIL=2026-12-24: use 20261224, 20261224T090000, or 20261224T080000Z for UTC"
        ),
        ("FREQ=DAILY;UNTIL=20260230", "UNTIL=20260230: use 20261224, 20261224T090000, or 20261224T080000Z for UTC"),
        (
            "FREQ=DAILY;UNTIL=20261224T240000",
            "UNTIL=20261224T240000: use 20261224, 20261224T090000, or 20261224T080000Z for UTC"
        ),
        ("FREQ=DAILY;BYMONTH=13", "BYMONTH=13: use 1 to 12, separated by commas"),
        ("FREQ=DAILY;BYMONTH=1,,2", "BYMONTH=: use 1 to 12, separated by commas"),
        ("FREQ=DAILY;BYMONTH=-1", "BYMONTH=-1: use 1 to 12, separated by commas"),
        ("FREQ=DAILY;BYMONTHDAY=0", "BYMONTHDAY=0: use 1 to 31, or -31 to -1, separated by commas"),
        ("FREQ=DAILY;BYHOUR=24", "BYHOUR=24: use 0 to 23, separated by commas"),
        ("FREQ=DAILY;BYMINUTE=60", "BYMINUTE=60: use 0 to 59, separated by commas"),
        ("FREQ=WEEKLY;BYDAY=XX", "BYDAY=XX: no such weekday; use MO, TU, WE, TH, FR, SA, SU"),
        ("FREQ=WEEKLY;WKST=1MO", "WKST=1MO: no such weekday; use MO, TU, WE, TH, FR, SA, SU"),
        ("FREQ=MONTHLY;BYDAY=0MO", "BYDAY=0MO: use 1 to 53 or -53 to -1 before a weekday, such as 2MO"),
        (
            "FREQ=WEEKLY;BYDAY=2MO",
            "BYDAY is not allowed with FREQ=WEEKLY; 2MO has a number, which needs FREQ=YEARLY or FREQ=MONTHLY"
        ),
        (
            "FREQ=YEARLY;BYWEEKNO=20;BYDAY=2MO", "BYDAY is not allowed with BYWEEKNO; use MO without the number in 2MO"
        ),
        ("FREQ=MONTHLY;BYWEEKNO=20", "BYWEEKNO is not allowed with FREQ=MONTHLY; it needs FREQ=YEARLY"),
        (
            "FREQ=DAILY;BYYEARDAY=1",
            "BYYEARDAY is not allowed with FREQ=DAILY; it needs FREQ=YEARLY or FREQ=HOURLY or FREQ=MINUTELY"
        ),
        (
            "FREQ=WEEKLY;BYMONTHDAY=1",
            "BYMONTHDAY is not allowed with FREQ=WEEKLY; it needs FREQ=YEARLY or FREQ=MONTHLY or FREQ=DAILY or "
                + "FREQ=HOURLY or FREQ=MINUTELY"
        ),
        (
            "FREQ=DAILY;BYSETPOS=1",
            "BYSETPOS needs another BY part to choose from, such as BYDAY=MO,TU,WE,TH,FR"
        ),
        (
            "FREQ=DAILY;BYMONTH=" + String(repeating: "1", count: 100),
            "BYMONTH=\(String(repeating: "1", count: 40))…: use 1 to 12, separated by commas"
        ),
    ])
    func theWrongPartIsNamed(text: String, message: String) throws {
        let error = try #require(throws: RepeatError.self) { try Repeat(text) }
        #expect(error.description == message)
    }

    @Test func aTextOfFiveHundredBytesIsTheLongest() throws {
        let rule = "FREQ=DAILY;BYMONTH=1" + String(repeating: ",1", count: 240)
        #expect(rule.utf8.count == 500)
        #expect(try Repeat(rule).description == "FREQ=DAILY;BYMONTH=1")
        #expect(throws: RepeatError.tooLong(bytes: 501)) { try Repeat(rule + "2") }
    }

    /// Nothing that somebody sends traps, and everything that is accepted has a canonical text.
    @Test func damagedRulesAreReadOrRefused() throws {
        var generator = SeededGenerator(seed: 5545)
        let pieces =
            HostileRuleTests.rules.flatMap { $0.split(separator: ";").map(String.init) } + [
                "", "=", ",", "RRULE:", "after 4d", "BYDAY=-53SU", "UNTIL=99999999T999999Z", "é", "\u{0}", "-",
                "9999999999",
            ]
        var accepted = 0
        for _ in 0..<3000 {
            var bytes = Array((0..<generator.below(6)).map { _ in generator.pick(pieces) }.joined(separator: ";").utf8)
            if !bytes.isEmpty, generator.chance(50) {
                bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
            }
            guard let value = try? Repeat(String(decoding: bytes, as: UTF8.self)) else { continue }
            accepted += 1
            #expect(try Repeat(value.description) == value, "seed 5545")
        }
        #expect(accepted > 30)
    }
}
