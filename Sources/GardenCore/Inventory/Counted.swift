import GardenAPI

extension AnswerNote {
    /// How much was counted, if a late amount took the count to 0 (RULES P32): that may be less than what was asked for.
    static let counted = AnswerNote(
        name: InventoryAdjust.countedName, event: EventKind.inventoryAdjusted.type
    ) { events, _ in
        guard let event = events.first, event.recordedAt != nil,
            let effect = try? EventKind.inventoryAdjusted.effect(of: event), let before = effect.before,
            effect.facts.count == 0
        else { return nil }
        return .integer(-before.count)
    }
}
