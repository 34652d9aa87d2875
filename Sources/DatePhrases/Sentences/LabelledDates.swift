/// Dates after words that say what they are: *due the 15th*, *not before monday*, 直到12月31日.
extension DatePhraseReader {
    private static let mostWords = 8

    /// The date after a word such as *due*: *Water bill due the 15th*, *Copy due 2d*.
    ///
    /// - Throws: if the rest is a date that can be read in two ways.
    func labelledSchedule(atEndOf words: [String]) throws(DatePhraseError) -> FoundSchedule? {
        for due in words.indices.suffix(Self.mostWords).reversed() where due > 0 {
            let labels = (1...2).filter { count in
                let text = words[due...].prefix(count).joined(separator: " ").lowercased()
                return Language.all.contains { $0.dueWords.contains(text) }
            }
            guard let length = labels.last, due + length < words.count, !isBinding(words[due - 1]) else { continue }
            let text = words[(due + length)...].joined(separator: " ")
            guard let schedule = try labelledDate(text) else { return nil }
            return FoundSchedule(
                schedule: schedule, text: text, count: words.count - due - length, namesDay: !isTimeAlone(text),
                labelCount: length == 1 ? 1 : 0)
        }
        return nil
    }

    private func isBinding(_ word: String) -> Bool {
        Language.all.contains { $0.binding.words.contains(word.lowercased()) }
    }

    /// A date by itself; a length is counted from today.
    private func labelledDate(_ text: String) throws(DatePhraseError) -> SchedulePhrase? {
        do throws(DatePhraseError) { return try schedule(text) } catch {
            switch error.problem {
            case .ambiguous, .bareNumber: throw error
            case .noDirection: break
            default: return nil
            }
        }
        guard let phrase = try? Phrase(text, examples: { $0.ahead }),
            let (amounts, isExact, end) = PhraseParser(phrase, .ahead).amounts(at: 0), end == phrase.tokens.count,
            !isExact,
            let day = try? PhraseResolver(moment: moment, direction: .ahead, parts: PhraseParts())
                .advance(moment.today, by: amounts)
        else { return nil }
        return SchedulePhrase(date: .day(day), dateText: text, repetition: nil, repetitionText: nil)
    }

    /// A date together with the repetition that ends the words before it: *Meal prep every week, due sunday*.
    ///
    /// - Returns: `nil` if the words end with no repetition, or with one that does not have this date.
    public func joining(repetitionAtEndOf words: [String], to found: FoundSchedule) -> FoundSchedule? {
        guard found.schedule.repetition == nil, let first = try? schedule(atEndOf: words),
            let repetition = first.schedule.repetition, first.schedule.dateText == nil, first.schedule.end == nil
        else { return nil }
        if case .every(let every) = repetition {
            let isPlain = every.hours.isEmpty && every.daysOfMonth.isEmpty && every.weekdayOfMonth == nil
            guard isPlain, every.until == nil, !every.isOnLastDay, every.times == nil,
                every.weekdays.isEmpty || every.weekdays.contains(day(of: found.schedule.date).weekday)
            else { return nil }
        }
        let text = "\(first.text) \(found.text)"
        let both = SchedulePhrase(
            date: found.schedule.date, dateText: found.text, repetition: repetition, repetitionText: first.text,
            start: found.schedule.start, end: found.schedule.end)
        return FoundSchedule(
            schedule: both, text: text, count: first.count, namesDay: true, labelCount: found.labelCount)
    }

    /// The date at the end of a sentence from which on something can be done: *Plan trip defer until march 1*.
    ///
    /// - Parameter isBesideDue: whether a due date is beside the words.
    /// - Returns: also how many words say it.
    public func start(atEndOf words: [String], isBesideDue: Bool) -> (date: DatePhrase, count: Int)? {
        for count in (2...Self.mostWords) where count < words.count {
            let last = words.suffix(count)
            for language in Language.all {
                let starts =
                    isBesideDue && !isBinding(words[words.count - count - 1])
                    ? language.startWords.union(language.startWordsBesideDue) : language.startWords
                for length in 1...2 where starts.contains(last.prefix(length).joined(separator: " ").lowercased()) {
                    let date = try? read(last.dropFirst(length).joined(separator: " "), looking: .ahead)
                    if let date { return (date, count) }
                }
            }
        }
        return nil
    }

    /// Whether a word such as *due* is among some words.
    public func hasDueWord(_ words: [String]) -> Bool {
        words.contains { word in Language.all.contains { $0.dueWords.contains(word.lowercased()) } }
    }

    /// Whether something begins after it is due.
    public func isAfter(_ start: DatePhrase, _ due: DatePhrase) -> Bool {
        let (first, last) = (day(of: start), day(of: due))
        if case .instant(let first) = start, case .instant(let last) = due { return first > last }
        return first > last
    }

    /// The words at the end of a sentence that begins with a repetition, if they say until when: 每天背单词 直到12月31日.
    ///
    /// - Returns: also how many words they are; `nil` if there are none, or they are not understood.
    public func limit(
        atEndOf words: [String], of repetition: String
    ) -> (schedule: SchedulePhrase, count: Int)? {
        for count in (1...Self.mostWords) where count < words.count {
            let text = words.suffix(count).joined(separator: " ")
            guard let phrase = PhraseText(text), Lexer.tokens(of: phrase, .all).first?.means(.until) ?? false else {
                continue
            }
            return (try? schedule("\(repetition) \(text)")).map { ($0, count) }
        }
        return nil
    }
}
