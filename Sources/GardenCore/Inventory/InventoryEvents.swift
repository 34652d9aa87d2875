import GardenAPI
import TextKit

/// A counter after it was added, changed or removed, and before.
struct InventoryEffect: WireObject {
    static let name = "InventoryEffect"

    struct Facts: WireObject, Equatable {
        static let name = "InventoryFacts"

        var name: String
        var count: Int
        var icon: String?

        static let fields = Fields(
            Facts.init,
            .required("name", \.name, "its name"),
            .required("count", \.count, "how many there are"),
            .optional("icon", \.icon, "its icon"))
    }

    var id: Int
    /// `nil` if the event creates it.
    var uid: UIDReference?
    var facts: Facts
    var before: Facts?

    static let fields = Fields(
        InventoryEffect.init,
        .required("id", \.id, "the counter's id"),
        .nullable("uid", \.uid, "its uid, if it existed before"),
        .required("facts", \.facts, "its values after the change; the last ones if it was removed"),
        .optional("before", \.before, "its values before the change"))

    func item(_ identity: GardenIdentity, at seq: Int) -> InventoryItem {
        item(facts, uid: identity.uid(uid ?? .own(seq), at: seq))
    }

    private func item(_ facts: Facts, uid: String) -> InventoryItem {
        InventoryItem(id: id, uid: uid, name: facts.name, icon: facts.icon, count: facts.count)
    }

    fileprivate func replacements(_ context: ReplacementContext) -> [Replacement] {
        let uid = context.identity.uid(uid ?? .own(context.origin.seq), at: context.origin.seq)
        let old = before.map { item($0, uid: uid) }
        return [Replacement(.counter, id, from: old, to: item(facts, uid: uid), at: context.origin.seq)]
    }

    /// - Parameter includesAmount: whether the event adds to the count, rather than sets it.
    func published(_ context: PublishingContext, includesAmount: Bool = false) -> Publication<InventoryChanged> {
        let uid = context.uid(uid ?? .own(context.origin.seq))
        let amount = includesAmount ? before.map { facts.count &- $0.count } : nil
        func data(_ facts: Facts) -> InventoryChanged {
            InventoryChanged(item: item(facts, uid: uid), amount: amount)
        }
        return Publication(data(facts), before: before.map(data))
    }
}

extension InventoryEffect.Facts {
    init(_ item: InventoryItem) {
        self.init(name: item.name, count: item.count, icon: item.icon)
    }
}

extension EventKind where Effect == InventoryEffect, Published == InventoryChanged {
    static let inventoryAdded = EventKind(
        "inventory.added", "Added the counter [{icon} ]{name}, {count}", apply: put
    ) { $0.published($1) }
    .described { "added the counter \($0.facts.name)" }.undoableAlone()
    .replacing(.counter) { $0.replacements($1) }
    /// Its name, icon or count was set.
    static let inventoryChanged = EventKind(
        "inventory.changed", "Changed the counter [{icon} ]{name}[: {before:changes}]", apply: put
    ) { $0.published($1) }
    .described { effect in
        guard let old = effect.before?.count, old != effect.facts.count else {
            return "changed the counter \(effect.facts.name)"
        }
        return "set \(effect.facts.name) \(old) → \(effect.facts.count)"
    }
    .replacing(.counter) { $0.replacements($1) }
    /// Its count was increased or decreased.
    static let inventoryAdjusted = EventKind(
        "inventory.adjusted", "Counted [{icon} ]{name}[ {before.count} →] {count}", apply: put
    ) {
        $0.published($1, includesAmount: true)
    }.described { "counted \($0.facts.name) \($0.before?.count ?? 0) → \($0.facts.count)" }.undoableAlone()
        .replacing(.counter) {
            $0.replacements($1)
        }
    static let inventoryRemoved = EventKind(
        "inventory.removed", "Removed the counter [{icon} ]{name}, {count}"
    ) { effect, _, state in
        state.inventory.remove(effect.id)
    } publish: {
        $0.published($1)
    }.described { "removed the counter \($0.facts.name)" }
        .replacing(.counter) { effect, context in
            let item = effect.item(context.identity, at: context.origin.seq)
            return [Replacement(.counter, effect.id, from: item, to: nil, at: context.origin.seq)]
        }

    @Sendable private static func put(_ effect: InventoryEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        state.inventory.put(effect.item(state.identity, at: origin.seq))
    }
}

extension StatePart {
    static let counter = StatePart(
        "counter", Members(sums: ["count"], fromZero: ["count"], setBy: [InventorySet.method]),
        read: { state, id in state.inventory.items[id] },
        write: { state, id, item in
            if let item { state.inventory.put(item) } else { state.inventory.remove(id) }
        })
}

extension LogText {
    static func inventory(_ item: InventoryItem, moved: Int) -> String {
        "inventory \(label(item)) \(item.count) (\(signed(moved)))"
    }

    static func inventory(_ item: InventoryItem, before: InventoryItem) -> String {
        label(item) == label(before)
            ? "inventory \(label(item))" : "inventory: \(label(before)) renamed to \(label(item))"
    }

    static func inventoryAdded(_ item: InventoryItem) -> String { "inventory \(label(item)) \(item.count), new" }

    static func inventoryRemoved(_ item: InventoryItem) -> String {
        "inventory \(label(item)) \(item.count), removed"
    }

    private static func label(_ item: InventoryItem) -> String { (item.icon.map { "\($0) " } ?? "") + item.name }
}
