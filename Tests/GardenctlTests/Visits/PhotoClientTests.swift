import Foundation
import GardenAPI
import Glibc
import Testing

@testable import gardenctl

/// How gardenctl sends a photo (RULES V9).
@Suite struct PhotoClientTests {
    private let home = Home()
    private var photos: String { "\(home.path)/photos" }

    private func makeFolders() {
        for path in [photos, "\(photos)/incoming"] { mkdir(path, 0o700) }
    }

    private func hello() -> JSON { Hello.sample(photos: photos).json }

    private static func visit() throws -> JSON {
        try ImportTests.visit(3, 2_000_000, "2026-03-10T09:00:00.000+09:00").json
    }

    /// The copy's state while its request waits: its mode, and whether it is locked.
    private static func look(at request: JSON?, in photos: String) -> String {
        let path = "\(photos)/incoming/\(request?["params"]?["upload"]?.stringValue ?? "")"
        var status = stat()
        guard lstat(path, &status) == 0 else { return "missing" }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let isLocked = flock(file, LOCK_EX | LOCK_NB) != 0
        return "\(String(status.st_mode & 0o7777, radix: 8)) \(status.st_size)\(isLocked ? " locked" : "")"
    }

    private func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(photos)/incoming")) ?? ["no folder"]
    }

    @Test func aCopyIsPrivateLockedAndGoneAfterTheAnswer() throws {
        makeFolders()
        try home.write("picture", to: "a.jpg")
        let (photos, hello, visit) = (photos, hello(), try Self.visit())
        let seen = Seen()
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(hello)
            seen.text = Self.look(at: client.receive(), in: photos)
            client.answer(visit)
            client.receive()
        }
        let outcome = try home.gardenctl("visit", "photo", "add", "3", "\(home.path)/a.jpg")
        #expect(outcome.status == 0 && outcome.output.hasPrefix("Added a photo to "), "\(outcome)")
        #expect(daemon.requests().map { $0["method"] } == ["daemon.hello", "visit.addPhoto"])
        #expect(seen.text == "600 7 locked")
        #expect(names() == [])
    }

    @Test func aCopyThatADaemonHasRemovedIsSentOnceMore() throws {
        makeFolders()
        try home.write("picture", to: "a.jpg")
        let (hello, visit) = (hello(), try Self.visit())
        let missing = GardenError(.notFound, "it is not there", [("kind", "upload")])
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            for isLast in [false, true] {
                client.receive()
                client.answer(hello)
                client.receive()
                if isLast { client.answer(visit) } else { client.refuse(missing) }
            }
            client.receive()
        }
        #expect(try home.gardenctl("visit", "photo", "add", "3", "\(home.path)/a.jpg").status == 0)
        let uploads = daemon.requests().compactMap { $0["params"]?["upload"]?.stringValue }
        #expect(uploads.count == 2 && uploads[0] != uploads[1])
        #expect(names() == [])
    }

    @Test func aVisitIsAddedWithItsPhotosOrNotAtAllIfAFileCannotBeRead() throws {
        makeFolders()
        try home.write("picture", to: "a.jpg")
        let line = ["visit", "add", "--lat", "2", "--lon", "1", "--photo", "\(home.path)/a.jpg"]
        let (hello, visit) = (hello(), try Self.visit())
        let refusal = GardenError.refused(.notAPhoto, "the file is no photo: it is a text")
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            for answer in [visit, hello, visit, hello] {
                client.receive()
                client.answer(answer)
            }
            client.receive()
            client.refuse(refusal)
            client.receive()
        }
        let second = line + ["--photo", "\(home.path)/a.jpg"]
        let outcome = try home.gardenctl(second)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "gardenctl: the visit was added (id 3), but not the photo \(home.path)/a.jpg: the file is no photo: it is a text\n"
        )
        #expect(
            daemon.requests().map { $0["method"] }
                == ["visit.add", "daemon.hello", "visit.addPhoto", "daemon.hello", "visit.addPhoto"])

        let other = try home.gardenctl(line + ["--photo", "\(home.path)/nothing.jpg"])
        #expect(other.status == 74)
        #expect(try home.gardenctl(line + Array(repeating: ["--photo", "x"], count: 4).flatMap(\.self)).status == 64)
    }

    /// What the daemon's thread saw. It is read only after the answer that the thread gives, so there is no race.
    private final class Seen: @unchecked Sendable { var text = "" }
}
