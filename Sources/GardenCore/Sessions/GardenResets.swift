import GardenAPI
import TimeKit

/// The last reset of each garden, which decides which sessions count in it (RULES P22, U6).
struct GardenResets {
    private let last: [Int: (seq: Int, at: Instant)]

    fileprivate init(_ last: [Int: (seq: Int, at: Instant)]) { self.last = last }

    /// Whether a session counts in a garden: what came before a reset of it is gone already, and comes no more.
    func counts(_ session: StoredSession, inGarden categoryId: Int) -> Bool {
        guard let reset = last[categoryId] else { return true }
        return session.added > reset.seq && !isFromBefore(session, inGarden: categoryId)
    }

    /// Whether a session was entered after a reset of its garden and is from before it: it has minutes only. One that the timer
    /// ended is entered at its end; only a part of one that was split can have ended before.
    func isFromBefore(_ session: StoredSession, inGarden categoryId: Int) -> Bool {
        guard let reset = last[categoryId], session.added > reset.seq else { return false }
        return (session.source == .timer ? session.end : session.start).instant < reset.at
    }
}

extension Transition {
    func gardenResets() throws(GardenError) -> GardenResets {
        let history = history
        return try readingJournal {
            let resets = try history.newestEvents(
                before: nil, limit: Self.mostResets, types: [EventKind.gardenReset.type])
            var last: [Int: (seq: Int, at: Instant)] = [:]
            for event in resets {
                guard let garden = try EventKind.gardenReset.effect(of: event)?.garden else { continue }
                last[garden.categoryId] = (event.seq, event.at.instant)
            }
            return GardenResets(last)
        }
    }

    /// More than a person makes: each makes a backup that stays.
    private static let mostResets = 100
}
