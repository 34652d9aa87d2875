import GardenAPI
import Glibc
import Testing

/// Full backups that a kill or a full disk ends: the backup before remains, and the next one is complete.
struct FullBackupFaultTests {
    private func newer(_ home: Home) throws -> MovingGarden {
        let garden = try MovingGarden(in: home, photos: 1)
        let first = try gardend(["backup", "\(home.folder.path)/stick"], in: home)
        try #require(first.end == .exited(0), "\(first)")
        try garden.addPhoto(1)
        return garden
    }

    /// What `--check` says about a backup.
    private func check(_ home: Home) throws -> Outcome {
        try gardend(["backup", "--check", "--json", "\(home.folder.path)/stick"], in: home)
    }

    private func isUnfinished(_ path: String) -> Bool { path.contains(".new") }

    @Test(Needs.fatalCalls, arguments: FatalCall.Kind.allCases, [true, false])
    func aBackupThatIsKilledLeavesTheOneBefore(kind: FatalCall.Kind, isFirst: Bool) throws {
        let home = try Home(in: "/dev/shm")
        let garden = try newer(home)
        let seq = try garden.daemon.connect().call("daemon.hello")["seq"]
        let stick = "\(home.folder.path)/stick"
        let before = try check(home)
        rename(stick, "\(stick)-before")
        var calls = 0
        while true {
            try shell("/bin/rm", "-rf", stick)
            if isFirst { try makeFolder(stick) } else { try shell("/bin/cp", "-a", "\(stick)-before", stick) }
            let fatal = FatalCall(folder: stick, number: calls + 1, kind: kind)
            let killed = try gardend(["backup", stick], in: home, environment: fatal.environment)
            guard killed.end == .killed(SIGKILL) else {
                #expect(killed.end == .exited(0), "\(killed)")
                break
            }
            calls += FatalCall.step
            let label = "\(kind), call \(calls)"
            let found = try check(home)
            // The new one is complete as soon as its manifest is there.
            let isNew = try found.end == .exited(0) && JSON.parse(found.output)["events"] == seq
            if isFirst {
                #expect(isNew || found.end == .exited(64), "\(label): \(found)")
            } else {
                #expect(isNew || found == before, "\(label): \(found)")
            }
            let next = try gardend(["backup", stick], in: home)
            #expect(next.end == .exited(0), "\(label): \(next)")
            #expect(try JSON.parse(try check(home).output)["events"] == seq, "\(label)")
            let files = try allFiles(below: stick)
            #expect(!files.keys.contains(where: isUnfinished), "\(label): \(files.keys)")
            #expect(files.keys.count { $0.hasSuffix(".sqlite") } == 1, "\(label): \(files.keys)")
        }
        print("\(kind): killed at calls up to \(calls)")
        #expect(calls > 0)
        try garden.daemon.stop()
    }

    /// The signal is there from the start: it waits until the backup asks for it.
    @Test(Needs.program("/usr/bin/python3"), arguments: [SIGINT, SIGTERM])
    func anInterruptedBackupLeavesNothingHalfDone(signal: Int32) throws {
        let home = try Home()
        let garden = try newer(home)
        let stick = "\(home.folder.path)/stick"
        let before = try allFiles(below: stick)
        let script = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_BLOCK, {int(sys.argv[1])})
            os.kill(os.getpid(), int(sys.argv[1]))
            os.execv(sys.argv[2], sys.argv[2:])
            """
        let outcome = try run(
            ["/usr/bin/python3", "-c", script, "\(signal)", "\(Binaries.folder)/gardenctl", "backup", stick],
            environment: home.environment)
        #expect(outcome == Outcome(end: .killed(signal), output: "", errors: ""))
        #expect(try allFiles(below: stick) == before)
        try garden.daemon.stop()
    }

    /// As in the background of a script, or after nohup(1).
    @Test(Needs.program("/usr/bin/python3"), arguments: [SIGINT, SIGHUP])
    func anIgnoredSignalInterruptsNothing(signal: Int32) throws {
        let home = try Home()
        let garden = try newer(home)
        let script = """
            import os, signal, sys
            number = int(sys.argv[1])
            signal.signal(number, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, {number})
            os.kill(os.getpid(), number)
            os.execv(sys.argv[2], sys.argv[2:])
            """
        let outcome = try run(
            ["/usr/bin/python3", "-c", script, "\(signal)", Binaries.gardend, "backup", "\(home.folder.path)/stick"],
            environment: home.environment)
        #expect(outcome.end == .exited(0), "\(outcome)")
        try garden.daemon.stop()
    }

    @Test(.enabled(if: modeShim != nil, "needs a C compiler"))
    func aFileSystemWithoutPermissionsIsGoodEnough() throws {
        let home = try Home()
        let garden = try newer(home)
        let stick = "\(home.folder.path)/another"
        let refusing = ["LD_PRELOAD": try #require(Self.modeShim), "MODESHIM_FOLDER": stick]
        for _ in 1...2 {
            let outcome = try gardend(["backup", "--with-key", stick], in: home, environment: refusing)
            #expect(outcome.end == .exited(0), "\(outcome)")
        }
        #expect(try gardend(["backup", "--check", stick], in: home).end == .exited(0))
        // The data directory must keep a garden private.
        try garden.daemon.stop()
        let other = try Home()
        let data = ["LD_PRELOAD": try #require(Self.modeShim), "MODESHIM_FOLDER": other.data]
        #expect(try gardend(["restore", stick], in: other, environment: data).end == .exited(74))
        #expect(try gardend(["restore", stick], in: other).end == .exited(0))
    }

    private static let modeShim = PreloadedLibrary.compiled("Moving/modeshim.c")

    @Test(Needs.root, Needs.program("/usr/bin/mount"), arguments: [0, 4, 100, 205])
    func aBackupOnAFullDiskLeavesTheOneBefore(freeKibibytes: Int) throws {
        let home = try Home()
        let stick = "\(home.folder.path)/stick"
        try makeFolder(stick)
        let disk = try SmallDisk(at: stick)
        let folder = "\(stick)/garden"
        let garden = try MovingGarden(in: home, photos: 1)
        #expect(try gardenctl(["backup", folder], in: home).end == .exited(0))
        try garden.addPhoto(1)
        let before = try allFiles(below: folder)
        try disk.fill(leaving: freeKibibytes << 10)

        let outcome = try gardenctl(["backup", folder], in: home)
        #expect(outcome.end == .exited(74), "\(outcome)")
        #expect(outcome.errors.contains("full") || outcome.errors.contains("No space left"), "\(outcome)")
        let after = try allFiles(below: folder)
        #expect(after.filter { before[$0.key] != nil } == before)
        #expect(!after.keys.contains(where: isUnfinished), "\(after.keys)")
        #expect(try gardenctl(["backup", "--check", folder], in: home).end == .exited(0))

        disk.makeRoom()
        #expect(try gardenctl(["backup", folder], in: home).end == .exited(0))
        #expect(try allFiles(below: folder).keys.count { $0.hasSuffix(".sqlite") } == 1)
        try garden.daemon.stop()
    }

    @Test(Needs.root, Needs.program("/usr/bin/mount"))
    func aRestoreOnAFullDiskChangesNothing() throws {
        let home = try Home()
        let garden = try MovingGarden(in: home, photos: 2)
        let stick = "\(home.folder.path)/stick"
        #expect(try gardenctl(["backup", "--with-key", stick], in: home).end == .exited(0))
        try garden.daemon.stop()
        let other = try Home()
        try shell("/bin/rm", "-r", other.data)
        try makeFolder(other.data)
        let disk = try SmallDisk(at: other.data)
        for name in ["backups", "archive", "photos"] { try makeFolder("\(other.data)/\(name)") }
        for free in [0, 4, 12, 100] {
            try disk.fill(leaving: free << 10)
            let before = try allFiles(below: other.data, but: "lock")
            let outcome = try gardend(["restore", stick], in: other)
            #expect(outcome.end == .exited(74), "\(free): \(outcome)")
            #expect(try allFiles(below: other.data, but: "lock") == before, "\(free)")
            disk.makeRoom()
        }
        #expect(try gardend(["restore", stick], in: other).end == .exited(0))
        let daemon = try Gardend(in: other)
        #expect(try daemon.connect().call("journal.verify")["ok"] == true)
        try daemon.stop()
    }
}
