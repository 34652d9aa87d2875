import GardenAPI
import Glibc
import Testing
import TimeKit

/// The day of the service in a real user manager, which runs across 04:00 on clocks of its own (RULES L1, L4, L7, L9).
@Suite(.serialized, Needs.box, Needs.clocks)
struct DayTests {
    /// A service in a box in Tokyo's zone, at 03:30 on 2026-03-11.
    private struct Scene {
        let box: Garden
        let time: MachineTime

        init() throws {
            box = try Garden()
            try Self.set("Asia/Tokyo", box)
            time = try box.ownClocks()
            try time.set(to: "2026-03-11T03:30:00+09:00")
            #expect(try box.install().end == .exited(0))
            // The focus that an installation begins is irrelevant to these tests.
            try box.ask("timer.stop")
        }

        func set(_ zone: String) throws { try Self.set(zone, box) }

        private static func set(_ zone: String, _ box: Garden) throws {
            let outcome = try box.machine.root("timedatectl", "set-timezone", zone)
            guard outcome.end == .exited(0) else { throw TestFailure("set-timezone: \(outcome.errors)") }
        }

        /// When each day was rolled to, and in which zone it began.
        func rollovers() throws -> [JSON] {
            let events = try box.ask("journal.list", #"{"types":["day.rolledOver"]}"#).arrayValue ?? []
            return try events.map { event in
                let startsAt = try #require(event.at("data.startsAt"))
                let instants = [event["at"], startsAt].map { Timestamp($0?.stringValue ?? "")?.instant }
                #expect(instants[0] == instants[1])
                return startsAt
            }
        }
    }

    @Test func theServiceRollsOverAt0400() throws {
        let scene = try Scene()
        let watch = try scene.box.watch("{day} {timezone}")
        #expect(try watch.nextLine() == "2026-03-10 Asia/Tokyo")
        // The last two seconds really pass.
        try scene.time.pass(until: "2026-03-11T03:59:58+09:00")
        #expect(try watch.nextLine() == "2026-03-11 Asia/Tokyo")
        let boundary = try #require(Timestamp("2026-03-11T04:00:00+09:00")).instant.milliseconds
        let late = scene.time.wallMilliseconds - boundary
        #expect((0...2000).contains(late), "it was \(late) ms late")
        #expect(
            try scene.box.user("gardenctl", "day")
                == Outcome(
                    end: .exited(0),
                    output: """
                        Wednesday, 2026-03-11
                        from 2026-03-11 04:00 to 2026-03-12 04:00, Asia/Tokyo

                        """, errors: ""))
        #expect(try scene.rollovers() == ["2026-03-11T04:00:00.000+09:00"])
        #expect(try scene.box.user("gardenctl", "verify").end == .exited(0))
    }

    @Test func theEndedDaysLogIsAPrivateFile() throws {
        let scene = try Scene()
        try scene.time.pass(until: "2026-03-11T03:45:30+09:00")
        try scene.box.ask("log.note", #"{"text":"Watered the tomatoes"}"#)
        try scene.time.pass(until: "2026-03-11T04:00:30+09:00")
        try scene.box.awaitArchive()
        let folder = ".local/share/garden/archive"
        let files = try scene.box.userScript("cd \(folder) && stat -c '%a %U %n' . * && cat *")
        #expect(
            files
                == Outcome(
                    end: .exited(0),
                    output: """
                        700 gardener .
                        600 gardener 2026-03-10.log
                        [03:45] Watered the tomatoes

                        """, errors: ""))
    }

    @Test func aZoneSetByTimedateAppliesInTheSandboxAndEachDayBeginsOnce() throws {
        let scene = try Scene()
        #expect(try scene.box.check("service")?.detail.contains("in its sandbox") == true)
        #expect(try scene.box.check("timezone") == HealthCheck("timezone", .ok, "Asia/Tokyo, from the system"))
        let clients = try scene.box.machine.root("busctl", "--system", "--no-legend", "list")
        #expect(clients.output.contains(" gardend "), "\(clients.output)")

        let watch = try scene.box.watch("{day} {timezone}")
        #expect(try watch.nextLine() == "2026-03-10 Asia/Tokyo")
        try scene.time.pass(until: "2026-03-11T04:10:00+09:00")
        #expect(try watch.nextLine() == "2026-03-11 Asia/Tokyo")
        // 09:10 of the day before.
        try scene.set("Pacific/Honolulu")
        #expect(try watch.nextLine() == "2026-03-11 Pacific/Honolulu")
        // Its own 04:00 of 03-11 passes, and it is 08:50.
        try scene.time.pass(until: "2026-03-12T03:50:00+09:00")
        try scene.set("Asia/Tokyo")
        #expect(try watch.nextLine() == "2026-03-11 Asia/Tokyo")
        try scene.time.pass(until: "2026-03-12T04:10:00+09:00")
        #expect(try watch.nextLine() == "2026-03-12 Asia/Tokyo")
        #expect(try scene.rollovers() == ["2026-03-11T04:00:00.000+09:00", "2026-03-12T04:00:00.000+09:00"])
        #expect(try scene.box.events("timezone.changed") == 2)
        #expect(try scene.box.user("gardenctl", "verify").end == .exited(0))
    }
}
