import GardenAPI

/// A value that a part of a change has added: it may be taken back, so others may not change it yet.
public struct ProvisionalValue: Hashable, Sendable {
    private let part: String
    private let id: Int

    /// What a part of a change adds.
    public static func added(by t: borrowing Transition) -> Set<ProvisionalValue> {
        let replacements = t.events.flatMap { (try? $0.replacements(t.state.identity)) ?? [] }
        return Set(replacements.filter { $0.before == nil }.map { ProvisionalValue(part: $0.part, id: $0.id) })
    }

    /// What events change, or add.
    public static func changed(by events: [Event], _ identity: GardenIdentity) -> Set<ProvisionalValue> {
        let replacements = events.flatMap { (try? $0.replacements(identity)) ?? [] }
        return Set(replacements.map { ProvisionalValue(part: $0.part, id: $0.id) })
    }
}
