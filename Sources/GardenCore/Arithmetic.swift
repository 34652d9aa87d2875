extension Int {
    /// For sums that are only told: they stop at the largest number there is.
    func addingUpToLimit(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
