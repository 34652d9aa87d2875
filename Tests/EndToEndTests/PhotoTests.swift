import GardenAPI
import Glibc
import TestSupport
import Testing

/// Photos on a real disk (RULES V9).
struct PhotoTests {
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a picture".utf8)

    /// Visits without photos, in a new home.
    private func garden(in home: Home, visits: Int = 1) throws -> Gardend {
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        for _ in 1...visits { try client.call("visit.add", ["latitude": 1, "longitude": 2]) }
        return daemon
    }

    private func add(_ path: String, to id: Int = 1, in home: Home, environment: [String: String] = [:]) throws
        -> Outcome
    {
        try run(
            ["\(Binaries.folder)/gardenctl", "visit", "photo", "add", "\(id)", path, "--json"],
            environment: home.environment.merging(environment) { $1 })
    }

    /// What can be seen of a file, its times and its number included.
    private func status(_ path: String) throws -> [Int] {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw TestFailure(call: "lstat \(path)") }
        return [
            Int(status.st_ino), Int(status.st_mode), Int(status.st_nlink), Int(status.st_size), status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
        ]
    }

    // MARK: Adding

    @Test func aPhotoIsCopiedUnderTheHashOfItsContentAndTheOriginalIsNotTouched() throws {
        let home = try Home()
        let daemon = try garden(in: home)
        let original = "\(home.folder.path)/picture.png"
        try write(Self.jpeg, to: original)
        chmod(original, 0o444)
        let before = try status(original)

        let outcome = try add(original, in: home)
        #expect(outcome.end == .exited(0), "\(outcome)")
        let photos = try JSON.parse(outcome.output)["photos"]?.arrayValue ?? []
        let name = try #require(photos.first?["name"]?.stringValue)
        let sum = try run(["/usr/bin/sha256sum", original]).output
        #expect(sum.hasPrefix("\(name) "))
        #expect(photos == [["name": .string(name), "bytes": .integer(Self.jpeg.count), "type": "jpeg"]])
        #expect(try status(original) == before)
        #expect(try readBytes("\(home.photos)/\(name)") == Self.jpeg)
        #expect(try FoundFile(at: "\(home.photos)/\(name)").mode == 0o600)
        #expect(home.photoFiles == [name] && home.uploads == [])
        let shown = try run(["\(Binaries.folder)/gardenctl", "visit", "show", "1"], environment: home.environment)
        #expect(shown.output.contains("JPEG, 1 KiB:\n\(home.photos)/\(name)\n"), "\(shown)")
        #expect(try daemon.stop() == .exited(0))
    }

    @Test func whatIsNoPhotoIsRefusedAndLeavesNothing() throws {
        let home = try Home()
        let daemon = try garden(in: home)
        let client = try daemon.connect()
        let folder = home.folder.path
        let large = Self.jpeg + [UInt8](repeating: 0, count: (21 << 20) - Self.jpeg.count)
        try write(large, to: "\(folder)/large.jpg")
        try write("GIF89a", to: "\(folder)/text.jpg")
        mkfifo("\(folder)/pipe", 0o600)
        for (file, status) in [("large.jpg", 64), ("text.jpg", 1), ("pipe", 64), ("nothing", 74)] as [(String, Int32)] {
            let outcome = try add("\(folder)/\(file)", in: home)
            #expect(outcome.end == .exited(status), "\(file): \(outcome)")
            #expect(home.uploads == [], "\(file)")
        }

        // The same from a client that sends it all the same.
        let uploads = "\(home.photos)/incoming"
        try write(large, to: "\(uploads)/large")
        try write("GIF89a", to: "\(uploads)/text")
        mkfifo("\(uploads)/pipe", 0o600)
        symlink("\(folder)/large.jpg", "\(uploads)/link")
        try write(Self.jpeg, to: "\(folder)/original.jpg")
        link("\(folder)/original.jpg", "\(uploads)/name")
        for (file, reason) in [
            ("large", "not_a_photo"), ("text", "not_a_photo"), ("pipe", "not_a_photo"), ("link", "not_a_photo"),
            ("name", "not_a_photo"), ("nothing", nil),
        ] as [(String, String?)] {
            let data = try client.ask("visit.addPhoto", ["id": 1, "upload": .string(file)]).at("error.data")
            #expect(data?["reason"]?.stringValue == reason && data != nil, "\(file): \(data?.text ?? "")")
        }
        #expect(
            try client.refusal(of: "visit.addPhoto", ["id": 1, "upload": "../../garden.sqlite"]) == "invalid_params")
        #expect(home.uploads == [] && home.photoFiles == [])
        #expect(try readBytes("\(folder)/original.jpg") == Self.jpeg)
        #expect(try readBytes("\(folder)/large.jpg").count == 21 << 20)
        #expect(try daemon.stop() == .exited(0))
    }

    @Test func aFifthPhotoIsRefusedAndTheSameOneInTwoVisitsIsOneFile() throws {
        let home = try Home()
        let daemon = try garden(in: home, visits: 2)
        let client = try daemon.connect()
        let path = "\(home.folder.path)/picture"
        for number in 1...5 {
            try write(Self.jpeg + Array("\(number)".utf8), to: path)
            let outcome = try add(path, in: home)
            #expect(outcome.end == .exited(number <= 4 ? 0 : 1), "\(outcome)")
            if number == 5 { #expect(outcome.errors.contains("too_many_photos")) }
        }
        #expect(home.photoFiles.count == 4 && home.uploads == [])
        try write(Self.jpeg + Array("1".utf8), to: path)
        #expect(try add(path, to: 2, in: home).end == .exited(0))
        #expect(home.photoFiles.count == 4)
        let name = try #require(try client.call("visit.get", ["id": 2])["photos"]?.arrayValue?.first?["name"])
        try client.call("visit.removePhoto", ["id": 1, "photo": name])
        #expect(try daemon.stop() == .exited(0))
        let next = try Gardend(in: home)
        #expect(try next.connect().call("visit.get", ["id": 2])["photos"]?.arrayValue?.count == 1)
        #expect(home.photoFiles.count == 4)
        try next.stop()
    }

    // MARK: What no visit has

    @Test func whatNoVisitHasIsRemovedAtAStartUnlessUndoCanBringItBack() throws {
        let home = try Home()
        let first = try garden(in: home)
        let path = "\(home.folder.path)/picture"
        try write(Self.jpeg, to: path)
        #expect(try add(path, in: home).end == .exited(0))
        let kept = home.photoFiles
        try first.connect().call("visit.removePhoto", ["id": 1, "photo": .string(kept[0])])
        #expect(try first.stop() == .exited(0))

        let stray = String(repeating: "a", count: 64)
        try write(Self.jpeg, to: "\(home.photos)/\(stray)")
        try write("a person's", to: "\(home.photos)/notes.txt")
        for name in ["left", "held"] { try write(Self.jpeg, to: "\(home.photos)/incoming/\(name)") }
        let held = open("\(home.photos)/incoming/held", O_RDONLY | O_CLOEXEC)
        defer { close(held) }
        #expect(flock(held, LOCK_EX) == 0)

        let second = try Gardend(in: home)
        let client = try second.connect()
        #expect(try client.call("journal.undo").at("undone")?.arrayValue?.count == 1)
        #expect(home.photoFiles == kept)
        #expect(home.uploads == ["held"] && exists("\(home.photos)/notes.txt"))
        #expect(try client.call("visit.get", ["id": 1])["photos"]?.arrayValue?.count == 1)
        // The client that was about to send its copy succeeds.
        #expect(try client.call("visit.addPhoto", ["id": 1, "upload": "held"])["photos"]?.arrayValue?.count == 1)
        #expect(home.uploads == [] && home.photoFiles == kept)
        #expect(try second.stop() == .exited(0))
    }

    @Test func aRestoredBackupMovesTheLaterPhotosAside() throws {
        let home = try Home()
        let watch = try FolderWatch(home.backups)
        let first = try garden(in: home)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let path = "\(home.folder.path)/picture"
        try write(Self.jpeg, to: path)
        #expect(try add(path, in: home).end == .exited(0))
        let files = home.photoFiles
        #expect(try first.stop() == .exited(0))
        let restored = try run([Binaries.gardend, "restore", "--force"], environment: home.environment)
        #expect(restored.end == .exited(0), "\(restored)")
        let second = try Gardend(in: home)
        try second.connect().call("daemon.status")
        #expect(home.photoFiles == [] && names(in: "\(home.photos)/unnamed") == files)
        try second.stop()
    }

    // MARK: Doctor

    private func check(_ client: Client, _ name: String = "photos") throws -> [String] {
        let checks = try client.call("daemon.doctor").arrayValue ?? []
        return checks.filter { $0["name"] == .string(name) }.compactMap {
            "\($0["verdict"]?.stringValue ?? ""): \($0["detail"]?.stringValue ?? "")"
        }
    }

    @Test func doctorReportsAPhotoThatIsMissingOrHasChanged() throws {
        let home = try Home()
        let first = try garden(in: home)
        let path = "\(home.folder.path)/picture"
        try write(Self.jpeg, to: path)
        #expect(try check(first.connect()) == [])
        #expect(try add(path, in: home).end == .exited(0))
        let found = "ok: 1 photo in \(home.photos); daily backups do not have them, gardenctl backup does"
        #expect(try check(first.connect()) == [found])
        let name = home.photoFiles[0]
        unlink("\(home.photos)/\(name)")
        #expect(try check(first.connect()) == ["failed: photo \(name) of visit 1 is missing in \(home.photos)"])
        var bytes = Self.jpeg
        bytes[5] ^= 1
        try write(bytes, to: "\(home.photos)/\(name)")
        #expect(try check(first.connect()) == [found])
        #expect(try first.stop() == .exited(0))

        // The check of the day looks at the content, after the backup.
        for backup in names(in: home.backups) { unlink("\(home.backups)/\(backup)") }
        let second = try Gardend(in: home)
        let client = try second.connect()
        let problem = "failed: photo \(name) of visit 1 has changed: its content has another SHA-256"
        try WaitLimit.wait(for: "the check of the photos", by: second.pid) { try check(client).contains(problem) }
        try second.stop()
    }
}

extension Home {
    var photos: String { "\(data)/photos" }
    /// The files that are photos by their names.
    var photoFiles: [String] { names(in: photos).filter { $0.count == 64 } }
    var uploads: [String] { names(in: "\(photos)/incoming") }
}
