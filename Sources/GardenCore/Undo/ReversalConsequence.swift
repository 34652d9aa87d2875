import GardenAPI

/// What a feature does after a change was undone or made again, beyond what the change replaced.
struct ReversalConsequence: Sendable {
    /// - Parameters: the events of the change, and the event that undid it or made it again.
    let follow: @Sendable (inout Transition, [Event], EventReference) throws(GardenError) -> Void

    private static let all = Features.additions(ReversalConsequence.self)

    static func follow(
        _ events: [Event], in t: inout Transition, because cause: EventReference
    ) throws(GardenError) {
        for consequence in all { try consequence.follow(&t, events, cause) }
    }
}
