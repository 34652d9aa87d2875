import GardenAPI

// What focus sessions are to features that count them. The timer, which has them, depends on some of these.

/// Focus sessions that were completed, added or corrected, for features that count them.
struct CountedFocus {
    let taskId: Int?
    /// By how much the time focused changes: whole seconds, as the sessions have them.
    let seconds: Int
    /// How many completed sessions come, or go if negative.
    let sessions: Int
    let cause: EventReference
}

extension Occasion where Details == CountedFocus {
    /// A focus session ran to its end (RULES P4), or what one counts was corrected (RULES P14, P30).
    static let focusCount = Occasion("focusCount")
}
