import GardenAPI
import HashTreeCollections
import Synchronization
import WorkKit

/// A thing with an id that is unique in its table, and a name.
protocol Entity: Sendable, Equatable {
    var id: Int { get }
    var name: String { get }
    /// The name for comparisons.
    var foldedName: String { get }
}

extension Entity {
    var foldedName: String { name.folded }
}

/// An entity with a place among others, from 0 without gaps.
protocol PositionedEntity: Entity {
    var position: Int { get set }
}

/// Entities by id and by name. Both lookups take O(log n), and copies share memory.
///
/// Two tables with the same entries are equal, whatever their history.
///
/// Its functions pass closures, not key paths: in generic code, a key path is made each time, which took a sixth of a `daemon.status`.
struct EntityTable<Entry: Entity>: Sendable, Equatable {
    private var entries: TreeDictionary<Int, EntityBox<Entry>> = [:]
    /// All ids, by folded name, then by id.
    private(set) var idsByName = ChunkedArray<Int>()

    /// A table of entries with different ids.
    init(_ entries: [Entry] = []) {
        Work.note(entries.count, .values)
        for entry in entries { self.entries[entry.id] = EntityBox(entry) }
        idsByName = ChunkedArray(entries.map { ($0.foldedName, $0.id) }.sorted(by: <).map(\.1))
    }

    /// A table of entries that are read when they are asked for.
    ///
    /// - Parameter idsByName: their ids, by folded name, then by id.
    init(_ entries: [(id: Int, box: EntityBox<Entry>)], idsByName: [Int]) {
        for entry in entries { self.entries[entry.id] = entry.box }
        self.idsByName = ChunkedArray(idsByName)
    }

    subscript(id: Int) -> Entry? { entries[id]?.entry }

    var count: Int { entries.count }

    /// All entries, in no order.
    var all: some Collection<Entry> {
        Work.note(count, .values)
        return entries.values.lazy.map { $0.entry }
    }

    /// All entries, by id.
    var inOrder: [Entry] { boxesInOrder.map { $0.box.entry } }

    /// All entries, by id, as they are: perhaps not read yet.
    var boxesInOrder: [(id: Int, box: EntityBox<Entry>)] {
        Work.note(count, .values)
        return entries.map { (id: $0.key, box: $0.value) }.sorted { $0.id < $1.id }
    }

    /// The ids of the entries that are not read yet, in no order.
    var unread: [Int] {
        Work.note(count, .places)
        return entries.compactMap { $0.value.isRead ? nil : $0.key }
    }

    /// Reads an entry, if it is not read yet.
    func read(_ id: Int) { _ = entries[id]?.entry }

    /// The entries of that name, ignoring case (API §2, RULES G1, T2), by id.
    func named(_ name: String) -> [Entry] {
        let name = name.folded
        return Array(
            idsByName[place(of: name, 0)...].lazy.compactMap { self[$0] }.prefix { $0.foldedName == name })
    }

    /// The entries with a name that begins like that, ignoring case, by name, and how many they are in all.
    ///
    /// - Parameter most: how many are returned.
    func beginning(with name: String, most: Int) -> (first: [Entry], count: Int) {
        let name = name.folded
        let bytes = Array(name.utf8)
        // In the order of the names, those that begin with the same bytes follow each other.
        let start = place(of: name, 0)
        let end = idsByName.partitioningIndex { id in
            let other = foldedName(of: id)
            return other > name && !other.utf8.starts(with: bytes)
        }
        var found: [Entry] = []
        // The bytes of a letter can begin another one, with a mark.
        for id in idsByName[start..<end] {
            guard found.count < most else { return (found, idsByName.distance(from: start, to: end)) }
            Work.note(.values)
            if let entry = self[id], entry.foldedName.hasPrefix(name) { found.append(entry) }
        }
        return (found, found.count)
    }

    /// Adds or replaces an entry.
    mutating func put(_ entry: Entry) {
        // The old one is looked for, and the new one gets memory of its own.
        Work.note(2, .values)
        let old = entries[entry.id]?.entry
        // To fold the names takes longer than the rest.
        let isRenamed = old?.name != entry.name
        if isRenamed, let old { idsByName.remove(at: place(of: old.foldedName, entry.id)) }
        entries[entry.id] = EntityBox(entry)
        if isRenamed { idsByName.insert(entry.id, at: place(of: entry.foldedName, entry.id)) }
    }

    @discardableResult
    mutating func remove(_ id: Int) -> Entry? {
        guard let entry = self[id] else { return nil }
        idsByName.remove(at: place(of: entry.foldedName, id))
        entries[id] = nil
        return entry
    }

    /// The place of a name and an id among ``idsByName``, or where they belong.
    private func place(of name: String, _ id: Int) -> ChunkedArray<Int>.Index {
        idsByName.partitioningIndex { (foldedName(of: $0), $0) >= (name, id) }
    }

    private func foldedName(of id: Int) -> String {
        Work.note(.values)
        guard let name = entries[id]?.entry.foldedName else { preconditionFailure("\(id) has a name, but no entry") }
        return name
    }
}

/// An entry on the heap: nodes of the dictionary move their values, and a task has half a kilobyte. Of a snapshot, it is a record
/// that is read when the entry is asked for the first time, so that a start need not read them all.
final class EntityBox<Entry: Entity>: Sendable, Equatable {
    private final class Known: Sendable {
        let entry: Entry

        init(_ entry: Entry) { self.entry = entry }
    }

    /// An `AtomicLazyReference` would do the same, and looks for its type at each load, which costs more than the rest of a lookup.
    ///
    /// Safe without isolation: written once, under the lock of its page and before ``hasKnown`` is set, and read only after that.
    nonisolated(unsafe) private var known: Known?
    private let hasKnown: Atomic<Bool>
    /// Where its record is; `nil` for an entry that did not come from one.
    private let source: (page: RecordPage<Entry>, range: Range<Int>)?

    init(_ entry: Entry) {
        source = nil
        known = Known(entry)
        hasKnown = Atomic(true)
    }

    init(_ range: Range<Int>, of page: RecordPage<Entry>) {
        source = (page, range)
        known = nil
        hasKnown = Atomic(false)
    }

    var entry: Entry {
        if !isRead { readNow() }
        guard let known else { preconditionFailure("an entry without a value") }
        return known.entry
    }

    var isRead: Bool { hasKnown.load(ordering: .acquiring) }

    private func readNow() {
        guard let (page, range) = source else { return }
        let read = Known(page.entry(in: range))
        page.lock.withLock { _ in
            guard !isRead else { return }
            known = read
            hasKnown.store(true, ordering: .releasing)
        }
    }

    /// Appends the record that it came from.
    ///
    /// - Returns: whether it came from one.
    func appendRecord(to bytes: inout [UInt8]) -> Bool {
        guard let source else { return false }
        source.page.withRecord(in: source.range) { bytes.append(contentsOf: $0) }
        return true
    }

    static func == (left: EntityBox, right: EntityBox) -> Bool { left === right || left.entry == right.entry }
}

/// Records of entries, one after the other.
final class RecordPage<Entry: Entity>: Sendable {
    /// For what is kept of its records.
    fileprivate let lock = Mutex(())
    private let text: String
    private let read: @Sendable (UnsafeBufferPointer<UInt8>) -> Entry

    /// - Parameter read: reads one record.
    init(_ text: String, read: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Entry) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
        self.read = read
    }

    fileprivate func entry(in range: Range<Int>) -> Entry { withRecord(in: range, read) }

    /// Passes a range of the text's bytes.
    func withRecord<Result>(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let result = text.utf8.withContiguousStorageIfAvailable { body(UnsafeBufferPointer(rebasing: $0[range])) }
        guard let result else { preconditionFailure("a text in pieces") }
        return result
    }
}

extension EntityTable where Entry: PositionedEntity {
    /// All entries, by position.
    var byPosition: [Entry] { all.sorted { $0.position < $1.position } }

    /// Shifts the positions of some entries, to close a gap or to open one.
    mutating func shift(by offset: Int, where isIncluded: (Entry) -> Bool) {
        for var entry in all where isIncluded(entry) {
            entry.position += offset
            put(entry)
        }
    }
}
