import TimeKit

/// A date, a repetition, or both: `tomorrow 18:00`, `every week`, 毎日9時.
///
/// A repetition without a date begins today; one on a weekday begins on the first such day, which can be today.
public struct SchedulePhrase: Hashable, Sendable {
    /// The date, or the day on which the repetition begins.
    public let date: DatePhrase
    /// The words that name the date, as they were written; `nil` if only a repetition is named.
    public let dateText: String?
    /// How often it repeats; `nil` if it does not.
    public let repetition: RepeatPhrase?
    /// The words that say how often, as they were written; `nil` if it does not repeat.
    public let repetitionText: String?
}

extension DatePhraseReader {
    /// The date and the repetition that a phrase names, in whatever order. It looks ahead.
    ///
    /// - Throws: if any part of the phrase is not understood, or if the date is not on the weekday of the repetition.
    public func schedule(_ text: String) throws(DatePhraseError) -> SchedulePhrase {
        let phrase = try Phrase(text) { $0.ahead }
        guard let start = phrase.tokens.firstIndex(where: \.saysHowOften) else {
            return SchedulePhrase(
                date: try read(text, looking: .ahead), dateText: text, repetition: nil, repetitionText: nil)
        }
        let (repetition, end) = try Self.repetition(in: phrase, at: start)
        let tokens = phrase.tokens
        let before = phrase.text.original(0..<tokens[start].range.lowerBound)
        let after = phrase.text.original(tokens[end - 1].range.upperBound..<phrase.text.characters.count)
        let rest = [before, after].map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
        let saysMore = try !Phrase(rest) { $0.ahead }.tokens.allSatisfy(\.isFiller)
        let repeats = tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound
        return SchedulePhrase(
            date: try beginning(of: repetition, saysMore ? rest : ""), dateText: saysMore ? rest : nil,
            repetition: repetition, repetitionText: saysMore ? phrase.text.original(repeats) : text)
    }

    /// The longest repetition that begins at a token, and the index after its last token.
    private static func repetition(in phrase: Phrase, at start: Int) throws(DatePhraseError) -> (RepeatPhrase, Int) {
        let mostTokens = 4
        let tokens = phrase.tokens
        func text(until end: Int) -> String {
            phrase.text.original(tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound)
        }
        for end in (start + 1...min(tokens.count, start + mostTokens)).reversed() where !tokens[end - 1].isFiller {
            if let found = try? RepeatPhrase(text(until: end)) { return (found, end) }
        }
        // Every morning is every day, and the morning is the time.
        if tokens[start].means(.every), start + 1 < tokens.count, tokens[start + 1].part != nil {
            return (RepeatPhrase(.daily), start + 1)
        }
        return (try RepeatPhrase(text(until: tokens.count)), tokens.count)
    }

    private func beginning(of repetition: RepeatPhrase, _ text: String) throws(DatePhraseError) -> DatePhrase {
        guard let weekday = repetition.weekday else {
            return text.isEmpty ? .day(today) : try read(text, looking: .ahead)
        }
        guard text.isEmpty else {
            // Together, so that a date on another weekday contradicts it.
            let name = Self.weekdayNames[weekday - 1]
            return try read("\(name) \(text)", looking: .ahead)
        }
        return .day(today.advanced(by: (weekday - today.weekday + 7) % 7))
    }

    private static let weekdayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}

extension Token {
    /// Whether a repetition begins with it.
    var saysHowOften: Bool { means(.every) || meaning { if case .repeats = $0 { true } else { nil } } != nil }

    var isFiller: Bool { means(.filler) }
}

extension String {
    /// Without blanks and commas at both ends.
    fileprivate var trimmed: String {
        let isBlank = { (character: Character) in " ,、，".contains(character) }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
