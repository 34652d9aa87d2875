import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The conversation of an import with the daemon (RULES V12).
@Suite struct VisitImportTests {
    let home = Home()

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
        \(VisitFileTests.head)
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

    @Test func aPlaceInTheFutureIsRefusedBeforeAnyIsAdded() throws {
        try home.write(Self.file, to: "a.gpx")
        let daemon = FakeDaemon(home.socketPath, answering: try Self.status("2026-03-10T12:00:00.000+09:00"))
        let path = "\(home.path)/a.gpx"
        let outcome = try home.gardenctl("visit", "import", path)
        #expect(
            outcome
                == Home.Outcome(
                    status: 64,
                    errors: "gardenctl: \(path): line 4: the time of the place, 2026-03-11 00:00:00, is after now. "
                        + "Nothing was added\n"))
        #expect(daemon.requests().map { $0["method"] }.filter { $0 != "daemon.hello" } == ["daemon.status"])
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
                    output: "Added 1 visit. Already there: 2. Left out, because they are no points: 1.\n"))
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
        try home.write("\(VisitFileTests.head)<wpt lat='2' lon='1'><name>A</name></wpt></gpx>", to: "a.gpx")
        let path = "\(home.path)/a.gpx"
        #expect(
            try home.gardenctl("visit", "import", path)
                == Home.Outcome(
                    status: 64,
                    errors: "gardenctl: \(path): line 1: the place has no time; give one for all of these: --at DATE. "
                        + "Nothing was added\n"))

        let visit = try Self.visit(1, 2_000_000, "2026-03-10T12:00:00.000+09:00", title: "A")
        _ = FakeDaemon(home.socketPath, answering: Self.page(), Self.page(), visit.json)
        #expect(
            try home.gardenctl("visit", "import", path, "--at", "yesterday", "--json")
                == Home.Outcome(status: 0, output: "{\"added\":[1],\"alreadyThere\":0,\"omitted\":0}\n"))
        _ = FakeDaemon(home.socketPath, answering: Self.page(visit), Self.page())
        #expect(
            try home.gardenctl("visit", "import", path, "--at", "yesterday")
                == Home.Outcome(status: 0, output: "Added 0 visits. Already there: 1.\n"))
    }

    @Test func aFileThatCannotBeReadIsNamed() throws {
        #expect(
            try home.gardenctl("visit", "import", "\(home.path)/none.gpx")
                == Home.Outcome(
                    status: 74, errors: "gardenctl: cannot read \(home.path)/none.gpx: No such file or directory\n"))
        #expect(
            try home.gardenctl("visit", "import", home.path)
                == Home.Outcome(status: 74, errors: "gardenctl: cannot read \(home.path): not a regular file\n"))
    }
}
