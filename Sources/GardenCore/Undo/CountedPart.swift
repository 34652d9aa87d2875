import GardenAPI

/// A part of the state that follows from all changes of some days in their order: after changes of earlier days were undone or made
/// again, it is counted again instead of getting the values of then (RULES U4).
struct CountedPart: Sendable {
    /// Its name in replacements.
    let name: String
    /// Whether a change, given by its events and by what it replaced when it was made, undone or made again last, is left to the
    /// count.
    let isCounted: @Sendable (borrowing Transition, [Event], [Replacement]) throws(GardenError) -> Bool
    /// Counts it.
    let count: @Sendable (inout Transition, PendingCount, EventReference) throws(GardenError) -> Void

    fileprivate static let all = Features.additions(CountedPart.self)

    /// Whether a part of that name is counted.
    static func has(_ name: String) -> Bool { all.contains { $0.name == name } }
}

/// The changes that a request leaves to a count.
struct PendingCount {
    /// Their events.
    var events: [Event]
    /// The first event that undoes one of them or makes it again.
    var since: Int
}

/// The parts that a request which undoes changes, or makes them again, leaves to a count.
///
/// From the first change on that needs one, all later ones in the request leave the part to it, so that it is counted once.
struct PendingCounts {
    /// By the name of the part.
    private var counts: [String: PendingCount] = [:]

    /// The parts that are left out by what the request undoes from now on.
    var parts: Set<String> { Set(counts.keys) }

    /// - Parameters:
    ///   - change: the events of the next change, before it is undone or made again.
    ///   - replacements: what it replaced when it was made, undone or made again last.
    mutating func add(
        _ change: [Event], _ replacements: [Replacement], _ t: borrowing Transition
    ) throws(GardenError) {
        let next = t.state.seq + 1
        for part in CountedPart.all {
            if counts[part.name] == nil, try !part.isCounted(t, change, replacements) { continue }
            if counts[part.name] == nil { counts[part.name] = PendingCount(events: [], since: next) }
            counts[part.name]?.events += change
        }
    }

    func perform(in t: inout Transition, because cause: EventReference) throws(GardenError) {
        for part in CountedPart.all {
            if let count = counts[part.name] { try part.count(&t, count, cause) }
        }
    }
}
