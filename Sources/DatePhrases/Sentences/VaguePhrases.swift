/// English phrases that name no date exactly, or none that is understood: *at 5*, *in january*, *1st and 15th*.
///
/// They are compared word by word: a regular expression for each, on each sentence, would take longer than all the rest.
enum VaguePhrases {
    /// A phrase has no more words.
    static let mostWords = 7

    /// How many of the last words are such a phrase, the longest one; `nil` if none is.
    ///
    /// - Parameter words: in lower case.
    static func count(atEndOf words: [String]) -> Int? {
        (1...mostWords).reversed().first { $0 < words.count && isVague(words.suffix($0)) }
    }

    private static func isVague(_ words: ArraySlice<String>) -> Bool {
        let words = Array(words)
        if fixed.contains(words.joined(separator: " ")) || isSpokenTime(words) || isDays(words) { return true }
        switch words.count {
        case 1: return isWeekdays(words[0]) || isPart(words[0])
        case 2:
            return isHour(words) || isSeldom(words) || isPart(words.joined(separator: "-"))
                || words[0].first == "+" && isNumber(words[0].dropFirst()) && isUnit(words[1])
        case 3:
            return isDelay(words) || words[1] == "-" && isWeekdays(words.joined())
        case 4:
            return isDelay(words) || isSpan(words)
        default: return false
        }
    }

    /// *At 5*, *by 5:30*, *at 5ish*
    private static func isHour(_ words: [String]) -> Bool {
        guard limits.contains(words[0]) else { return false }
        let digits = words[1].prefix { NumericLiteral.isDigit($0) }
        guard (1...2).contains(digits.count), let hour = Int(digits), hour < 30 else { return false }
        let rest = words[1].dropFirst(digits.count)
        return ["", "h", "ish"].contains(rest) || rest.first == ":" && rest.count == 3 && isNumber(rest.dropFirst())
    }

    /// *In 3 business days*, *after 6 months*
    private static func isDelay(_ words: [String]) -> Bool {
        guard ["after", "in"].contains(words[0]), isNumber(words[1][...]), isUnit(words[words.count - 1]) else {
            return false
        }
        return words.count == 3 || ["business", "working"].contains(words[2])
    }

    /// *Between 8 and 10*, *from 6 to 7*
    private static func isSpan(_ words: [String]) -> Bool {
        ["between", "from"].contains(words[0]) && ["and", "to", "till", "until", "-"].contains(words[2])
            && [words[1], words[3]].allSatisfy { isNumber($0[...]) && $0.count < 3 }
    }

    /// *Half past seven*, *at a quarter to 5*, *in a quarter of an hour*
    private static func isSpokenTime(_ words: [String]) -> Bool {
        if ["in a quarter of an hour", "in quarter of an hour"].contains(words.joined(separator: " ")) { return true }
        guard words.count > 2, words.count < 6 else { return false }
        let last = words.suffix(3)
        guard ["half", "quarter"].contains(last[last.startIndex]), ["past", "to"].contains(last[last.startIndex + 1])
        else { return false }
        return [[], ["at"], ["a"], ["at", "a"]].contains(Array(words.dropLast(3)))
    }

    /// *1st and 15th*, *on the 1st and the 15th of each month*
    private static func isDays(_ words: [String]) -> Bool {
        var rest = words[...]
        func drop(_ options: [String]) { if let first = rest.first, options.contains(first) { rest.removeFirst() } }
        drop(["on"])
        drop(["the"])
        guard let first = rest.popFirst() else { return false }
        let hasComma = first.hasSuffix(",")
        guard isOrdinal(hasComma ? first.dropLast() : first[...]) else { return false }
        if !hasComma { guard let and = rest.popFirst(), ["and", "&"].contains(and) else { return false } }
        drop(["the"])
        guard let second = rest.popFirst(), isOrdinal(second[...]) else { return false }
        return rest.isEmpty
            || rest.count == 3 && rest.first == "of" && rest.last == "month"
                && ["the", "each", "every"].contains(rest[rest.startIndex + 1])
    }

    /// *Mon-fri*
    private static func isWeekdays(_ word: String) -> Bool {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { part in weekdays.contains { part.hasPrefix($0) } }
    }

    /// *Early-january*
    private static func isPart(_ word: String) -> Bool {
        let parts = word.split(separator: "-").map(String.init)
        return parts.count == 2 && ["early", "mid", "late"].contains(parts[0])
            && (months.contains(parts[1]) || ["march", "may"].contains(parts[1]))
    }

    /// *Every spring*, *in january*
    private static func isSeldom(_ words: [String]) -> Bool {
        words[0] == "every" && seasons.contains(words[1])
            || ["in", "every"].contains(words[0]) && months.contains(words[1])
    }

    /// What is left of a date right before another one: *0900*, *8-10*, *3rd*, *early*.
    static func isRest(_ word: String) -> Bool {
        if ["early", "mid", "late"].contains(word) || isOrdinal(word[...]) { return true }
        if word.count == 4, isNumber(word[...]), let number = Int(word) { return number < 3000 && number % 100 < 60 }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { isNumber($0) && $0.count < 3 }
    }

    private static func isNumber(_ text: Substring) -> Bool { !text.isEmpty && text.allSatisfy(NumericLiteral.isDigit) }

    private static func isOrdinal(_ text: Substring) -> Bool {
        ["st", "nd", "rd", "th"].contains(text.suffix(2)) && isNumber(text.dropLast(2))
    }

    private static func isUnit(_ word: String) -> Bool {
        units.contains(word.hasSuffix("s") ? String(word.dropLast()) : word)
    }

    private static let limits: Set = ["at", "by", "around", "until", "till"]
    private static let units: Set = ["min", "minute", "hour", "day", "week", "month", "year"]
    private static let seasons: Set = ["spring", "summer", "autumn", "fall", "winter"]
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    /// Without *may* and *march*, which are words of titles.
    private static let months: Set = [
        "january", "february", "april", "june", "july", "august", "september", "october", "november", "december",
    ]
    private static let fixed: Set = [
        "at midnight", "asap", "someday", "from monday", "from tomorrow", "in the morning", "after lunch",
        "before lunch", "on the first", "by the first", "at lunch", "at lunchtime", "after work", "before work",
        "after dinner", "before dinner", "after school",
    ]
}
