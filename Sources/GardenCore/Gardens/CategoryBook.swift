import GardenAPI
import HashTreeCollections

/// The categories in their order with their experience, and the experience of removed ones (RULES T2, P11).
public struct CategoryBook: Sendable, Equatable {
    public static let defaultId = 1
    public static let defaultName = "Default"

    public struct StoredCategory: WireObject, Equatable {
        public static let name = "CategoryRow"

        public var category: Category
        public var exp: Int

        public static let fields = Fields(
            StoredCategory.init,
            .inlined(\.category),
            .required("exp", \.exp, "the experience of its garden"))
    }

    private(set) var entries: TreeDictionary<Int, StoredCategory>
    /// The gardens of removed categories by their ids, kept while they have any experience.
    private(set) var retired: TreeDictionary<Int, StoredCategory>
    private var idsByName: TreeDictionary<String, Int>
    private(set) var lastId: Int
    /// The category of a focus without a named one.
    var lastUsedId: Int

    /// A book that holds only "Default", which always exists.
    public init() {
        let category = Category(
            id: Self.defaultId, uid: GardenIdentity.defaultUid, name: Self.defaultName, color: .green, position: 0)
        self.init(
            [StoredCategory(category: category, exp: 0)], retired: [], lastId: Self.defaultId,
            lastUsedId: Self.defaultId)
    }

    private init(_ entries: [StoredCategory], retired: [StoredCategory], lastId: Int, lastUsedId: Int) {
        (self.entries, self.retired, idsByName) = ([:], [:], [:])
        (self.lastId, self.lastUsedId) = (lastId, lastUsedId)
        for entry in entries { insert(entry) }
        for entry in retired { self.retired[entry.category.id] = entry }
    }

    subscript(id: Int) -> Category? { entries[id]?.category }

    func entry(_ id: Int) -> StoredCategory? { entries[id] }

    func category(named name: String) -> Category? {
        idsByName[name.folded].flatMap { entries[$0]?.category }
    }

    /// The garden of a removed category of that name.
    func retired(named name: String) -> StoredCategory? {
        let folded = name.folded
        return retired.values.first { $0.category.name.folded == folded }
    }

    var count: Int { entries.count }

    /// By position.
    var inOrder: [StoredCategory] { entries.values.sorted { $0.category.position < $1.category.position } }

    /// The gardens of removed categories, by the ids those had.
    var retiredInOrder: [StoredCategory] { retired.values.sorted { $0.category.id < $1.category.id } }

    /// Adds or replaces a category with its experience.
    mutating func put(_ category: Category, exp: Int) {
        if let old = entries[category.id] { idsByName[old.category.name.folded] = nil }
        insert(StoredCategory(category: category, exp: exp))
    }

    /// Drops a removed category's garden after another category has adopted it.
    mutating func removeRetired(_ id: Int) { retired[id] = nil }

    mutating func setExp(_ exp: Int, ofCategory id: Int) {
        entries[id]?.exp = exp
    }

    /// Gives a category another place; the others shift to fill the gap.
    mutating func move(_ id: Int, to position: Int) {
        guard let old = entries[id]?.category.position else { return }
        for (other, entry) in entries where other != id {
            let place = entry.category.position
            if old < place, place <= position { entries[other]?.category.position = place - 1 }
            if position <= place, place < old { entries[other]?.category.position = place + 1 }
        }
        entries[id]?.category.position = position
    }

    /// Removes a category; its garden is kept while it has any experience.
    mutating func remove(_ id: Int) {
        guard let entry = entries[id] else { return }
        entries[id] = nil
        idsByName[entry.category.name.folded] = nil
        if entry.exp > 0 { retired[id] = entry }
        for (other, left) in entries where left.category.position > entry.category.position {
            entries[other]?.category.position -= 1
        }
    }

    private mutating func insert(_ entry: StoredCategory) {
        entries[entry.category.id] = entry
        idsByName[entry.category.name.folded] = entry.category.id
        lastId = max(lastId, entry.category.id)
    }
}

extension CategoryBook: WireObject {
    public static let name = "CategoryBook"

    public static let fields = Fields(
        { CategoryBook($0, retired: $1, lastId: $2, lastUsedId: $3) },
        .required("entries", \.inOrder, "the categories by position"),
        .required("retired", \.retiredInOrder, "the gardens of removed categories"),
        .required("lastId", \.lastId, "the id last given"),
        .required("lastUsedId", \.lastUsedId, "the category last focused on"))
}
