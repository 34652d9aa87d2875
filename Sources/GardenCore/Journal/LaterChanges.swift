import GardenAPI
import WorkKit

/// What the journal has after a change that is reverted. A change may have replaced thousands of values, so each question is asked
/// once.
final class LaterChanges {
    /// How many later events are searched for the one that changed a value.
    private static let mostSearched = 1000

    private let history: any History
    private let identity: GardenIdentity
    private let lastSeq: Int
    private let read: ReadChanges
    /// The changes that were not undone, by their first events.
    private let done: Set<Int>
    /// By the types asked for.
    private var lastByTypes: [[String]: Event?] = [:]
    /// By parts.
    private var searches: [String: Search] = [:]

    /// The search for the last events in effect that replaced the values of a part.
    private struct Search {
        /// The events not looked at yet, the last one at the end.
        var rest: [Event]
        /// By the ids of the values.
        var found: [Int: Event] = [:]
    }

    /// - Parameter read: what a request about several changes has read already.
    init(than change: ReversibleChange, _ t: borrowing Transition, _ read: ReadChanges? = nil) {
        (history, identity, lastSeq) = (t.history, t.state.identity, change.lastSeq)
        self.read = read ?? ReadChanges(t.history, t.state.identity)
        done = Set(t.state.undo.done.map(\.change))
        Work.note(done.count, .places)
    }

    /// The last event of some types since the change; `nil` without one.
    func last(_ types: [String]) throws -> Event? {
        if let last = lastByTypes[types] { return last }
        let last = try history.newestEvents(before: nil, limit: 1, types: types).last { $0.seq > lastSeq }
        lastByTypes[types] = .some(last)
        return last
    }

    /// The last event in effect since the change that replaced the same value; `nil` without one.
    func event(replacing replacement: Replacement, in part: StatePart) throws -> Event? {
        var search = try searches[part.name] ?? search(for: part)
        while search.found[replacement.id] == nil, let event = search.rest.popLast() {
            guard try isInEffect(event) else { continue }
            for other in try event.replacements(identity)
            where other.part == part.name && search.found[other.id] == nil {
                search.found[other.id] = event
            }
        }
        searches[part.name] = search
        return search.found[replacement.id]
    }

    /// The events in effect since the change that replaced something in some parts, the newest first; `nil` if there are too many.
    func eventsInEffect(replacing parts: Set<String>) throws -> [Event]? {
        let types = EventCatalog.kinds.filter { !parts.isDisjoint(with: $0.replacedParts) }.map(\.type)
        let events = try history.events(after: lastSeq, limit: Self.mostSearched, types: types)
        guard events.count < Self.mostSearched else { return nil }
        return try events.reversed().filter(isInEffect)
    }

    /// What an event replaced, and the method of its change.
    func replacements(by event: Event) throws -> (method: String, replacements: [Replacement]) {
        (try read.change(ofEvent: event.seq)?.method ?? "", try read.replacements(by: event))
    }

    private func search(for part: StatePart) throws -> Search {
        let types = EventCatalog.kinds.filter { $0.replacedParts.contains(part.name) }.map(\.type)
        let events = try history.newestEvents(before: nil, limit: Self.mostSearched, types: types)
        return Search(rest: events.filter { $0.seq > lastSeq })
    }

    /// Whether the change of an event was not undone.
    private func isInEffect(_ event: Event) throws -> Bool {
        guard let change = try read.change(ofEvent: event.seq) else { return false }
        return !change.canBeUndone || done.contains(change.seq)
    }

    func cause(_ seq: Int) throws -> ReversalCause? {
        try read.change(ofEvent: seq).map { ReversalCause(seq: $0.seq, method: $0.method) }
    }
}

/// Changes that have been read from the journal, so that a request about several others reads each of them once.
final class ReadChanges {
    struct Change {
        let seq: Int
        let method: String
        let canBeUndone: Bool
    }

    private let history: any History
    private let identity: GardenIdentity
    /// By the number of each event.
    private var changes: [Int: Change] = [:]
    private var replacements: [Int: [Replacement]] = [:]

    init(_ history: any History, _ identity: GardenIdentity) {
        (self.history, self.identity) = (history, identity)
    }

    func change(ofEvent seq: Int) throws -> Change? {
        if let known = changes[seq] { return known }
        guard let read = try history.change(ofEvent: seq) else { return nil }
        let change = Change(seq: read.seq, method: read.method, canBeUndone: Features.canUndo(read))
        for event in read.events { changes[event.seq] = change }
        return change
    }

    func replacements(by event: Event) throws -> [Replacement] {
        if let known = replacements[event.seq] { return known }
        let made = try event.replacements(identity)
        replacements[event.seq] = made
        return made
    }
}
