extension Int {
    /// The quotient rounded towards minus infinity and what is left of it, `0 ..< divisor`.
    ///
    /// Swift's `/` and `%` round towards zero, which puts 1969-12-31T23:59 on 1970-01-01: everything that counts
    /// from the epoch divides with this one.
    ///
    /// - Parameter divisor: greater than zero.
    package func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
