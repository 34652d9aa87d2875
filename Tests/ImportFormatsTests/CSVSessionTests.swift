import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from tables of stretches of work (RULES I2).
struct CSVSessionTests {
    private static func session(
        _ line: Int, _ day: String, _ start: Int, _ end: Int, _ category: String?, _ note: String? = nil,
        seconds: Int? = nil, guesses: [String] = []
    ) throws -> ImportedSession {
        ImportedSession(
            position: "line \(line)", start: try ICalendarTests.wall(day, start),
            end: try ICalendarTests.wall(day, end),
            seconds: seconds, category: category, note: note, guesses: guesses)
    }

    @Test("our own export comes back")
    func ofOurOwn() throws {
        let file = try CSVTests.read(
            """
            id,start,end,day,minutes,seconds,category,task,note,outcome
            1,2026-12-01T09:00:00.000+01:00,2026-12-01T09:25:00.000+01:00,2026-12-01,25,1500,'@Latin,,,completed
            2,2026-12-01T10:00:00.000+01:00,2026-12-01T10:30:00.000+01:00,2026-12-01,20,1200,Latin,"Read, 3",hard,partial
            3,2026-12-01T11:00:00.000+01:00,2026-12-01T11:05:00.000+01:00,2026-12-01,0,0,Latin,,,discarded
            """)
        func session(_ line: Int, _ start: String, _ end: String, _ category: String) throws -> ImportedSession {
            ImportedSession(
                position: "line \(line)", start: try ICalendarTests.instant("2026-12-01T\(start)+01:00"),
                end: try ICalendarTests.instant("2026-12-01T\(end)+01:00"), category: category)
        }
        var second = try session(3, "10:00:00", "10:30:00", "Latin")
        (second.seconds, second.note) = (1200, "Read, 3, hard")
        var expected = ImportedFile("CSV (Pocket Garden, sessions)")
        expected.sessions = [try session(2, "09:00:00", "09:25:00", "@Latin"), second]
        expected.others = ["session that was not completed": 1]
        #expect(file == expected)
    }

    @Test func ofToggl() throws {
        let file = try CSVTests.read(
            """
            User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount ()
            Ann,a@example.org,,Latin,,Read,No,2026-12-01,09:00:00,2026-12-01,09:25:00,00:25:00,,
            Ann,a@example.org,,,Essay,Write,No,2026-12-01,23:50:00,2026-12-02,00:20:00,00:30:00,"a, b",
            Ann,a@example.org,,,,,No,soon,09:00:00,2026-12-01,09:25:00,00:25:00,,
            """)
        var late = try Self.session(3, "2026-12-01", 1430, 0, nil, "Essay, Write")
        late.end = try ICalendarTests.wall("2026-12-02", 20)
        var expected = ImportedFile("CSV (Toggl Track)")
        expected.sessions = [try Self.session(2, "2026-12-01", 540, 565, "Latin", "Read"), late]
        expected.leftOut = [LeftOut(position: "line 4", reason: #"its date, "soon", is not understood"#)]
        #expect(file == expected)
    }

    @Test("the order of days and months is found from all rows")
    func ofClockify() throws {
        let head =
            #""Project","Client","Description","Task","User","Group","Email","Tags","Billable","Start Date","Start Time","#
            + #""End Date","End Time","Duration (h)","Duration (decimal)""# + "\n"
        func row(_ date: String) -> String {
            #""Latin","","Read","","Ann","","a@example.org","","No","\#(date)","09:00:00 AM","\#(date)","09:30:00 AM","#
                + #""00:30:00","0.50""# + "\n"
        }
        let sure = try CSVTests.read(head + row("03/04/2026") + row("13/04/2026"))
        var expected = ImportedFile("CSV (Clockify)")
        expected.sessions = [
            try Self.session(2, "2026-04-03", 540, 570, "Latin", "Read"),
            try Self.session(3, "2026-04-13", 540, 570, "Latin", "Read"),
        ]
        #expect(sure == expected)
        let unsure = try CSVTests.read(head + row("03/04/2026"))
        #expect(unsure.sessions.map(\.start) == [try ICalendarTests.wall("2026-03-04", 540)])
        #expect(unsure.sessions.first?.guesses.first == #"the date "03/04/2026" is read as month/day/year"#)
    }

    @Test("hours of reading, with and without a time of day")
    func ofReading() throws {
        let file = try CSVTests.read(
            """
            Datum;Von;Bis;Stunden;Buch;Fach;Notiz
            1.12.2026;9:00;10:30;;Der Prozess;;gut
            1.12.2026;;;1,5;Faust;Deutsch;
            1.12.2026;;;0:30;Faust;Deutsch;
            2.12.2026;22:30;0:30;;;Deutsch;
            3.12.2026;9:00;10:30;1,25;;Deutsch;
            4.12.2026;;;;;Deutsch;
            4.12.2026;;;13;;Deutsch;
            5.12.2026;;;viel;;Deutsch;
            """)
        let guess = ["it has no time of day; it begins at 12:00, or after the one before it on that day"]
        var late = try Self.session(5, "2026-12-02", 1350, 0, "Deutsch")
        late.end = try ICalendarTests.wall("2026-12-03", 30)
        var expected = ImportedFile("CSV (sessions)")
        expected.sessions = [
            try Self.session(2, "2026-12-01", 540, 630, "Der Prozess", "gut"),
            try Self.session(3, "2026-12-01", 720, 810, "Deutsch", "Faust", guesses: guess),
            try Self.session(4, "2026-12-01", 810, 840, "Deutsch", "Faust", guesses: guess), late,
            try Self.session(6, "2026-12-03", 540, 630, "Deutsch", seconds: 4500),
        ]
        expected.leftOut = [
            LeftOut(position: "line 7", reason: "it has a day, but neither a start nor a duration"),
            LeftOut(position: "line 8", reason: "the day has more than 12 hours of durations without a time of day"),
            LeftOut(position: "line 9", reason: #"its duration, "viel", is not understood"#),
        ]
        #expect(file == expected)
    }

    @Test(
        "headers in other languages",
        arguments: [
            "date,minutes,subject", "Tag;Minuten;Fach", "jour;minutes;matière", "fecha;minutos;asignatura", "日付,分,科目",
            "日期\t分钟\t课程", "Date;Duration;Project",
        ])
    func headers(header: String) throws {
        let separator = header.contains("\t") ? "\t" : header.contains(";") ? ";" : ","
        let file = try CSVTests.read("\(header)\n2026-12-01\(separator)30\(separator)Latin\n")
        let session = try #require(file.sessions.first)
        #expect(session.start == (try ICalendarTests.wall("2026-12-01", 720)))
        #expect(session.category == "Latin")
        #expect(session.end == (try ICalendarTests.wall("2026-12-01", 750)))
    }

    @Test(
        "hours and minutes in columns of their own",
        arguments: [
            ("1,30", 90), ("1.5,90", 90), (",45", 45), ("2,", 120), ("0,20", 20),
        ])
    func hoursAndMinutes(cells: String, minutes: Int) throws {
        let file = try CSVTests.read("date,hours,minutes\n2026-12-01,\(cells)\n")
        #expect(file.sessions.map(\.end) == [try ICalendarTests.wall("2026-12-01", 720 + minutes)])
    }

    @Test func dateAndTimeOfTheStart() throws {
        let file = try CSVTests.read(
            "Fach;Startdatum;Startzeit;Enddatum;Endzeit\nLatein;1.12.2026;9:00;1.12.2026;9:30\n")
        #expect(file.sessions == [try Self.session(2, "2026-12-01", 540, 570, "Latein")])
    }

    @Test("a session that goes on, and one with a start and a length")
    func ends() throws {
        let reader = try CSVReader(columns: ["start", "end", "minutes"])
        let file = try reader.read(
            Array(
                "2026-12-01 09:00,,25\n2026-12-01 09:00,,\n2026-12-01T09:00:00Z,09:30,\n2026-12-01,10:00,\n,,5\n9999-12-31 23:00,1:00,\n"
                    .utf8))
        #expect(file.sessions == [try Self.session(1, "2026-12-01", 540, 565, nil)])
        #expect(
            file.leftOut.map(\.reason) == [
                "its end is missing, or not understood; does it go on?",
                "its end has no date, and its start a zone",
                "it has a day, but neither a start nor a duration",
                "its beginning is missing, or not understood",
                "its end is missing, or not understood; does it go on?",
            ])
    }

    @Test("a column with a decimal number is one of hours, unless a number is more than a day has")
    func hours() throws {
        func seconds(_ lengths: [String]) throws -> [Int?] {
            let rows = lengths.enumerated().map { "2026-10-0\($0 + 1);\($1);Read" }
            let file = try CSVReader().read(Array(("Date;Duration;Category\n" + rows.joined(separator: "\n")).utf8))
            return file.sessions.map { session in
                let (start, end) = (session.start.timestamp(in: .utc), session.end.timestamp(in: .utc))
                return Instant.milliseconds(from: start.instant, to: end.instant) / 1000
            }
        }
        #expect(try seconds(["1,5", "2", "0,75"]) == [5400, 7200, 2700])
        #expect(try seconds(["30", "45"]) == [1800, 2700])
        #expect(try seconds(["1.5", "90"]) == [5400, 5400])
    }

    @Test("a stretch without any time is left out, and named")
    func withoutTime() throws {
        let file = try CSVTests.read(
            """
            id,start,end,day,minutes,seconds,category,task,note,outcome
            1,2026-12-01T09:00:00.000+01:00,2026-12-01T09:25:00.000+01:00,2026-12-01,0,0,Latin,,,partial
            """)
        #expect(file.sessions == [] && file.leftOut == [LeftOut(position: "line 2", reason: "its duration is 0")])
    }
}
