import Foundation
import GRDB
import GardenCore

@testable import GardenStore

/// A data folder that is removed with this object.
final class TestFolder {
    let paths: DataPaths

    init() throws {
        var template = Array("\(FileManager.default.temporaryDirectory.path)/garden-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw StoreError("no folder for a test") }
        paths = DataPaths(root: String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    deinit { try? FileManager.default.removeItem(atPath: paths.root) }

    func lock(processId: Int32 = 1) throws -> DataFolder { try DataFolder(opening: paths, processId: processId) }

    func open() throws -> JournalStore { try JournalStore(opening: lock()) }

    /// A closed database with those changes.
    func fill(_ changes: [Change]) throws {
        let store = try open()
        try store.commit(changes)
        try store.close()
    }

    /// Runs SQL on the closed database, as another program would.
    func execute(_ sql: String) throws {
        let queue = try DatabaseQueue(path: paths.database)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Every file of the folder but the lock, by name.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: paths.root) where name != "lock" {
            contents[name] = FileManager.default.contents(atPath: "\(paths.root)/\(name)")
        }
        return contents
    }

    func write(_ data: Data, to path: String) throws {
        try data.write(to: URL(fileURLWithPath: path))
    }

    func data(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}

extension JournalStore {
    func allEvents() throws -> [Event] { try events(after: 0, limit: .max, types: nil) }

    /// The record in the newest valid snapshot.
    func snapshot() throws -> [UInt8]? { try snapshot(before: nil)?.record }

    func keepSnapshot(_ record: [UInt8], seq: Int) throws {
        try commit([], StateSnapshot(seq: seq, record: record))
    }

    /// The problems that a complete check finds in the read models.
    func readModelProblem() throws -> String? {
        let check = try readModelCheck()
        if let problem = try check.problem(of: allEvents()) { return "event \(problem.seq): \(problem.problem)" }
        return try check.orphanProblem()
    }

    /// A comparison of the read models with events.
    func readModelCheck() throws -> ReadModelCheck { ReadModelCheck(store: self) }
}

struct ReadModelCheck {
    let store: JournalStore
    private let models = ReadModels()

    init(store: JournalStore) { self.store = store }

    /// The problem of the first of the next events with a wrong entry.
    func problem(of events: [Event]) throws -> ReplayError? {
        try store.reading { db in
            for event in events {
                if let problem = try models.problem(of: event, in: db) {
                    return ReplayError(seq: event.seq, problem: problem)
                }
            }
            return nil
        }
    }

    /// The problem of a row that no event explains, after all events.
    func orphanProblem() throws -> String? { try store.reading(models.orphanProblem) }
}

/// The journal, or what its opening was refused with.
func opening(_ folder: TestFolder) -> Result<JournalStore, OpeningError> {
    Result { () throws(OpeningError) in
        try JournalStore(opening: DataFolder(opening: folder.paths, processId: 1))
    }
}

/// The error of an opening; `nil` if it succeeded.
func refusal(_ folder: TestFolder) -> OpeningError? {
    if case .failure(let error) = opening(folder) { error } else { nil }
}

extension OpeningError {
    var damaged: DamagedDatabase? { if case .damaged(let damaged) = self { damaged } else { nil } }
}
