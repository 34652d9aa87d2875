import GardenAPI
import Glibc
import TestSupport
import Testing

/// A purge on a real disk: under kills, with backups, and by gardenctl (RULES V8).
struct PurgeTests {
    private static let secrets = ["Secret title", "secret title", "Secret comment", "12345678", "12.345678"]

    /// A garden with a visit in the trash that was edited, and by undo restored and removed.
    private static func fill(_ client: Client) throws {
        try client.call("visit.add", ["latitude": 48.8584, "longitude": 2.2945, "title": "Eiffel Tower"])
        try client.call(
            "visit.add",
            [
                "latitude": 12.345678, "longitude": 2, "title": "Secret title", "comment": "Secret comment",
                "labels": ["trip"], "key": "add",
            ])
        try client.call("visit.edit", ["id": 2, "title": "Secret title, edited"])
        try client.call("visit.remove", ["id": 2])
        try client.call("journal.undo", ["count": 2])
        try client.call("journal.redo", ["count": 2])
    }

    /// Which secrets the files of a folder have.
    private static func found(in folder: String) throws -> [String] {
        let texts = try names(in: folder).filter { $0.hasPrefix("garden.sqlite") }
            .map { try String(decoding: readBytes("\(folder)/\($0)"), as: Unicode.ASCII.self) }
        return secrets.filter { secret in texts.contains { $0.contains(secret) } }
    }

    @Test func aRequestThatNeedsNothingAnyMoreIsAnsweredInTheSameTurn() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        // What the purge needs is looked for after the turn, in which the visit leaves the trash. A daemon that has to wait for a
        // processor may decide the second request in its next turn, and then the purge comes first.
        try WaitLimit.wait(for: "a restore in the turn of a purge", by: daemon.pid) {
            let id = try #require(try client.call("visit.add", ["latitude": 1, "longitude": 2])["id"])
            try client.call("visit.remove", ["id": id])
            try client.send(
                Client.line(id: 9001, "visit.purge", ["id": id]) + Client.line(id: 9002, "visit.restore", ["id": id]))
            let answers = [try client.answer(), try client.answer()]
            guard answers[0]["id"] == 9002 else { return false }
            #expect(answers[0]["result"]?["id"] == id && answers[1]["id"] == 9001)
            #expect(answers[1]["error"]?["data"]?["reason"] == "not_in_trash")
            return true
        }
        #expect(try daemon.stop() == .exited(0))
    }

    @Test func gardenctlErasesAVisitAndNamesTheBackups() throws {
        let home = try Home()
        // A backup that is being made would keep SQLite from emptying its log.
        let watch = try FolderWatch(home.backups)
        let daemon = try Gardend(in: home)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let client = try daemon.connect()
        try Self.fill(client)
        let backup = "\(home.backups)/garden-2020-01-01.sqlite"
        try #require(
            run([Binaries.gardend, "make-backup", "--data", home.data, "--to", backup]).end == .exited(0))
        #expect(try Self.found(in: home.data) == Self.secrets)

        let removals = try FolderWatch(home.data, mask: Int(IN_DELETE))
        let refused = try run(["\(Binaries.folder)/gardenctl", "visit", "purge", "2"], environment: home.environment)
        #expect(refused.end == .exited(64))
        #expect(refused.errors.contains("this erases visit 2 for good; to confirm, add --yes"))
        let purged = try run(
            ["\(Binaries.folder)/gardenctl", "visit", "purge", "2", "--yes"], environment: home.environment)
        #expect(purged.end == .exited(0), "\(purged.errors)")
        #expect(purged.output.contains("Erased visit 2 for good."))
        #expect(purged.output.contains(backup))
        // The check of the photos, which follows the day's backup, may still read.
        try removals.awaitFile { $0 == "purging" }
        #expect(try Self.found(in: home.data) == [])
        #expect(try client.call("journal.verify")["ok"] == true)
        #expect(try client.call("visit.verify")["ok"] == true)
        let checks = try client.call("daemon.doctor").arrayValue ?? []
        #expect(!checks.contains { $0["name"] == "purge" })
        #expect(try daemon.stop() == .exited(0))
        #expect(try Self.found(in: home.data) == [])
        for archive in names(in: home.archive) {
            let text = try readText("\(home.archive)/\(archive)")
            #expect(!Self.secrets.contains { text.contains($0) }, "\(archive)")
        }
    }

    /// A purge while the daemon's own processes read is complete as soon as they have ended, without a change.
    @Test(Needs.program("/usr/bin/python3")) func theEndOfABackupCompletesAPurge() throws {
        let home = try Home()
        let lock = open(home.backups, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        // The day's backup waits for the lock, before it reads.
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        try Self.fill(client)
        let removals = try FolderWatch(home.data, mask: Int(IN_DELETE))
        let readers = try FolderWatch(home.folder.path, mask: Int(IN_CREATE))
        let reader = try Program(
            ["/usr/bin/python3", "-c", Self.reader, "\(home.data)/garden.sqlite", "\(home.folder.path)/reading"])
        try readers.awaitFile { $0 == "reading" }
        try client.call("visit.purge", ["id": 2])
        try reader.kill()
        #expect(try Self.found(in: home.data) != [])
        let events = try client.call("journal.list").at("events")?.arrayValue?.count
        close(lock)
        try removals.awaitFile { $0 == "purging" }
        #expect(try Self.found(in: home.data) == [])
        #expect(try client.call("journal.list").at("events")?.arrayValue?.count == events)
        let checks = try client.call("daemon.doctor").arrayValue ?? []
        #expect(!checks.contains { $0["name"] == "purge" })
    }

    /// Reads the database, and keeps what it has begun to read.
    private static let reader = """
        import signal, sqlite3, sys
        database = sqlite3.connect(sys.argv[1], isolation_level=None)
        database.execute("BEGIN")
        database.execute("SELECT count(*) FROM change").fetchone()
        open(sys.argv[2], "x").close()
        signal.pause()
        """

    /// The purge fits, and writing the database again does not.
    @Test(Needs.root, Needs.program("/usr/bin/mount"))
    func onAFullDiskAPurgeIsCompletedOnceThereIsRoom() throws {
        let home = try Home()
        rmdir(home.backups)
        let disk = try SmallDisk(at: home.data)
        try makeFolder(home.backups)
        let watch = try FolderWatch(home.backups)
        let daemon = try Gardend(in: home)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let client = try daemon.connect()
        try Self.fill(client)
        try disk.fill(leaving: 60 << 10)
        try client.call("visit.purge", ["id": 2])
        let check = (try client.call("daemon.doctor").arrayValue ?? []).first { $0["name"] == "purge" }
        #expect(check?["verdict"] == "warning")
        #expect(try Self.found(in: home.data) != [])
        // Changes go on, as far as there is room.
        #expect(try client.call("visit.list")["visits"]?.arrayValue?.count == 1)
        disk.makeRoom()
        #expect(try daemon.stop() == .exited(0))
        #expect(try Self.found(in: home.data) == [])
        #expect(!exists("\(home.data)/purging"))
    }

    @Test(Needs.fatalCalls, arguments: FatalCall.Kind.allCases)
    func aPurgeThatIsKilledIsCompleteAfterTheNextStartOrNotMade(kind: FatalCall.Kind) throws {
        let prepared = try Home(in: "/dev/shm")
        do {
            // Then no child of a killed daemon still reads the database when the next one starts.
            let watch = try FolderWatch(prepared.backups)
            let daemon = try Gardend(in: prepared)
            try watch.awaitFile { $0.hasSuffix(".sqlite") }
            try Self.fill(try daemon.connect())
            try daemon.stop()
        }
        var outcomes: Set<Bool> = []
        var calls = 0
        while true {
            let home = try Home(in: "/dev/shm")
            let copied = try run(["/bin/cp", "-aT", prepared.data, home.data])
            try #require(copied.end == .exited(0), "\(copied.errors)")
            let fatal = FatalCall(
                folder: home.data, number: calls + 1, kind: kind, since: "\(home.folder.path)/since")
            do {
                let daemon = try Gardend(in: home, environment: fatal.environment)
                let client = try daemon.connect()
                try write("", to: try #require(fatal.since))
                if (try? client.call("visit.purge", ["id": 2])) != nil { break }
                try #require(try daemon.program.wait() == .killed(SIGKILL))
            }
            calls += FatalCall.step
            let client = try Gardend(in: home).connect()
            let isPurged = try client.refusal(of: "visit.get", ["id": 2]) == "not_found"
            outcomes.insert(isPurged)
            #expect(try Self.found(in: home.data).isEmpty == isPurged, "call \(calls)")
            #expect(!exists("\(home.data)/purging"), "call \(calls)")
            #expect(try client.call("journal.verify")["ok"] == true, "call \(calls)")
            #expect(try client.call("visit.verify")["ok"] == true, "call \(calls)")
        }
        print("\(kind): killed at calls up to \(calls)")
        #expect(outcomes == [false, true])
    }
}
