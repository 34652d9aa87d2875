extension Int {
    /// For sums that are only reported: they stop at the largest number instead of overflowing.
    func addingUpToLimit(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
