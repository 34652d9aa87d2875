import GardenAPI

extension AnswerNote {
    /// How much was taken back from the meter, if it fell to 0: it never falls below (RULES M12), so that may be less than what
    /// was asked for.
    static let takenBack = AnswerNote(name: RateAdd.takenBackName, event: EventKind.rateAdded.type) { events, _ in
        guard let effect = try? events.first.flatMap(EventKind.rateAdded.effect(of:)), effect.after.state.meter == 0
        else { return nil }
        return .integer(-effect.amount)
    }
}
