import GardenAPI

extension NotificationSource {
    /// That prices rose.
    static let prices = facts(
        NotificationType(
            .tierRaised, about: EventKind.rateRaised.type, when: "prices rise", summary: "Prices rose to ×{rate}",
            body: "The rate is in tier {tier}.", placeholders: ["tier": "1", "rate": "1.5"],
            appearance: NotificationAppearance(
                urgency: .low, icon: "dialog-information", sound: "dialog-information", waits: .never))
    ) { context, event in
        guard let effect = try EventKind.rateRaised.effect(in: event) else { return nil }
        return context.planned(
            .tierRaised, event, subject: "rate",
            ["tier": "\(effect.after.state.tier)", "rate": effect.after.rate.json.text], isFact: true)
    }
}
