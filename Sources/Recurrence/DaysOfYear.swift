/// A set of days of one year, as a bitmap: bit 0 is January 1.
struct DaysOfYear {
    private static let wordCount = 6
    private var words: InlineArray<6, UInt64>

    /// The empty set.
    init() { words = InlineArray(repeating: 0) }

    /// The first days of a year.
    init(first count: Int) {
        self.init()
        insert(0..<count)
    }

    var isEmpty: Bool {
        for index in 0..<Self.wordCount where words[index] != 0 { return false }
        return true
    }

    func contains(_ day: Int) -> Bool { words[day >> 6] & (1 << UInt64(day & 63)) != 0 }

    mutating func insert(_ day: Int) { words[day >> 6] |= 1 << UInt64(day & 63) }

    mutating func insert(_ days: Range<Int>) {
        for index in 0..<Self.wordCount { words[index] |= Self.bits(of: days, inWord: index) }
    }

    func intersection(_ other: DaysOfYear) -> DaysOfYear {
        var result = self
        for index in 0..<Self.wordCount { result.words[index] &= other.words[index] }
        return result
    }

    /// The first day of the set within a range.
    func first(in days: Range<Int>) -> Int? {
        guard !days.isEmpty else { return nil }
        for index in (days.lowerBound >> 6)...((days.upperBound - 1) >> 6) {
            let word = words[index] & Self.bits(of: days, inWord: index)
            if word != 0 { return index << 6 + word.trailingZeroBitCount }
        }
        return nil
    }

    /// The last day of the set within a range.
    func last(in days: Range<Int>) -> Int? {
        guard !days.isEmpty else { return nil }
        for index in ((days.lowerBound >> 6)...((days.upperBound - 1) >> 6)).reversed() {
            let word = words[index] & Self.bits(of: days, inWord: index)
            if word != 0 { return index << 6 + 63 - word.leadingZeroBitCount }
        }
        return nil
    }

    /// The number of days of the set within a range.
    func count(in days: Range<Int>) -> Int {
        guard !days.isEmpty else { return 0 }
        var count = 0
        for index in (days.lowerBound >> 6)...((days.upperBound - 1) >> 6) {
            count += (words[index] & Self.bits(of: days, inWord: index)).nonzeroBitCount
        }
        return count
    }

    /// The day with `index` days of the set before it within a range; `nil` if there are fewer.
    func day(at index: Int, in days: Range<Int>) -> Int? {
        guard !days.isEmpty else { return nil }
        var remaining = index
        for index in (days.lowerBound >> 6)...((days.upperBound - 1) >> 6) {
            var word = words[index] & Self.bits(of: days, inWord: index)
            guard remaining < word.nonzeroBitCount else {
                remaining -= word.nonzeroBitCount
                continue
            }
            for _ in 0..<remaining { word &= word - 1 }
            return index << 6 + word.trailingZeroBitCount
        }
        return nil
    }

    /// The bits of a word that belong to a range of days.
    private static func bits(of days: Range<Int>, inWord index: Int) -> UInt64 {
        let low = min(max(days.lowerBound - index << 6, 0), 64)
        let high = min(max(days.upperBound - index << 6, 0), 64)
        guard low < high else { return 0 }
        return (~0 << UInt64(low)) & (~0 >> UInt64(64 - high))
    }
}
