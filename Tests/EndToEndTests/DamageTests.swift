import GardenAPI
import Glibc
import TestSupport
import Testing

/// A damaged database, and its restore (API §4).
struct DamageTests {
    /// A home after a clean stop of its daemon, with today's backup.
    private struct Scene {
        let home: Home
        let backup: String

        init() throws {
            home = try Home()
            let watch = try FolderWatch(home.backups)
            let first = try Gardend(in: home)
            try first.connect().call("category.add", ["name": "Kept in the backup"])
            try first.connect().call("timer.start", ["category": "Kept in the backup"])
            let name = try watch.awaitFile { $0.hasSuffix(".sqlite") }
            try first.stop()
            backup = "\(home.backups)/\(name)"
            // The first backup was made of an empty garden.
            let made = try run(
                [Binaries.gardend, "make-backup", "--data", home.data, "--day", String(name.dropFirst(7).prefix(10))],
                environment: home.environment)
            guard made.end == .exited(0) else { throw TestFailure(made.errors) }
            let second = try Gardend(in: home)
            try second.connect().call("category.add", ["name": "Only in the database"])
            try second.stop()
        }
    }

    enum Damage: String, CaseIterable, CustomTestStringConvertible {
        case truncated, emptied, flippedHeader, flippedRow
        var testDescription: String { rawValue }

        func apply(to path: String) throws {
            var bytes = try readBytes(path)
            switch self {
            case .truncated: bytes.removeLast(bytes.count / 2)
            case .emptied: bytes = []
            case .flippedHeader: bytes[3] ^= 0x10
            case .flippedRow:
                let name = Array("Only in the database".utf8)
                let place = try #require(
                    bytes.indices.dropLast(name.count).first { bytes[$0..<($0 + name.count)].elementsEqual(name) })
                bytes[place] ^= 0x01
            }
            try write(bytes, to: path)
        }
    }

    @Test(arguments: Damage.allCases)
    func damageIsReportedWithARestoreCommandThatWorks(damage: Damage) throws {
        let scene = try Scene()
        let home = scene.home
        try damage.apply(to: home.database)
        let damaged = try readBytes(home.database)

        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(65))
        #expect(outcome.errors.hasPrefix("gardend: \(home.database) is "))
        #expect(outcome.errors.contains("Nothing was changed. The newest valid backup is \(scene.backup);"))
        let remedy = "Restore the newest valid backup: `gardend restore`. Then start gardend again.\n"
        #expect(
            try readText(home.lastWords) == outcome.errors.replacing(
                "gardend: ", with: "gardend exited with an error: ") + remedy)
        // A restart would end the same way, so the message does not advise it.
        let status = try run(["\(Binaries.folder)/gardenctl", "status"], environment: home.environment)
        #expect(status.end == .exited(69))
        #expect(status.errors.hasSuffix("\n\(remedy)"), "\(status.errors)")
        #expect(!status.errors.contains("Start it:"))
        let doctor = try run(["\(Binaries.folder)/gardenctl", "doctor"], environment: home.environment)
        #expect(doctor.output.hasSuffix("→ \(remedy)"), "\(doctor.output)")
        #expect(try readBytes(home.database) == damaged)
        #expect(!exists(home.socket))

        // Types the printed command into a shell.
        let command = try #require(outcome.errors.split(separator: "to restore it: ").last)
        #expect(command == "gardend restore\n")
        var environment = home.environment
        environment["PATH"] = "\(Binaries.folder):/usr/bin:/bin"
        let restored = try run(["/bin/sh", "-c", String(command)], environment: environment)
        #expect(restored.end == .exited(0), "\(restored.errors)")
        #expect(restored.output.hasPrefix("Restored \(scene.backup): "))

        // The previous file is kept to the byte.
        let kept = try #require(names(in: home.data).first { $0.hasPrefix("garden-damaged-") })
        #expect(restored.output.contains(kept))
        #expect(try readBytes("\(home.data)/\(kept)") == damaged)
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        #expect(
            try client.call("category.list").arrayValue?.map { $0["name"] } == ["Default", "Kept in the backup"])
        #expect(try client.call("journal.verify")["ok"] == true)
        #expect(!exists(home.lastWords))
    }

    /// Bits that flip while the daemon runs are found at the latest by a check of everything.
    private static let advice =
        "restart gardend, which then checks everything: systemctl --user restart gardend. If it refuses to start, it says which "
        + "backup to restore"

    @Test func damageThatAVerificationFindsEndsAllChanges() throws {
        let home = try Home()
        let first = try Gardend(in: home)
        let writer = try first.connect()
        // So many that the rows of the first are on pages of their own.
        for number in 100...300 { try writer.call("log.note", ["text": .string("the note \(number)")]) }
        try first.stop()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        #expect(try client.call("journal.verify")["ok"] == true)
        var database = try readBytes(home.database)
        let note = Array("the note 100".utf8)
        for place in database.indices.dropLast(note.count) where database[place...].starts(with: note) {
            database[place] ^= 1
        }
        try write(database, to: home.database)
        let verification = try client.call("journal.verify")
        #expect(verification["ok"] == false)
        #expect(verification["problem"] == "it differs from what was written")
        let firstBad = try #require(verification["firstBad"]?.integerValue)
        #expect(verification["events"]?.integerValue ?? 0 > firstBad)

        let refusal = try client.ask("category.add", ["name": "Too late"])["error"]?["data"]
        #expect(refusal?["code"] == "storage_failed")
        let reason = "the journal is damaged: event \(firstBad) differs from what was written"
        #expect(refusal?["reason"]?.stringValue == reason)
        #expect(try client.call("daemon.status")["stale"] == true)
        let checks = try client.call("daemon.doctor").arrayValue ?? []
        for name in ["storage", "journal"] {
            let check = checks.first { $0["name"] == .string(name) }
            #expect([check?["verdict"], check?["advice"]] == ["failed", .string(Self.advice)], "\(name)")
        }
        #expect(try readText(home.lastWords).hasPrefix("gardend found damage: \(reason)\n"))
        #expect(try client.call("category.list").arrayValue?.map { $0["name"] } == ["Default"])

        #expect(try daemon.stop() == .exited(0))
        #expect(!exists("\(home.data)/clean-stop"))
        #expect(try refusedStart(home).end == .exited(65))
    }

    /// Bit rot in old history does not delay the start after a kill. It is found after that, and then nothing more is
    /// acknowledged.
    @Test func damageInOldHistoryIsFoundAfterTheStart() throws {
        let home = try Home()
        let watch = try FolderWatch(home.backups)
        let first = try Gardend(in: home)
        let name = try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let writer = try first.connect()
        // No snapshot has the first note.
        let removed = try writer.call("log.note", ["text": "the note 100"])
        try writer.call("log.remove", ["id": try #require(removed["id"])])
        for number in 101...400 { try writer.call("log.note", ["text": .string("the note \(number)")]) }
        // The log, which a start does check, goes into the database.
        try first.stop()
        let second = try Gardend(in: home)
        try second.connect().call("log.note", ["text": "the last note"])
        try second.kill()
        var database = try readBytes(home.database)
        let note = Array("the note 100".utf8)
        for place in database.indices.dropLast(note.count) where database[place...].starts(with: note) {
            database[place] ^= 1
        }
        try write(database, to: home.database)

        let daemon = try Gardend(in: home)
        // The day's backup was made, so a check is what finds it, perhaps before the subscription.
        let listener = try daemon.subscriber()
        let client = try daemon.connect()
        if try client.call("daemon.status")["stale"] != true { try listener.awaitResync() }
        #expect(try client.call("daemon.status")["stale"] == true)
        let seq = try client.call("daemon.hello")["seq"]
        let refusal = try client.ask("category.add", ["name": "Too late"])["error"]?["data"]
        #expect(refusal?["code"] == "storage_failed")
        let problem = try #require(refusal?["reason"]?.stringValue)
        #expect(problem.hasPrefix("the journal is damaged: event "))
        #expect(problem.hasSuffix(" differs from what was written"))
        let remedy =
            "Start gardend again, which then checks everything. If it refuses to start, it says which backup to restore.\n"
        let checks = try client.call("daemon.doctor").arrayValue ?? []
        for check in ["storage", "journal"] {
            let found = checks.first { $0["name"] == .string(check) }
            #expect([found?["verdict"], found?["advice"]] == ["failed", .string(Self.advice)], "\(check)")
        }
        #expect(try readText(home.lastWords) == "gardend found damage: \(problem)\n\(remedy)")
        // What is in the journal is still shown, and nothing was added.
        #expect(try client.call("log.list")["lines"]?.arrayValue?.last?.text.contains("the last note") == true)
        #expect(try client.call("daemon.hello")["seq"] == seq)

        // From then on a start checks everything first, even after a kill.
        try daemon.kill()
        #expect(try refusedStart(home).end == .exited(65))
        let restored = try run([Binaries.gardend, "restore"], environment: home.environment)
        #expect(restored.end == .exited(0), "\(restored.errors)")
        #expect(restored.output.hasPrefix("Restored \(home.backups)/\(name): "))
        #expect(restored.output.contains(" By its last change, the backup lacks 30"), "\(restored.output)")
        try Gardend(in: home).stop()
    }

    /// A killed daemon is checked completely after its next start, and doctor says so.
    @Test func theJournalOfAKilledDaemonIsCheckedAfterTheStart() throws {
        let home = try Home()
        let watch = try FolderWatch(home.backups)
        let first = try Gardend(in: home)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        try first.connect().call("log.note", ["text": "a note"])
        try first.kill()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        try client.awaitJournalCheck()
        try daemon.stop()
        #expect(exists("\(home.data)/clean-stop"))
        // After a clean stop there is nothing to check.
        let next = try Gardend(in: home)
        #expect(try next.connect().call("daemon.doctor").arrayValue?.contains { $0["name"] == "journal" } == false)
        try next.stop()
    }

    /// The command must lead back to the folder that is damaged, wherever that is.
    @Test func theRestoreCommandNamesANonDefaultDataFolder() throws {
        let scene = try Scene()
        let elsewhere = "\(scene.home.folder.path)/else where"
        rename(scene.home.data, elsewhere)
        try Damage.truncated.apply(to: "\(elsewhere)/garden.sqlite")
        let outcome = try refusedStart(scene.home, ["--data", elsewhere])
        #expect(outcome.end == .exited(65))
        let command = try #require(outcome.errors.split(separator: "to restore it: ").last)
        var environment = scene.home.environment
        environment["PATH"] = "\(Binaries.folder):/usr/bin:/bin"
        let restored = try run(["/bin/sh", "-c", String(command)], environment: environment)
        #expect(restored.end == .exited(0), "\(restored.errors)")
        #expect(names(in: elsewhere).contains { $0.hasPrefix("garden-damaged-") })
        #expect(!exists(scene.home.database))
        try Gardend(in: scene.home, ["--data", elsewhere]).stop()
    }

    /// A preview wrote the journal and its backups.
    @Test func thePrintedCommandMakesRoomForANewGarden() throws {
        let home = try Home()
        let tests = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
        let preview = try readBytes("\(tests)/GardenStoreTests/Databases/schema-1.sqlite")
        let backup = "\(home.backups)/garden-2026-01-01.sqlite"
        for path in [home.database, backup] { try write(preview, to: path) }
        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(65))
        #expect(
            outcome.errors.hasPrefix(
                "gardend: \(home.database) was written by a preview of gardend, which no release can read. "
                    + "Nothing was changed. There is no valid backup. To start a new garden, "))
        #expect(outcome.errors.contains(home.backups))
        #expect(try readBytes(home.database) == preview)
        let restored = try run([Binaries.gardend, "restore"], environment: home.environment)
        #expect(restored.errors == "gardend: none of the 1 backups in \(home.backups) is valid\n")

        let command = try #require(outcome.errors.split(separator: "move all files of the preview away: ").last)
        let moved = try run(["/bin/sh", "-c", String(command)], environment: home.environment)
        #expect(moved.end == .exited(0), "\(moved.errors)")
        let daemon = try Gardend(in: home)
        #expect(try daemon.connect().call("journal.verify")["ok"] == true)
        for name in ["garden.sqlite", "backups/garden-2026-01-01.sqlite"] {
            #expect(try readBytes("\(home.data)/preview/\(name)") == preview)
        }
    }

    @Test func restoreUsesTheNewestValidBackup() throws {
        let scene = try Scene()
        try Damage.truncated.apply(to: scene.home.database)
        try write("no backup", to: "\(scene.home.backups)/garden-2999-01-01.sqlite")
        let restored = try run([Binaries.gardend, "restore"], environment: scene.home.environment)
        #expect(restored.end == .exited(0))
        #expect(restored.output.hasPrefix("Restored \(scene.backup): "))
    }

    @Test func aValidJournalIsReplacedOnlyByForceAndCanBeRestored() throws {
        let scene = try Scene()
        let home = scene.home
        let before = try readBytes(home.database)
        let refused = try run([Binaries.gardend, "restore"], environment: home.environment)
        #expect(refused.end == .exited(64))
        #expect(refused.output == "")
        #expect(refused.errors.hasPrefix("gardend: \(home.database) is valid: "))
        #expect(refused.errors.contains("Nothing was changed.\nBackups:\n  "))
        #expect(refused.errors.contains("\nIf you restore \(scene.backup), "))
        #expect(try readBytes(home.database) == before)
        #expect(names(in: home.data).filter { $0.hasPrefix("garden-") } == [])

        // Runs both printed commands in a shell.
        var environment = home.environment
        environment["PATH"] = "\(Binaries.folder):/usr/bin:/bin"
        let force = try #require(refused.errors.split(separator: "To restore it anyway: ").last)
        #expect(force == "gardend restore --force \(scene.backup)\n")
        let forced = try run(["/bin/sh", "-c", String(force)], environment: environment)
        #expect(forced.end == .exited(0), "\(forced.errors)")
        #expect(try categories(home) == ["Default", "Kept in the backup"])
        let device = try deviceIdOfNewCategories("Added after the restore", home)
        let back = try #require(forced.output.split(separator: "To undo: ").last)
        #expect(back.hasPrefix("gardend restore --force \(home.data)/garden-before-restore-"))
        #expect(try run(["/bin/sh", "-c", String(back)], environment: environment).end == .exited(0))
        #expect(try categories(home) == ["Default", "Kept in the backup", "Only in the database"])
        // Entities created after the backup, here and there, must not get the same uid.
        #expect(try deviceIdOfNewCategories("Added after the way back", home) != device)
    }

    /// The device in the uid of a new category. It stays the same over a restart.
    private func deviceIdOfNewCategories(_ name: String, _ home: Home) throws -> Substring {
        let devices = try ["", " again"].map { suffix in
            let daemon = try Gardend(in: home)
            defer { _ = try? daemon.stop() }
            let uid = try daemon.connect().call("category.add", ["name": .string(name + suffix)])["uid"]
            return try #require(uid?.stringValue?.split(separator: "-").first)
        }
        #expect(devices[0] == devices[1])
        return devices[0]
    }

    private func categories(_ home: Home) throws -> [JSON?]? {
        let daemon = try Gardend(in: home)
        defer { _ = try? daemon.stop() }
        return try daemon.connect().call("category.list").arrayValue?.map { $0["name"] }
    }

    @Test func restoreIsRefusedWhileADaemonRuns() throws {
        let scene = try Scene()
        let daemon = try Gardend(in: scene.home)
        let outcome = try run([Binaries.gardend, "restore", "--force"], environment: scene.home.environment)
        #expect(outcome.end == .exited(69))
        #expect(
            outcome.errors
                == "gardend: the data directory \(scene.home.data) is in use by process \(daemon.pid), "
                + "which listens on \(scene.home.socket). Stop gardend first: systemctl --user stop gardend; without systemd: "
                + "kill \(daemon.pid)\n")
        #expect(try daemon.connect().call("category.list").arrayValue?.count == 3)
    }

    /// Opening a named pipe would wait for a writer; a folder can be that of a full backup.
    @Test(arguments: [
        ("pipe", 74, "cannot restore PATH: it is not a regular file"),
        ("folder", 64, "PATH has no complete backup: garden-backup.json is missing"),
    ])
    func somethingElseThanAFileIsNoBackup(name: String, status: Int32, problem: String) throws {
        let scene = try Scene()
        let path = "\(scene.home.folder.path)/\(name)"
        #expect((name == "pipe" ? mkfifo(path, 0o600) : mkdir(path, 0o700)) == 0)
        let outcome = try run([Binaries.gardend, "restore", "--force", path], environment: scene.home.environment)
        #expect(outcome.end == .exited(status))
        #expect(outcome.errors == "gardend: \(problem.replacing("PATH", with: path))\n")
    }

    @Test func restoringAnInvalidBackupChangesNothing() throws {
        let scene = try Scene()
        let before = try readBytes(scene.home.database)
        let bad = "\(scene.home.folder.path)/bad.sqlite"
        try write("no backup", to: bad)
        for path in [bad, "\(bad).missing"] {
            let outcome = try run(
                [Binaries.gardend, "restore", "--force", path], environment: scene.home.environment)
            #expect(outcome.end == .exited(74))
            #expect(outcome.errors.contains(path))
        }
        #expect(try readBytes(scene.home.database) == before)
        #expect(try Gardend(in: scene.home).connect().call("category.list").arrayValue?.count == 3)
    }
}
