import GardenAPI

/// A mark of a sentence: `#Home`, `+200`, `~2`, `!1` (RULES T15).
enum QuickAddMark: Equatable {
    case category(String)
    case priority(Int)
    /// A mark only at the end of the sentence: `+1` and `~2` are also words of a title.
    case points(String)
    case estimate(String)

    /// Reads a word.
    ///
    /// - Returns: `nil` for a word of the title.
    /// - Throws: if it begins like a mark but has no valid value.
    init?(_ word: QuickAddWord) throws(GardenError) {
        guard let sign = word.sign else { return nil }
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
            guard value.first?.digit != nil else { return nil }
            self = .points(String(value))
        case "~", "～", "〜":
            guard value.first?.digit != nil else { return nil }
            self = .estimate(String(value))
        default: return nil
        }
    }

    /// Numbers of more digits are more likely telephone numbers.
    private static let mostDigitsOfPoints = 6

    /// The number of a mark for points or an estimate.
    ///
    /// - Throws: if the word is no such number.
    func number(_ word: QuickAddWord) throws(GardenError) -> Int? {
        switch self {
        case .category, .priority: return nil
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
        .quickAdd("\(JSON.string(written).text) is not \(kind): write \(form); to keep it in the title, \\\(written)")
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
