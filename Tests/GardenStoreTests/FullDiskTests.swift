import Foundation
import GardenCore
import Glibc
import Testing

@testable import GardenStore

/// A disk of one megabyte that really fills up.
struct FullDiskTests {
    /// Whether a file system can be mounted here: as root, if the kernel permits it.
    private static let canMount: Bool = {
        guard getuid() == 0, let folder = try? TestFolder(), (try? mount(folder.paths.root)) != nil else {
            return false
        }
        return (try? unmount(folder.paths.root)) != nil
    }()

    @Test(.enabled(if: canMount))
    func aCommitRefusedByAFullDiskSucceedsOnceThereIsSpace() throws {
        let folder = try TestFolder()
        try Self.mount(folder.paths.root)
        defer { try? Self.unmount(folder.paths.root) }
        let sample = SampleGarden(events: 100)
        let store = try folder.open()
        let (first, second) = (Array(sample.changes.prefix(20)), Array(sample.changes.dropFirst(20)))
        try store.commit(first)

        let ballast = "\(folder.paths.root)/ballast"
        try Self.fill(ballast)
        #expect(throws: StoreError("the disk is full")) { try store.commit(second) }
        #expect(throws: StoreError("the disk is full")) { try store.commit([]) }
        #expect(throws: StoreError("the disk is full")) { try store.commit(second) }
        #expect(try store.allEvents() == first.flatMap(\.events))
        #expect(try store.lastSeq() == first.last?.lastSeq)

        try DiskFile.remove(ballast)
        try store.commit([])
        try store.commit(second)
        #expect(try store.checkedChanges(after: 0, limit: .max).changes == sample.changes.map(\.asKept))
        #expect(try store.readModelProblem() == nil)
        try store.close()
        #expect(try DatabaseCheck.run(folder.paths.database).content.events == sample.events.count)
    }

    private static func mount(_ path: String) throws {
        try run("mount", "-t", "tmpfs", "-o", "size=1m", "garden", path)
    }

    private static func unmount(_ path: String) throws { try run("umount", path) }

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw StoreError("\(arguments) failed") }
    }

    /// Writes until nothing more fits.
    private static func fill(_ path: String) throws {
        try DiskFile.create(path)
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let block = [UInt8](repeating: 7, count: 1024)
        while write(descriptor, block, block.count) > 0 {}
        guard errno == ENOSPC else { throw StoreError("the disk did not fill: \(errno)") }
    }
}
