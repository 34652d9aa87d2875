import ArgumentParser
import GardenAPI

/// A number that is written with its sign, `+5` or `-5`, and the words after it.
///
/// The parser takes `-5` for an option. Such a number is therefore declared as an argument that accepts unrecognized
/// words, which includes all words that belong to no option, and is parsed here.
struct SignedAmount: Equatable {
    let amount: Int
    /// The words after it, joined by blanks; `nil` if there are none.
    let text: String?

    /// - Throws: the problem with the words, in terms of `name`.
    init(_ words: [String], name: String) throws {
        let isAfterTerminator = words.first == "--"
        let words = words.dropFirst(isAfterTerminator ? 1 : 0)
        guard let first = words.first else { throw ValidationError("\(name) is missing") }
        amount = try Self.number(first, name: name)
        let rest = words.dropFirst()
        let text = isAfterTerminator ? rest.joined(separator: " ") : try freeText(rest)
        self.text = text.isEmpty ? nil : text
    }

    /// A number without further words.
    static func alone(_ words: [String], name: String) throws -> Int {
        let amount = try SignedAmount(words, name: name)
        guard amount.text == nil else {
            throw ValidationError("\(name) must be one number; \(words.count { $0 != "--" }) words are given")
        }
        return amount.amount
    }

    /// A length in minutes with its sign: `+5`, `-5`, `5m`, `+1h30`.
    static func minutes(_ words: [String]) throws -> Int {
        let text = words.filter { $0 != "--" }.joined(separator: " ")
        let isSigned = text.first.map { "+-\u{2212}".contains($0) } ?? false
        // A number without a unit can be too large for a length, and then has its own message.
        guard text.last?.isLetter == true || text.contains("h"),
            let length = Minutes(argument: String(text.dropFirst(isSigned ? 1 : 0)))
        else { return try alone(words, name: "minutes") }
        return isSigned && text.first != "+" ? -length.count : length.count
    }

    private static func number(_ word: String, name: String) throws -> Int {
        // The minus sign may be copied from the log, which uses U+2212.
        let text = (word.hasPrefix("\u{2212}") ? "-\(word.dropFirst())" : word).withASCIIDigits
        if let number = Int(text) { return number }
        let digits = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else {
            let found = JSON.string(printable(word)).excerpt
            if text.wholeMatch(of: /[+-]?[0-9]{1,3}(?:,[0-9]{3})+/) != nil {
                let number = text.filter { $0 != "," }
                throw ValidationError("\(name) is written without commas: \(number), not \(found)")
            }
            // 12.50 or 12,50
            let decimal = Double(text.replacing(",", with: ".")).flatMap { Int(exactly: $0.rounded(.down)) }
            let examples = decimal.map { "\($0) or \($0 + 1)" } ?? "+5 or -5"
            throw ValidationError("\(name) must be a whole number such as \(examples), not \(found)")
        }
        throw ValidationError("\(name) must be from \(Int.min) to \(Int.max), not \(JSON.string(word).excerpt)")
    }
}

/// Joins words of the command line by blanks into a text.
///
/// The parser takes `-5` for an option. The words of a text are therefore declared as an argument that accepts
/// unrecognized words. After `--` every word is text.
///
/// - Throws: if a word is an unknown option.
func freeText(_ words: some Sequence<String>) throws -> String {
    var text: [String] = []
    var isAfterTerminator = false
    for word in words {
        if !isAfterTerminator, word == "--" {
            isAfterTerminator = true
            continue
        }
        guard isAfterTerminator || !isOption(word) else {
            throw ValidationError("Unknown option '\(printable(word))'")
        }
        text.append(word)
    }
    return text.joined(separator: " ")
}

/// Whether a word was meant for an option: it is neither a single hyphen nor a possible number such as `-5°` or `-.5`.
private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let next = word.utf8.dropFirst().first else { return false }
    return !next.isDigit && next != UInt8(ascii: ".")
}

extension String {
    /// The text with full-width digits and signs of numbers as ordinary ones: `＋１２` is `+12`.
    var withASCIIDigits: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    let isWide = (0xFF10...0xFF19).contains(scalar.value) || "＋－".unicodeScalars.contains(scalar)
                    return isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
                }))
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
