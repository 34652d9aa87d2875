import GardenAPI
import GardenCore
import Glibc
import TestSupport
import Testing

@testable import GardenDaemon

/// The files of photos (RULES V9).
struct PhotoUploadTests {
    private let folder: TemporaryFolder
    private let photos: PhotoFolder

    init() throws {
        folder = try TemporaryFolder()
        photos = PhotoFolder(in: folder.path)
        try photos.create()
        try photos.create()
    }

    private func upload(_ name: String) -> String { photos.path(ofUpload: name) }

    private func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        try #require(file >= 0)
        defer { close(file) }
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
        // As clients do.
        #expect(fsync(file) == 0)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    /// Checks an upload to its end.
    private func check(_ name: String) throws(PhotoProblem) -> VisitPhoto {
        let file = try PhotoUpload(upload(name))
        while true {
            if let photo = try file.advance() { return photo }
        }
    }

    private func problem(_ name: String) -> PhotoProblem? {
        do throws(PhotoProblem) { _ = try check(name) } catch { return error }
        return nil
    }

    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF] + Array("abc".utf8)

    @Test func aPhotoGetsTheSHA256OfItsContentAsItsName() throws {
        try write(Self.jpeg, to: upload("a.png"), mode: 0o644)
        let found = try check("a.png")
        #expect(
            found
                == VisitPhoto(
                    name: "bb50305eeb037e9f042bb96a4b894d570a7cdb7735d1599c80bc470943138a08", bytes: 6, type: .jpeg))
        #expect(mode(upload("a.png")) == 0o600)
        try photos.keep("a.png", as: found.name)
        #expect(try photos.names() == [found.name])
        #expect(access(upload("a.png"), F_OK) != 0)
        #expect(PhotoHealth.problem(ofContent: NamedPhoto(name: found.name, bytes: 6, visit: 1), in: photos) == nil)
    }

    @Test func theLargestPhotoIsReadInSlices() throws {
        try write(Self.jpeg + [UInt8](repeating: 7, count: Limits.photoBytes - 6), to: upload("a"))
        let file = try PhotoUpload(upload("a"))
        var (photo, slices): (VisitPhoto?, [Duration]) = (nil, [])
        while photo == nil { slices.append(try ContinuousClock().measure { photo = try file.advance() }) }
        #expect(photo?.bytes == Limits.photoBytes && slices.count == 82)
        print("the longest of \(slices.count) slices: \(slices.max() ?? .zero); all: \(slices.reduce(.zero, +))")
    }

    @Test func whatIsNoPhotoIsRefused() throws {
        try write([UInt8](repeating: 0, count: Limits.photoBytes + 1), to: upload("large"))
        #expect(problem("large") == .tooLarge(Limits.photoBytes + 1))
        try write([], to: upload("empty"))
        #expect(problem("empty") == .unsuitable("it is empty"))
        try write(Array("GIF89a".utf8), to: upload("gif.jpg"))
        #expect(problem("gif.jpg") == .otherContent)
        #expect(problem("nothing") == .missing)
    }

    @Test func whatIsNoFileOfItsOwnIsRefusedAndNothingBlocks() throws {
        mkfifo(upload("pipe"), 0o600)
        #expect(problem("pipe") == .unsuitable("it is not a regular file"))
        mkdir(upload("folder"), 0o700)
        #expect(problem("folder") == .unsuitable("it is not a regular file"))
        try write(Self.jpeg, to: "\(folder.path)/original", mode: 0o644)
        symlink("\(folder.path)/original", upload("link"))
        #expect(problem("link") == .unsuitable("it is a symbolic link"))
        link("\(folder.path)/original", upload("name"))
        #expect(problem("name") == .unsuitable("it has several names; send a copy"))
        symlink("/dev/zero", upload("device"))
        #expect(problem("device") == .unsuitable("it is a symbolic link"))
        for name in ["pipe", "link", "name", "device"] { photos.removeUpload(name) }
        #expect(mode("\(folder.path)/original") == 0o644)
        #expect(access("\(folder.path)/original", R_OK) == 0)
    }

    @Test func aFileThatChangesWhileItIsReadIsRefused() throws {
        try write(Self.jpeg, to: upload("a"))
        let file = try PhotoUpload(upload("a"))
        #expect(try file.advance() == nil)
        let other = open(upload("a"), O_WRONLY | O_APPEND | O_CLOEXEC)
        #expect(Glibc.write(other, "x", 1) == 1)
        close(other)
        #expect(throws: PhotoProblem.unsuitable("it has changed while it was read")) {
            while try file.advance() == nil {}
        }
    }

    @Test func anUploadThatWasReplacedIsNotKept() throws {
        try write(Self.jpeg, to: upload("a"))
        let file = try PhotoUpload(upload("a"))
        #expect(file.isAt(upload("a")))
        try write(Self.jpeg, to: upload("b"))
        rename(upload("b"), upload("a"))
        #expect(!file.isAt(upload("a")))
    }

    @Test func uploadsThatAClientHoldsStayAtAStart() throws {
        for name in ["held", "left"] { try write(Self.jpeg, to: upload(name)) }
        mkfifo(upload("pipe"), 0o600)
        let held = open(upload("held"), O_RDONLY | O_CLOEXEC)
        #expect(flock(held, LOCK_EX) == 0)
        try photos.removeOldUploads()
        #expect(access(upload("held"), F_OK) == 0)
        #expect(access(upload("left"), F_OK) != 0 && access(upload("pipe"), F_OK) != 0)
        close(held)
        try photos.removeOldUploads()
        #expect(access(upload("held"), F_OK) != 0)
    }

    @Test func otherFilesAreNoPhotos() throws {
        let name = String(repeating: "a", count: 64)
        for file in [name, "notes.txt", name.uppercased(), name + "b"] {
            try write(Self.jpeg, to: photos.path(of: file))
        }
        #expect(try photos.names() == [name])
        try photos.moveAside(name)
        #expect(try photos.names() == [])
        #expect(access("\(photos.path)/unnamed/\(name)", F_OK) == 0)
    }

    @Test func aMissingOrChangedFileIsFound() throws {
        let name = "3b74e141e7a96b5f5b910aed9455d8b3eb59b69a1b0f76a6b916a28494737878"
        let named = NamedPhoto(name: name, bytes: 6, visit: 3)
        func problem() -> String? { PhotoHealth.problem(ofContent: named, in: photos) }
        #expect(problem() == "photo \(name) of visit 3 is missing in \(photos.path)")
        try write(Self.jpeg, to: photos.path(of: name))
        #expect(problem() == "photo \(name) of visit 3 has changed: its content has another SHA-256")
        try write([1], to: photos.path(of: name))
        #expect(problem() == "photo \(name) of visit 3 has changed: it is not a file of 6 bytes")
    }
}
