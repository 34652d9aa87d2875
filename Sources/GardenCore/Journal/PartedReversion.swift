import GardenAPI

/// The undo of a change that was made in parts, or its redo: part by part, the last one first.
struct PartedReversion: PartedChange {
    let direction: Reversion
    let change: ReversibleChange
    /// The parts that are left, by their events.
    var left: [Int]
    /// What undo has passed over to come to it.
    let passed: [RevertedChange]

    /// What was taken back may be changed as if it had never been there, and what is made again may not: it goes if that cannot end.
    var isProvisional: Bool { direction == .redo }

    private var method: String {
        switch direction {
        case .undo: JournalUndo.method
        case .redo: JournalRedo.method
        }
    }

    mutating func makeNext(in t: inout Transition) throws(GardenError) -> [UInt8]? {
        if let seq = left.popLast() {
            let entry = try t.partEntry(seq)
            let begun = t.beginPart(of: method, reverting: entry.change)
            do { try t.revertPart(entry, direction, because: begun) } catch let problem as ReversalProblem {
                throw direction.refusal(change.text, problem)
            } catch { throw Transition.gardenError(error) }
            return nil
        }
        t.completeParts()
        let event = t.emit(direction.kind, change, [], isInParts: true)
        t.writeLine(.undo, "\(direction.word): \(change.logText)", because: event)
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
