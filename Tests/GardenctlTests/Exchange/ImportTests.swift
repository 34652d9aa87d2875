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

    static func page(_ visits: Visit..., next: Int? = nil) -> JSON {
        VisitPage(visits: visits.map { ListedVisit(visit: $0) }, more: next != nil, next: next).json
    }

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

    @Test func placesThatAreThereAreNotAddedAgain() throws {
        try home.write(Self.file, to: "a.gpx")
        // One is listed, and one is in the trash.
        let daemon = FakeDaemon(
            home.socketPath,
            answering: try Self.status("2026-03-12T09:00:00.000+09:00"),
            Self.page(try Self.visit(1, 2_000_000, "2026-03-10T09:00:00.000+09:00"), next: 1), Self.page(),
            Self.page(try Self.visit(2, 3_000_000, "2026-03-11T09:00:00.000+09:00")),
            try Self.visit(3, 2_000_000, "2026-03-10T09:00:00.000+09:00", title: "B").json)

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
        try #require(
            requests.map { $0["method"] } == ["daemon.status", "visit.list", "visit.list", "visit.list", "visit.add"])
        #expect(requests[1]["params"]?["from"] == "2026-03-10T00:00:00.000+00:00")
        #expect(requests[1]["params"]?["to"] == "2026-03-11T00:00:00.000+00:00")
        #expect(requests[2]["params"]?["before"] == 1)
        #expect(requests[3]["params"]?["trashed"] == true)
        #expect(requests[4]["params"]?["title"] == "B")
        #expect(requests[4]["params"]?["latitude"] == "2.0")
    }

    @Test func aPlaceWithoutATimeNeedsOneAndIsKnownByItsTitle() throws {
        try home.write("\(Self.head)<wpt lat='2' lon='1'><name>A</name></wpt></gpx>", to: "a.gpx")
        let path = "\(home.path)/a.gpx"
        let status = try Self.status("2026-03-12T09:00:00.000+09:00")
        _ = FakeDaemon(home.socketPath, answering: status, Self.page(), Self.page())
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

        let visit = try Self.visit(1, 2_000_000, "2026-03-10T12:00:00.000+09:00", title: "A")
        let daemon = FakeDaemon(home.socketPath, answering: status, Self.page(), Self.page(), Self.page(), visit.json)
        let added = try home.gardenctl("import", path, "--at", "yesterday", "--json")
        #expect(
            added
                == Home.Outcome(
                    status: 0,
                    output:
                        #"{"format":"GPX 1.1","added":[1],"wouldAdd":null,"alreadyThere":0,"leftOut":[],"leftOutUnnamed":0,"guessed":[],"#
                        + #""notRead":{},"repairs":[],"damage":null}"# + "\n"))
        #expect(daemon.requests().last?["params"]?["at"] == "yesterday")
        _ = FakeDaemon(home.socketPath, answering: status, Self.page(), Self.page(visit), Self.page())
        #expect(
            try home.gardenctl("import", "gpx", path, "--at", "yesterday")
                == Home.Outcome(status: 0, output: "Added 0 visits from \(path) (GPX 1.1).\nAlready there: 1.\n"))
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
            <wpt lat="2"
            """
        try home.write(text, to: "a.gpx")
        var status = GardenStatus.sample(.stopped())
        (status.now, status.timezone) = (try Timestamp(json: "2026-03-12T09:00:00.000+09:00"), "Asia/Tokyo")
        let daemon = FakeDaemon(
            home.socketPath, answering: status.json, Self.page(), Self.page(),
            try Self.visit(3, 2_000_000, "2026-03-10T00:00:00.000+09:00").json)
        #expect(
            try home.gardenctl("import", "\(home.path)/a.gpx")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Added 1 visit from \(home.path)/a.gpx (GPX 1.1).
                        Left out: 4
                          line 2: its place is 0, 0, which a device without a place reports
                          line 4: it has no time; --at DATE gives it one
                          line 5: its time, 2026-03-13 00:00:00, is after now
                          line 6: the time "soon" is not understood; --at DATE gives it one
                        Guessed: 1
                          line 3: the kind "5" cannot be a name
                        The file is damaged at line 7: it is not XML: unclosed token. What is before that was read.

                        """))
        // A time without a zone is one of the garden's.
        #expect(daemon.requests().last?["params"]?["at"] == "2026-03-10T00:00:00.000+09:00")
    }

    @Test func aDryRunAddsNothing() throws {
        try home.write(Self.file, to: "a.gpx")
        let daemon = FakeDaemon(
            home.socketPath, answering: try Self.status("2026-03-12T09:00:00.000+09:00"), Self.page(), Self.page())
        let outcome = try home.gardenctl("import", "\(home.path)/a.gpx", "--dry-run")
        #expect(
            outcome
                == Home.Outcome(
                    status: 0, output: "Would add 3 visits from \(home.path)/a.gpx (GPX 1.1).\nNot read: 1 route.\n"))
        #expect(daemon.requests().allSatisfy { $0["method"] != "visit.add" })
    }

    @Test func aFileThatCannotBeReadIsNamed() throws {
        try home.write("<gpx", to: "bad.gpx")
        try home.write("{\"a\": 1}", to: "other.json")
        let formats = "GPX, KML, GeoJSON, Google Timeline, a zip archive of these"
        let (bad, other) = ("\(home.path)/bad.gpx", "\(home.path)/other.json")
        for (words, status, error) in [
            (["\(home.path)/none.gpx"], 74, "cannot read \(home.path)/none.gpx: No such file or directory"),
            ([home.path], 74, "cannot read \(home.path): not a regular file"),
            (["gpx", bad], 64, "\(bad): line 1: it is not XML: unclosed token. Nothing was added"),
            ([other], 64, "\(other): its content is not one of the formats \(formats). Nothing was added"),
        ] as [([String], Int32, String)] {
            #expect(
                try home.gardenctl(["import"] + words) == Home.Outcome(status: status, errors: "gardenctl: \(error)\n"))
        }
    }

    @Test(arguments: [
        ([], "the file is missing: gardenctl import FILE"),
        (["xml", "a.xml"], "xml is no format; give one of gpx, kml, geojson, google-timeline, zip, or only the file"),
        (["a", "b", "c"], "one file at a time; a name with blanks in quotation marks: gardenctl import 'a b.gpx'"),
    ])
    func wrongWords(words: [String], problem: String) throws {
        let outcome = try home.gardenctl(["import"] + words)
        #expect(outcome.status == 64 && outcome.errors.hasPrefix("gardenctl: \(problem)"), "\(outcome)")
    }
}
