import GardenAPI
import WorkKit

/// The changes that undo and redo go through (RULES U1, U3): those of a person, the oldest first.
public struct UndoBook: WireObject, Equatable {
    public static let name = "UndoBook"
    /// How many changes it remembers.
    static let most = 1000

    /// A change that a person made.
    struct Entry: WireObject, Equatable {
        static let name = "UndoEntry"

        /// Its first event, which identifies it.
        var change: Int
        /// The event that undid it or did it again last; `nil` before the first undo.
        var event: Int?
        /// The event by which it ended a phase early: it can be undone while the state remembers that phase (RULES P25).
        var interruption: Int?

        static let fields = Fields(
            Entry.init,
            .required("change", \.change, "the change's first event"),
            .optional("event", \.event, "the event that undid it or did it again last"),
            .optional("interruption", \.interruption, "the event by which it ended a phase early"))
    }

    /// What `undo` reverts, the last one first.
    private(set) var done: [Entry]
    /// What `redo` reverts, the last one first.
    private(set) var undone: [Entry]

    public static let fields = Fields(
        UndoBook.init,
        .required("done", \.done, "the changes that can be undone"),
        .required("undone", \.undone, "the changes that can be done again"))

    /// Nothing to undo.
    public init() { self.init(done: [], undone: []) }

    private init(done: [Entry], undone: [Entry]) {
        self.done = done
        self.undone = undone
    }

    /// The first event of the oldest change that can be undone or done again; `nil` if no change can.
    var first: Int? {
        Work.note(done.count + undone.count, .places)
        return (done + undone).map(\.change).min()
    }

    /// A person made a change: what was undone before can no longer be done again.
    mutating func note(_ change: Int, interruption: Int? = nil) {
        undone = []
        append(Entry(change: change, interruption: interruption))
    }

    /// A change was undone by an event: the last one that is no end of a phase which cannot be undone any more.
    mutating func undo(_ change: Int, by event: Int) {
        guard let index = done.lastIndex(where: { $0.change == change }) else { return }
        var entry = done.remove(at: index)
        entry.event = event
        undone.append(entry)
    }

    /// The change that was undone last was done again by an event.
    ///
    /// - Parameter isInParts: whether other changes may have been made meanwhile, so that it was forgotten.
    mutating func redo(_ change: Int, by event: Int, isInParts: Bool = false) {
        guard let index = undone.lastIndex(where: { $0.change == change }) else {
            if isInParts { append(Entry(change: change, event: event)) }
            return
        }
        var entry = undone.remove(at: index)
        entry.event = event
        append(entry)
    }

    /// What was before a reset cannot be undone.
    mutating func clear() { self = UndoBook() }

    private mutating func append(_ entry: Entry) {
        if done.count >= Self.most { done.removeFirst(done.count - Self.most + 1) }
        done.append(entry)
    }
}

extension GardenState {
    /// Remembers a change, if a person made it and it can be undone.
    mutating func remember(_ change: Change) {
        guard Features.canUndo(change) else { return }
        let interruption = change.interruption
        // A person who stops a timer that waits ends no phase.
        if let interruption, interruptions[interruption] == nil { return }
        undo.note(change.seq, interruption: interruption)
    }

    /// Whether undo passes over a change: it ended a phase early, and cannot be undone any more (RULES P25).
    func isPassed(_ entry: UndoBook.Entry) -> Bool {
        entry.interruption.map { interruptions[$0] == nil } ?? false
    }

    /// The changes that undo comes to, the last one at the end.
    var undoableChanges: [UndoBook.Entry] {
        Work.note(undo.done.count, .places)
        return undo.done.filter { !isPassed($0) }
    }

    /// The changes that undo passes over to come to a change, the newest first.
    func changesPassed(before entry: UndoBook.Entry) -> [UndoBook.Entry] {
        undo.done.reversed().prefix { $0.change != entry.change }.filter(isPassed)
    }
}
