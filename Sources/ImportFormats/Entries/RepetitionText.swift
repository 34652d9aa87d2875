/// How a task repeats as a text that `task.add` takes.
enum RepetitionText {
    /// Whether a text can be one that an export of a garden wrote.
    static func isOfGarden(_ text: String) -> Bool {
        guard text.utf8.count <= 500 else { return false }
        return ["daily", "weekly", "monthly", "yearly"].contains(text) || text.hasPrefix("after ") || isRule(text)
            || !needsDate(text)
    }

    /// Whether it is a rule of RFC 5545.
    static func isRule(_ text: some StringProtocol) -> Bool {
        ["FREQ=", "RSCALE="].contains { text.hasPrefix($0) } && text.utf8.count <= 500
    }

    /// Whether it begins with a date, other than `3 times a week`.
    static func needsDate(_ text: String) -> Bool { ![" a week", " a month"].contains { text.hasSuffix($0) } }
}
