import Foundation
import SystemPackage
import Testing

@testable import FileKit

struct FileAtPathTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "place-\(UUID().uuidString)").path

    @Test func aFileIsToldFromTheOneThatReplacesIt() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/a"
        try Data(count: 5).write(to: URL(filePath: path))
        let first = try #require(FileAtPath(path))
        #expect(first.bytes == 5)

        try FileManager.default.linkItem(atPath: path, toPath: "\(folder)/same")
        let file = try FileDescriptor.open(path, .writeOnly)
        _ = try file.closeAfter { try file.writeAll([1, 2, 3, 4, 5, 6, 7]) }
        let written = try #require(FileAtPath("\(folder)/same"))
        #expect(written.id == first.id && written.bytes == 7)

        try Data(count: 5).write(to: URL(filePath: path), options: .atomic)
        let replaced = try #require(FileAtPath(path))
        #expect(replaced.id != first.id && replaced.bytes == 5)
        #expect(FileAtPath("\(folder)/same")?.id == first.id)
    }

    @Test func aLinkIsNotFollowed() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(count: 5).write(to: URL(filePath: "\(folder)/a"))
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "a")
        let (file, link) = (FileAtPath("\(folder)/a"), FileAtPath("\(folder)/link"))
        #expect(link?.bytes == 1 && link?.id != file?.id)
    }

    @Test(arguments: ["missing", "a/b", ""])
    func nothingIsFoundWhereNoFileIs(name: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data().write(to: URL(filePath: "\(folder)/a"))
        #expect(FileAtPath(name.isEmpty ? "" : "\(folder)/\(name)") == nil)
    }
}
