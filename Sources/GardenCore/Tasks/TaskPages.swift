import GardenAPI

/// The open tasks as a snapshot stores them: pages of records, one per line. A start reads the id of each record only; a task is read
/// when it is asked for. A task that has not changed since is written as it was read.
struct TaskPages: WireValue {
    private static let tasksOfPage = 64

    static var schema: JSON { [StoredTask].schema }
    static var referredObjects: [any WireObject.Type] { [StoredTask].referredObjects }

    private let entries: [(id: Int, box: EntityBox<StoredTask>)]

    init(_ table: EntityTable<StoredTask>) { entries = table.boxesInOrder }

    /// - Parameter idsByName: their ids, by folded title, then by id.
    func table(_ idsByName: [Int]) -> EntityTable<StoredTask> { EntityTable(entries, idsByName: idsByName) }

    var count: Int { entries.count }

    init(json: JSON) throws(ValidationError) {
        entries = try [StoredTask](json: json).map { ($0.id, EntityBox($0)) }
    }

    func write(to writer: inout JSONWriter) { entries.map(\.box.entry).write(to: &writer) }

    // MARK: Records

    init(record: JSON) throws(ValidationError) {
        guard case .array(let pages) = record else { throw ValidationError(expected: "pages of tasks", found: record) }
        var entries: [(id: Int, box: EntityBox<StoredTask>)] = []
        for page in pages {
            guard case .string(let text) = page else { throw ValidationError(expected: "a page of tasks", found: page) }
            let page = RecordPage(text, read: Self.task)
            let length = text.utf8.count
            let isWhole = page.withRecord(in: 0..<length) { bytes in
                var start = 0
                while start < length, let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")),
                    let id = Self.id(ofRecord: bytes[start..<end])
                {
                    entries.append((id, EntityBox(start..<end, of: page)))
                    start = end + 1
                }
                return start == length
            }
            guard isWhole else { throw ValidationError(problem: "has a record without an id") }
        }
        self.entries = entries
    }

    /// The digits after the bracket that begins a record.
    private static func id(ofRecord record: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let digits = record.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...18).contains(digits.count) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// The digest of the snapshot and its version say that this program wrote the record.
    private static func task(_ record: UnsafeBufferPointer<UInt8>) -> StoredTask {
        do { return try StoredTask(record: JSON.parse(record)) } catch {
            preconditionFailure(
                "the snapshot's task cannot be read: \(error) in \(String(decoding: record, as: UTF8.self))")
        }
    }

    func writeRecord(to writer: inout JSONWriter) {
        for case .write(let write) in recordSteps { write(&writer) }
    }

    var recordSteps: [RecordStep] {
        let pages = stride(from: 0, to: entries.count, by: Self.tasksOfPage).map { start in
            let page = entries[start..<min(start + Self.tasksOfPage, entries.count)]
            return RecordStep.write { $0.string(Self.text(page)) }
        }
        return [.write { $0.beginArray() }] + pages + [.write { $0.endArray() }]
    }

    private static func text(_ page: ArraySlice<(id: Int, box: EntityBox<StoredTask>)>) -> String {
        var bytes: [UInt8] = []
        for (_, box) in page {
            if !box.appendRecord(to: &bytes) { bytes += box.entry.record }
            bytes.append(UInt8(ascii: "\n"))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
