/// A simple repetition as people say it: `daily`, `every monday`, 毎週, 每月.
public struct RepeatPhrase: Hashable, Sendable {
    /// How often.
    public let frequency: Frequency

    /// 1 = Monday … 7 = Sunday, of a weekly repetition; `nil` if none was said.
    public let weekday: Int?

    /// The four words of RULES T5.
    public enum Frequency: String, Hashable, Sendable, CaseIterable {
        /// Every day.
        case daily
        /// Every week.
        case weekly
        /// Every month.
        case monthly
        /// Every year.
        case yearly
    }

    /// Creates a repetition.
    ///
    /// - Parameter weekday: 1 … 7, only with ``Frequency/weekly``.
    public init(_ frequency: Frequency, weekday: Int? = nil) {
        precondition(weekday == nil || frequency == .weekly, "a weekday of a \(frequency) repetition")
        self.frequency = frequency
        self.weekday = weekday
    }

    /// Reads a phrase in any language. It throws if anything in it is not understood.
    public init(_ text: String) throws(DatePhraseError) {
        let phrase = try Phrase(text) { $0.repeats }
        do throws(Refusal) {
            self = try Self.read(phrase)
        } catch {
            throw phrase.error(error)
        }
    }

    private static func read(_ phrase: Phrase) throws(Refusal) -> RepeatPhrase {
        let tokens = phrase.tokens.filter { !$0.means(.filler) }
        guard let first = tokens.first else { throw Refusal(problem: .empty, range: 0..<0) }
        var index = 1
        let frequency: Frequency
        if let said = first.meaning({ if case .repeats(let frequency) = $0 { frequency } else { nil } }) {
            frequency = said
        } else if first.means(.every), tokens.count > 1 {
            if let span = tokens[1].span {
                frequency = Frequency(span)
                index = 2
            } else if tokens[1].weekday != nil {
                frequency = .weekly
            } else {
                throw Refusal(problem: .unknown, range: tokens[1].range)
            }
        } else {
            throw Refusal(problem: first.content.isUnknown ? .unknown : .noRepetition, range: first.range)
        }
        let weekday = frequency == .weekly && index < tokens.count ? tokens[index].weekday : nil
        if weekday != nil { index += 1 }
        if index < tokens.count { throw Refusal(problem: .unknown, range: tokens[index].range) }
        return RepeatPhrase(frequency, weekday: weekday)
    }
}

extension RepeatPhrase.Frequency {
    init(_ period: Meaning.Period) {
        switch period {
        case .day: self = .daily
        case .week: self = .weekly
        case .month: self = .monthly
        case .year: self = .yearly
        }
    }
}
