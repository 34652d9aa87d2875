import TimeKit

/// When something begins and when it ends: *3pm-4pm*, *dec 23 to 30*, *from tomorrow until friday*, 12月20日到27日.
struct PhraseSpan {
    let begin: DatePhrase
    let end: DatePhrase
    /// The words that say when it begins.
    let beginText: String

    /// Whether it is from one day to another, rather than from one time to another.
    var isOfDays: Bool { begin.isDay }
}

extension DatePhrase {
    /// Whether it names a day and no time.
    public var isDay: Bool { if case .day = self { true } else { false } }
}

extension DatePhraseReader {
    /// The span that a phrase names; `nil` if it names none.
    ///
    /// - Parameter isOfRepetition: whether it can begin at a time of a day and end on a day: *at 15:30 from april 1 to may 1*.
    func span(_ phrase: Phrase, isOfRepetition: Bool = false) -> PhraseSpan? {
        let joints = joints(phrase)
        guard joints.count <= Self.mostJoints else { return nil }
        for joint in joints where !isOfWeekdays(phrase, joint) {
            let begin = Side(phrase, 0..<joint.lowerBound)
            let end = Side(phrase, joint.upperBound..<phrase.text.characters.count)
            guard !begin.text.isEmpty, !end.text.isEmpty else { continue }
            if let span = times(begin, end) ?? days(begin, end) { return span }
            guard isOfRepetition, case .instant(let first)? = try? read(begin.text, looking: .ahead),
                case .day(let last)? = try? reader(from: moment.zone.wallTime(at: first).day)
                    .read(end.text, looking: .ahead)
            else { continue }
            return PhraseSpan(begin: .instant(first), end: .day(last), beginText: begin.text)
        }
        return nil
    }

    /// A phrase with more words that can join the ends is no span; each would be tried.
    private static let mostJoints = 3

    /// The characters that can join the two ends.
    private func joints(_ phrase: Phrase) -> [Range<Int>] {
        let (tokens, characters) = (phrase.tokens, phrase.text.characters)
        var joints: [Range<Int>] = []
        for (index, token) in tokens.enumerated() {
            let spelling = String(characters[token.range])
            // *Between 4 and 6*
            let isBetween = token.means(.and) && tokens[..<index].contains { $0.means(.spanStart) }
            if ["-", "~"].contains(spelling) || token.means(.through) || token.means(.until)
                || (token.means(.from) && index > 0) || isBetween
            {
                joints.append(token.range)
            }
            // *jan 20-22*, *10-11am*, *14:00-15:00*
            let isNumeric: Bool
            switch token.content {
            case .timeSpan, .date(.undecided(_, _, nil)): isNumeric = true
            default: isNumeric = false
            }
            if isNumeric, let dash = characters[token.range].firstIndex(of: "-") { joints.append(dash..<dash + 1) }
        }
        return joints
    }

    /// Whether a span without *from* is rather a repetition: *mon to fri*, 周一到周五.
    private func isOfWeekdays(_ phrase: Phrase, _ joint: Range<Int>) -> Bool {
        let tokens = phrase.tokens
        guard let index = tokens.firstIndex(where: { $0.range == joint }), index > 0, index + 1 < tokens.count else {
            return false
        }
        let isMarked = tokens[index].means(.from) || tokens.contains { $0.means(.spanStart) || $0.shift != nil }
        return !isMarked && tokens[index - 1].weekday == 1 && tokens[index + 1].weekday == 5
    }

    /// One end of a span.
    private struct Side {
        /// Its words, without *from* and *between*.
        let text: String
        /// The number, if it is nothing else.
        let number: Int?
        /// Whether a number that can be an hour ends it.
        let endsWithNumber: Bool
        /// The part of the day: *am*, 下午.
        let part: String?
        /// The order of month and day, if it is a date such as 12/21 with one meaning.
        let numericOrder: Language.NumericOrder?
        /// Whether its words are Japanese or Chinese.
        let isUnspaced: Bool

        init(_ phrase: Phrase, _ range: Range<Int>) {
            let tokens = phrase.tokens.filter { $0.range.overlaps(range) }
            let pieces = tokens.compactMap { token -> String? in
                guard !token.means(.spanStart) else { return nil }
                return phrase.text.original(token.range.clamped(to: range))
            }
            // A date in a language without blanks stays one.
            let isPlain = !tokens.contains { $0.means(.spanStart) }
            let words = isPlain ? phrase.text.original(range).trimmed : pieces.joined(separator: " ")
            // Of a written date, midnight can be the beginning or the end.
            let isMidnight = tokens.count == 1 && tokens[0].part?.hours == 24...24
            text = isMidnight ? "24:00" : words
            let digits = pieces.last.flatMap { Int($0) }
            endsWithNumber = digits != nil
            // *3rd to 10th july*
            let plain = tokens.filter { !$0.means(.spanStart) && !$0.isFiller }
            let ordinal = plain.count == 2 && plain[1].means(.mark(.day)) ? plain[0].number?.value : nil
            number = plain.count == 1 && pieces.count == 1 ? digits : ordinal
            let part = tokens.last { $0.part != nil }
            self.part = part.map { phrase.text.original($0.range) }
            numericOrder = tokens.first.flatMap { if case .date(let date) = $0.content { date.onlyOrder } else { nil } }
            isUnspaced = part?.senses.contains { !Language.all[$0.language].separatesWords } ?? false
        }
    }

    /// A part of the day beside one end is that of the other one, too: *3 to 4 pm*, *11:30-1pm*, 下午3点到5点.
    private func times(_ begin: Side, _ end: Side) -> PhraseSpan? {
        var begins = [begin.text]
        if let part = end.part, begin.part == nil {
            begins = ["\(begin.text) \(part)", begin.endsWithNumber ? "\(begin.text):00" : begin.text]
        }
        var ends = [end.text]
        if let part = begin.part, end.part == nil {
            ends = begin.isUnspaced ? ["\(part)\(end.text)", end.text] : ["\(end.text) \(part)", end.text]
        }
        for beginText in begins {
            for endText in ends {
                if let span = times(beginText, endText) { return span }
            }
        }
        return nil
    }

    private func times(_ begin: String, _ end: String) -> PhraseSpan? {
        guard namesTime(begin), namesTime(end) else { return nil }
        if isTimeAlone(end) {
            guard case .instant(let start)? = try? read(begin, looking: .ahead) else { return nil }
            let day = moment.zone.wallTime(at: start).day
            for day in [day, day.advanced(by: 1)] {
                guard case .instant(let last)? = try? read("\(day) \(end)", looking: .ahead) else { return nil }
                guard last > start else { continue }
                if moment.zone.wallTime(at: last).day == moment.zone.wallTime(at: start).day {
                    return PhraseSpan(begin: .instant(start), end: .instant(last), beginText: begin)
                }
                // *9:30-2:15* can be in the afternoon, *22:00-2:00* cannot.
                let hours = Instant.milliseconds(from: start, to: last) / 3_600_000
                guard hours < 12 else { return nil }
                return PhraseSpan(begin: .instant(start), end: .instant(last), beginText: begin)
            }
            return nil
        }
        // *5 to 20 july 3pm* is no span of times.
        if Int(begin) != nil || begin.hasSuffix(":00") && isDateOfCalendar(end) { return nil }
        // *3-4pm on friday*: the day is that of both.
        guard case .instant(let last)? = try? read(end, looking: .ahead) else { return nil }
        let isAlone = isTimeAlone(begin)
        // *10pm-2am sat*: the night belongs to the day before.
        let inDay = last.advanced(byMilliseconds: -moment.dayStartHour * 3_600_000)
        let text = isAlone ? "\(moment.zone.wallTime(at: inDay).day) \(begin)" : begin
        guard case .instant(let first)? = try? read(text, looking: .ahead) else { return nil }
        guard first < last else { return nil }
        return PhraseSpan(begin: .instant(first), end: .instant(last), beginText: text)
    }

    private func days(_ begin: Side, _ end: Side) -> PhraseSpan? {
        // 12/21-1/5: the order of one end is that of both.
        if numericOrder == nil, let order = begin.numericOrder ?? end.numericOrder {
            var reader = self
            reader.numericOrder = order
            return reader.days(begin, end)
        }
        let (first, last): (CalendarDay, CalendarDay)
        if let number = begin.number {
            // *20-22 jan*
            guard case .day(let day)? = try? read(end.text, looking: .ahead),
                let start = CalendarDay(year: day.year, month: day.month, day: number)
            else { return nil }
            (first, last) = (start, day)
        } else {
            guard case .day(let day)? = try? read(begin.text, looking: .ahead) else { return nil }
            if let number = end.number {
                // *dec 23 to 30*, but not *monday to 5*.
                guard isDateOfCalendar(begin.text), let end = CalendarDay(year: day.year, month: day.month, day: number)
                else { return nil }
                (first, last) = (day, end)
            } else {
                guard case .day(let end)? = try? reader(from: day).read(end.text, looking: .ahead) else { return nil }
                (first, last) = (day, end)
            }
        }
        guard first < last else { return nil }
        return PhraseSpan(begin: .day(first), end: .day(last), beginText: "\(first)")
    }

    /// Whether a phrase names a time, and perhaps a date.
    private func namesTime(_ text: String) -> Bool { isTimeAlone(text) || namesDayAndTime(text) }
}
