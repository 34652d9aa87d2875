extension Int {
    /// "1 event", "7 events".
    ///
    /// - Parameter noun: in the singular; the plural ends in "s".
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
