import ArgumentParser
import GardenAPI

/// A number that is written with its sign, `+5` or `-5`, and the words after it.
///
/// The parser takes `-5` for an option: so such a number is declared as an argument that takes what the parser does not
/// recognize, which is then all words that belong to no option, and taken apart here.
struct SignedAmount: Equatable {
    let amount: Int
    /// The words after it, joined by blanks; `nil` where there are none.
    let text: String?

    /// - Throws: what is wrong with the words, in terms of `name`.
    init(_ words: [String], name: String) throws {
        let isAfterTerminator = words.first == "--"
        let words = words.dropFirst(isAfterTerminator ? 1 : 0)
        guard let first = words.first else { throw ValidationError("\(name) is missing") }
        amount = try Self.number(first, name: name)
        let rest = words.dropFirst()
        let text = isAfterTerminator ? rest.joined(separator: " ") : try freeText(rest)
        self.text = text.isEmpty ? nil : text
    }

    /// A number that is the whole of it.
    static func alone(_ words: [String], name: String) throws -> Int {
        let amount = try SignedAmount(words, name: name)
        guard amount.text == nil else {
            throw ValidationError("\(name) must be one number; \(words.count { $0 != "--" }) words are given")
        }
        return amount.amount
    }

    private static func number(_ word: String, name: String) throws -> Int {
        // The minus that the log is written with may have been copied from there.
        let text = word.hasPrefix("\u{2212}") ? "-\(word.dropFirst())" : word
        if let number = Int(text) { return number }
        let digits = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else {
            let found = JSON.string(printable(word)).excerpt
            throw ValidationError("\(name) must be a whole number such as +5 or -5, not \(found)")
        }
        throw ValidationError("\(name) must be from \(Int.min) to \(Int.max), not \(JSON.string(word).excerpt)")
    }
}

/// The text that words of the command line make, joined by blanks.
///
/// The parser takes `-5` for an option: so words of a text, too, are declared as an argument that takes what the parser
/// does not recognize. After `--` every word is text.
///
/// - Throws: that a word is an option which nobody knows.
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

/// Whether a word was meant for an option: neither a hyphen by itself nor what may be a number, as `-5°` or `-.5`.
private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let next = word.utf8.dropFirst().first else { return false }
    return !next.isDigit && next != UInt8(ascii: ".")
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
