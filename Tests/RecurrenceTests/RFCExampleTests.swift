import Recurrence
import TestSupport
import Testing
import TimeKit

/// The examples of RFC 5545 §3.8.5.3, with the dates listed there.
@Suite struct RFCExampleTests {
    /// A rule, its DTSTART, and the listed dates by month; `…` at the end if the rule continues.
    struct Example: Sendable {
        var rules: [String]
        var start: String
        var dates: String

        init(_ rules: String..., from start: String, dates: String) {
            self.rules = rules
            self.start = start
            self.dates = dates
        }
    }

    private static let examples = [
        Example("FREQ=DAILY;COUNT=10", from: "1997-09-02", dates: "1997-09: 2-11"),
        Example(
            "FREQ=DAILY;UNTIL=19971224T000000Z", from: "1997-09-02",
            dates: "1997-09: 2-30; 1997-10: 1-31; 1997-11: 1-30; 1997-12: 1-23"),
        Example(
            "FREQ=DAILY;INTERVAL=2", from: "1997-09-02",
            dates:
                "1997-09: 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30; 1997-10: 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30; "
                + "1997-11: 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29; 1997-12: 1,3 …"),
        Example("FREQ=DAILY;INTERVAL=10;COUNT=5", from: "1997-09-02", dates: "1997-09: 2,12,22; 1997-10: 2,12"),
        Example(
            "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
            "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", from: "1998-01-01",
            dates: "1998-01: 1-31; 1999-01: 1-31; 2000-01: 1-31"),
        Example(
            "FREQ=WEEKLY;COUNT=10", from: "1997-09-02", dates: "1997-09: 2,9,16,23,30; 1997-10: 7,14,21,28; 1997-11: 4"),
        Example(
            "FREQ=WEEKLY;UNTIL=19971224T000000Z", from: "1997-09-02",
            dates: "1997-09: 2,9,16,23,30; 1997-10: 7,14,21,28; 1997-11: 4,11,18,25; 1997-12: 2,9,16,23"),
        Example(
            "FREQ=WEEKLY;INTERVAL=2;WKST=SU", from: "1997-09-02",
            dates: "1997-09: 2,16,30; 1997-10: 14,28; 1997-11: 11,25; 1997-12: 9,23; 1998-01: 6,20; 1998-02: 3,17 …"),
        Example(
            "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
            from: "1997-09-02", dates: "1997-09: 2,4,9,11,16,18,23,25,30; 1997-10: 2"),
        Example(
            "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", from: "1997-09-01",
            dates: "1997-09: 1,3,5,15,17,19,29; 1997-10: 1,3,13,15,17,27,29,31; 1997-11: 10,12,14,24,26,28; "
                + "1997-12: 8,10,12,22"),
        Example(
            "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", from: "1997-09-02",
            dates: "1997-09: 2,4,16,18,30; 1997-10: 2,14,16"),
        Example(
            "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", from: "1997-09-05",
            dates: "1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5; 1998-01: 2; 1998-02: 6; 1998-03: 6; 1998-04: 3; "
                + "1998-05: 1; 1998-06: 5"),
        Example(
            "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", from: "1997-09-05",
            dates: "1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5"),
        Example(
            "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", from: "1997-09-07",
            dates: "1997-09: 7,28; 1997-11: 2,30; 1998-01: 4,25; 1998-03: 1,29; 1998-05: 3,31"),
        Example(
            "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", from: "1997-09-22",
            dates: "1997-09: 22; 1997-10: 20; 1997-11: 17; 1997-12: 22; 1998-01: 19; 1998-02: 16"),
        Example(
            "FREQ=MONTHLY;BYMONTHDAY=-3", from: "1997-09-28",
            dates: "1997-09: 28; 1997-10: 29; 1997-11: 28; 1997-12: 29; 1998-01: 29; 1998-02: 26 …"),
        Example(
            "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", from: "1997-09-02",
            dates: "1997-09: 2,15; 1997-10: 2,15; 1997-11: 2,15; 1997-12: 2,15; 1998-01: 2,15"),
        Example(
            "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", from: "1997-09-30",
            dates: "1997-09: 30; 1997-10: 1,31; 1997-11: 1,30; 1997-12: 1,31; 1998-01: 1,31; 1998-02: 1"),
        Example(
            "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", from: "1997-09-10",
            dates: "1997-09: 10-15; 1999-03: 10-13"),
        Example(
            "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", from: "1997-09-02",
            dates: "1997-09: 2,9,16,23,30; 1997-11: 4,11,18,25; 1998-01: 6,13,20,27; 1998-03: 3,10,17,24,31 …"),
        Example(
            "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", from: "1997-06-10",
            dates: "1997-06: 10; 1997-07: 10; 1998-06: 10; 1998-07: 10; 1999-06: 10; 1999-07: 10; 2000-06: 10; "
                + "2000-07: 10; 2001-06: 10; 2001-07: 10"),
        Example(
            "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3", from: "1997-03-10",
            dates: "1997-03: 10; 1999-01: 10; 1999-02: 10; 1999-03: 10; 2001-01: 10; 2001-02: 10; 2001-03: 10; "
                + "2003-01: 10; 2003-02: 10; 2003-03: 10"),
        Example(
            "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", from: "1997-01-01",
            dates:
                "1997-01: 1; 1997-04: 10; 1997-07: 19; 2000-01: 1; 2000-04: 9; 2000-07: 18; 2003-01: 1; 2003-04: 10; "
                + "2003-07: 19; 2006-01: 1"),
        Example("FREQ=YEARLY;BYDAY=20MO", from: "1997-05-19", dates: "1997-05: 19; 1998-05: 18; 1999-05: 17 …"),
        Example(
            "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", from: "1997-05-12", dates: "1997-05: 12; 1998-05: 11; 1999-05: 17 …"),
        Example(
            "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", from: "1997-03-13",
            dates: "1997-03: 13,20,27; 1998-03: 5,12,19,26; 1999-03: 4,11,18,25 …"),
        Example(
            "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8", from: "1997-06-05",
            dates: "1997-06: 5,12,19,26; 1997-07: 3,10,17,24,31; 1997-08: 7,14,21,28; 1998-06: 4,11,18,25; "
                + "1998-07: 2,9,16,23,30; 1998-08: 6,13,20,27; 1999-06: 3,10,17,24; 1999-07: 1,8,15,22,29; "
                + "1999-08: 5,12,19,26 …"),
        Example(
            "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", from: "1997-09-02",
            dates: "1998-02: 13; 1998-03: 13; 1998-11: 13; 1999-08: 13; 2000-10: 13 …"),
        Example(
            "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", from: "1997-09-13",
            dates:
                "1997-09: 13; 1997-10: 11; 1997-11: 8; 1997-12: 13; 1998-01: 10; 1998-02: 7; 1998-03: 7; 1998-04: 11; "
                + "1998-05: 9; 1998-06: 13 …"),
        Example(
            "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", from: "1996-11-05",
            dates: "1996-11: 5; 2000-11: 7; 2004-11: 2 …"),
        Example(
            "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", from: "1997-09-04",
            dates: "1997-09: 4; 1997-10: 7; 1997-11: 6"),
        Example(
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", from: "1997-09-29",
            dates: "1997-09: 29; 1997-10: 30; 1997-11: 27; 1997-12: 30; 1998-01: 29; 1998-02: 26; 1998-03: 30 …"),
        Example(
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", from: "1997-08-05", dates: "1997-08: 5,10,19,24"),
        Example(
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", from: "1997-08-05", dates: "1997-08: 5,17,19,31"),
        Example(
            "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", from: "2007-01-15",
            dates: "2007-01: 15,30; 2007-02: 15; 2007-03: 15,30"),
    ]

    @Test(arguments: examples)
    func datesAreThoseOfTheRFC(example: Example) throws {
        let newYork = try TestZones.load("America/New_York")
        let expected = expand(example.dates)
        for rule in example.rules {
            let recurrence = try Recurrence(rule, from: "\(example.start)T09:00", in: newYork)
            #expect(recurrence.starting(expected.count) == expected.map { "\($0)T09:00" })
            let hasMore = recurrence.next(after: date("\(expected.last ?? "")T09:00")) != nil
            #expect(hasMore == example.dates.hasSuffix("…"))
            #expect((recurrence.last == nil) == hasMore)

            var position = instant("\(example.start)T09:00:00Z").advanced(byMilliseconds: -86_400_000)
            var shown: [String] = []
            while shown.count < expected.count, let next = recurrence.next(after: position, in: newYork) {
                shown.append("\(newYork.localDate(at: next.instant))")
                #expect(newYork.wallTime(at: next.instant).secondsOfDay == 9 * 3600)
                position = next.instant
            }
            #expect(shown == expected)
        }
    }

    /// UNTIL is 13:00 in New York. The RFC lists 15:00, too, as if it were local time.
    @Test(arguments: [
        ("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z", ["09:00", "12:00"]),
        ("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000", ["09:00", "12:00", "15:00"]),
        ("FREQ=MINUTELY;INTERVAL=15;COUNT=6", ["09:00", "09:15", "09:30", "09:45", "10:00", "10:15"]),
        ("FREQ=MINUTELY;INTERVAL=90;COUNT=4", ["09:00", "10:30", "12:00", "13:30"]),
    ])
    func timesAreThoseOfTheRFC(rule: String, times: [String]) throws {
        let recurrence = try Recurrence(rule, from: "1997-09-02T09:00", in: TestZones.load("America/New_York"))
        #expect(recurrence.starting(10) == times.map { "1997-09-02T\($0)" })
    }

    @Test(arguments: [
        "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40",
        "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
    ])
    func everyTwentyMinutesOfTheDay(rule: String) throws {
        let expected = ["02", "03"].flatMap { day in
            ["09", "10", "11", "12", "13", "14", "15", "16"].flatMap { hour in
                ["00", "20", "40"].map { "1997-09-\(day)T\(hour):\($0)" }
            }
        }
        #expect(try Recurrence(rule, from: "1997-09-02T09:00").starting(48) == expected)
    }

    /// `1997-09: 2,4-6; 1997-10: 1` as single dates.
    private func expand(_ text: String) -> [String] {
        text.filter { $0 != " " && $0 != "…" }.split(separator: ";").flatMap { month -> [String] in
            let parts = month.split(separator: ":")
            return parts[1].split(separator: ",").flatMap { days -> [String] in
                let bounds = days.split(separator: "-").compactMap { Int($0) }
                return (bounds[0]...bounds[bounds.count - 1]).map { "\(parts[0])-\($0 < 10 ? "0" : "")\($0)" }
            }
        }
    }
}
