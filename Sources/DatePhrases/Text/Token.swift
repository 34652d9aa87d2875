/// A piece of a phrase.
struct Token: Sendable {
    let content: Content
    /// Its characters in ``PhraseText/characters``.
    let range: Range<Int>

    enum Content: Sendable {
        /// A word with all its meanings, in the order of the languages.
        case word([Vocabulary.Sense])
        /// Digits, or a written-out number.
        case number(Number)
        /// `14:30`, with whatever numbers were written.
        case time(hour: Int, minute: Int)
        /// `2026-12-01`, `3/4`.
        case date(NumericDate)
        /// `14:00-15:00`, which says when something ends, too.
        case timeSpan
        /// `after 4d`.
        case delay(DelayPhrase)
        /// Neither a word nor a number of a known form.
        case unknown

        var isUnknown: Bool { if case .unknown = self { true } else { false } }
    }

    struct Number: Hashable, Sendable {
        /// 0 … 999,999.
        let value: Int
        /// The number of digits, also of a written-out number.
        let digits: Int
        /// Whether `.5` follows.
        let hasHalf: Bool
    }
}

extension Token {
    /// The first meaning from which `extract` gets something.
    func meaning<Value>(_ extract: (Meaning) -> Value?) -> Value? {
        guard case .word(let senses) = content else { return nil }
        for sense in senses {
            if let value = extract(sense.meaning) { return value }
        }
        return nil
    }

    /// Whether that is one of its meanings.
    func means(_ meaning: Meaning) -> Bool {
        self.meaning { $0 == meaning ? true : nil } ?? false
    }

    /// The word for one, if it is a part of the day in the plural: *morning* for *mornings*.
    var singular: String? { meaning { if case .plural(let word) = $0 { word } else { nil } } }

    /// Whether it is a time with minutes: `14:30`.
    var isTime: Bool { if case .time = content { true } else { false } }

    /// Its number, also if it is a word such as *two*.
    var number: Number? {
        if case .number(let number) = content { return number }
        return meaning {
            if case .number(let value) = $0 { Number(value: value, digits: 1, hasHalf: false) } else { nil }
        }
    }

    var unit: Meaning.Unit? { meaning { if case .unit(let unit) = $0 { unit } else { nil } } }
    var weekday: Int? { meaning { if case .weekday(let weekday) = $0 { weekday } else { nil } } }
    var month: Int? { meaning { if case .month(let month) = $0 { month } else { nil } } }
    var holiday: (month: Int, day: Int)? {
        meaning { if case .holiday(let month, let day) = $0 { (month, day) } else { nil } }
    }
    /// Whether it is a part of a certain day: *tonight*.
    var namesPartOfDay: Bool { meaning { if case .day(_, _?) = $0 { true } else { nil } } ?? false }
    var position: Int? { meaning { if case .position(let position) = $0 { position } else { nil } } }
    /// The minutes after the hour that follows, or before it.
    var minutes: Int? { meaning { if case .minutes(let minutes) = $0 { minutes } else { nil } } }
    var part: DayPart? { meaning { if case .part(let part) = $0 { part } else { nil } } }

    /// The period that follows *next* or *every*.
    var span: Meaning.Period? {
        meaning {
            switch $0 {
            case .unit(let unit): unit.period
            case .span(let period): period
            default: nil
            }
        }
    }
}

/// A date in digits.
enum NumericDate: Hashable, Sendable {
    /// `2026-12-01`, `2026/12/1`, `2026.12.1`.
    case yearFirst(year: Int, month: Int, day: Int)
    /// `24.12.`, `24.12.2026`, and `24.12`, which can be another number.
    case dayFirst(Int, Int, year: Int?, isCertain: Bool)
    /// `3/4`, `3-4`, `3/4/2026`: month and day in an order that is still to be found.
    case undecided(Int, Int, year: Int?)

    /// The order of month and day of `25/9` or `12/21`, in which only one gives a date; `nil` for any other.
    var onlyOrder: Language.NumericOrder? {
        guard case .undecided(let first, let second, nil) = self, min(first, second) > 0, min(first, second) <= 12,
            (13...31).contains(max(first, second))
        else { return nil }
        return first > second ? .dayFirst : .monthFirst
    }
}
