import GardenAPI
import GardenEngine

@testable import GardenCore

extension GardenState {
    /// The ids of what requests may be about.
    var ids: [String: [Int]] {
        [
            "category": categories.entries.inOrder.map(\.id), "shop": shop.inOrder.map(\.id),
            "purchase": (1...max(1, shop.lastPurchaseId)).filter { shop.purchase($0) != nil },
            "inventory": inventory.items.inOrder.map(\.id), "task": tasks.inOrder.map(\.id),
            "visit": Array(1...max(1, visits.lastId)).suffix(8), "label": visits.labels.entries.inOrder.map(\.id),
            "session": Array(1...max(1, lastSessionId)).suffix(8),
            "group": visits.groups.entries.inOrder.map(\.id), "member": visits.members.entries.inOrder.map(\.id),
        ]
    }
}

/// The methods that change something, by their types.
enum ChangeMethods {
    private static let names = Set(Engine.requests.filter { $0.isChange }.map { $0.method })

    static func contains(_ method: String) -> Bool { names.contains(method) }
}
