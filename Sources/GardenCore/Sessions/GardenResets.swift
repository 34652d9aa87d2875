import GardenAPI
import TimeKit

/// The last reset of each garden, which decides which sessions count in it (RULES P22, U6).
struct GardenResets {
    private let last: [Int: (seq: Int, at: Instant)]

    fileprivate init(_ last: [Int: (seq: Int, at: Instant)]) { self.last = last }

    /// Whether a session counts in the last of the gardens that it has been in: what came before a reset of one of them is
    /// gone already, and comes no more.
    func counts(_ session: StoredSession, in gardens: [GardenStay]) -> Bool {
        resets(of: gardens).allSatisfy { session.added > $0.seq } && !isFromBefore(session, in: gardens)
    }

    /// Whether a session was entered after a reset of its garden and is from before it: it has minutes only. One that the timer
    /// ended is entered at its end; only a part of one that was split can have ended before.
    func isFromBefore(_ session: StoredSession, in gardens: [GardenStay]) -> Bool {
        let time = (session.source == .timer ? session.end : session.start).instant
        return resets(of: gardens).contains { session.added > $0.seq && time < $0.at }
    }

    /// The last reset of each garden, unless the session was not in it yet.
    private func resets(of gardens: [GardenStay]) -> [(seq: Int, at: Instant)] {
        gardens.compactMap { stay in last[stay.id].flatMap { $0.seq > stay.since ? $0 : nil } }
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

/// A garden in which the experience of a session has been.
struct GardenStay {
    let id: Int
    /// The event since which it has been there; 0 for always.
    let since: Int
}

extension GardenState {
    /// The category with the garden of a session: its own, the one into which that was merged, or the one that continues a
    /// removed one of its name (RULES T2, T26).
    func garden(of session: StoredSession) -> Int? {
        let last = categories.merged.path(from: session.categoryId).last
        return categories[last?.into ?? session.categoryId]?.id
            ?? categories.category(named: last?.name ?? session.category.name)?.id
    }

    /// The gardens in which the experience of a session has been, one after the other.
    func gardens(of session: StoredSession) -> [GardenStay] {
        let path = categories.merged.path(from: session.categoryId).map { GardenStay(id: $0.into, since: $0.since) }
        var gardens = [GardenStay(id: session.categoryId, since: 0)] + path
        if let last = garden(of: session), gardens.last?.id != last { gardens.append(GardenStay(id: last, since: 0)) }
        return gardens
    }
}
