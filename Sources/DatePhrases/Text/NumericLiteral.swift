/// Digits and what joins them: `9`, `14:30`, `2026-12-01`, `3/4`, `1.5`.
enum NumericLiteral {
    /// Longer numbers are not understood, so that no arithmetic can overflow.
    private static let mostDigits = 6

    static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// The end of the literal that begins at a digit. A separator belongs to it if a digit follows.
    static func end(in characters: [Character], from start: Int) -> Int {
        var end = start + 1
        while end < characters.count {
            if isDigit(characters[end]) {
                end += 1
            } else if characters[end] == "-", characters[start..<end].contains("/") {
                // 12/21-1/5
                break
            } else if [":", "/", "-", "."].contains(characters[end]), end + 1 < characters.count,
                isDigit(characters[end + 1])
            {
                end += 2
            } else {
                break
            }
        }
        return end
    }

    /// The day and the month of `24.12.`, `24.12` or `24.12.2026`, in which every reader has this order.
    ///
    /// - Returns: also whether it can be nothing else, and where it ends; `nil` if there is no such date.
    static func dottedDate(_ characters: [Character], _ range: Range<Int>) -> (content: NumericDate, end: Int)? {
        let fields = characters[range].split(separator: ".", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count), fields[0].count <= 2, fields[1].count <= 2,
            fields.count == 2 || fields[2].count == 4
        else { return nil }
        let numbers = fields.compactMap { Int(String($0)) }
        guard numbers.count == fields.count, (1...31).contains(numbers[0]), (1...12).contains(numbers[1]) else {
            return nil
        }
        let end = range.upperBound
        let endsWithDot = fields.count == 2 && end < characters.count && characters[end] == "."
        let year = fields.count == 3 ? numbers[2] : nil
        // 1.5 is a number, and 3.10 a version.
        guard endsWithDot || year != nil || fields[1].count == 2 else { return nil }
        let date = NumericDate.dayFirst(numbers[0], numbers[1], year: year, isCertain: endsWithDot || year != nil)
        return (date, endsWithDot ? end + 1 : end)
    }

    /// What a literal is; unknown for every other form.
    static func content(of literal: ArraySlice<Character>) -> Token.Content {
        let separators = String(literal.filter { !isDigit($0) })
        let fields = literal.split { !isDigit($0) }
        let widths = fields.map(\.count)
        // A time can have nine digits of a second, which are dropped.
        guard widths.prefix(3).allSatisfy({ $0 <= mostDigits }) else { return .unknown }
        let values = fields.prefix(3).map { Int(String($0)) ?? 0 }
        switch (separators, widths.count) {
        case ("", 1): return .number(Token.Number(value: values[0], digits: widths[0], hasHalf: false))
        case (".", 2) where fields[1] == ["5"]:
            return .number(Token.Number(value: values[0], digits: widths[0], hasHalf: true))
        // 12.30 is no date and 1.5 no time; prices and versions are left to the reader of the sentence.
        case (".", 2) where widths[1] == 2 && values[0] < 24 && (13...59).contains(values[1]):
            return time(values, widths)
        case (":", 2), ("::", 3), ("::.", 4): return time(values, widths)
        case (":-:", 4), (":-", 3):
            return values[0] < 24 && widths[0] <= 2 && widths[1] == 2 && widths[2] <= 2 ? .timeSpan : .unknown
        case ("-:", 3): return values[0] < 24 && widths[2] == 2 ? .timeSpan : .unknown
        case ("--", 3), ("//", 3), ("..", 3): return date(values, widths)
        case ("-", 2), ("/", 2): return date(values, widths)
        default: return .unknown
        }
    }

    private static func time(_ values: [Int], _ widths: [Int]) -> Token.Content {
        guard widths[0] <= 2, widths[1] == 2, values.count == 2 || (widths[2] == 2 && values[2] < 60) else {
            return .unknown
        }
        return .time(hour: values[0], minute: values[1])
    }

    private static func date(_ values: [Int], _ widths: [Int]) -> Token.Content {
        if values.count == 3, widths[0] == 4, widths[1] <= 2, widths[2] <= 2 {
            return .date(.yearFirst(year: values[0], month: values[1], day: values[2]))
        }
        guard widths[0] <= 2, widths[1] <= 2, values.count == 2 || widths[2] == 4 else { return .unknown }
        return .date(.undecided(values[0], values[1], year: values.count == 3 ? values[2] : nil))
    }
}
