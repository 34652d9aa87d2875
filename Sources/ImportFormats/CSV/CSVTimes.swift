import TimeKit

/// The dates and times of tables, as people and spreadsheets write them. Whether the day or the month is first is found out from all of
/// them.
struct CSVTimes {
    enum Reading: Equatable {
        case time(ImportedTime)
        /// A time of day, in milliseconds.
        case clock(Int)
        case unreadable
    }

    private enum Order { case dayFirst, monthFirst }

    private let writesMonthFirst: Bool
    private var seen: Set<Order> = []
    private var hasTwelveHours = false

    /// - Parameter writesMonthFirst: whether the month is first where nothing shows it.
    init(writesMonthFirst: Bool) { self.writesMonthFirst = writesMonthFirst }

    /// Looks at a date that shows what is first.
    mutating func learn(_ text: String) {
        let (date, rest) = Self.parts(text)
        if let order = Self.numbers(date)?.order { seen.insert(order) }
        if rest.utf8.last == UInt8(ascii: "M") || rest.utf8.last == UInt8(ascii: "m") { hasTwelveHours = true }
    }

    /// Reads a date, a time of day, or both.
    ///
    /// - Parameter guess: takes what is guessed.
    func read(_ text: String, _ guess: (String) -> Void) -> Reading {
        let text = text.trimmed
        switch ImportedTime.read(text) {
        case .time(let time): return .time(time)
        case .unset: return .unreadable
        case .unreadable: break
        }
        if let clock = Self.clock(text) { return .clock(clock) }
        let (date, rest) = Self.parts(text)
        guard let day = day(date, guess) else { return .unreadable }
        guard !rest.isEmpty else { return .time(.day(day)) }
        return Self.clock(rest).map { .time(.wall(day, millisecondsOfDay: $0)) } ?? .unreadable
    }

    /// The date, and what follows it.
    private static func parts(_ text: String) -> (date: String, rest: String) {
        let text = text.trimmed
        guard text.utf8.count <= 60 else { return ("", "") }
        if let end = text.firstIndex(of: "日") {
            return (String(text[...end]), String(text[text.index(after: end)...]).trimmed)
        }
        guard let end = text.firstIndex(where: { $0 == " " || $0 == "T" || $0 == "," }) else { return (text, "") }
        let rest = text[end...].drop { " T,".contains($0) }
        return (String(text[..<end]), String(rest).trimmed)
    }

    private func day(_ text: String, _ guess: (String) -> Void) -> CalendarDay? {
        if case .time(.day(let day)) = ImportedTime.read(text) { return day }
        if text.hasSuffix("日") {
            let numbers = text.split { "年月日".contains($0) }.map { Int($0.filter(\.isASCII)) }
            guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2] else {
                return nil
            }
            return CalendarDay(year: year, month: month, day: day)
        }
        guard let numbers = Self.numbers(text) else { return nil }
        let isMonthFirst: Bool
        if let order = numbers.order {
            isMonthFirst = order == .monthFirst
        } else if seen.count == 1 {
            isMonthFirst = seen == [.monthFirst]
        } else {
            isMonthFirst = writesMonthFirst || hasTwelveHours
            if numbers.first != numbers.second {
                guess("the date \(quoted(text)) is read as \(isMonthFirst ? "month/day/year" : "day/month/year")")
            }
        }
        let (month, day) = isMonthFirst ? (numbers.first, numbers.second) : (numbers.second, numbers.first)
        return CalendarDay(year: numbers.year, month: month, day: day)
    }

    /// A date with the year at its end.
    private struct Numbers {
        let first: Int
        let second: Int
        let year: Int
        let hasPoints: Bool

        /// What the numbers themselves say: points are written where the day is first.
        var order: Order? {
            if hasPoints || first > 12 { return .dayFirst }
            return second > 12 ? .monthFirst : nil
        }
    }

    private static func numbers(_ text: String) -> Numbers? {
        guard let separator = text.first(where: { "/.-".contains($0) }) else { return nil }
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            (1...2).contains(parts[0].count), (1...2).contains(parts[1].count), [2, 4].contains(parts[2].count),
            let first = Int(parts[0]), let second = Int(parts[1]), var year = Int(parts[2])
        else { return nil }
        if parts[2].count == 2 { year += year < 70 ? 2000 : 1900 }
        return Numbers(first: first, second: second, year: year, hasPoints: separator == ".")
    }

    /// `14:30`, `14:30:05`, `2:30 PM`, `14h30` or `14:30 Uhr`, in milliseconds.
    static func clock(_ text: String) -> Int? {
        var rest = Substring(text.trimmed.lowercased())
        guard rest.utf8.count <= 20 else { return nil }
        var half: Int?
        for (suffix, hours) in [("am", 0), ("a.m.", 0), ("pm", 12), ("p.m.", 12)] where rest.hasSuffix(suffix) {
            half = hours
            rest.removeLast(suffix.count)
        }
        if rest.hasSuffix("uhr") { rest.removeLast(3) }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        let parts = rest.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "h" || $0 == "." && half == nil }
        guard (1...3).contains(parts.count), parts.count > 1 || half != nil,
            parts.allSatisfy({ (1...2).contains($0.utf8.count) }), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
        guard numbers.count == parts.count, var hour = numbers.first else { return nil }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        let (minute, second) = (numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return ((hour * 60 + minute) * 60 + second) * 1000
    }
}
