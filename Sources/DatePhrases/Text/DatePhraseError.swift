/// A phrase that is refused: nothing is guessed (RULES T9).
public struct DatePhraseError: Error, Hashable, Sendable {
    /// What is wrong with ``word``.
    public let problem: Problem

    /// The part of the phrase that was not understood, as it was written. Empty if the phrase is empty.
    public let word: String

    /// Three phrases that are understood in this place, in the language of the phrase if a word of it is known,
    /// otherwise in English.
    public let examples: [String]

    /// Why a phrase is refused.
    public enum Problem: Hashable, Sendable {
        /// Nothing was said.
        case empty
        /// The phrase has more than ``DatePhraseReader/mostCharacters`` characters.
        case tooLong
        /// It is not a known word, or has no meaning in its place.
        case unknown
        /// A number that can be a time as well as a day.
        case bareNumber
        /// It names a date after `first`, which already did.
        case secondDate(first: String)
        /// It names a time after `first`, which already did.
        case secondTime(first: String)
        /// The calendar has no such date.
        case noSuchDate
        /// The clock has no such time; `instead` is how an hour after midnight is written.
        case noSuchTime(instead: String?)
        /// The hour is not in the part of the day beside it.
        case hourOutsidePart
        /// A part of the day that needs an hour.
        case hourMissing
        /// The date or the year is not between the years 1 and 9999.
        case outOfRange
        /// People read it in two ways. Each of these has one meaning.
        case ambiguous(String, String)
        /// It disagrees with the rest of the phrase, according to which it is `instead`.
        case contradiction(instead: String)
        /// It names the past in a param that looks ahead.
        case past
        /// A duration that does not say whether it counts from now on or back.
        case noDirection
        /// A duration with a sign before it.
        case negative
        /// A number that is too large for a count.
        case tooLarge
        /// The number of an interval that is not 1 … 366.
        case intervalOutOfRange
        /// It needs another word beside it, such as the one in the example.
        case incomplete(example: String)
        /// It says how often, not when.
        case repetition
        /// It says how many times in a period, not on which days or at which time.
        case times
        /// So many times cannot be on as many days of the period.
        case timesOutOfRange(ClosedRange<Int>)
        /// It says when something begins and when it ends.
        case span(beginning: String)
        /// The instant that it names, which is shown, is past.
        case alreadyPast(String)
        /// It says neither two times nor how long something took; a part of it that looks like a time is ``word``.
        case noStretch
        /// It says how long something took on a day, not when it began.
        case noBeginning(date: String)
        /// It does not say how long before the due date a reminder is.
        case noDistance
        /// In a sentence: a date of a reminder that does not go with the due date.
        case besideDue(String)
        /// In a sentence: the time of a reminder, on the due day, is after the due time.
        case afterDue(String)
        /// In a sentence: how long something takes, after the date.
        case howLong(date: String)
        /// It does not say how often, in a param for that.
        case noRepetition
        /// In a sentence: the next word follows without a blank, so that it can be a part of another word. `or` are the
        /// words with the blank at another place, if the date can end there, too.
        case unseparated(from: String, or: String? = nil)
        /// In a sentence: it looks like a date beside the one that is understood. `instead` is a form that is understood.
        case dateBeside(String, instead: String?)
    }
}

extension DatePhraseError: CustomStringConvertible {
    /// What is wrong, then what to write: two sentences for the person.
    public var description: String {
        examples.isEmpty ? reason : "\(reason). For example: \(examples.joined(separator: " · "))"
    }

    /// What is wrong, without the examples.
    public var reason: String {
        switch problem {
        case .empty: "no date is given"
        case .tooLong: "a date has at most \(PhraseText.mostCharacters) characters"
        case .unknown: "\"\(word)\" is not understood as part of a date"
        case .bareNumber: "\"\(word)\" can be a time, a day or a count: write it as in 9:00, 9am, the 9th or 25m"
        case .secondDate(let first): "\"\(word)\" is a second date beside \"\(first)\""
        case .secondTime(let first): "\"\(word)\" is a second time beside \"\(first)\""
        case .noSuchDate: "there is no date \"\(word)\""
        case .noSuchTime(nil): "there is no time \"\(word)\""
        case .noSuchTime(let instead?):
            "there is no time \"\(word)\": write \(instead), with the next date if one is written"
        case .hourOutsidePart: "\"\(word)\" is not a time: the hour is not in that part of the day"
        case .hourMissing: "\"\(word)\" needs an hour beside it"
        case .outOfRange: "\"\(word)\" is not between the years 1 and 9999"
        case .ambiguous(let one, let other): "\"\(word)\" can be read in two ways: write \(one) or \(other)"
        case .contradiction(let instead): "\"\(word)\" contradicts the rest, which is \(instead)"
        case .past: "\"\(word)\" is in the past; a date ahead is needed"
        case .noDirection: "\"\(word)\" does not say from when: write \"in \(word)\" or \"\(word) ago\""
        case .negative: "\"\(word)\" is negative: write it without the sign, as in \"in 25m\" or \"25m ago\""
        case .tooLarge: "\"\(word)\" is too large: a count is at most \(PhraseText.mostOfUnit)"
        case .intervalOutOfRange: "\"\(word)\" is not an interval from 1 to \(RepeatPhrase.mostPeriods)"
        case .incomplete(let example): "\"\(word)\" is not a date by itself: write, for example, \(example)"
        case .repetition: "\"\(word)\" says how often, not when"
        case .times:
            "\"\(word)\" says how many times, not when: write the days or one time, or keep it in the title"
        case .timesOutOfRange(let counts):
            "\"\(word)\" is not from \(counts.lowerBound) to \(counts.upperBound) times: one for each day"
        case .span(let beginning):
            "\"\(word)\" is a span of time: write only when it begins, as in \(beginning)"
        case .alreadyPast(let date): "\"\(word)\" is already past: \(date)"
        case .noDistance: "\"\(word)\" is no time before the due date"
        case .besideDue(let due):
            "\"\(word)\" and \"\(due)\" can be one date or two: write day and time of the reminder next to each other"
        case .afterDue(let due):
            "the reminder, \"\(word)\", is after \"\(due)\": write its day, too, or how long before, as in 1h before"
        case .howLong(let date): "\"\(word)\" says how long, not when: write it before \"\(date)\""
        case .noStretch: "\"\(word)\" says neither when it began and ended nor how long it was"
        case .noBeginning(let date): "\"\(word)\" says how long it was on \"\(date)\", but not when it began"
        case .noRepetition: "\"\(word)\" does not say how often"
        case .dateBeside(let date, nil): "\"\(word)\" looks like a date beside \"\(date)\", but is not understood"
        case .dateBeside(let date, let instead?):
            "\"\(word)\" looks like a date beside \"\(date)\", but is not understood: write, for example, \(instead)"
        case .unseparated(let rest, let other?):
            "\"\(word)\" can end with a date or a part of a word: write \(other) or \(word) \(rest)"
        case .unseparated(let rest, nil):
            "\"\(word)\" can be a date or a part of a word: write \(word) \(rest) with a blank"
        }
    }
}

/// A refusal inside the parser, before the text of the word and the examples are looked up.
struct Refusal: Error {
    let problem: DatePhraseError.Problem
    /// The characters in ``PhraseText/characters``.
    let range: Range<Int>
}
