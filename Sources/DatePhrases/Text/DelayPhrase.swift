/// The time from the completion of a task to its next date, in the form of programs: `after 4d` (RULES T5, T15).
///
/// Number and letter are joined: *after 4 days* is more often a part of a title.
public struct DelayPhrase: Hashable, Sendable {
    /// What is counted.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Hours.
        case hours = "h"
        /// Days.
        case days = "d"
        /// Weeks.
        case weeks = "w"
        /// Months.
        case months = "mo"
    }

    /// At most six digits. A reader of the text decides which counts are valid.
    public let count: Int

    /// What is counted.
    public let unit: Unit

    /// The canonical text: `after 4d`.
    public var text: String { "after \(count)\(unit.rawValue)" }

    private static let mostDigits = 6

    /// Reads a delay that begins at an index of a text in lower case.
    ///
    /// - Returns: the delay and the index after it; `nil` if no delay begins there.
    static func read(_ characters: [Character], from start: Int) -> (DelayPhrase, end: Int)? {
        let word = "after "
        guard characters[start...].starts(with: word) else { return nil }
        let digits = characters[(start + word.count)...].prefix(while: NumericLiteral.isDigit)
        let name = characters[digits.endIndex...].prefix { $0.isLetter || NumericLiteral.isDigit($0) }
        guard let count = Int(String(digits)), digits.count <= mostDigits, let unit = Unit(rawValue: String(name)),
            name.endIndex == characters.count || [" ", ",", ".", ")", "、", "。"].contains(characters[name.endIndex])
        else { return nil }
        return (DelayPhrase(count: count, unit: unit), name.endIndex)
    }
}
