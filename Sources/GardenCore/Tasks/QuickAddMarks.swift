import GardenAPI

/// A mark of a sentence: `#Home`, `+phone`, `+200`, `~2`, `!1` (RULES T15, T22), and those of Taskwarrior and todo.txt.
enum QuickAddMark: Equatable {
    case category(String)
    case priority(Int)
    /// A mark only at the end of the sentence, if it is clear that it is no word of the title.
    case tag(String)
    /// `due:tomorrow`, `wait:friday` and `recur:weekly`, in the words of a sentence.
    case due(String)
    case start(String)
    case repetition(String)
    case until(String)
    /// `tag:phone` and `tags:phone,home`.
    case tags([String])
    /// A mark only at the end of the sentence: `+1`, `~2` and `p1` are also words of a title.
    case priorityAtEnd(Int)
    case points(String)
    case estimate(String)

    /// Reads a word.
    ///
    /// - Parameter isFirst: whether it begins the sentence.
    /// - Returns: `nil` for a word of the title.
    /// - Throws: if it begins like a mark but has no valid value.
    init?(_ word: QuickAddWord, isFirst: Bool) throws(GardenError) {
        let isMarked = word.sign.map { "!！".contains($0) } ?? false
        if let priority = Self.wordsOfPriority[isMarked ? word.text.lowercased() : word.text], !isFirst,
            !word.isLiteral.contains(true)
        {
            self = isMarked && word.text.contains(where: \.isLetter) ? .priority(priority) : .priorityAtEnd(priority)
            return
        }
        guard let sign = word.sign else { return nil }
        if let mark = QuickAddMark(attribute: word, isFirst: isFirst) {
            self = mark
            return
        }
        let value = word.characters.dropFirst()
        switch sign {
        case "#", "＃":
            guard let name = try Self.category(value, word) else { return nil }
            self = .category(name)
        case "!", "！":
            guard let first = value.first, first.isLetter || first.isWholeNumber else { return nil }
            guard value.count == 1, let priority = first.digit, priority > 0 else {
                throw word.isNot("a priority or a reminder", "!1 to !9, or !14:00, !tomorrow 9:00 or !1h before")
            }
            self = .priority(priority)
        case "+", "＋":
            if String(value).wholeMatch(of: /[0-9]{1,3}(?:d|w|mo)/) != nil {
                self = .due("in \(String(value))")
            } else if value.first?.digit != nil {
                self = .points(String(value))
            } else if TaskTag.isTag(String(value)), !word.isLiteral.contains(true) {
                self = .tag(String(value))
            } else {
                return nil
            }
        case "~", "～", "〜":
            guard value.first?.digit != nil else { return nil }
            self = .estimate(String(value))
        default: return nil
        }
    }

    /// Whether it says when or how often.
    var isDate: Bool {
        switch self {
        case .due, .repetition: true
        case .category, .priority, .priorityAtEnd, .tag, .tags, .start, .until, .points, .estimate: false
        }
    }

    var isRepetition: Bool { if case .repetition = self { true } else { false } }

    /// The priorities of other lists.
    private static let wordsOfPriority: [String: Int] = {
        var words = ["p1": 1, "p2": 2, "p3": 3, "p4": 4, "!!!": 1, "!!": 5, "!!1": 1, "!!2": 2, "!!3": 3]
        let degrees: [(Int, [String])] = [
            (1, ["high", "urgent", "高"]), (5, ["medium", "med", "中"]), (9, ["low", "低"]),
        ]
        for (priority, names) in degrees {
            for name in names { for mark in ["!", "！"] { words[mark + name] = priority } }
            let sign = names.last ?? ""
            for word in [
                "優先度\(sign)", "優先度:\(sign)", "优先级\(sign)", "优先级:\(sign)", "優先級\(sign)", "\(sign)优先级", "\(sign)優先級",
            ] {
                words[word] = priority
            }
        }
        return words
    }()

    /// Numbers of more digits are more likely telephone numbers.
    private static let mostDigitsOfPoints = 6

    /// The number of a mark for points or an estimate.
    ///
    /// - Throws: if the word is no such number.
    func number(_ word: QuickAddWord) throws(GardenError) -> Int? {
        switch self {
        case .category, .priority, .priorityAtEnd, .tag, .tags, .due, .start, .repetition, .until: return nil
        case .points(let text):
            guard text.count <= Self.mostDigitsOfPoints, let points = text.wholeNumber else {
                throw word.isNot("a number of points", "+0 to +999999")
            }
            return points
        case .estimate(let text):
            guard text.count <= 2, let focuses = text.wholeNumber, focuses > 0 else {
                throw word.isNot("a number of focus sessions", "~1 to ~99")
            }
            return focuses
        }
    }

    private static func category(
        _ value: ArraySlice<Character>, _ word: QuickAddWord
    ) throws(GardenError) -> String? {
        // #1 and a lone sign are words of a title: the name of a category has a letter.
        guard let first = value.first, value.contains(where: { !$0.isWholeNumber }) else { return nil }
        let advice = "#Name, or #\"Film nights\" if it has other characters"
        if word.isLiteral[1] {
            guard let name = QuickAddWord.quoted(value), !name.allSatisfy(\.isWhitespace) else {
                throw word.isNot("a category", advice)
            }
            return name
        }
        guard first.isLetter || first.isWholeNumber || first == "_" || (first.isSymbol && !first.isASCII) else {
            return nil
        }
        guard value.allSatisfy(isOfName), let last = value.last, !last.isPunctuation || last == "_",
            !word.isLiteral.contains(true), !hasMark(value)
        else { throw word.isNot("a category", advice) }
        return String(value)
    }

    /// Whether a character can be in a name without quotation marks.
    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "-_./&'’・+~!".contains(character)
            || (character.isSymbol && !character.isASCII)
    }

    /// Whether a name contains another mark, before which the blank is missing: `#Home+200`.
    private static func hasMark(_ name: ArraySlice<Character>) -> Bool {
        zip(name, name.dropFirst()).contains { "+~!＋～〜！".contains($0) && $1.isWholeNumber }
    }
}

extension QuickAddWord {
    /// The error for a word that begins like a mark but has no valid value.
    func isNot(_ kind: String, _ form: String) -> GardenError {
        .quickAdd("\(JSON.string(written).text) is not \(kind): write \(form)")
    }
}

extension QuickAddMark {
    /// What Taskwarrior and todo.txt write as `name:value`, and `(A)` before a title.
    fileprivate init?(attribute word: QuickAddWord, isFirst: Bool) {
        // Some write /due:friday.
        let text = String(word.text.drop { $0 == "/" })
        guard word.isLiteral.first == false else { return nil }
        if isFirst, word.characters.count == 3, text.hasPrefix("("), text.hasSuffix(")"),
            let letter = word.characters[1].asciiValue, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
        {
            self = .priority(min(9, Int(letter - UInt8(ascii: "A")) + 1))
            return
        }
        if let mark = QuickAddMark(symbol: text) {
            self = mark
            return
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let characters = ArraySlice(text[text.index(after: colon)...])
        let value = QuickAddWord.quoted(characters) ?? String(characters)
        let isQuoted = QuickAddWord.quoted(characters) != nil
        guard !value.isEmpty, isQuoted || !word.isLiteral.contains(true) else { return nil }
        switch text[..<colon].lowercased() {
        case "due": self = .due(Self.date(value))
        case "wait", "start", "scheduled", "sched": self = .start(Self.date(value))
        case "t" where Self.isLikeDate(value): self = .start(Self.date(value))
        case "recur", "rec": self = .repetition(Self.repetition(value))
        case "project", "proj", "pro":
            let isName = value.allSatisfy(Self.isOfName) && !(value.last.map { $0.isPunctuation && $0 != "_" } ?? true)
            if isQuoted || isName { self = .category(value) } else { return nil }
        case "priority", "pri":
            let priorities = ["h": 1, "high": 1, "urgent": 1, "m": 5, "medium": 5, "med": 5, "l": 9, "low": 9]
            let letter = value.wholeMatch(of: /[A-Za-z]/).flatMap { _ in value.uppercased().first?.asciiValue }
            let place = letter.map { min(9, Int($0 - UInt8(ascii: "A")) + 1) }
            let priority = priorities[value.lowercased()] ?? Int(value) ?? place
            guard let priority, (1...9).contains(priority) else { return nil }
            self = .priority(priority)
        case "tag", "tags":
            let tags = value.split { $0 == "," || $0 == " " }.map(String.init)
            guard !tags.isEmpty, tags.allSatisfy({ TaskTag.isTag($0) }) else { return nil }
            self = .tags(tags)
        case "until": self = .until(Self.date(value))
        case "estimate", "est":
            if let count = Int(value), (1...99).contains(count) { self = .estimate(value) } else { return nil }
        default: return nil
        }
    }

    /// The names of such marks that are understood.
    private static let attributes: Set = [
        "due", "wait", "start", "scheduled", "sched", "recur", "rec", "project", "proj", "pro", "priority", "pri",
        "tag", "tags",
        "until",
        "estimate", "est",
    ]

    /// Names of marks of other programs that have no meaning here.
    private static let otherAttributes: Set = ["depends", "dep", "prio", "threshold", "end", "entry", "uuid"]

    /// Whether a text is the name of a mark with its colon: `due:`.
    static func beginsAttribute(_ text: String) -> Bool {
        text.last == ":" && attributes.contains(text.dropLast().lowercased())
    }

    /// Whether a word has the form of such a mark, with a name or a value that is not understood.
    static func isUnknownAttribute(_ word: QuickAddWord) -> Bool {
        guard word.isLiteral.first == false, let colon = word.text.firstIndex(of: ":"), word.text.last != ":" else {
            return false
        }
        let name = word.text[..<colon].lowercased()
        return attributes.contains(name) || otherAttributes.contains(name)
    }

    /// Whether a value of `t:` can be a date, as in `t:friday` but not in *T:shirt*.
    private static func isLikeDate(_ value: String) -> Bool {
        let beginnings = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "tod", "tom", "next"]
        return value.first.map { $0.isWholeNumber || $0 == "+" } ?? false
            || beginnings.contains(where: value.lowercased().hasPrefix)
    }

    /// `^tomorrow` and `*weekly` of Remember The Milk.
    private init?(symbol text: String) {
        let value = String(text.dropFirst())
        switch text.first {
        case "^" where value.first.map { $0.isLetter || $0.isNumber } ?? false: self = .due(Self.date(value))
        case "*" where ["daily", "weekly", "biweekly", "monthly", "yearly"].contains(value.lowercased()):
            self = .repetition(Self.repetition(value))
        default: return nil
        }
    }

    /// `2026-12-24T18:00` in the words of a sentence.
    private static func date(_ value: String) -> String {
        // Three days from now.
        if let match = value.lowercased().wholeMatch(of: /\+?([0-9]{1,3}(?:d|w|mo|y|days?|weeks?|months?|years?))/) {
            return "in \(match.1)"
        }
        // One with an offset is understood as it is.
        guard let match = value.wholeMatch(of: /([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{1,2}:[0-9]{2})(?::[0-9]{2})?/)
        else {
            return value
        }
        return "\(match.1) \(match.2)"
    }

    /// `3d`, `+1w`, `2months` in the words of a sentence.
    private static func repetition(_ value: String) -> String {
        let words = ["biweekly": "every 2 weeks", "bimonthly": "every 2 months", "annual": "yearly"]
        if let words = words[value.lowercased()] { return words }
        let pattern = /\+?([0-9]+) ?(?:(d|days?)|(w|wks?|weeks?)|(m|mo|months?)|(y|yrs?|years?))/
        guard let match = value.lowercased().wholeMatch(of: pattern) else { return value }
        let unit = match.2 != nil ? "day" : match.3 != nil ? "week" : match.4 != nil ? "month" : "year"
        let count = match.1
        return "every \(count) \(unit)s"
    }
}

extension Character {
    /// The value of an ordinary or a full-width digit.
    fileprivate var digit: Int? {
        guard let scalar = unicodeScalars.first, unicodeScalars.count == 1,
            (0x30...0x39).contains(scalar.value) || (0xFF10...0xFF19).contains(scalar.value)
        else { return nil }
        return wholeNumberValue
    }
}

extension String {
    /// The number of a text of digits.
    fileprivate var wholeNumber: Int? {
        let digits = compactMap(\.digit)
        return digits.count == count ? digits.reduce(0) { $0 * 10 + $1 } : nil
    }
}
