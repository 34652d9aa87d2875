import GardenAPI
import HashTreeCollections
import WorkKit

/// The shop's items, and the purchases of the current day (RULES M4, M15).
public struct ShopBook: Sendable, Equatable {
    struct StoredItem: WireObject, Entity {
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

    /// Without their positions, which are 0 here: if one moves, those of all behind it change.
    private var entries: EntityTable<StoredItem>
    /// The items of each category in their order.
    private var orders: TreeDictionary<Int, ChunkedArray<Int>>
    private(set) var lastId: Int
    /// The purchases of the current day: only they can be refunded.
    private(set) var purchases: TreeDictionary<Int, StoredPurchase>
    /// The ids of those that are not refunded, in ascending order.
    private var refundable: [Int]
    private(set) var lastPurchaseId: Int

    subscript(id: Int) -> StoredItem? { entries[id].map(positioned) }

    /// An item, with the position that it has.
    func item(_ id: Int, at position: Int) -> StoredItem? {
        entries[id].map { entry in
            var entry = entry
            entry.position = position
            return entry
        }
    }

    private func positioned(_ entry: StoredItem) -> StoredItem {
        var entry = entry
        if let order = orders[entry.categoryId], let index = Self.index(of: entry.id, in: order) {
            entry.position = order.distance(from: order.startIndex, to: index)
        }
        return entry
    }

    private static func index(of id: Int, in order: ChunkedArray<Int>) -> ChunkedArray<Int>.Index? {
        let index = order.firstIndex { $0 == id }
        Work.note(order.distance(from: order.startIndex, to: index ?? order.endIndex), .places)
        return index
    }

    var count: Int { entries.count }

    /// The items of that name, ignoring case, by id.
    func named(_ name: String) -> [StoredItem] { entries.named(name).map(positioned) }

    /// The items with a name that begins like that, ignoring case, by name, and how many they are in all.
    func named(beginningWith name: String, most: Int) -> (first: [StoredItem], count: Int) {
        let (first, count) = entries.beginning(with: name, most: most)
        return (first.map(positioned), count)
    }

    /// All items, by id.
    var inOrder: [StoredItem] {
        let items = orders.values.flatMap { order in
            order.enumerated().compactMap { position, id in item(id, at: position) }
        }
        return items.sorted { $0.id < $1.id }
    }

    func purchase(_ id: Int) -> StoredPurchase? { purchases[id] }

    /// The id of the newest purchase of the current day that is not refunded.
    var newestRefundablePurchase: Int? { refundable.last }

    /// The items of a category in their order.
    func order(ofCategory id: Int) -> [Int] { orders[id].map { Array($0) } ?? [] }

    func count(inCategory id: Int) -> Int { orders[id]?.count ?? 0 }

    /// Puts an item into its category at its position, out of its old category; the other items shift (RULES M15).
    mutating func place(_ entry: StoredItem) {
        let before = self[entry.id]
        if before?.categoryId != entry.categoryId || before?.position != entry.position {
            remove(entry.id)
            var order = orders.removeValue(forKey: entry.categoryId) ?? ChunkedArray()
            order.insert(entry.id, at: order.index(ofOffset: entry.position))
            orders[entry.categoryId] = order
        }
        put(entry)
        lastId = max(lastId, entry.id)
    }

    private mutating func put(_ entry: StoredItem) {
        var entry = entry
        entry.position = 0
        entries.put(entry)
    }

    mutating func remove(_ id: Int) {
        guard let entry = entries.remove(id), var order = orders.removeValue(forKey: entry.categoryId) else { return }
        if let index = Self.index(of: id, in: order) { order.remove(at: index) }
        if !order.isEmpty { orders[entry.categoryId] = order }
    }

    /// Appends all items of a removed category to another, in that order.
    mutating func moveAll(_ ids: [Int], to category: Int) {
        let moved = Set(ids)
        Work.note(ids.count, .values)
        for left in Set(ids.compactMap { entries[$0]?.categoryId }) {
            let rest = orders[left]?.filter { !moved.contains($0) } ?? []
            orders[left] = rest.isEmpty ? nil : ChunkedArray(rest)
        }
        for id in ids {
            guard var entry = entries[id] else { continue }
            entry.categoryId = category
            entries.put(entry)
        }
        let present = ids.filter { entries[$0] != nil }
        if !present.isEmpty { orders[category, default: ChunkedArray()].append(contentsOf: present) }
    }

    /// Removes all items and purchases, and gives none of their ids again.
    mutating func clear() {
        Work.note(count, .values)
        entries = EntityTable()
        orders = [:]
        forgetPurchases()
    }

    mutating func put(_ record: StoredPurchase) {
        purchases[record.id] = record
        setRefundable(record.id, !record.refunded)
        lastPurchaseId = max(lastPurchaseId, record.id)
    }

    /// A purchase of a day that has ended was entered.
    mutating func notePastPurchase(_ id: Int) { lastPurchaseId = max(lastPurchaseId, id) }

    /// Takes back a purchase that undo reverts.
    mutating func removePurchase(_ id: Int) {
        purchases[id] = nil
        setRefundable(id, false)
    }

    mutating func forgetPurchases() { (purchases, refundable) = ([:], []) }

    private mutating func setRefundable(_ id: Int, _ isRefundable: Bool) {
        // Mostly it is one of the last.
        let place = (refundable.lastIndex { $0 < id } ?? -1) + 1
        Work.note(refundable.count - place + 1, .places)
        let isKnown = place < refundable.count && refundable[place] == id
        if isKnown, !isRefundable { refundable.remove(at: place) }
        if !isKnown, isRefundable { refundable.insert(id, at: place) }
    }
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
    public init() {
        self.init(
            entries: EntityTable(), orders: [:], lastId: 0, purchases: [:], refundable: [], lastPurchaseId: 0)
    }

    private static func orders(of items: [StoredItem]) -> TreeDictionary<Int, ChunkedArray<Int>> {
        let byCategory = Dictionary(grouping: items, by: \.categoryId)
        let ids = byCategory.mapValues { items in
            ChunkedArray(items.sorted { $0.position < $1.position }.map(\.id))
        }
        return TreeDictionary(ids.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }

    private static func withoutPositions(_ items: [StoredItem]) -> EntityTable<StoredItem> {
        EntityTable(
            items.map { item in
                var item = item
                item.position = 0
                return item
            })
    }

    private var purchaseRows: [StoredPurchase] { purchases.values.sorted { $0.id < $1.id } }

    public static let fields = Fields(
        { items, lastId, purchases, lastPurchaseId in
            ShopBook(
                entries: Self.withoutPositions(items), orders: Self.orders(of: items), lastId: lastId,
                purchases: TreeDictionary(purchases.map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
                refundable: purchases.filter { !$0.refunded }.map(\.id).sorted(), lastPurchaseId: lastPurchaseId)
        },
        .required("entries", \.inOrder, "the items"),
        .required("lastId", \.lastId, "the id last given to an item"),
        .required("purchases", \.purchaseRows, "the purchases of the current day"),
        .required("lastPurchaseId", \.lastPurchaseId, "the id last given to a purchase"))
}
