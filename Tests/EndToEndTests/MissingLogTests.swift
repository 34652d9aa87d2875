import GardenAPI
import Glibc
import Testing

/// A journal that was copied without its log looks valid, and lacks what was written last. It is noticed, and nothing else is taken for it.
struct MissingLogTests {
    /// The doctor's check; `nil` if there is nothing to say.
    private func warning(_ client: Client) throws -> JSON? {
        try client.call("daemon.doctor").arrayValue?.first { $0["name"] == "missing-log" }
    }

    private func note(_ home: Home) -> String { "\(home.data)/missing-log" }

    @Test func aCopyWithoutTheLogIsNoticed() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        for number in 1...5 { try daemon.connect().call("log.note", ["text": .string("\(number)")]) }
        // A sync program takes one file after the other, or only this one.
        let other = try Home()
        try shell("/bin/cp", "-a", home.database, other.database)
        try shell("/bin/cp", "-a", home.database, "\(other.folder.path)/copy.sqlite")
        try daemon.kill()

        let copy = try Gardend(in: other)
        #expect(try copy.connect().call("log.list")["lines"] == [])
        #expect(try warning(copy.connect())?["verdict"] == "warning")
        #expect(
            try readText(other.log).contains(
                " warning: \(other.database) was copied while gardend was running, without its log"))
        try copy.stop()
        // It remains until a person has seen to it.
        let again = try Gardend(in: other)
        let advice = try #require(try warning(again.connect())?["advice"]?.stringValue)
        #expect(advice == "if the garden is complete, end this warning: rm \(note(other))")
        #expect(try readText(other.log).split(separator: "\n").count { $0.contains(" warning: ") } == 1)
        unlink(note(other))
        #expect(try warning(again.connect()) == nil)
        try again.stop()

        let restored = try gardend(["restore", "--force", "\(other.folder.path)/copy.sqlite"], in: other)
        #expect(restored.output.contains(" Warning: \(other.folder.path)/copy.sqlite was copied while "), "\(restored)")
        #expect(exists(note(other)))
        // Another journal takes its place, and the warning ends.
        let back = try #require(names(in: other.data).first { $0.hasPrefix("garden-before-restore-") })
        #expect(try gardend(["restore", "--force", "\(other.data)/\(back)"], in: other).end == .exited(0))
        #expect(!exists(note(other)))
    }

    @Test func aCopyWithTheLogAndEveryOrdinaryEndAreNoReasonToWarn() throws {
        let home = try Home()
        // A kill would end the backup of the day on its way.
        let watch = try FolderWatch(home.backups)
        let first = try Gardend(in: home)
        let name = try watch.awaitFile { $0.hasSuffix(".sqlite") }
        try first.stop()
        func ends(_ label: String, _ end: (Gardend) throws -> Void) throws {
            let daemon = try Gardend(in: home)
            #expect(try warning(daemon.connect()) == nil, "\(label)")
            try daemon.connect().call("log.note", ["text": .string(label)])
            try end(daemon)
        }
        for round in 1...3 {
            try ends("killed, \(round)") { try $0.kill() }
            try ends("stopped, \(round)") { try $0.stop() }
            try ends("killed again, \(round)") { try $0.kill() }
        }
        // The files of a garden that is killed, or copied while it runs.
        try ends("copied") { daemon in
            let other = try Home()
            try shell("/bin/sh", "-c", "cp -a \(home.database) \(home.database)-wal \(other.data)")
            let copy = try Gardend(in: other)
            #expect(try warning(copy.connect()) == nil)
            #expect(try copy.connect().call("log.list")["lines"]?.arrayValue?.last?.text.contains("copied") == true)
            try copy.stop()
            try daemon.kill()
        }
        // A backup of the day, by hand in the place of the journal.
        try Gardend(in: home).stop()
        try shell("/bin/cp", "\(home.backups)/\(name)", home.database)
        try ends("a backup by hand") { try $0.stop() }
        #expect(!exists(note(home)))
    }

    @Test func aLogThatIsGoneAfterAKillIsMentioned() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        try daemon.connect().call("log.note", ["text": "lost"])
        try daemon.kill()
        unlink("\(home.database)-wal")
        unlink("\(home.database)-shm")
        let next = try Gardend(in: home)
        let words = try #require(try warning(next.connect())?["detail"]?.stringValue)
        let beginning = "\(home.database) was not closed by gardend, and its log, garden.sqlite-wal, is gone: "
        #expect(words.hasPrefix(beginning))
        try next.stop()
    }
}
