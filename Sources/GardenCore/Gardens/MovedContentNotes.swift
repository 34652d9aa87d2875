import GardenAPI

extension AnswerNote {
    /// The garden that got the experience of a merged one.
    static let mergedGarden = AnswerNote(
        name: MovedContent.gardensName, event: EventKind.categoryMerged.type
    ) { events, _ in
        let gardens = events.compactMap { try? EventKind.categoryMerged.effect(of: $0) }
            .filter { $0.from.facts.exp > 0 }
            .map { effect -> JSON in
                ["category": .string(effect.into.facts.name), "exp": .integer(effect.from.facts.exp)]
            }
        return gardens.isEmpty ? nil : .array(gardens)
    }

    /// How many things of a category that was removed or merged are in another one now (RULES T26).
    ///
    /// - Parameter count: how many an event moved.
    static func moved(
        _ name: String, by event: String, _ count: @escaping @Sendable (Event) throws -> Int?
    ) -> AnswerNote {
        AnswerNote(name: name, event: event) { events, _ in
            let sum = events.reduce(0) { sum, event in sum + ((try? count(event)) ?? 0) }
            return sum == 0 ? nil : .integer(sum)
        }
    }
}

extension Event {
    /// Whether it follows from the removal or the merge of a category.
    var followsFromRemovedCategory: Bool {
        cause.map { [EventKind.categoryRemoved.type, EventKind.categoryMerged.type].contains($0.type) } ?? false
    }
}
