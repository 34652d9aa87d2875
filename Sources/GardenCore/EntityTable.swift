import GardenAPI
import HashTreeCollections

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
struct EntityTable<Entry: Entity>: Sendable, Equatable {
    /// An entry on the heap: nodes of the dictionary move their values, and a task has half a kilobyte.
    private final class Boxed: Sendable, Equatable {
        let entry: Entry

        init(_ entry: Entry) { self.entry = entry }

        static func == (left: Boxed, right: Boxed) -> Bool { left === right || left.entry == right.entry }
    }

    private var entries: TreeDictionary<Int, Boxed> = [:]
    /// The ids of each folded name, in ascending order.
    private var idsByName: TreeDictionary<String, [Int]> = [:]

    /// A table of entries with different ids.
    init(_ entries: [Entry] = []) {
        for entry in entries {
            self.entries[entry.id] = Boxed(entry)
            idsByName[entry.foldedName, default: []].append(entry.id)
        }
        if zip(entries, entries.dropFirst()).contains(where: { $0.id > $1.id }) {
            idsByName = idsByName.mapValues { $0.sorted() }
        }
    }

    subscript(id: Int) -> Entry? { entries[id]?.entry }

    var count: Int { entries.count }

    /// All entries, in no order.
    var all: some Collection<Entry> { entries.values.lazy.map(\.entry) }

    /// All entries, by id.
    var inOrder: [Entry] { all.sorted { $0.id < $1.id } }

    /// The entries of that name, ignoring case (API §2, RULES G1, T2), by id.
    func named(_ name: String) -> [Entry] { (idsByName[name.folded] ?? []).compactMap { self[$0] } }

    /// Adds or replaces an entry.
    mutating func put(_ entry: Entry) {
        let old = entries.updateValue(Boxed(entry), forKey: entry.id)?.entry
        let name = entry.foldedName
        guard old?.foldedName != name else { return }
        if let old { removeName(of: old) }
        let ids = idsByName[name] ?? []
        idsByName[name] = ids.filter { $0 < entry.id } + [entry.id] + ids.filter { $0 > entry.id }
    }

    @discardableResult
    mutating func remove(_ id: Int) -> Entry? {
        guard let entry = entries.removeValue(forKey: id)?.entry else { return nil }
        removeName(of: entry)
        return entry
    }

    private mutating func removeName(of entry: Entry) {
        let others = idsByName[entry.foldedName]?.filter { $0 != entry.id } ?? []
        idsByName[entry.foldedName] = others.isEmpty ? nil : others
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
