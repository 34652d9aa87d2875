extension [String] {
    /// What `joined(separator:)` returns, without the search for a conformance that it costs each start of gardenctl. For what
    /// `gardenctl status` shows.
    func joined(by separator: String) -> String {
        guard var text = first else { return "" }
        for part in dropFirst() {
            text += separator
            text += part
        }
        return text
    }
}
