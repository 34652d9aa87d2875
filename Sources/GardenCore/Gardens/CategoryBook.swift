import GardenAPI
import HashTreeCollections

/// The categories in their order, what grew in them, and what grew in those removed (RULES T2, P11).
public struct CategoryBook: Sendable, Equatable {
    public static let defaultId = 1
    public static let defaultName = "Default"

    public struct Entry: Sendable, Equatable {
        public var category: Category
        public var exp: Int
    }

    private(set) var entries: TreeDictionary<Int, Entry> = [:]
    /// The gardens of removed categories by their ids, kept while they have any experience.
    private(set) var retired: TreeDictionary<Int, Entry> = [:]
    private var idsByName: TreeDictionary<String, Int> = [:]
    private(set) var lastId = 0
    /// What a focus goes to when no category is named.
    var lastUsedId = CategoryBook.defaultId

    /// A book that holds only "Default", which always exists.
    public init() {
        insert(
            Entry(
                category: Category(
                    id: Self.defaultId, uid: GardenIdentity.defaultUid, name: Self.defaultName, color: .green,
                    position: 0),
                exp: 0))
    }

    subscript(id: Int) -> Category? { entries[id]?.category }

    func entry(_ id: Int) -> Entry? { entries[id] }

    func category(named name: String) -> Category? {
        idsByName[Names.folded(name)].flatMap { entries[$0]?.category }
    }

    /// The garden of a removed category of that name.
    func retired(named name: String) -> Entry? {
        let folded = Names.folded(name)
        return retired.values.first { Names.folded($0.category.name) == folded }
    }

    var count: Int { entries.count }

    /// By position.
    var inOrder: [Entry] { entries.values.sorted { $0.category.position < $1.category.position } }

    /// Those of removed categories, by the ids they had.
    var retiredInOrder: [Entry] { retired.values.sorted { $0.category.id < $1.category.id } }

    /// Adds or replaces a category with its experience.
    mutating func put(_ category: Category, exp: Int) {
        if let old = entries[category.id] { idsByName[Names.folded(old.category.name)] = nil }
        insert(Entry(category: category, exp: exp))
    }

    /// The garden of a removed category goes on as another's.
    mutating func takeUp(_ id: Int) { retired[id] = nil }

    mutating func setExp(_ exp: Int, ofCategory id: Int) {
        entries[id]?.exp = exp
    }

    /// Gives a category another place; the others close ranks.
    mutating func move(_ id: Int, to position: Int) {
        guard let old = entries[id]?.category.position else { return }
        for (other, entry) in entries where other != id {
            let place = entry.category.position
            if old < place, place <= position { entries[other]?.category.position = place - 1 }
            if position <= place, place < old { entries[other]?.category.position = place + 1 }
        }
        entries[id]?.category.position = position
    }

    /// Takes a category out; its garden is kept while it has any experience.
    mutating func remove(_ id: Int) {
        guard let entry = entries[id] else { return }
        entries[id] = nil
        idsByName[Names.folded(entry.category.name)] = nil
        if entry.exp > 0 { retired[id] = entry }
        for (other, left) in entries where left.category.position > entry.category.position {
            entries[other]?.category.position -= 1
        }
    }

    private mutating func insert(_ entry: Entry) {
        entries[entry.category.id] = entry
        idsByName[Names.folded(entry.category.name)] = entry.category.id
        lastId = max(lastId, entry.category.id)
    }
}

extension CategoryBook: WireObject {
    public static let name = "CategoryBook"

    private struct Row: WireObject {
        static let name = "CategoryRow"
        var category = Category()
        var exp = 0
        static let fields: [Field<Row>] = .inlined(\Row.category) + [.required("exp", \.exp, "what grew in it")]
    }

    private var rows: [Row] {
        get { Self.rows(inOrder) }
        set {
            entries = [:]
            idsByName = [:]
            for row in newValue { insert(Entry(category: row.category, exp: row.exp)) }
        }
    }

    private var retiredRows: [Row] {
        get { Self.rows(retiredInOrder) }
        set {
            retired = [:]
            for row in newValue {
                retired[row.category.id] = Entry(category: row.category, exp: row.exp)
            }
        }
    }

    private static func rows(_ entries: [Entry]) -> [Row] {
        entries.map { entry in
            var row = Row()
            row.category = entry.category
            row.exp = entry.exp
            return row
        }
    }

    public static let fields: [Field<CategoryBook>] = [
        .required("entries", \.rows, "the categories by position"),
        .required("retired", \.retiredRows, "the gardens of removed ones"),
        .required("lastId", \.lastId, "the id last given"),
        .required("lastUsedId", \.lastUsedId, "the category last focused on"),
    ]
}
