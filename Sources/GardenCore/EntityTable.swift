import GardenAPI
import HashTreeCollections

/// A thing with an id that is unique in its table, and a name.
protocol Entity: Sendable, Equatable {
    var id: Int { get }
    var name: String { get }
}

/// An entity with a place among others, from 0 without gaps.
protocol PositionedEntity: Entity {
    var position: Int { get set }
}

/// Entities by id and by name. Both lookups take O(log n), and copies share memory.
///
/// Two tables with the same entries are equal, whatever their history.
struct EntityTable<Entry: Entity>: Sendable, Equatable {
    private var entries: TreeDictionary<Int, Entry> = [:]
    /// The ids of each folded name, in ascending order.
    private var idsByName: TreeDictionary<String, [Int]> = [:]

    init(_ entries: [Entry] = []) {
        for entry in entries { put(entry) }
    }

    subscript(id: Int) -> Entry? { entries[id] }

    var count: Int { entries.count }

    /// All entries, in no order.
    var all: some Collection<Entry> { entries.values }

    /// All entries, by id.
    var inOrder: [Entry] { entries.values.sorted { $0.id < $1.id } }

    /// The entries of that name, ignoring case (API §2, RULES G1, T2), by id.
    func named(_ name: String) -> [Entry] { (idsByName[name.folded] ?? []).compactMap { entries[$0] } }

    /// Adds or replaces an entry.
    mutating func put(_ entry: Entry) {
        if entries[entry.id]?.name != entry.name {
            remove(entry.id)
            let name = entry.name.folded
            let ids = idsByName[name] ?? []
            idsByName[name] = ids.filter { $0 < entry.id } + [entry.id] + ids.filter { $0 > entry.id }
        }
        entries[entry.id] = entry
    }

    @discardableResult
    mutating func remove(_ id: Int) -> Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        let others = idsByName[entry.name.folded]?.filter { $0 != id } ?? []
        idsByName[entry.name.folded] = others.isEmpty ? nil : others
        return entry
    }
}

extension EntityTable where Entry: PositionedEntity {
    /// All entries, by position.
    var byPosition: [Entry] { all.sorted { $0.position < $1.position } }

    /// Shifts the positions of some entries, to close a gap or to open one.
    mutating func shift(by offset: Int, where isIncluded: (Entry) -> Bool) {
        for (id, entry) in entries where isIncluded(entry) { entries[id]?.position += offset }
    }
}
