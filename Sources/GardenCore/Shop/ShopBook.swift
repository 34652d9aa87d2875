import GardenAPI
import HashTreeCollections

/// The shop's items, and the purchases of the current day (RULES M4, M15).
public struct ShopBook: Sendable, Equatable {
    struct StoredItem: WireObject, PositionedEntity {
        static let name = "ShopEntry"

        var id: Int
        var uid: String
        var name: String
        var price: Int
        var categoryId: Int
        var countsAsSpending: Bool
        var position: Int

        static let fields = Fields(
            StoredItem.init,
            .required("id", \.id, "the item's id"),
            .required("uid", \.uid, "its uid"),
            .required("name", \.name, "its name"),
            .required("price", \.price, "its price before the rate"),
            .required("categoryId", \.categoryId, "its category"),
            .required("countsAsSpending", \.countsAsSpending, "whether buying it raises the meter"),
            .required("position", \.position, "its position in its category"))
    }

    private(set) var entries: EntityTable<StoredItem>
    private(set) var lastId: Int
    /// The purchases of the current day: only they can be refunded.
    private(set) var purchases: TreeDictionary<Int, StoredPurchase>
    private(set) var lastPurchaseId: Int

    subscript(id: Int) -> StoredItem? { entries[id] }

    func purchase(_ id: Int) -> StoredPurchase? { purchases[id] }

    /// The items of a category in their order.
    func order(ofCategory id: Int) -> [Int] {
        entries.all.filter { $0.categoryId == id }.sorted { $0.position < $1.position }.map(\.id)
    }

    func count(inCategory id: Int) -> Int { entries.all.count { $0.categoryId == id } }

    /// Puts an item into its category at its position, out of its old category; the other items shift (RULES M15).
    mutating func place(_ entry: StoredItem) {
        let before = entries[entry.id]
        if before?.categoryId != entry.categoryId || before?.position != entry.position {
            remove(entry.id)
            entries.shift(by: 1) { $0.categoryId == entry.categoryId && $0.position >= entry.position }
        }
        entries.put(entry)
        lastId = max(lastId, entry.id)
    }

    mutating func remove(_ id: Int) {
        guard let entry = entries.remove(id) else { return }
        entries.shift(by: -1) { $0.categoryId == entry.categoryId && $0.position >= entry.position }
    }

    /// Appends all items of a removed category to another, in that order.
    mutating func moveAll(_ ids: [Int], to category: Int) {
        let first = count(inCategory: category)
        for (place, id) in ids.enumerated() {
            guard var entry = entries[id] else { continue }
            (entry.categoryId, entry.position) = (category, first + place)
            entries.put(entry)
        }
    }

    /// Removes all items and purchases, and gives none of their ids again.
    mutating func clear() {
        entries = EntityTable()
        purchases = [:]
    }

    mutating func put(_ record: StoredPurchase) {
        purchases[record.id] = record
        lastPurchaseId = max(lastPurchaseId, record.id)
    }

    /// Takes back a purchase that undo reverts.
    mutating func removePurchase(_ id: Int) { purchases[id] = nil }

    mutating func forgetPurchases() { purchases = [:] }
}

/// A purchase with the data that its refund needs.
struct StoredPurchase: WireObject, Equatable {
    static let name = "StoredPurchase"

    var id: Int
    /// The item's name at that time.
    var item: String
    var base: Int
    var rate: Tenths
    var price: Int
    var itemId: Int
    /// The item's category at that time.
    var categoryId: Int
    var refunded: Bool
    /// The amount it added to the meter (RULES M8).
    var fed: Int
    /// Set in the state only; an effect has its own fields for these.
    var uid: String?
    var itemUid: String?
    var category: String?
    var categoryUid: String?

    static let fields = Fields(
        StoredPurchase.init,
        .required("id", \.id, "the purchase's id"),
        .required("item", \.item, "the item's name at that time"),
        .required("base", \.base, "its price before the rate"),
        .required("rate", \.rate, "the rate"),
        .required("price", \.price, "the points charged"),
        .required("itemId", \.itemId, "the item's id"),
        .required("categoryId", \.categoryId, "the id of its category at that time"),
        .required("refunded", \.refunded, "whether it was refunded"),
        .required("fed", \.fed, "the amount it added to the meter"),
        .optional("uid", \.uid, "the purchase's uid"),
        .optional("itemUid", \.itemUid, "the item's uid"),
        .optional("category", \.category, "the category's name"),
        .optional("categoryUid", \.categoryUid, "the category's uid"))

    /// The purchase as methods and events return it.
    ///
    /// - Parameter balance: the points left after it.
    func purchase(uid: String, itemUid: String, balance: Int) -> Purchase {
        Purchase(
            purchaseId: id, uid: uid, item: item, base: base, rate: rate, price: price, balance: balance,
            itemId: itemId, itemUid: itemUid, refunded: refunded)
    }
}

extension ShopBook: WireObject {
    public static let name = "ShopBook"

    /// An empty shop.
    public init() { self.init(entries: EntityTable(), lastId: 0, purchases: [:], lastPurchaseId: 0) }

    private var purchaseRows: [StoredPurchase] { purchases.values.sorted { $0.id < $1.id } }

    public static let fields = Fields(
        { entries, lastId, purchases, lastPurchaseId in
            ShopBook(
                entries: EntityTable(entries), lastId: lastId,
                purchases: TreeDictionary(purchases.map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
                lastPurchaseId: lastPurchaseId)
        },
        .required("entries", \.entries.inOrder, "the items"),
        .required("lastId", \.lastId, "the id last given to an item"),
        .required("purchases", \.purchaseRows, "the purchases of the current day"),
        .required("lastPurchaseId", \.lastPurchaseId, "the id last given to a purchase"))
}
