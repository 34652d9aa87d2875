/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
    public var milliseconds: Int

    /// The instant that many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// The instant that many milliseconds later, or earlier if negative. At the bounds of `Int` it stays there.
    public func advanced(byMilliseconds milliseconds: Int) -> Instant {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        return overflow ? (milliseconds < 0 ? .earliest : .latest) : Instant(milliseconds: sum)
    }

    /// The milliseconds from one instant to another; negative if `end` is before `start`.
    ///
    /// A difference beyond `Int` becomes its lowest or highest value.
    public static func milliseconds(from start: Instant, to end: Instant) -> Int {
        let (difference, overflow) = end.milliseconds.subtractingReportingOverflow(start.milliseconds)
        return overflow ? (end < start ? .min : .max) : difference
    }

    /// Whether `left` comes before `right`.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Instant {
    private static let earliest = Instant(milliseconds: .min)
    private static let latest = Instant(milliseconds: .max)

    /// The instant that many seconds after 1970-01-01T00:00:00Z. At the bounds of `Int` it stays there.
    public init(secondsSinceEpoch seconds: Int) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        self.init(milliseconds: overflow ? (seconds < 0 ? .min : .max) : product)
    }

    /// The whole seconds since 1970-01-01T00:00:00Z, rounded down, also before it.
    public var secondsSinceEpoch: Int {
        Int(milliseconds).flooredDivision(by: 1000).quotient
    }
}
