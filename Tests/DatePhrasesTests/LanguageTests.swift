import Testing
import TimeKit

@testable import DatePhrases

/// The tables of words, whatever their language.
@Suite struct LanguageTests {
    private static let words = Language.all.flatMap { language in
        language.words.flatMap { meaning, words in words.map { (language.name, meaning, $0) } }
    }

    /// Which of the meanings exclude each other: a word has one of a group, in all languages together.
    private static func group(_ meaning: Meaning) -> String {
        switch meaning {
        case .day, .period, .end, .endOfDay, .weekend, .holiday, .now: "date"
        case .part: "part"
        case .weekday, .weekdays: "weekday"
        case .month: "month"
        case .shift, .every, .repeats, .repeatsOn, .repetition: "shift"
        case .everyAfter, .unclearInterval: "interval"
        case .other: "other"
        case .and: "and"
        case .previous: "previous"
        case .position: "position"
        case .plural: "part"
        case .repeating: "repeating"
        case .minutes: "minutes"
        case .unit: "unit"
        case .unitAndHalf: "unit and half"
        case .span: "span"
        case .mark: "mark"
        case .number, .half: "number"
        case .ahead: "ahead"
        case .later, .ago: "later"
        case .times, .total: "times"
        case .through: "through"
        case .starting: "starting"
        case .until: "until"
        case .offset: "offset"
        case .spanStart: "span start"
        case .lasting, .except, .everyCompletion: "limit"
        case .afterCompletion: "after completion"
        case .from: "from"
        case .openEnd: "open end"
        case .clock: "clock"
        case .filler: "filler"
        }
    }

    @Test func aWordHasOneMeaningInEachPlace() {
        var meanings: [String: [String: Set<Meaning>]] = [:]
        for (_, meaning, word) in Self.words {
            meanings[word, default: [:]][Self.group(meaning), default: []].insert(meaning)
        }
        let doubtful = meanings.filter { $0.value.values.contains { $0.count > 1 } }.keys.sorted()
        #expect(doubtful == [])
    }

    @Test func wordsAreInTheFormInWhichTheyAreFound() throws {
        for (language, _, word) in Self.words {
            let text = try #require(PhraseText(word))
            #expect(String(text.characters) == word, "\(language)")
            let found = try #require(Vocabulary.all.longestWord(in: text.characters, at: 0), "\(language): \(word)")
            #expect(found.range == 0..<word.count, "\(language): \(word)")
        }
    }

    @Test func partsOfTheDayHaveTheirOwnHour() {
        for (_, meaning, word) in Self.words {
            guard case .part(let part) = meaning, let alone = part.alone else { continue }
            #expect(part.hours.contains(alone), "\(word)")
        }
    }

    @Test(arguments: Language.all.map(\.name))
    func examplesAreUnderstood(name: String) throws {
        let language = try #require(Language.all.first { $0.name == name })
        let day = try #require(CalendarDay("2026-11-23"))
        let reader = DatePhraseReader(
            now: ZoneRules.utc.instant(of: day, secondsOfDay: 72_000), today: day, zone: .utc, dayStartHour: 4)
        for example in language.examples.ahead { _ = try reader.read(example, looking: .ahead) }
        for example in language.examples.back { _ = try reader.read(example, looking: .back) }
        for example in language.examples.repeats { _ = try RepeatPhrase(example) }
        let counts = [language.examples.ahead, language.examples.back, language.examples.repeats].map(\.count)
        #expect(counts == [3, 3, 3])
    }
}
