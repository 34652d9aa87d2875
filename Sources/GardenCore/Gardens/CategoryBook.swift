import GardenAPI

/// The categories in their order with their experience, and the experience of removed ones (RULES T2, P11).
public struct CategoryBook: Sendable, Equatable {
    public static let defaultId = 1
    public static let defaultName = "Default"

    public struct StoredCategory: WireObject, Equatable {
        public static let name = "CategoryRow"

        public var category: Category
        public var exp: Int
        /// The part of it that completed tasks gave; the rest is from focus sessions.
        public var taskExp: Int

        public static let fields = Fields(
            StoredCategory.init,
            .inlined(\.category),
            .required("exp", \.exp, "the experience of its garden"),
            .required("taskExp", \.taskExp, "the part of it from tasks"))
    }

    private(set) var entries: EntityTable<StoredCategory>
    /// The gardens of removed categories, kept while they have any experience.
    private(set) var retired: EntityTable<StoredCategory>
    /// The categories that were merged into others.
    var merged: MergedCategories
    private(set) var lastId: Int
    /// The category of a focus without a named one.
    var lastUsedId: Int

    subscript(id: Int) -> Category? { entries[id]?.category }

    func category(named name: String) -> Category? { entries.named(name).first?.category }

    /// Adds or replaces a category with its experience.
    mutating func put(_ category: Category, exp: Int, taskExp: Int) {
        entries.put(StoredCategory(category: category, exp: exp, taskExp: taskExp))
        lastId = max(lastId, category.id)
    }

    /// Drops a removed category's garden after another category has adopted it.
    mutating func removeRetired(_ id: Int) { retired.remove(id) }

    mutating func setExp(_ exp: Int, taskExp: Int, ofCategory id: Int) {
        if let category = self[id] { put(category, exp: exp, taskExp: taskExp) }
    }

    /// Gives a category another place; the others shift to fill the gap.
    mutating func move(_ id: Int, to position: Int) {
        guard var entry = take(id) else { return }
        entries.shift(by: 1) { $0.position >= position }
        entry.position = position
        entries.put(entry)
    }

    /// Puts a category back, with its garden, at its position; the others shift.
    mutating func restore(_ entry: StoredCategory) {
        let old = entries[entry.id]
        if old?.position != entry.position {
            if old != nil { _ = take(entry.id) }
            entries.shift(by: 1) { $0.position >= entry.position }
        }
        entries.put(entry)
        lastId = max(lastId, entry.id)
    }

    /// Takes a category out and keeps nothing of it.
    mutating func erase(_ id: Int) { _ = take(id) }

    mutating func putRetired(_ entry: StoredCategory) { retired.put(entry) }

    /// Removes a category; its garden is kept while it has any experience.
    mutating func remove(_ id: Int) {
        if let entry = take(id), entry.exp > 0 { retired.put(entry) }
    }

    /// Keeps only Default, without experience, and gives no id again.
    mutating func clear() {
        let lastId = lastId
        self = CategoryBook()
        self.lastId = lastId
    }

    private mutating func take(_ id: Int) -> StoredCategory? {
        guard let entry = entries.remove(id) else { return nil }
        entries.shift(by: -1) { $0.position > entry.position }
        return entry
    }
}

extension CategoryBook.StoredCategory: PositionedEntity {
    var id: Int { category.id }
    var name: String { category.name }
    var position: Int {
        get { category.position }
        set { category.position = newValue }
    }
}

extension CategoryBook: WireObject {
    public static let name = "CategoryBook"

    /// A book that holds only "Default", which always exists.
    public init() {
        let category = Category(
            id: Self.defaultId, uid: GardenIdentity.defaultUid, name: Self.defaultName, color: .green, position: 0)
        self.init(
            entries: EntityTable([StoredCategory(category: category, exp: 0, taskExp: 0)]), retired: EntityTable(),
            merged: MergedCategories(), lastId: Self.defaultId, lastUsedId: Self.defaultId)
    }

    public static let fields = Fields(
        {
            CategoryBook(
                entries: EntityTable($0), retired: EntityTable($1), merged: MergedCategories($2), lastId: $3,
                lastUsedId: $4)
        },
        .required("entries", \.entries.byPosition, "the categories by position"),
        .required("retired", \.retired.inOrder, "the gardens of removed categories"),
        .required("merged", \.merged.inOrder, "the categories that were merged into others"),
        .required("lastId", \.lastId, "the id last given"),
        .required("lastUsedId", \.lastUsedId, "the category last focused on"))
}
