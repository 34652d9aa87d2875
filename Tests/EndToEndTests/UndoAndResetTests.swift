import GardenAPI
import Glibc
import Testing

/// Going back on a real disk: under kills, on a full disk, and with the backup of a reset (RULES U4, U6).
struct UndoAndResetTests {
    /// What a client sees of a garden, except for the daemon itself and the time.
    private static func view(_ client: Client) throws -> [JSON] {
        var status = try client.call("daemon.status")
        if case .object(var object) = status {
            for name in ["now", "seq"] { _ = object.remove(name) }
            status = .object(object)
        }
        return try [status]
            + ["task.list", "shop.list", "inventory.list", "category.list"].map {
                try client.call($0, $0 == "task.list" ? ["status": "all"] : [:])
            }
    }

    /// A garden with points, completed tasks, a purchase and a category without tasks.
    private static func fill(_ client: Client) throws {
        try client.call("points.adjust", ["amount": 1000, "reason": "begin"])
        try client.call("shop.add", ["name": "Tea", "price": 400, "countsAsSpending": true])
        try client.call("task.add", ["title": "Write report", "points": 500, "category": "Work"])
        try client.call("task.done", ["id": 1])
        try client.call("shop.buy", ["name": "Tea"])
    }

    // MARK: Undo

    @Test(Needs.fatalCalls, arguments: FatalCall.Kind.allCases)
    func anUndoThatIsKilledIsWholeOrNotMade(kind: FatalCall.Kind) throws {
        let prepared = try Home(in: "/dev/shm")
        let (before, after): ([JSON], [JSON])
        do {
            let daemon = try Gardend(in: prepared)
            let client = try daemon.connect()
            try Self.fill(client)
            before = try Self.view(client)
            try client.call("journal.undo", ["count": 3])
            after = try Self.view(client)
            try client.call("journal.redo", ["count": 3])
            #expect(try Self.view(client) == before)
            #expect(try daemon.stop() == .exited(0))
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
                if (try? client.call("journal.undo", ["count": 3])) != nil { break }
                try #require(try daemon.program.wait() == .killed(SIGKILL))
            }
            calls += FatalCall.step
            let client = try Gardend(in: home).connect()
            let view = try Self.view(client)
            try #require(view == before || view == after, "call \(calls)")
            outcomes.insert(view == after)
            #expect(try client.call("journal.verify")["ok"] == true, "call \(calls)")
        }
        print("\(kind): killed at calls up to \(calls)")
        #expect(calls > 0 && outcomes.contains(false))
    }

    @Test(Needs.root, Needs.program("/usr/bin/mount"))
    func onAFullDiskNothingIsUndoneOrReset() throws {
        let home = try Home()
        rmdir(home.backups)
        let disk = try SmallDisk(at: home.data)
        try makeFolder(home.backups)
        let watch = try FolderWatch(home.backups)
        let daemon = try Gardend(in: home)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let client = try daemon.connect()
        try Self.fill(client)
        let before = try Self.view(client)

        // Room for a commit, and not for a copy of the journal.
        try disk.fill(leaving: 40 << 10)
        let reset = try client.ask("garden.reset", ["all": true])
        #expect(reset.at("error.data.code") == "storage_failed", "\(reset.text)")
        #expect(reset.at("error.message")?.stringValue?.contains("full") == true, "\(reset.text)")
        #expect(try Self.view(client) == before)
        #expect(names(in: home.backups).filter { $0.contains("before-reset") } == [])

        try disk.fill()
        // The log may have a page left.
        var undo = try client.ask("journal.undo", ["count": 3])
        if undo["error"] == nil {
            try client.call("journal.redo", ["count": 3])
            undo = try client.ask("journal.undo", ["count": 3])
        }
        #expect(undo.at("error.data.code") == "storage_failed", "\(undo.text)")
        // Refused at once: no backup is begun for a disk that refuses.
        #expect(try client.ask("garden.reset", ["all": true]).at("error.data.code") == "storage_failed")

        let listener = try daemon.subscriber()
        disk.makeRoom()
        if try client.call("daemon.status")["stale"] == true { try listener.awaitResync() }
        #expect(try Self.view(client) == before)
        try client.call("journal.undo", ["count": 3])
        #expect(try client.call("points.get")["balance"] == 1000)
        #expect(try client.call("journal.verify")["ok"] == true)
        try daemon.stop()
    }

    // MARK: Reset

    @Test func theBackupOfAResetBringsEverythingBack() throws {
        let home = try Home()
        let before: [JSON]
        let restore: String
        do {
            let daemon = try Gardend(in: home)
            let client = try daemon.connect()
            try Self.fill(client)
            let backup = try #require(client.call("garden.reset", ["category": "Work"])["backup"]?.stringValue)
            before = try Self.view(client)
            let report = try client.call("garden.reset", ["all": true])
            let second = try #require(report["backup"]?.stringValue)
            restore = try #require(report["restore"]?.stringValue)
            #expect(report == ["exp": 0, "balance": 1100, "backup": .string(second), "restore": .string(restore)])
            #expect(second != backup && second.hasPrefix("\(home.backups)/garden-before-reset-"))
            #expect(restore.hasSuffix("--force \(second)"))
            #expect(try client.call("points.get")["balance"] == 0)
            #expect(try client.call("journal.verify")["ok"] == true)
            // Both remain beside the backup of the day, private.
            let found = try FoundFile.all(in: home.backups)
            #expect(found.keys.filter { $0.contains("before-reset") }.count == 2)
            #expect(found.values.allSatisfy { $0.mode == 0o600 })
            #expect(try daemon.stop() == .exited(0))
        }
        let restored = try run(
            ["/bin/sh", "-c", restore],
            environment: home.environment.merging(["PATH": "\(Binaries.folder):/usr/bin:/bin"]) { $1 })
        #expect(restored.end == .exited(0), "\(restored.errors)")
        let client = try Gardend(in: home).connect()
        #expect(try Self.view(client) == before)
        #expect(try client.call("journal.verify")["ok"] == true)
    }

    @Test(Needs.fatalCalls) func aKilledBackupLeavesNoUnfinishedFileToTheNext() throws {
        let home = try Home(in: "/dev/shm")
        let daemon = try Gardend(in: home)
        try Self.fill(daemon.connect())
        let path = "\(home.backups)/garden-before-reset-20260101-090000.sqlite"
        let command = [Binaries.gardend, "make-backup", "--data", home.data, "--to", path]
        var calls = 0
        while calls < 1000 {
            let fatal = FatalCall(folder: home.backups, number: calls + 1)
            let end = try run(command, environment: home.environment.merging(fatal.environment) { $1 }).end
            if end == .exited(0) { break }
            try #require(end == .killed(SIGKILL), "call \(calls + 1)")
            // Before the last calls it is not there; then it is complete.
            if exists(path) { try #require(run(["/bin/mv", path, "\(path).kept"]).end == .exited(0)) }
            calls += FatalCall.step
        }
        print("killed a backup at calls up to \(calls)")
        #expect(calls > 5)
        #expect(names(in: home.backups).filter { $0.hasSuffix(".new") } == [])
        let before = try Self.view(daemon.connect())
        try daemon.connect().call("garden.reset", ["all": true])
        try daemon.stop()
        for backup in ["\(path).kept", path] where exists(backup) {
            let restored = try run(
                [Binaries.gardend, "restore", "--data", home.data, "--force", backup], environment: home.environment)
            #expect(restored.end == .exited(0), "\(restored.errors)")
            let next = try Gardend(in: home)
            #expect(try Self.view(next.connect()) == before, "\(backup)")
            try next.stop()
        }
    }
}
