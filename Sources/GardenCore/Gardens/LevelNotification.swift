import GardenAPI

extension NotificationSource {
    /// That a garden has reached a level.
    static let levels = facts(
        NotificationType(
            .levelUp, about: EventKind.gardenLeveledUp.type, when: "a garden reaches a new level",
            summary: "{category} reached level {level}", body: "", placeholders: ["category": "Work", "level": "3"],
            appearance: NotificationAppearance(
                urgency: .low, icon: "emblem-favorite", sound: "message-new-instant", waits: .never))
    ) { context, event in
        guard let effect = try EventKind.gardenLeveledUp.effect(in: event) else { return nil }
        return context.planned(
            .levelUp, event, subject: "garden:\(effect.categoryId)",
            ["category": effect.category.name, "level": "\(effect.level ?? effect.exp / Experience.perLevel)"],
            isFact: true)
    }
}
