import Foundation
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// The archive's folder on a real file system (RULES A5, A6).
struct ArchiveFolderTests {
    private let folder: TestFolder
    private let archive: ArchiveFolder
    private let day = CalendarDay("2026-03-10")!

    init() throws {
        folder = try TestFolder()
        archive = ArchiveFolder(folder.paths)
    }

    private var path: String { "\(folder.paths.archive)/2026-03-10.log" }

    private func text() throws -> String { String(decoding: try folder.data(path), as: UTF8.self) }

    private func put(_ text: String, _ name: String = "2026-03-10.log", mode: Int = 0o600) throws {
        try DiskFile.createFolder(folder.paths.archive)
        try folder.write(Data(text.utf8), to: "\(folder.paths.archive)/\(name)")
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: "\(folder.paths.archive)/\(name)")
    }

    private func mode(_ path: String) -> mode_t? { DiskFile.status(path).map { $0.permissions.rawValue } }

    private func names() throws -> [String] { try DiskFile.names(in: folder.paths.archive) }

    // MARK: Keeping

    @Test func theFirstDayCreatesAPrivateFolderAndFile() throws {
        let mask = umask(0)
        defer { umask(mask) }
        #expect(try archive.keep(logLines(["one", "two", "two"]), of: day) == 3)
        #expect(try text() == "one\ntwo\ntwo\n")
        #expect(mode(path) == 0o600)
        #expect(mode(folder.paths.archive) == 0o700)
        #expect(try names() == ["2026-03-10.log"])
    }

    @Test func keepingADayTwiceDoesNotRewriteTheFile() throws {
        _ = try archive.keep(logLines(["one", "two"]), of: day)
        let first = try #require(DiskFile.status(path))
        #expect(try archive.keep(logLines(["one", "two"]), of: day) == 2)
        let second = try #require(DiskFile.status(path))
        #expect(first.inode == second.inode)
        #expect(first.st_mtim.tv_nsec == second.st_mtim.tv_nsec)
        #expect(try text() == "one\ntwo\n")
    }

    @Test func anExistingFileIsMergedAndMadePrivate() throws {
        try put("of another hand\none\nno end", mode: 0o666)
        #expect(try archive.keep(logLines(["one", "two"]), of: day) == 4)
        #expect(try text() == "of another hand\none\nno end\ntwo\n")
        #expect(mode(path) == 0o600)
        try put("one\n", mode: 0o644)
        #expect(try archive.keep(logLines(["one"]), of: day) == 1)
        #expect(mode(path) == 0o600)
    }

    @Test func anUnfinishedFileOfAKilledRunIsReplaced() throws {
        try put("half of", ".2026-03-10.log.new", mode: 0o444)
        #expect(try archive.keep(logLines(["one"]), of: day) == 1)
        #expect(try text() == "one\n")
        #expect(try names() == ["2026-03-10.log"])
    }

    /// A file is written as a whole, of whatever length it is.
    @Test func aLongDayIsWrittenCompletely() throws {
        let lines = (1...50_000).map { "line \($0) " + String(repeating: "x", count: 100) }
        #expect(try archive.keep(logLines(lines), of: day) == 50_000)
        #expect(try text() == lines.joined(separator: "\n") + "\n")
    }

    @Test func aTooLargeFileIsLeftUnchanged() throws {
        try put("")
        #expect(truncate(path, (64 << 20) + 1) == 0)
        #expect(throws: StoreError("\(path) exists and is too large (\((64 << 20) + 1) bytes); move it away")) {
            try archive.keep(logLines(["one"]), of: day)
        }
        #expect(DiskFile.size(path) == (64 << 20) + 1)
        #expect(try names() == ["2026-03-10.log"])
    }

    @Test(arguments: ["link", "folder", "pipe"])
    func anIrregularFileIsLeftUnchanged(kind: String) throws {
        try put("not ours", "elsewhere")
        switch kind {
        case "link": symlink("elsewhere", path)
        case "folder": mkdir(path, 0o700)
        default: mkfifo(path, 0o600)
        }
        #expect(throws: StoreError("\(path) exists and is not a regular file; move it away")) {
            try archive.keep(logLines(["one"]), of: day)
        }
        try archive.prune(before: CalendarDay("2027-01-01")!)
        #expect(try names() == ["2026-03-10.log", "elsewhere"])
        #expect(try folder.data("\(folder.paths.archive)/elsewhere") == Data("not ours".utf8))
    }

    /// The unfinished file is never written through a link.
    @Test func aLinkAtTheUnfinishedFilesPathIsReplaced() throws {
        try put("not ours", "elsewhere")
        symlink("elsewhere", "\(folder.paths.archive)/.2026-03-10.log.new")
        #expect(try archive.keep(logLines(["one"]), of: day) == 1)
        #expect(try folder.data("\(folder.paths.archive)/elsewhere") == Data("not ours".utf8))
        #expect(try names() == ["2026-03-10.log", "elsewhere"])
    }

    @Test func aFileAtTheFoldersPathIsReported() throws {
        try folder.write(Data("not a folder".utf8), to: folder.paths.archive)
        #expect(throws: StoreError("\(folder.paths.archive) is not a directory")) {
            try archive.keep(logLines(["one"]), of: day)
        }
        #expect(throws: StoreError("\(folder.paths.archive) cannot be read: Not a directory")) {
            try archive.prune(before: day)
        }
        #expect(try folder.data(folder.paths.archive) == Data("not a folder".utf8))
    }

    /// A folder that is a link, on a larger disk say, is a folder.
    @Test func aLinkToAFolderIsFollowed() throws {
        try DiskFile.createFolder("\(folder.paths.root)/elsewhere")
        symlink("elsewhere", folder.paths.archive)
        #expect(try archive.keep(logLines(["one"]), of: day) == 1)
        #expect(try folder.data("\(folder.paths.root)/elsewhere/2026-03-10.log") == Data("one\n".utf8))
    }

    // MARK: Pruning

    @Test func thirtyDaysAreKept() throws {
        for number in 1...31 { try put("x\n", "2026-03-\(number < 10 ? "0" : "")\(number).log") }
        try put("x\n", "2026-02-28.log")
        // On 2026-03-31 those from 03-01 on are (RULES A6).
        try archive.prune(before: CalendarDay("2026-03-01")!)
        #expect(try names() == (1...31).map { "2026-03-\($0 < 10 ? "0" : "")\($0).log" })
        try archive.prune(before: CalendarDay("2026-03-31")!)
        #expect(try names() == ["2026-03-31.log"])
    }

    @Test func onlyFilesNamedAfterAValidDateAreRemoved() throws {
        let unrelatedFiles = [
            "2025-02-29.log", "2025-3-01.log", "2025-03-1.log", "x2025-03-01.log", "2025-03-01.log.bak",
            "2025-03-01.LOG", "2025-03-01", "2025-03-01.log ", " 2025-03-01.log", "2025-13-01.log", "2025-00-10.log",
            "2025-03-00.log", "0000-00-00.log", "+2025-03-01.log", "-2025-03-01.log", "20250301.log", ".log", "log",
            ".2025-03-01.log.new", "2025-03-01.txt", "2025-03-01.log\n", "２０２５-03-01.log",
        ]
        for name in unrelatedFiles { try put(name, name) }
        try DiskFile.createFolder("\(folder.paths.archive)/2025-03-02.log")
        for name in ["2024-02-29.log", "2025-03-01.log", "2026-03-09.log", "2026-03-10.log"] { try put("x\n", name) }
        try archive.prune(before: day)
        #expect(try names() == (unrelatedFiles + ["2025-03-02.log", "2026-03-10.log"]).sorted())
    }

    @Test func pruningAMissingFolderDoesNothing() throws {
        try archive.prune(before: day)
        #expect(!DiskFile.exists(folder.paths.archive))
    }
}
