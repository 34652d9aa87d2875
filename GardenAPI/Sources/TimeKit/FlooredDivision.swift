extension Int {
    /// The quotient rounded towards minus infinity, and the remainder, `0 ..< divisor`.
    ///
    /// Swift's `/` and `%` round towards zero, which would put 1969-12-31T23:59 on 1970-01-01. All arithmetic from the
    /// epoch uses this division.
    ///
    /// - Parameter divisor: greater than zero.
    public func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
