import GardenAPI
import HashTreeCollections

/// What the shop has, and the purchases of the current day (RULES M4, M15).
public struct ShopBook: Sendable, Equatable {
    struct Entry: WireObject, Equatable {
        static let name = "ShopEntry"

        var id = 0
        var name = ""
        var price = 0
        var categoryId = CategoryBook.defaultId
        var countsAsSpending = false
        var position = 0

        static let fields: [Field<Entry>] = [
            .required("id", \.id, "the item's id"),
            .required("name", \.name, "its name"),
            .required("price", \.price, "its price before the rate"),
            .required("categoryId", \.categoryId, "its category"),
            .required("countsAsSpending", \.countsAsSpending, "whether buying it feeds the meter"),
            .required("position", \.position, "its place in its category"),
        ]
    }

    private(set) var entries: TreeDictionary<Int, Entry> = [:]
    private(set) var lastId = 0
    /// Those of the current day, for only they can be refunded.
    private(set) var purchases: TreeDictionary<Int, PurchaseRecord> = [:]
    private(set) var lastPurchaseId = 0

    public init() {}

    subscript(id: Int) -> Entry? { entries[id] }

    func purchase(_ id: Int) -> PurchaseRecord? { purchases[id] }

    /// Names are compared caselessly, and several items may have the same.
    func entries(named name: String) -> [Entry] {
        let folded = Names.folded(name)
        return entries.values.filter { Names.folded($0.name) == folded }.sorted { $0.id < $1.id }
    }

    /// The items of a category in their order.
    func order(ofCategory id: Int) -> [Int] {
        entries.values.filter { $0.categoryId == id }.sorted { $0.position < $1.position }.map(\.id)
    }

    mutating func put(_ entry: Entry) {
        entries[entry.id] = entry
        lastId = max(lastId, entry.id)
    }

    mutating func remove(_ id: Int) { entries[id] = nil }

    /// Gives items their places in a category: the first id place 0, and so on.
    mutating func arrange(_ order: [Int], inCategory category: Int) {
        for (position, id) in order.enumerated() {
            entries[id]?.categoryId = category
            entries[id]?.position = position
        }
    }

    mutating func put(_ record: PurchaseRecord) {
        purchases[record.purchase.purchaseId] = record
        lastPurchaseId = max(lastPurchaseId, record.purchase.purchaseId)
    }

    mutating func forgetPurchases() { purchases = [:] }
}

/// A purchase with what its refund needs.
struct PurchaseRecord: WireObject, Equatable {
    static let name = "PurchaseRecord"

    var purchase = Purchase()
    /// What it fed to the meter (RULES M8).
    var fed = 0

    static let fields: [Field<PurchaseRecord>] =
        .inlined(\PurchaseRecord.purchase) + [.required("fed", \.fed, "what it fed to the meter")]
}

extension ShopBook: WireObject {
    public static let name = "ShopBook"

    private var entryRows: [Entry] {
        get { entries.values.sorted { $0.id < $1.id } }
        set { entries = TreeDictionary(newValue.map { ($0.id, $0) }, uniquingKeysWith: { $1 }) }
    }

    private var purchaseRows: [PurchaseRecord] {
        get { purchases.values.sorted { $0.purchase.purchaseId < $1.purchase.purchaseId } }
        set { purchases = TreeDictionary(newValue.map { ($0.purchase.purchaseId, $0) }, uniquingKeysWith: { $1 }) }
    }

    public static let fields: [Field<ShopBook>] = [
        .required("entries", \.entryRows, "the items"),
        .required("lastId", \.lastId, "the id last given to an item"),
        .required("purchases", \.purchaseRows, "the purchases of the current day"),
        .required("lastPurchaseId", \.lastPurchaseId, "the id last given to a purchase"),
    ]
}
