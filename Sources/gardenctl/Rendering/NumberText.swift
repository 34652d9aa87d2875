import GardenAPI
import TextKit

/// "1 point", "500 points"
func points(_ count: Int) -> String { count.counted("point") }

// Balances can be as large as a number can be, and a program that only looks like gardend answers with any number. So a text is
// made of sums that stay at the largest number instead of exceeding it.

func saturatingSum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? first < 0 ? .min : .max : sum
}

func saturatingDifference(_ first: Int, _ second: Int) -> Int {
    let (difference, overflow) = first.subtractingReportingOverflow(second)
    return overflow ? first < 0 ? .min : .max : difference
}

func saturatingProduct(_ first: Int, _ second: Int) -> Int {
    let (product, overflow) = first.multipliedReportingOverflow(by: second)
    return overflow ? (first < 0) == (second < 0) ? .max : .min : product
}

extension Int {
    /// The whole part of a number, or the nearest integer that there is.
    init(clampingTo64Bits number: Double) {
        self = Int(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : .min)
    }
}

/// How many of so many steps are done, rounded down, when `part` of `whole` has passed.
func steps(_ part: Int, of whole: Int, in count: Int) -> Int {
    guard whole > 0 else { return 0 }
    return whole.dividingFullWidth(min(max(part, 0), whole).multipliedFullWidth(by: count)).quotient
}
