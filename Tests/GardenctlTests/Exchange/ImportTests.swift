import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The conversation of an import with the daemon (RULES I2, V12).
@Suite struct ImportTests {
    let home = Home()

    static let head = "<gpx version='1.1' xmlns='http://www.topografix.com/GPX/1/1'>"

    static func visit(_ id: Int, _ latitude: Int, _ at: String, title: String? = nil) throws -> Visit {
        let at = try Timestamp(json: .string(at))
        return Visit(
            id: id, uid: "0badcafe-\(id)", at: at, day: CalendarDay(daysSinceEpoch: 20_522),
            latitude: Degrees(millionths: latitude),
            longitude: Degrees(millionths: 1_000_000), accuracy: nil, source: .manual,
            details: VisitDetails(title: title), signed: false, trashedAt: nil)
    }

    static func report(_ added: Int, known: Int = 0, skipped: [SkippedEntry] = []) -> JSON {
        ImportReport(
            added: added == 0 ? [] : [ImportCount(kind: "visit", count: added)], known: known, skipped: skipped.count,
            skippedEntries: skipped
        ).json
    }

    static func staged(_ count: Int) -> JSON { StagedImport(staged: count).json }

    static let file = """
        \(Self.head)
        <wpt lat="2" lon="1"><time>2026-03-10T00:00:00Z</time></wpt>
        <wpt lat="2" lon="1"><time>2026-03-10T00:00:00Z</time><name>B</name></wpt>
        <wpt lat="3" lon="1"><time>2026-03-11T00:00:00Z</time></wpt>
        <rte/>
        </gpx>
        """

    /// The answer to `daemon.status` at a time.
    static func status(_ now: String) throws -> JSON {
        var status = GardenStatus.sample(.stopped())
        status.now = try Timestamp(json: .string(now))
        return status.json
    }

    @Test func placesAreSentAheadAndAddedAsOneChange() throws {
        try home.write(Self.file, to: "a.gpx")
        let daemon = FakeDaemon(
            home.socketPath, answering: try Self.status("2026-03-12T09:00:00.000+09:00"), Self.staged(3),
            Self.report(1, known: 2))

        let outcome = try home.gardenctl("visit", "import", "\(home.path)/a.gpx")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        Added 1 visit from \(home.path)/a.gpx (GPX 1.1).
                        Already there: 2.
                        Not read: 1 route.

                        """))
        let requests = daemon.requests().filter { $0["method"] != "daemon.hello" }
        try #require(requests.map { $0["method"] } == ["daemon.status", "import.apply", "import.commit"])
        #expect(requests[1]["params"]?["source"] == "a.gpx")
        let entries = requests[1]["params"]?["entries"]?.arrayValue ?? []
        #expect(
            entries.map { $0["visit"] } == [
                ["at": "2026-03-10T00:00:00.000+00:00", "latitude": "2.0", "longitude": "1.0"],
                ["at": "2026-03-10T00:00:00.000+00:00", "latitude": "2.0", "longitude": "1.0", "title": "B"],
                ["at": "2026-03-11T00:00:00.000+00:00", "latitude": "3.0", "longitude": "1.0"],
            ])
        #expect(requests[2]["params"]?["import"] == requests[1]["params"]?["import"])
        #expect(requests[2]["params"]?["dryRun"] == nil)
    }

    @Test func manyPlacesAreSentInSeveralParts() throws {
        let points = (0..<1000).map {
            "<wpt lat='2' lon='1'><time>2026-03-10T00:00:00Z</time><name>Place \($0)</name></wpt>"
        }
        try home.write("\(Self.head)\(points.joined())</gpx>", to: "a.gpx")
        let status = try Self.status("2026-03-12T09:00:00.000+09:00")
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(status)
            var staged = 0
            while true {
                let request = client.receive()
                guard let entries = request?["params"]?["entries"]?.arrayValue else {
                    client.answer(Self.report(1000))
                    break
                }
                staged += entries.count
                client.answer(Self.staged(staged))
            }
        }
        let outcome = try home.gardenctl("import", "\(home.path)/a.gpx")
        let counts = daemon.requests().compactMap { $0["params"]?["entries"]?.arrayValue?.count }
        #expect(outcome == Home.Outcome(status: 0, output: "Added 1000 visits from \(home.path)/a.gpx (GPX 1.1).\n"))
        #expect(counts.count > 1 && counts.reduce(0, +) == 1000)
    }

    @Test func aLostConnectionAddsNothing() throws {
        try home.write(Self.file, to: "a.gpx")
        _ = FakeDaemon(
            home.socketPath, answering: try Self.status("2026-03-12T09:00:00.000+09:00"), Self.staged(2))
        let problem = "the connection to gardend was lost. Nothing was added; the same command tries again"
        #expect(
            try home.gardenctl("import", "\(home.path)/a.gpx")
                == Home.Outcome(status: 69, errors: "gardenctl: \(problem)\n"))
    }

    @Test func aPlaceWithoutATimeNeedsOne() throws {
        try home.write("\(Self.head)<wpt lat='2' lon='1'><name>A</name></wpt></gpx>", to: "a.gpx")
        let path = "\(home.path)/a.gpx"
        let status = try Self.status("2026-03-12T09:00:00.000+09:00")
        _ = FakeDaemon(home.socketPath, answering: status)
        #expect(
            try home.gardenctl("import", path)
                == Home.Outcome(
                    status: 0,
                    output: """
                        Added 0 visits from \(path) (GPX 1.1).
                        Left out: 1
                          line 1: it has no time; --at DATE gives it one

                        """))
        // A date that is not understood is refused before anything is added.
        let refusal = GardenError.refused(.notUnderstood, "from: \"noon\" is no day", [])
        let refusing = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(status)
            client.receive()
            client.refuse(refusal)
            client.receive()
        }
        #expect(
            try home.gardenctl("import", path, "--at", "noon", "--dry-run")
                == Home.Outcome(status: 64, errors: "gardenctl: --at: \"noon\" is no day. Nothing was added\n"))
        withExtendedLifetime(refusing) {}

        let page = VisitPage(visits: [], more: false, next: nil).json
        let daemon = FakeDaemon(home.socketPath, answering: status, page, Self.staged(1), Self.report(1))
        let added = try home.gardenctl("import", path, "--at", "yesterday", "--json")
        #expect(
            added
                == Home.Outcome(
                    status: 0,
                    output:
                        #"{"format":"GPX 1.1","added":1,"wouldAdd":null,"kinds":{"visit":1},"newCategories":[],"#
                        + #""alreadyThere":0,"leftOut":[],"leftOutUnnamed":0,"guessed":[],"#
                        + #""notRead":{},"repairs":[],"damage":null}"# + "\n"))
        let entries = daemon.requests().first { $0["method"] == "import.apply" }?["params"]?["entries"]
        #expect(entries?.arrayValue?.first?["visit"]?["at"] == "yesterday")
    }

    @Test("what is left out and guessed is named with its line, and the rest is added")
    func whatIsLeftOutIsNamed() throws {
        let text = """
            \(Self.head)
            <wpt lat="0" lon="0"><time>2026-03-10T00:00:00Z</time></wpt>
            <wpt lat="2" lon="1"><time>2026-03-10T00:00:00</time><type>5</type></wpt>
            <wpt lat="2" lon="1"/>
            <wpt lat="2" lon="1"><time>2026-03-13T00:00:00Z</time></wpt>
            <wpt lat="2" lon="1"><time>soon</time></wpt>
            <wpt lat="5" lon="1"><time>2026-03-10T00:00:00</time></wpt>
            <wpt lat="2"
            """
        try home.write(text, to: "a.gpx")
        var status = GardenStatus.sample(.stopped())
        (status.now, status.timezone) = (try Timestamp(json: "2026-03-12T09:00:00.000+09:00"), "Asia/Tokyo")
        let daemon = FakeDaemon(
            home.socketPath, answering: status.json, Self.staged(2),
            Self.report(1, skipped: [SkippedEntry(entry: 2, why: "the daemon does not want it")]))
        #expect(
            try home.gardenctl("import", "\(home.path)/a.gpx")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Added 1 visit from \(home.path)/a.gpx (GPX 1.1).
                        Left out: 5
                          line 2: its place is 0, 0, which a device without a place reports
                          line 4: it has no time; --at DATE gives it one
                          line 5: its time, 2026-03-13 00:00:00, is after now
                          line 6: the time "soon" is not understood; --at DATE gives it one
                          line 7: the daemon does not want it
                        Guessed: 1
                          line 3: the kind "5" cannot be a name
                        The file is damaged at line 8: it is not XML: unclosed token. What is before that was read.

                        """))
        // A time without a zone is one of the garden's.
        let entries = daemon.requests().first { $0["method"] == "import.apply" }?["params"]?["entries"]
        #expect(entries?.arrayValue?.first?["visit"]?["at"] == "2026-03-10T00:00:00.000+09:00")
    }

    @Test func aDryRunAddsNothing() throws {
        try home.write(Self.file, to: "a.gpx")
        let daemon = FakeDaemon(
            home.socketPath, answering: try Self.status("2026-03-12T09:00:00.000+09:00"), Self.staged(3), Self.report(3)
        )
        let outcome = try home.gardenctl("import", "\(home.path)/a.gpx", "--dry-run")
        #expect(
            outcome
                == Home.Outcome(
                    status: 0, output: "Would add 3 visits from \(home.path)/a.gpx (GPX 1.1).\nNot read: 1 route.\n"))
        #expect(daemon.requests().last?["params"]?["dryRun"] == true)
    }

    @Test func aFileThatCannotBeReadIsNamed() throws {
        try home.write("<gpx", to: "bad.gpx")
        try home.write("{\"a\": 1}", to: "other.json")
        let formats =
            "Pocket Garden, GPX, KML, GeoJSON, Google Timeline, Taskwarrior, Timewarrior, todo.txt, iCalendar, CSV, a zip archive of these"
        let (bad, other) = ("\(home.path)/bad.gpx", "\(home.path)/other.json")
        for (words, status, error) in [
            (["\(home.path)/none.gpx"], 74, "cannot read \(home.path)/none.gpx: No such file or directory"),
            ([home.path], 74, "cannot read \(home.path): not a regular file"),
            (["gpx", bad], 64, "\(bad): line 1: it is not XML: unclosed token. Nothing was added"),
            (
                [other], 64,
                "\(other): its content is not one of the formats \(formats). Nothing was added. If it is one of them, name it first: "
                    + "gardenctl import todo.txt \(other)"
            ),
        ] as [([String], Int32, String)] {
            #expect(
                try home.gardenctl(["import"] + words) == Home.Outcome(status: status, errors: "gardenctl: \(error)\n"))
        }
    }

    @Test(arguments: [
        ([], "the file is missing: gardenctl import FILE"),
        (
            ["xml", "a.xml"],
            "xml is no format; give one of garden, gpx, kml, geojson, google-timeline, taskwarrior, timewarrior, todo.txt, ical, csv, "
                + "zip, or only the file"
        ),
        (["a", "b", "c"], "one file at a time; a name with blanks in quotation marks: gardenctl import 'a b.gpx'"),
    ])
    func wrongWords(words: [String], problem: String) throws {
        let outcome = try home.gardenctl(["import"] + words)
        #expect(outcome.status == 64 && outcome.errors.hasPrefix("gardenctl: \(problem)"), "\(outcome)")
    }

    // MARK: Tasks and sessions

    static let tasks = #"""
        [{"uuid":"u1","description":"Paint","project":"Home","due":"20260311T150000Z","entry":"20260301T080000Z","status":"pending"},
        {"uuid":"u2","description":"Sow","project":"Home","entry":"20260301T080000Z","end":"20260302T080000Z","status":"completed"},
        {"description":"Call","project":"Phone","entry":"20260301T080000Z","status":"pending"},
        {"description":"Call","project":"Phone","entry":"20260301T080000Z","status":"pending"}]
        """#

    static func tokyo(_ now: String) throws -> JSON {
        var status = GardenStatus.sample(.stopped())
        (status.now, status.timezone) = (try Timestamp(json: .string(now)), "Asia/Tokyo")
        return status.json
    }

    @Test("tasks are sent with their origin, or one of their content, and days that are written as midnights are days")
    func tasksAreSentWithTheirOrigin() throws {
        try home.write(Self.tasks, to: "t.json")
        let report = ImportReport(
            added: [ImportCount(kind: "task", count: 4)], known: 0, newCategories: ["Garden", "Phone"], skipped: 0,
            skippedEntries: []
        ).json
        let daemon = FakeDaemon(
            home.socketPath, answering: try Self.tokyo("2026-03-12T09:00:00.000+09:00"), Self.staged(4), report)
        let outcome = try home.gardenctl(
            "import", "\(home.path)/t.json", "--map", "home=Garden", "--points", "--no-exp")
        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        Added 4 tasks from \(home.path)/t.json (Taskwarrior).
                        New categories: Garden, Phone.

                        """))
        let requests = daemon.requests()
        let call: JSON = ["task": ["title": "Call", "category": "Phone"], "created": "2026-03-01T08:00:00.000+00:00"]
        #expect(
            requests.first { $0["method"] == "import.apply" }?["params"]?["entries"] == [
                [
                    "origin": "taskwarrior:u1",
                    "task": [
                        "task": ["title": "Paint", "category": "Garden", "due": "2026-03-12"],
                        "created": "2026-03-01T08:00:00.000+00:00",
                    ],
                ],
                [
                    "origin": "taskwarrior:u2",
                    "task": [
                        "task": ["title": "Sow", "category": "Garden"], "created": "2026-03-01T08:00:00.000+00:00",
                        "completed": "2026-03-02T08:00:00.000+00:00",
                    ],
                ],
                ["origin": "task:Phone:2026-03-01/ Call", "task": call],
                ["origin": "task:Phone:2026-03-01/ Call #2", "task": call],
            ])
        let commit = requests.last?["params"]
        #expect(commit?["points"] == true && commit?["exp"] == false)
    }

    @Test("more than three new categories are made only if the person wants them")
    func manyNewCategoriesAreConfirmed() throws {
        let lines = (1...5).map { "inc 2026030\($0)T080000Z - 2026030\($0)T090000Z # tag\($0)" }
        try home.write(lines.joined(separator: "\n"), to: "2026-03.data")
        let path = "\(home.path)/2026-03.data"
        let now = try Self.tokyo("2026-03-12T09:00:00.000+09:00")
        _ = FakeDaemon(home.socketPath, answering: now, [])
        let problem =
            "this makes 5 new categories: tag1, tag2, tag3, tag4, tag5. --category NAME or --map OLD=NEW gives others; to "
            + "confirm, add --yes"
        #expect(try home.gardenctl("import", path) == Home.Outcome(status: 64, errors: "gardenctl: \(problem)\n"))
        let report = ImportReport(
            added: [ImportCount(kind: "session", count: 5)], known: 0, newCategories: ["Work"], skipped: 0,
            skippedEntries: []
        ).json
        for options in [["--category", "Work"], ["--yes"]] {
            let daemon = FakeDaemon(home.socketPath, answering: now, Self.staged(5), report)
            let outcome = try home.gardenctl(["import", path] + options)
            #expect(outcome.output == "Added 5 sessions from \(path) (Timewarrior).\nNew categories: Work.\n")
            let entries = daemon.requests().first { $0["method"] == "import.apply" }?["params"]?["entries"]?.arrayValue
            #expect(
                entries?.first == [
                    "origin": "session:2026-03-01T08:00:00.000+00:00/2026-03-01T09:00:00.000+00:00",
                    "session": [
                        "start": "2026-03-01T08:00:00.000+00:00", "end": "2026-03-01T09:00:00.000+00:00",
                        "category": .string(options == ["--yes"] ? "tag1" : "Work"),
                    ],
                ])
        }
    }

    @Test(arguments: ["--map", "--map Home", "--map =Garden", "--map Home="])
    func aMapNeedsBothNames(option: String) throws {
        let outcome = try home.gardenctl(["import", "a.json"] + option.split(separator: " ").map(String.init))
        #expect(outcome.status == 64)
    }
}
