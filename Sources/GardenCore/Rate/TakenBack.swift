import GardenAPI

extension AnswerNote {
    /// How much was taken back from the meter, if it fell to 0: it never falls below (RULES M12), so that may be less than what
    /// was asked for.
    static let takenBack = AnswerNote(name: RateAdd.takenBackName, event: EventKind.rateAdded.type) { events, _ in
        guard let effect = try? events.first.flatMap(EventKind.rateAdded.effect(of:)), effect.after.state.meter == 0
        else { return nil }
        return .integer(-effect.amount)
    }

    /// How the meter of an ended day changed (RULES P22): the result is the rate of now.
    static let meterOfDay = AnswerNote(name: RateAdd.meterOfDayName, event: EventKind.rateAdded.type) { events, _ in
        guard let effect = try? events.first.flatMap(EventKind.rateAdded.effect(of:)), let day = effect.day else {
            return nil
        }
        let (before, after) = (effect.before.state, effect.after.state)
        return [
            "day": .string("\(day)"), "meter": [.integer(before.meter), .integer(after.meter)],
            "tier": [.integer(before.tier), .integer(after.tier)],
        ]
    }
}
