import GardenAPI
import Glibc
import Testing

/// `gardenctl backup` and `gardend restore` of what it has written: a garden moves to another machine.
struct FullBackupTests {
    private func folder(_ home: Home) -> String { "\(home.folder.path)/stick" }

    /// The report of a backup that succeeds.
    @discardableResult
    private func backup(_ home: Home, _ options: [String] = []) throws -> JSON {
        let outcome = try gardenctl(["backup", folder(home), "--json"] + options, in: home)
        try #require(outcome.end == .exited(0), "\(outcome)")
        return try JSON.parse(outcome.output)
    }

    // MARK: To another machine

    @Test func aGardenMovesToAnotherMachineWithVisitsPhotosKeyAndSettings() throws {
        let home = try Home()
        let old = try MovingGarden(in: home)
        let client = try old.daemon.connect()
        let seq = try #require(try client.call("daemon.hello")["seq"]?.integerValue)
        let before = try MovingGarden.content(client, through: seq)
        #expect(before.isValid && before.chain["signed"] == 1)
        let (gardenId, epoch) = (try client.call("daemon.hello")["gardenId"], try client.call("daemon.hello")["epoch"])
        let report = try backup(home, ["--with-key"])
        #expect(report["events"] == .integer(seq) && report["photos"] == 2 && report["newPhotos"] == 2)
        #expect(report["key"] == true && report["config"] == true && report["gardenId"] == gardenId)
        #expect(report["missingPhotos"] == [])
        try old.daemon.stop()

        // The installation has started a first focus session.
        let other = try Home()
        let fresh = try Gardend(in: other)
        try fresh.connect().call("timer.start")
        let isRunning = try gardend(["restore", folder(home)], in: other)
        #expect(isRunning.end == .exited(69), "\(isRunning)")
        #expect(isRunning.errors.contains("Stop gardend first: "), "\(isRunning)")
        try fresh.stop()
        let restored = try gardend(["restore", folder(home)], in: other)
        #expect(restored.end == .exited(0), "\(restored)")
        let lines = restored.output.split(separator: "\n")
        #expect(lines[0].hasPrefix("Restored \(folder(home)): \(seq) events, "))
        #expect(lines[0].contains(" The previous journal is kept as \(other.data)/garden-before-restore-"))
        #expect(
            lines.dropFirst() == [
                "2 photos are in place.", "The private key is in place.", "The configuration file is in place.",
            ])

        let new = try Gardend(in: other)
        let there = try new.connect()
        let after = try MovingGarden.content(there, through: seq)
        #expect(after == before)
        #expect(try there.call("daemon.hello")["gardenId"] == gardenId)
        #expect(try there.call("daemon.hello")["epoch"] != epoch)
        #expect(try readText(other.config) == MovingGarden.settings)
        // Nothing was moved aside.
        #expect(try allFiles(below: other.photos) == allFiles(below: home.photos))
        // The key signs on, and the chain goes on.
        try there.call("visit.here")
        let chain = try there.call("visit.verify")
        #expect(chain["ok"] == true && chain["signed"] == 2 && chain["publicKey"] == before.chain["publicKey"])
        let checks = try there.call("daemon.doctor").arrayValue ?? []
        for name in ["photos", "identity"] {
            #expect(checks.first { $0["name"] == .string(name) }?["verdict"] == "ok", "\(name)")
        }
        #expect(!checks.contains { $0["name"] == "missing-log" })
        try new.stop()
    }

    @Test func aKeyAndSettingsThatAreThereAreKept() throws {
        let home = try Home()
        let old = try MovingGarden(in: home)
        try backup(home, ["--with-key"])
        try old.daemon.stop()
        let other = try Home()
        let there = try MovingGarden(in: other, photos: 1)
        try there.daemon.stop()
        try write("[timer]\nfocus_minutes = 45\n", to: other.config)
        let key = try readText("\(other.data)/identity.key")

        let refused = try gardend(["restore", folder(home)], in: other)
        #expect(refused.end == .exited(64) && refused.output == "")
        #expect(refused.errors.contains("The backup in \(folder(home)) is of another garden: "), "\(refused)")
        let force = try #require(refused.errors.split(separator: "To restore it anyway: ").last)
        #expect(force == "gardend restore --force \(folder(home))\n")
        let forced = try gardend(["restore", "--force", folder(home)], in: other)
        #expect(forced.end == .exited(0), "\(forced)")
        let kept = try #require(names(in: other.data).first { $0.hasPrefix("identity-before-restore-") })
        #expect(try readText("\(other.data)/\(kept)") == key)
        #expect(try readText("\(other.data)/identity.key") == readText("\(home.data)/identity.key"))
        #expect(try FoundFile(at: "\(other.data)/identity.key").mode == 0o600)
        #expect(try readText(other.config) == "[timer]\nfocus_minutes = 45\n")
        #expect(forced.output.contains("\n\(other.config) was left as it is; the configuration file of the backup is "))
        // The photo of the garden before is not lost, either.
        try Gardend(in: other).stop()
        #expect(other.photoFiles.count == 2)
    }

    // MARK: The folder

    @Test func aSecondBackupCopiesOnlyWhatIsNewAndKeepsNothingElse() throws {
        let home = try Home()
        let garden = try MovingGarden(in: home)
        try backup(home)
        let first = try allFiles(below: folder(home))
        #expect(first.values.allSatisfy { $0.mode == 0o600 })
        #expect(first.keys.count { $0.hasPrefix("photos/") } == 2)
        #expect(!first.keys.contains { $0.hasSuffix(".key") })
        var status = stat()
        let old = try #require(first.keys.first { $0.hasPrefix("photos/") })
        try #require(stat("\(folder(home))/\(old)", &status) == 0)
        let inode = status.st_ino
        stat(folder(home), &status)
        #expect(status.st_mode & 0o777 == 0o700)

        try garden.addPhoto(7)
        let report = try backup(home)
        #expect(report["photos"] == 3 && report["newPhotos"] == 1)
        let second = try allFiles(below: folder(home))
        #expect(second.count == first.count + 1)
        #expect(second.keys.count { $0.hasSuffix(".sqlite") } == 1)
        try #require(stat("\(folder(home))/\(old)", &status) == 0)
        #expect(status.st_ino == inode)
        #expect(try gardenctl(["backup", "--check", folder(home)], in: home).end == .exited(0))

        // Once a backup has the key, the next one has it, too.
        try backup(home, ["--with-key"])
        #expect(try backup(home)["key"] == true)
        // A stopped garden is copied, too, by gardend itself as well.
        try garden.daemon.stop()
        let marker = try readText("\(home.data)/clean-stop")
        let stopped = try gardend(["backup", folder(home)], in: home)
        #expect(stopped.end == .exited(0), "\(stopped)")
        #expect(try readText("\(home.data)/clean-stop") == marker)
        #expect(!exists("\(home.database)-wal"))
    }

    @Test func aFolderOfSomethingElseIsRefusedAndNotTouched() throws {
        let home = try Home()
        let garden = try MovingGarden(in: home, photos: 0)
        let stranger = try Home()
        let strangers = try MovingGarden(in: stranger, photos: 0)
        try backup(stranger)
        try strangers.daemon.stop()
        let place = home.folder.path
        try makeFolder("\(place)/papers")
        try write("mine", to: "\(place)/papers/letter.txt")
        let cases = [
            ("\(place)/papers", "has other files, such as letter.txt"),
            ("\(place)/papers/letter.txt", "is not a directory"),
            ("\(place)/away/garden", "\(place)/away does not exist"), ("\(home.data)/x", "is in the data directory"),
            (home.data, "is in the data directory"), (folder(stranger), "has the backup of another garden"),
        ]
        for (path, words) in cases {
            let before = try (allFiles(below: "\(place)/papers"), allFiles(below: folder(stranger)))
            let outcome = try gardenctl(["backup", path], in: home)
            #expect(outcome.end == .exited(64) && outcome.output == "", "\(path): \(outcome)")
            #expect(outcome.errors.contains(words), "\(path): \(outcome)")
            #expect(try allFiles(below: "\(place)/papers") == before.0 && allFiles(below: folder(stranger)) == before.1)
            #expect(!exists("\(place)/away") && !exists("\(home.data)/x"))
        }
        try garden.daemon.stop()
    }

    /// The events may be nowhere else: the garden went on elsewhere, or an older backup was restored here.
    @Test func aBackupWithEventsThatTheGardenLacksIsNotReplaced() throws {
        let home = try Home()
        let garden = try MovingGarden(in: home, photos: 0)
        try backup(home)
        try garden.daemon.stop()
        try shell("/bin/cp", "-a", home.data, "\(home.data)-before")
        do {
            let daemon = try Gardend(in: home)
            try daemon.connect().call("log.note", ["text": "later"])
            try backup(home)
            try daemon.stop()
        }
        try shell("/bin/rm", "-r", home.data)
        rename("\(home.data)-before", home.data)
        let daemon = try Gardend(in: home)
        let before = try allFiles(below: folder(home))
        let outcome = try gardenctl(["backup", folder(home)], in: home)
        #expect(outcome.end == .exited(64), "\(outcome)")
        #expect(outcome.errors.contains("has events that this garden lacks"), "\(outcome)")
        #expect(try allFiles(below: folder(home)) == before)
        try daemon.stop()
    }

    @Test func theGardenOfTheDaemonThatAnswersIsCopied() throws {
        let home = try Home()
        let elsewhere = "\(home.folder.path)/elsewhere"
        let daemon = try Gardend(in: home, ["--data", elsewhere])
        try daemon.connect().call("task.add", ["title": "Here"])
        let report = try backup(home)
        #expect(report["gardenId"] == (try daemon.connect().call("daemon.hello")["gardenId"]))
        try daemon.stop()
        // The person has named the socket of a garden that does not run: another one is not what they mean.
        let outcome = try gardenctl(["backup", folder(home)], in: home)
        #expect(outcome.end == .exited(69), "\(outcome)")
    }

    // MARK: Damage

    @Test func aDamagedBackupIsFoundBeforeAnythingIsChanged() throws {
        let home = try Home()
        let garden = try MovingGarden(in: home)
        try backup(home, ["--with-key"])
        try garden.daemon.stop()
        let other = try Home()
        let there = try MovingGarden(in: other, photos: 0)
        try there.daemon.stop()
        let (good, data) = (try allFiles(below: folder(home)), try allFiles(below: other.data, but: "lock"))
        #expect(good.count == 6)
        for name in good.keys.sorted() {
            for isMissing in [false, true] {
                let copy = "\(home.folder.path)/copy"
                try shell("/bin/cp", "-a", folder(home), copy)
                defer { _ = try? run(["/bin/rm", "-r", copy]) }
                var bytes = try readBytes("\(copy)/\(name)")
                bytes[bytes.count / 2] ^= 0x10
                if isMissing { unlink("\(copy)/\(name)") } else { try write(bytes, to: "\(copy)/\(name)") }
                let checked = try gardenctl(["backup", "--check", copy], in: home)
                #expect(checked.end == .exited(65), "\(name): \(checked)")
                let restored = try gardend(["restore", "--force", copy], in: other)
                #expect(restored.end == .exited(65), "\(name): \(restored)")
                #expect(restored.errors.contains("Nothing was changed."), "\(name): \(restored)")
                #expect(try allFiles(below: other.data, but: "lock") == data, "\(name)")
                // What is sound can be restored all the same.
                let command = restored.errors.split(separator: "To restore its journal alone: ", maxSplits: 1)
                if !name.hasSuffix(".sqlite") { #expect(command.count == 2, "\(name): \(restored)") }
            }
        }
        #expect(try gardenctl(["backup", "--check", folder(home)], in: home).end == .exited(0))
    }

    @Test func aPhotoThatTheGardenHasLostIsNamed() throws {
        let home = try Home()
        let garden = try MovingGarden(in: home)
        let lost = try #require(home.photoFiles.first)
        unlink("\(home.photos)/\(lost)")
        let outcome = try gardenctl(["backup", folder(home), "--json"], in: home)
        #expect(outcome.end == .exited(0))
        let warning = "gardend: warning: the garden has lost photo \(lost), so the backup does not have it either\n"
        #expect(outcome.errors == warning)
        let report = try JSON.parse(outcome.output)
        #expect(report["photos"] == 1 && report["missingPhotos"] == [.string(lost)])
        try garden.daemon.stop()
    }
}
