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

        static let fields = Fields(
            Entry.init,
            .required("change", \.change, "the change's first event"),
            .optional("event", \.event, "the event that undid it or did it again last"))
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
    mutating func note(_ change: Int) {
        undone = []
        append(Entry(change: change))
    }

    /// The last change was undone by an event.
    mutating func undo(by event: Int) {
        guard var entry = done.popLast() else { return }
        entry.event = event
        undone.append(entry)
    }

    /// The change that was undone last was done again by an event.
    mutating func redo(by event: Int) {
        guard var entry = undone.popLast() else { return }
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
        if Features.canUndo(change) { undo.note(change.seq) }
    }
}
