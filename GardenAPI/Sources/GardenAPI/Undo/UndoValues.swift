import TimeKit

/// A change that was undone or done again.
public struct RevertedChange: WireObject, Equatable {
    public static let name = "RevertedChange"

    /// The number of the change's first event.
    public var seq: Int
    /// The method of the change.
    public var method: String
    /// What was taken back or made again, with the points and the experience: `done Write report, −500 points, −1 exp
    /// Work`.
    public var what: String

    /// Creates the value from its members.
    public init(seq: Int, method: String, what: String) {
        self.seq = seq
        self.method = method
        self.what = what
    }

    public static let fields = Fields(
        RevertedChange.init,
        .required("seq", \.seq, "the number of the change's first event"),
        .required("method", \.method, "the method of the change"),
        .required("what", \.what, "what was taken back or made again"))
}

/// The answer to ``JournalUndo``.
public struct UndoneChanges: WireObject, Equatable {
    public static let name = "UndoneChanges"

    /// The changes taken back, the newest first.
    public var undone: [RevertedChange]
    /// The changes that it passed over, the newest first: each stopped, skipped or restarted a phase, and another phase has begun
    /// since (RULES P25).
    public var passed: [RevertedChange]

    /// Creates the value from its members.
    public init(undone: [RevertedChange], passed: [RevertedChange] = []) {
        self.undone = undone
        self.passed = passed
    }

    public static let fields = Fields(
        UndoneChanges.init,
        .required("undone", \.undone, "the changes taken back, newest first"),
        .required("passed", \.passed, "the changes passed over, which cannot be taken back any more"))
}

/// The answer to ``JournalRedo``.
public struct RedoneChanges: WireObject, Equatable {
    public static let name = "RedoneChanges"

    /// The changes made again, in their order.
    public var redone: [RevertedChange]

    /// Creates the value from its members.
    public init(redone: [RevertedChange]) { self.redone = redone }

    public static let fields = Fields(
        RedoneChanges.init,
        .required("redone", \.redone, "the changes made again"))
}

/// A change that undo comes to (RULES U3).
public struct UndoableChange: WireObject, Equatable {
    public static let name = "UndoableChange"

    /// The number of the change's first event.
    public var seq: Int
    /// When it was made.
    public var at: Timestamp
    /// Its method.
    public var method: String
    /// What it was: `done Write report`.
    public var what: String
    /// Whether it can be taken back, together with those before it in the list.
    public var possible: Bool
    /// Whether it can be taken back alone, without the newer ones.
    public var alone: Bool
    /// Why not, in one word: `new_day`, `changed_since`, `balance`, `in_use`, `taken`, `purged`, or `behind` for a change behind one
    /// that cannot be taken back; `nil` if it can.
    public var why: String?
    /// The same as a sentence; `nil` if it can.
    public var problem: String?

    /// Creates the value from its members.
    public init(
        seq: Int, at: Timestamp, method: String, what: String, possible: Bool, alone: Bool = true,
        why: String? = nil, problem: String? = nil
    ) {
        self.seq = seq
        self.at = at
        self.method = method
        self.what = what
        self.possible = possible
        self.alone = alone
        self.why = why
        self.problem = problem
    }

    public static let fields = Fields(
        UndoableChange.init,
        .required("seq", \.seq, "the number of the change's first event"),
        .required("at", \.at, "when it was made"),
        .required("method", \.method, "its method"),
        .required("what", \.what, "what it was"),
        .required("possible", \.possible, "whether undo can take it back"),
        .required("alone", \.alone, "whether it can be taken back alone, without the newer ones"),
        .optional(
            "why", \.why,
            "why not, in one word: a `why` of the refusal cannot_undo, or behind, if a newer change cannot be undone"),
        .optional("problem", \.problem, "why not"))
}
