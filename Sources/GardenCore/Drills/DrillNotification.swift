import GardenAPI

extension NotificationSource {
    /// That a drill has ended. A person who ends it by hand knows that.
    static let drills = facts(
        NotificationType(
            .drillFinished, about: EventKind.drillFinished.type, when: "a drill ends, other than by hand",
            summary: "{deck}, {level}: {outcome}", body: "{result}",
            placeholders: ["deck": "flags", "level": "basic", "outcome": "cleared", "result": "★★☆ in 21.4 s"],
            appearance: NotificationAppearance(
                urgency: .low, icon: "applications-games", sound: "complete", waits: .never))
    ) { context, event in
        guard let drill = try EventKind.drillFinished.effect(in: event)?.drill, let outcome = drill.outcome,
            outcome != .quit
        else { return nil }
        return context.planned(
            .drillFinished, event, subject: "drill",
            ["deck": drill.deck, "level": drill.level, "outcome": outcome.text, "result": drill.resultText],
            isFact: true)
    }
}
