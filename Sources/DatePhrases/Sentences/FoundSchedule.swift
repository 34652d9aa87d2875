/// A date or a repetition found at the beginning or the end of a sentence.
public struct FoundSchedule: Hashable, Sendable {
    /// What it means.
    public let schedule: SchedulePhrase
    /// The words that name it, as they were written.
    public let text: String
    /// At the end: how many words it has. At the beginning: how many characters of the words, joined by blanks, it has
    /// together with what separates it from the rest.
    public let count: Int
    /// Whether it names a date or says how often, not only a time.
    public let namesDay: Bool
    /// How many words before it say what the date is: *due*.
    public var labelCount = 0
}

/// Finds dates in sentences. It guesses nothing: a phrase counts only where it can be nothing else, and a phrase that
/// counts only in part is refused. <doc:DatePhrases> has the rules.
extension DatePhraseReader {
    /// The date or repetition that the last words of a sentence name; `nil` if they name none.
    ///
    /// - Parameter words: the words of the sentence, without blanks.
    /// - Throws: if the last words name a date that is not understood, or only in part.
    public func schedule(atEndOf words: [String]) throws(DatePhraseError) -> FoundSchedule? {
        guard let sentence = SentenceTokens(endOf: words) else { return nil }
        if let found = try labelledSchedule(atEndOf: words) { return found }
        return try SentenceEnd(sentence: sentence, reader: reading(sentence)).schedule()
    }

    /// A reader for the dates of a sentence: beside Japanese or Chinese words, 12/8 is December 8.
    private func reading(_ sentence: SentenceTokens) -> DatePhraseReader {
        var reader = self
        if sentence.hasUnspacedWords { reader.numericOrder = .monthFirst }
        return reader
    }

    /// The date or repetition that a sentence begins with; `nil` if it begins with none.
    ///
    /// - Parameters:
    ///   - words: the words of the sentence, without blanks.
    ///   - mustBeSeparated: whether a date that is not separated from the rest, or is before an English verb, is part of the text.
    ///     Otherwise the first is refused.
    ///   - isBeforeTime: whether the sentence ends with a time, which is that of an English day in front: *Friday dinner 19:00*.
    /// - Throws: if the first words name a date that is understood only in part, or is not separated from the rest.
    public func schedule(
        atBeginningOf words: [String], mustBeSeparated: Bool = false, isBeforeTime: Bool = false
    ) throws(DatePhraseError) -> FoundSchedule? {
        guard let sentence = SentenceTokens(beginningOf: words) else { return nil }
        let beginning = SentenceBeginning(
            sentence: sentence, reader: reading(sentence), hasEnding: mustBeSeparated, isBeforeTime: isBeforeTime)
        do throws(DatePhraseError) { return try beginning.schedule() } catch {
            if mustBeSeparated, case .unseparated = error.problem { return nil }
            throw error
        }
    }

    /// The date or repetition in the middle of an English sentence, before a place or a person, or a comma: *Party sat 8pm at
    /// Joe's*, *Blood test mon 7am, no breakfast*.
    ///
    /// - Returns: also the index of the word after it; `nil` if no date is there, or if the rest of the sentence can have one.
    public func schedule(inMiddleOf words: [String]) -> (found: FoundSchedule, end: Int)? {
        let ends = words.indices.dropFirst().prefix(Self.wordsLookedAt).filter {
            Self.continuations.contains(words[$0]) && $0 < words.count - 1 || words[$0 - 1].hasSuffix(",")
        }
        for end in ends.reversed() {
            guard let found = try? schedule(atEndOf: Array(words[..<end])), found.count < end else { continue }
            let phrase = words[(end - found.count)..<end]
            // *Watch The Day After Tomorrow with Ann*, *discuss Friday with Bob*
            let capitals = phrase.count { $0.first?.isUppercase ?? false }
            let isBeforeComma = phrase.last?.hasSuffix(",") ?? false
            let isName =
                (capitals > 1 || isBeforeComma && capitals == phrase.count)
                && !phrase.contains { $0.contains(where: \.isNumber) }
            let isObject = phrase.count == 1 && end - found.count == 1 && phrase.first?.first?.isUppercase == true
            if isName || isObject { return nil }
            let title = words[..<(end - found.count - found.labelCount)] + words[end...]
            // *Call mon to fri*, *tomorrow from 6 to 7*
            let goesOn = PhraseText(words[end...].joined(separator: " ")).map { text -> Bool in
                let tokens = Lexer.tokens(of: text, .all)
                // *From 6 to 7*, but *in room 5* and *for 5 minutes*.
                // *Meet Ann friday, 5 people*
                let isCounted = isBeforeComma && tokens.dropFirst().first?.content.isUnknown ?? false
                let number = words[end] == "for" || isCounted ? nil : tokens.first { !$0.isFiller }?.number
                return number != nil
                    || tokens.contains { $0.weekday != nil || $0.means(.every) || $0.means(.until) }
            }
            return goesOn == false && possibleDates(in: Array(title)).isEmpty ? (found, end) : nil
        }
        return nil
    }

    /// The words with which a title goes on after its date.
    private static let continuations: Set = ["at", "in", "with", "about", "for", "to", "from", "via", "on"]

    /// How many words at the beginning and at the end of a text ``dates(inside:)`` looks at. A person's sentence has fewer; each word
    /// of a longer text would take as long as a sentence.
    public static let wordsLookedAt = 16

    /// The dates and repetitions that end before the last word of a text, such as *tomorrow* in *tomorrow at nine call
    /// Ann*: what a person may have meant for one. They end at one of the first or last ``wordsLookedAt`` words.
    public func dates(inside words: [String]) -> [String] {
        var found: [String] = []
        var end = words.count - 1
        while end > 0 {
            if end < words.count - Self.wordsLookedAt { end = min(end, Self.wordsLookedAt) }
            // A longer phrase is found from its last words on.
            let phrase = try? schedule(atEndOf: Array(words[..<end].suffix(Self.wordsLookedAt)))
            if let phrase { found.append(phrase.text) }
            end -= max(1, phrase?.count ?? 0)
        }
        let first = words.prefix(Self.wordsLookedAt).filter { word in
            Language.all.contains { $0.doubtfulRepetitions.contains(word.lowercased()) }
        }
        return first + found.reversed()
    }
}
