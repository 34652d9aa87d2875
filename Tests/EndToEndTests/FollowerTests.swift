import GardenAPI
import Glibc
import TestSupport
import Testing

/// A client that follows the events keeps them complete over kills of the daemon, and after the restore of a backup (API §3).
struct FollowerTests {
    private static let kills = FatalCall.isThorough ? 30 : 3

    /// Adds events, and reads what the follower prints up to the last one.
    private func expectAll(after seq: Int, from daemon: Gardend, in output: Client) throws -> Int {
        let client = try daemon.connect()
        for number in 1...20 { try client.call("log.note", ["text": .string("note \(number)")]) }
        let head = try #require(try client.call("daemon.hello")["seq"]?.integerValue)
        let events = try client.call("journal.list", ["since": .integer(seq), "limit": 1000]).arrayValue ?? []
        #expect(events.count == head - seq)
        for event in events {
            let line = try output.nextLine()
            try #require(line == event.text)
        }
        return head
    }

    @Test func theEventsAreCompleteOverKillsAndARestore() throws {
        let home = try Home()
        let watch = try FolderWatch(home.backups)
        var daemon = try Gardend(in: home)
        let backup = try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let errors = "\(home.folder.path)/errors"
        let (follower, output) = try Program.follower(of: home, errors: errors)
        var head = 0
        for _ in 1...Self.kills {
            head = try expectAll(after: head, from: daemon, in: output)
            try daemon.kill()
            daemon = try Gardend(in: home)
        }
        head = try expectAll(after: head, from: daemon, in: output)
        try daemon.stop()
        // The event of the stop.
        #expect(try output.nextLine()?.hasPrefix("{\"seq\":\(head + 1),") == true)

        let restored = try run(
            [Binaries.gardend, "restore", "--force", "\(home.backups)/\(backup)"], environment: home.environment)
        #expect(restored.end == .exited(0), "\(restored.errors)")
        daemon = try Gardend(in: home)
        let starts = try daemon.connect().call("journal.list", ["types": ["daemon.started"]]).arrayValue ?? []
        let common = try #require(starts.last?["seq"]?.integerValue) - 1
        #expect(common < head)
        _ = try expectAll(after: common, from: daemon, in: output)
        let advice = "it has the same events up to \(common); going on after it"
        #expect(
            try readText(errors).split(separator: "\n").last ?? ""
                == "gardenctl: the journal was replaced, such as by a restored backup; \(advice)")
        follower.signal(SIGTERM)
        try daemon.stop()
    }
}
