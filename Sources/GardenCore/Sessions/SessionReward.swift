import GardenAPI

extension Settings {
    /// The experience that a focus session brings (RULES P24).
    ///
    /// - Parameters:
    ///   - seconds: of focus.
    ///   - isTimed: whether it is one with a length, which ran to its end.
    func exp(ofFocus seconds: Int, isTimed: Bool) -> Int {
        let minutes = seconds / 60
        let exp = minutes / expMinutes
        guard isTimed else { return exp }
        // Otherwise a person with short sessions would never earn.
        return minutes < min(minMinutes, focusMinutes) ? 0 : max(1, exp)
    }
}

extension StoredSession {
    /// Whether the timer had set its length, and it ran to its end.
    var isTimed: Bool { source == .timer && outcome == .completed && isOpen != true }
}
