import GardenAPI

extension AnswerNote {
    /// The gardens that grew or shrank because sessions were added or corrected.
    static let sessionGardens = AnswerNote(
        name: SessionConsequences.gardensName, event: EventKind.gardenGrew.type
    ) { events, _ in
        let gardens = events.filter(\.followsFromSession).compactMap { event -> JSON? in
            guard let effect = try? EventKind.gardenGrew.effect(of: event) else { return nil }
            return ["category": .string(effect.category.name), "exp": .integer(effect.amount)]
        }
        return gardens.isEmpty ? nil : .array(gardens)
    }

    /// The points that sessions paid or took because they were added or corrected.
    static let sessionPoints = [EventKind.pointsEarned, .pointsAdjusted].map { kind in
        AnswerNote(name: SessionConsequences.pointsName, event: kind.type) { events, _ in
            let amounts = events.filter(\.followsFromSession).compactMap { try? kind.effect(of: $0)?.amount }
            let sum = amounts.reduce(0) { $0.addingUpToLimit($1) }
            return sum == 0 ? nil : .integer(sum)
        }
    }
}

extension Event {
    fileprivate var followsFromSession: Bool { cause.map { SessionEffect.types.contains($0.type) } ?? false }
}
