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
        let terminator = words.firstIndex(of: "--") ?? words.endIndex
        for word in words[..<terminator].dropFirst() where word.hasPrefix("--") || Self.isShortOption(word) {
            throw ValidationError("Unknown option '\(printable(word))'")
        }
        var rest = words
        if terminator < words.endIndex { rest.remove(at: terminator) }
        guard let first = rest.first else { throw ValidationError("\(name) is missing") }
        amount = try Self.number(first, name: name)
        let text = rest.dropFirst().joined(separator: " ")
        self.text = text.isEmpty ? nil : text
    }

    /// A number that is the whole of it.
    static func alone(_ words: [String], name: String) throws -> Int {
        let amount = try SignedAmount(words, name: name)
        guard amount.text == nil else {
            throw ValidationError("\(name) must be one number, not \(words.count { $0 != "--" })")
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

    /// Whether it was meant for an option: neither a hyphen by itself nor a number.
    private static func isShortOption(_ word: String) -> Bool {
        word.hasPrefix("-") && word != "-" && Double(word) == nil
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
