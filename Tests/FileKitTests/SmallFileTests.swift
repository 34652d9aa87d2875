import FileKit
import Foundation
import SystemPackage
import Testing

@Suite struct SmallFileTests {
    private static let limitBytes = 8

    /// What reading the file `name` gives, after `prepare` has filled its folder.
    private func read(
        _ name: String, options: FileDescriptor.OpenOptions = [], prepare: (URL) throws -> Void
    ) throws -> Result<[UInt8], SmallFile.ReadError> {
        let folder = FileManager.default.temporaryDirectory.appending(path: "small-file-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try prepare(folder)
        return Result { () throws(SmallFile.ReadError) in
            try SmallFile.read(folder.appending(path: name).path, limitBytes: Self.limitBytes, options: options)
        }
    }

    @Test(arguments: [0, 1, limitBytes])
    func aFileIsReadCompletely(count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(try read("a") { try Data(bytes).write(to: $0.appending(path: "a")) } == .success(bytes))
    }

    @Test func aLargerFileIsNotRead() throws {
        let result = try read("a") {
            try Data(count: Self.limitBytes + 1).write(to: $0.appending(path: "a"))
        }
        #expect(result == .failure(.tooLarge(limitBytes: Self.limitBytes)))
    }

    @Test func aMissingFileThrowsASystemError() throws {
        let result = try read("a") { _ in }
        #expect(result == .failure(.system(.noSuchFileOrDirectory)))
        #expect("\(SmallFile.ReadError.system(.noSuchFileOrDirectory))" == "No such file or directory")
    }

    @Test func aFolderIsNotRead() throws {
        let result = try read("a") {
            try FileManager.default.createDirectory(at: $0.appending(path: "a"), withIntermediateDirectories: false)
        }
        #expect(result == .failure(.notRegular(.directory)))
    }

    @Test func aPipeWithoutAWriterDoesNotBlock() throws {
        let result = try read("a") { folder in #expect(mkfifo(folder.appending(path: "a").path, 0o600) == 0) }
        #expect(result == .failure(.notRegular(.fifo)))
    }

    @Test(arguments: [(FileDescriptor.OpenOptions(), true), (.noFollow, false)])
    func aLinkIsFollowedUnlessForbidden(options: FileDescriptor.OpenOptions, isRead: Bool) throws {
        let result = try read("link", options: options) { folder in
            try Data([7]).write(to: folder.appending(path: "a"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: "link").path, withDestinationPath: "a")
            #expect(Folder.linkTarget(folder.appending(path: "link").path) == "a")
            #expect(Folder.linkTarget(folder.appending(path: "a").path) == nil)
            #expect(try Folder.names(in: folder.path).sorted() == ["a", "link"])
        }
        #expect(result == (isRead ? .success([7]) : .failure(.system(.tooManySymbolicLinkLevels))))
    }

    @Test func listingAMissingFolderThrows() {
        #expect(throws: Errno.noSuchFileOrDirectory) { try Folder.names(in: "/nowhere") }
    }
}
