import Foundation
import Glibc
import SystemPackage
import Testing

@testable import FileKit

struct FolderTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "folder-\(UUID().uuidString)")

    @Test func everyNameIsReturnedOnce() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = (0..<1000).map { "a name \($0)" }
        for name in names { try Data().write(to: folder.appending(path: name)) }
        #expect(try Folder.names(in: folder.path).sorted() == names.sorted())
    }

    @Test func aMissingFolderThrowsASystemError() {
        #expect(throws: Errno.noSuchFileOrDirectory) { try Folder.names(in: folder.path) }
    }

    /// Otherwise a backup or an archive file would seem to be missing.
    @Test func anErrorOfReadingIsNotTheEnd() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let stream = try #require(opendir(folder.path))
        defer { closedir(stream) }
        // Reading a file as a directory fails.
        let file = try FileDescriptor.open("/dev/null", .readOnly)
        defer { try? file.close() }
        try Errno.check(dup2(file.rawValue, dirfd(stream)))
        #expect(throws: Errno.notDirectory) { try Folder.names(of: stream) }
    }
}
