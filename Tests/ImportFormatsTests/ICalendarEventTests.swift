import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from the events and the zones of calendars (RULES I2).
struct ICalendarEventTests {
    private static func event(_ lines: String) throws -> ImportedFile {
        try ICalendarTests.read(
            ICalendarTests.calendar("X-WR-CALNAME:Studies\nBEGIN:VEVENT\n\(lines)\nEND:VEVENT"), events: true)
    }

    private static func session(_ start: String, _ end: String) throws -> ImportedSession {
        ImportedSession(
            position: "line 4", start: try ICalendarTests.instant(start), end: try ICalendarTests.instant(end),
            category: "Studies")
    }

    @Test("our own export comes back")
    func ofOurOwn() throws {
        let file = try Self.event(
            """
            UID:0193a7c2-0000-7000-8000-000000000001@garden
            DTSTART:20261201T080000Z
            DTEND:20261201T082500Z
            SUMMARY:Latin: Read chapter 3
            CATEGORIES:Latin
            DESCRIPTION:was hard
            TRANSP:TRANSPARENT
            """)
        var session = try Self.session("2026-12-01T08:00:00Z", "2026-12-01T08:25:00Z")
        session.origin = "ical:0193a7c2-0000-7000-8000-000000000001@garden"
        (session.category, session.note) = ("Latin", "Read chapter 3, was hard")
        var expected = ImportedFile("iCalendar")
        expected.sessions = [session]
        #expect(file == expected)
        let alone = try Self.event(
            "UID:x@garden\nDTSTART:20261201T080000Z\nDTEND:20261201T082500Z\nSUMMARY:Latin\nCATEGORIES:Latin")
        #expect(alone.sessions.map(\.note) == [nil] && alone.sessions.map(\.category) == ["Latin"])
    }

    @Test func ofOthers() throws {
        let file = try Self.event("SUMMARY:Seminar: plants\nDTSTART:20261201T080000Z\nDURATION:PT1H30M")
        var session = try Self.session("2026-12-01T08:00:00Z", "2026-12-01T09:30:00Z")
        session.note = "Seminar: plants"
        #expect(file.sessions == [session] && file.leftOut == [])
    }

    @Test(
        "what is no session",
        arguments: [
            ("DTSTART;VALUE=DATE:20261201", "it is all day long, which does not say how long the work was"),
            (
                "DTSTART:20261201T080000Z\nRRULE:FREQ=DAILY",
                "it repeats, which does not say on which dates the work was"
            ), ("DTSTART:20261201T080000Z\nTRANSP:TRANSPARENT", "it blocks no time (TRANSP)"),
            ("DTEND:20261201T080000Z", "its beginning is missing, or not understood"),
            ("DTSTART:20261201T080000Z", "its end is missing, or not understood; does it go on?"),
            ("DTSTART:99991231T235959Z\nDURATION:PT1H", "its end is missing, or not understood; does it go on?"),
            ("DTSTART:20261201T080000Z\nDURATION:-PT1H", "its end is missing, or not understood; does it go on?"),
        ])
    func leftOut(lines: String, reason: String) throws {
        let file = try Self.event(lines)
        #expect(file.sessions == [] && file.leftOut == [LeftOut(position: "line 4", reason: reason)])
    }

    @Test func cancelled() throws {
        #expect(try Self.event("STATUS:CANCELLED\nDTSTART:20261201T080000Z").others == ["cancelled event": 1])
    }

    // MARK: Zones

    private static func zone(_ standard: String, _ daylight: String) -> String {
        """
        BEGIN:VTIMEZONE
        TZID:Here
        BEGIN:STANDARD
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        \(standard)
        END:STANDARD
        BEGIN:DAYLIGHT
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        \(daylight)
        END:DAYLIGHT
        END:VTIMEZONE

        """
    }

    private static let berlin = zone(
        "DTSTART:19701025T030000\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
        "DTSTART:19700329T020000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3")

    @Test(
        "times in a zone of the file",
        arguments: [
            ("20261201T180000", "2026-12-01T18:00:00+01:00"), ("20260701T180000", "2026-07-01T18:00:00+02:00"),
            ("20260329T015959", "2026-03-29T01:59:59+01:00"), ("20260329T030000", "2026-03-29T03:00:00+02:00"),
            // The clock skips this one, and the offset is that before it.
            ("20260329T023000", "2026-03-29T02:30:00+01:00"),
            // The clock shows this one twice.
            ("20261025T023000", "2026-10-25T02:30:00+02:00"), ("20261025T030000", "2026-10-25T03:00:00+01:00"),
            ("19600101T120000", "1960-01-01T12:00:00+01:00"), ("20260101T000000", "2026-01-01T00:00:00+01:00"),
        ])
    func zones(wall: String, instant: String) throws {
        let task = try ICalendarTests.todo("DUE;TZID=Here:\(wall)", before: Self.berlin)
        #expect(task.due == (try ICalendarTests.instant(instant)) && task.guesses == [])
        let berlin = try ZoneDirectory().load(named: "Europe/Berlin")
        if wall > "1996", wall != "20260329T023000" {
            let due = try #require(Timestamp(instant))
            #expect(berlin.offsetSeconds(at: due.instant) == due.offsetSeconds)
        }
    }

    @Test(
        "other rules of zones",
        arguments: [
            // Seven days of a month, single dates, an end.
            (
                "DTSTART:19701025T030000\nRRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU",
                "DTSTART:19700329T020000\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "+01:00"
            ),
            (
                "DTSTART:20251026T030000\nRDATE:20261025T030000,20271031T030000",
                "DTSTART:20260329T020000\nRDATE:20270328T020000", "+01:00"
            ),
            (
                "DTSTART:19701025T030000\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20251026T010000Z",
                "DTSTART:19700329T020000\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "+02:00"
            ),
            (
                "DTSTART:19701025T030000\nRRULE:FREQ=YEARLY", "DTSTART:19700329T020000\nRRULE:FREQ=YEARLY;BYMONTH=3",
                "+01:00"
            ),
        ])
    func rules(standard: String, daylight: String, offset: String) throws {
        let task = try ICalendarTests.todo(
            "DUE;TZID=Here:20261201T180000", before: Self.zone(standard, daylight))
        #expect(task.due == (try ICalendarTests.instant("2026-12-01T18:00:00\(offset)")) && task.guesses == [])
    }

    @Test("zones that are not understood, or not in the file")
    func unknownZones() throws {
        let wall = try ICalendarTests.wall("2026-12-01", 1080)
        let rule = "DTSTART:19701025T030000\nRRULE:FREQ=MONTHLY"
        let strange = try ICalendarTests.todo(
            "DTSTART;TZID=Here:20261130T180000\nDUE;TZID=Here:20261201T180000", before: Self.zone(rule, rule))
        #expect(strange.due == wall)
        #expect(strange.guesses == [#"the rules of the zone "Here" are not understood; it is taken for the garden's"#])
        let missing = try ICalendarTests.todo("DUE;TZID=\"Asia/Tokyo\":20261201T180000")
        #expect(missing.due == wall && missing.guesses == [#"the zone "Asia/Tokyo" is taken for the garden's"#])
        let utc = try ICalendarTests.todo("DUE;TZID=Etc/UTC:20261201T180000")
        #expect(utc.due == (try ICalendarTests.instant("2026-12-01T18:00:00Z")) && utc.guesses == [])
    }
}
