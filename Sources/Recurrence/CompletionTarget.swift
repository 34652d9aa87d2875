/// How many times something is to be done in a calendar week or month, on whatever days: `3 times a week`.
public struct CompletionTarget: Hashable, Sendable {
    /// A period of the calendar.
    public enum Period: String, Hashable, Sendable, CaseIterable {
        /// A week.
        case week
        /// A month.
        case month

        /// How many times there can be: one on each of its days.
        public var counts: ClosedRange<Int> {
            switch self {
            case .week: 1...7
            case .month: 1...31
            }
        }
    }

    /// How many times.
    public let count: Int
    /// In each such period.
    public let period: Period

    /// Creates a target.
    ///
    /// - Returns: `nil` if the count is not among ``Period/counts``.
    public init?(_ count: Int, per period: Period) {
        guard period.counts.contains(count) else { return nil }
        (self.count, self.period) = (count, period)
    }

    /// Reads `3 TIMES A WEEK`, in capital letters; `nil` for any other text.
    ///
    /// - Throws: if the count is out of range.
    init?(_ text: String, in original: String) throws(RepeatError) {
        let words = text.split(separator: " ")
        guard words.count == 4, ["TIME", "TIMES"].contains(words[1]), words[2] == "A",
            let period = Period(rawValue: words[3].lowercased()), let count = Int(words[0])
        else { return nil }
        guard let target = CompletionTarget(count, per: period) else {
            throw .targetOutOfRange(original, period.counts)
        }
        self = target
    }
}

extension CompletionTarget: CustomStringConvertible {
    /// `3 times a week`, which reads back as the same value.
    public var description: String { "\(count) \(count == 1 ? "time" : "times") a \(period.rawValue)" }
}
