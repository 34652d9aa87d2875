import GardenAPI

// What focus sessions are to features that count them. The timer, which has them, depends on some of these.

/// A focus session that ran to its end, for features that count it.
struct CompletedFocus {
    let taskId: Int?
    let milliseconds: Int
    let cause: EventReference
}

extension Occasion where Details == CompletedFocus {
    /// A focus session ran to its end (RULES P4).
    static let focusEnd = Occasion("focusEnd")
}

/// A correction of a completed focus session, for features that count it.
struct CorrectedFocus {
    let taskId: Int?
    /// By how much its length changes.
    let milliseconds: Int
    let isDiscarded: Bool
    let cause: EventReference
}

extension Occasion where Details == CorrectedFocus {
    /// What a focus session counts was corrected (RULES P14).
    static let focusCorrection = Occasion("focusCorrection")
}
