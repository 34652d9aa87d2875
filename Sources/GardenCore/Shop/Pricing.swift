import GardenAPI
import WorkKit

/// Prices (RULES M5, M6).
enum Pricing {
    /// The base times the rate, rounded down; `nil` if that exceeds 64 bits.
    static func price(of base: Int, at rate: Tenths) -> Int? {
        let (quotient, remainder) = base.quotientAndRemainder(dividingBy: 10)
        let (tens, overflow) = quotient.multipliedReportingOverflow(by: rate.tenths)
        let (sum, overflowToo) = tens.addingReportingOverflow(remainder * rate.tenths / 10)
        return overflow || overflowToo ? nil : sum
    }
}

extension GardenState {
    /// The current price factor.
    ///
    /// - Parameter applied: whether to apply the rate; `nil` follows the shop's switch.
    func shopRate(applied: Bool? = nil) -> Tenths {
        applied ?? rate.applied ? rateTable.rate(of: rate.tier) : Tenths(tenths: 10)
    }

    /// An item as the shop's methods return it. A price beyond 64 bits becomes the largest number, which no balance can
    /// pay.
    func shopItem(_ entry: ShopBook.StoredItem) -> ShopItem { shopItem(entry, of: categories[entry.categoryId]) }

    private func shopItem(_ entry: ShopBook.StoredItem, of category: Category?) -> ShopItem {
        let price = Pricing.price(of: entry.price, at: shopRate())
        let isAffordable = price.map { $0 <= points.balance } ?? false
        return ShopItem(
            id: entry.id, uid: entry.uid, name: entry.name, price: entry.price, priceNow: price ?? .max,
            category: category?.name ?? CategoryBook.defaultName, categoryId: entry.categoryId,
            categoryUid: category?.uid ?? GardenIdentity.defaultUid, countsAsSpending: entry.countsAsSpending,
            affordable: isAffordable, shortfall: isAffordable ? 0 : max(1, (price ?? .max) - points.balance),
            position: entry.position)
    }

    /// Some items of the ``shopOrder``, as the shop's methods return them.
    func shopItems(_ places: ArraySlice<(id: Int, position: Int)>) -> [ShopItem] {
        var items: [ShopItem] = []
        items.reserveCapacity(places.count)
        // In the order of the shop, the next item is mostly of the same category.
        var category: Category?
        Work.note(places.count, .values)
        for (id, position) in places {
            guard let entry = shop.item(id, at: position) else { continue }
            if category?.id != entry.categoryId { category = categories[entry.categoryId] }
            items.append(shopItem(entry, of: category))
        }
        return items
    }

    /// The ids of all items and their positions, by category in their order, then by position.
    var shopOrder: [(id: Int, position: Int)] {
        categories.entries.byPosition.flatMap { entry in
            shop.order(ofCategory: entry.category.id).enumerated().map { (id: $1, position: $0) }
        }
    }

    /// The item that a request names.
    func item(_ request: some EntityReference) throws(GardenError) -> ShopBook.StoredItem {
        if let id = request.id {
            guard let entry = shop[id] else { throw .notFound(kind: "item", id: id) }
            return entry
        }
        let name = request.name ?? ""
        var (found, count) = (shop.named(name), 0)
        let isExact = !found.isEmpty
        count = found.count
        if !isExact { (found, count) = shop.named(beginningWith: name, most: GardenError.mostCandidates) }
        guard let entry = found.first else { throw .notFound(kind: "item", name: name) }
        guard count == 1 else {
            let candidates = found.map { entry -> JSON in
                let category = categories[entry.categoryId]?.name ?? CategoryBook.defaultName
                return [
                    "id": .integer(entry.id), "name": .string(entry.name), "category": .string(category),
                    "price": .integer(entry.price),
                ]
            }
            let verb = isExact ? "are named" : "begin with"
            let more = count - candidates.count
            throw .refused(
                .ambiguous, "\(count) items \(verb) \(JSON.string(name).text); use the id of one",
                [("candidates", .array(candidates))] + (more > 0 ? [("more", .integer(more))] : []))
        }
        return entry
    }
}
