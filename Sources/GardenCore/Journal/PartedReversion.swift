import GardenAPI
import TextKit

/// The undo of a change that was made in parts, or its redo: part by part, the last one first.
struct PartedReversion: PartedChange {
    let direction: Reversion
    let change: ReversibleChange
    /// The parts that are left, by their events.
    private var left: [Int]
    /// Those that were not tried yet: it begins once each can be reverted, so that a refusal writes nothing.
    private var untried: [Int]
    /// The state after those that were tried, in which the next one must be possible: parts build on each other.
    private var trial: GardenState?
    /// What undo has passed over to come to it.
    private let passed: [RevertedChange]

    init(_ direction: Reversion, _ change: ReversibleChange, parts: [Int], passed: [RevertedChange]) {
        (self.direction, self.change, left, untried) = (direction, change, parts, parts)
        self.passed = passed
    }

    /// What was taken back may be changed as if it had never been there, and what is made again may not: it goes if that cannot end.
    var isProvisional: Bool { direction == .redo }

    private var method: String {
        switch direction {
        case .undo: JournalUndo.method
        case .redo: JournalRedo.method
        }
    }

    mutating func makeNext(in t: inout Transition) throws(GardenError) -> [UInt8]? {
        do {
            if let seq = untried.popLast() {
                trial = try t.tryReversal(of: try t.partEntry(seq), direction, in: trial ?? t.state)
                return nil
            }
            trial = nil
            if let seq = left.popLast() {
                let entry = try t.partEntry(seq)
                let begun = t.beginPart(of: method, reverting: entry.change)
                try t.revertPart(entry, direction, because: begun)
                return nil
            }
        } catch let problem as ReversalProblem {
            throw direction.refusal(change.text, problem)
        } catch { throw Transition.gardenError(error) }
        t.completeParts()
        let event = t.emit(direction.kind, change, [], isInParts: true)
        try t.writeLines("\(direction.word): \(change.logText)", about: try t.events(of: change.entry), because: event)
        let reverted = RevertedChange(seq: change.entry.change, method: change.method, what: change.text)
        return switch direction {
        case .undo: UndoneChanges(undone: [reverted], passed: passed).encoded
        case .redo: RedoneChanges(redone: [reverted]).encoded
        }
    }
}

/// Takes back the parts that were made of a change which does not come to its end, the last one first.
public struct TakeBack: PartedChange {
    public let isProvisional = false

    public init() {}

    public mutating func makeNext(in t: inout Transition) throws(GardenError) -> [UInt8]? {
        guard let change = t.state.partedChange else { return [] }
        if let part = change.parts.last {
            let begun = t.emit(
                .partMade,
                PartEffect(method: change.method, parts: change.parts.count - 1, reverts: nil, takesBack: true))
            let direction: Reversion = change.method == JournalUndo.method ? .redo : .undo
            let entry = UndoBook.Entry(change: part.change, event: part.event)
            do { try t.revertPart(entry, direction, isForced: true, because: begun) } catch {
                throw Transition.gardenError(error)
            }
        }
        guard t.state.partedChange?.parts.isEmpty == true else { return nil }
        t.emit(.partsDropped, PartedEndEffect(method: change.method, parts: []))
        return []
    }
}

extension Transition {
    /// The part of a change that an event names (``PartedEndEffect/parts``).
    fileprivate func partEntry(_ seq: Int) throws(GardenError) -> UndoBook.Entry {
        let history = history
        return try readingJournal {
            guard let event = try history.event(seq) else { throw ReplayError(seq: seq, problem: "is missing") }
            let reverted = try EventKind.revertedChange(by: event)
            return UndoBook.Entry(change: reverted ?? seq, event: reverted == nil ? nil : seq)
        }
    }

    /// - Parameter trial: the state in which it is reverted. What others change meanwhile is not in it; then the part is refused.
    /// - Returns: the state after it.
    /// - Throws: ``ReversalProblem`` if a part cannot be reverted.
    fileprivate func tryReversal(
        of entry: UndoBook.Entry, _ direction: Reversion, in trial: GardenState
    ) throws -> GardenState {
        let change = try reversible(entry)
        let t = Transition(state: trial, moment: moment, environment: environment, history: history)
        var counts = PendingCounts()
        try counts.add(try events(of: entry), change.replacements, t)
        var state = trial
        _ = try t.revert(change, direction, without: counts.parts, in: &state)
        return state
    }

    /// Undoes a part of a change, or makes it again.
    ///
    /// - Parameter isForced: whether it is taken back whatever has been changed since.
    fileprivate mutating func revertPart(
        _ entry: UndoBook.Entry, _ direction: Reversion, isForced: Bool = false, because cause: EventReference
    ) throws {
        let change = try reversible(entry)
        let events = try events(of: entry)
        var counts = PendingCounts()
        try counts.add(events, change.replacements, self)
        let replacements = try reversal(of: change, direction, without: counts.parts, isForced: isForced)
        let event = emit(direction.kind, change, replacements, because: cause)
        try ReversalConsequence.follow(events, in: &self, because: event)
        try counts.perform(in: &self, because: event)
    }

    /// The parts of the change that an entry is about, if it was made, undone or made again in several: by their events.
    func parts(of entry: UndoBook.Entry) throws(GardenError) -> [Int] {
        let history = history
        return try readingJournal { try history.change(ofEvent: entry.event ?? entry.change)?.events.parts() ?? [] }
    }
}

extension GardenState {
    /// A change in parts that has not come to its end; `nil` without one.
    var partsCheck: HealthCheck? {
        partedChange.map { change in
            let parts = change.parts.count.counted("part")
            return HealthCheck(
                "changes", .warning, "\(change.method) is not complete: it has \(parts) so far",
                advice: "It goes on, or is being taken back. If this remains for minutes, restart gardend.")
        }
    }
}
