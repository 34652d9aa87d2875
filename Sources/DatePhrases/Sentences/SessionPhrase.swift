import TimeKit

/// A stretch of time that is over, and what else a sentence says: `9:00-10:25 Thesis yesterday`, 昨日9時から10時 論文 (RULES P22).
public struct SessionPhrase: Hashable, Sendable {
    /// When it began.
    public let start: Instant
    /// When it ended.
    public let end: Instant
    /// Whether the end is a time alone: the first one after the beginning.
    public let isEndTimeAlone: Bool
    /// The other words, in their order; empty if there are none.
    public let rest: String
    /// The same with words such as *on* that may join them to the time: a name can begin with one.
    public let restWithJoints: String
}

extension DatePhraseReader {
    /// Phrases that ``session(_:)`` understands.
    static let sessionExamples = ["9:00-10:25", "yesterday 14:00 for 50m", "mon 9-10:30"]

    /// The word of a rest that was meant as a part of a date, and is not understood as one: a number with dots, an offset of a time
    /// zone, a slip of the pen.
    public func misspelledDate(in rest: String) -> String? {
        rest.split(separator: " ").map(String.init).first { word in
            isOffset(word) || word.first?.isNumber == true && word.contains { "./-:".contains($0) }
                || Slip.meant(by: word) != nil
        }
    }

    /// Whether a word is an offset of a time zone, `+02:00` or `+0200`.
    private func isOffset(_ word: String) -> Bool {
        guard let sign = word.first, "+-−".contains(sign) else { return false }
        let digits = word.dropFirst().filter { $0 != ":" }
        return digits.count == 4 && digits.allSatisfy(\.isNumber)
    }

    /// Whether all words are ones of dates, such as *this morning*.
    public func areOfDates(_ words: String) -> Bool {
        words.lowercased().split(separator: " ").allSatisfy { Self.wordsOfDates.contains(String($0)) }
    }

    private static let wordsOfDates: Set<String> = {
        var words: Set<String> = []
        for language in Language.all where language.separatesWords {
            for (_, phrases) in language.words {
                for phrase in phrases { words.formUnion(phrase.split(separator: " ").map(String.init)) }
            }
        }
        return words
    }()

    /// The error for a word of the rest that the caller does not understand either.
    public func unknown(_ word: String) -> DatePhraseError {
        DatePhraseError(problem: .unknown, word: word, examples: Self.sessionExamples)
    }

    /// The stretch of time that a sentence names, looking back: two times, or a time and how long it lasted; a length alone has
    /// just ended. A date beside them names the day of the beginning; the end is the first such time after it.
    ///
    /// - Throws: if there is no such stretch, or one of its times is not understood.
    public func session(_ text: String) throws(DatePhraseError) -> SessionPhrase {
        guard let phrase = PhraseText(text) else {
            throw DatePhraseError(problem: .tooLong, word: String(text.prefix(20)), examples: Self.sessionExamples)
        }
        let scanner = SessionScanner(phrase.characters) { isDay(phrase.original($0)) }
        guard let found = scanner.found() else {
            throw DatePhraseError(
                problem: phrase.characters.isEmpty ? .empty : .noStretch, word: text, examples: Self.sessionExamples)
        }
        let (date, rest, uncut) = try dateAndRest(besides: found, in: phrase)
        func session(_ start: Instant, _ end: Instant, isEndTimeAlone: Bool = false) -> SessionPhrase {
            SessionPhrase(start: start, end: end, isEndTimeAlone: isEndTimeAlone, rest: rest, restWithJoints: uncut)
        }
        let noon = TimeOfDay(hour: 12, minute: 0)
        guard let from = found.start else {
            if let until = found.end, let minutes = found.minutes {
                let end = try instant(date.isEmpty ? until : "\(date) \(until)", looking: .back, at: noon)
                return session(end.advanced(byMilliseconds: -minutes * 60_000), end)
            }
            let end = moment.now.roundedDownToMinute
            guard let minutes = found.minutes else {
                throw DatePhraseError(problem: .noStretch, word: text, examples: Self.sessionExamples)
            }
            guard date.isEmpty else {
                let date = String(date.drop { $0 == " " })
                throw DatePhraseError(
                    problem: .noBeginning(date: date), word: text, examples: ["\(date) 14:00 for \(minutes)m"])
            }
            return session(end.advanced(byMilliseconds: -minutes * 60_000), end)
        }
        let start = try instant(date.isEmpty ? from : "\(date) \(from)", looking: .back, at: noon)
        if let minutes = found.minutes {
            return session(start, start.advanced(byMilliseconds: minutes * 60_000))
        }
        guard found.end != SessionScanner.now else { return session(start, moment.now.roundedDownToMinute) }
        if found.isEndDated {
            let end = try instant(found.end ?? "", looking: .back, at: noon)
            return session(start, night(before: end, after: start))
        }
        if !isDay(date), let end = endWithPart(of: date, found.end), end > start {
            return session(start, end, isEndTimeAlone: true)
        }
        let end = try seen(from: start).instant(found.end ?? "", looking: .ahead, at: noon)
        return session(start, end, isEndTimeAlone: true)
    }

    /// An end more than a day after its beginning: who says *mon 22:00 - tue 0:30* names the day of the calendar, not the logical one
    /// that ends with that night.
    private func night(before end: Instant, after start: Instant) -> Instant {
        guard Instant.milliseconds(from: start, to: end) > 86_400_000 else { return end }
        let (date, seconds) = moment.zone.wallTime(at: end)
        guard seconds < moment.dayStartHour * 3600 else { return end }
        let earlier = moment.zone.instant(of: date.advanced(by: -1), secondsOfDay: seconds)
        return earlier > start ? earlier : end
    }

    private func isDay(_ text: String) -> Bool {
        (try? read(text, looking: .back))?.isDay ?? false
    }

    /// The end, in the part of the day in which the session began, such as *last night*; `nil` if the words name no part of a day.
    private func endWithPart(of words: String, _ time: String?) -> Instant? {
        guard !words.isEmpty, let time else { return nil }
        guard case .instant(let end)? = try? read("\(words) \(time)", looking: .back) else { return nil }
        return end
    }

    /// Whether words name a part of a day, such as *this morning*, and a time can follow.
    private func isPartOfDay(_ text: String, before time: String?) -> Bool {
        namesDayAndTime(text) && endWithPart(of: text, time) != nil
    }

    /// The words for a date, at the beginning or the end of what the ranges leave, and the other words, without and with joints.
    private func dateAndRest(
        besides found: SessionScanner.Found, in phrase: PhraseText
    ) throws(DatePhraseError) -> (
        date: String, rest: String, restWithJoints: String
    ) {
        var pieces: [Range<Int>] = []
        var begin = 0
        for range in found.ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            pieces.append(begin..<max(begin, range.lowerBound))
            begin = max(begin, range.upperBound)
        }
        pieces.append(begin..<phrase.characters.count)
        var uncut = pieces.map { blanksTrimmed($0, in: phrase) }
        pieces = pieces.enumerated().map { index, piece in
            trimmed(piece, in: phrase, atStart: index > 0, atEnd: index < pieces.count - 1)
        }
        var best: (piece: Int, date: Range<Int>, isAtStart: Bool)?
        for (index, piece) in pieces.enumerated() {
            let words = trimmed(piece, in: phrase, atStart: true, atEnd: true)
            for date in candidates(in: words, of: phrase) where date.count > best?.date.count ?? 0 {
                do throws(DatePhraseError) {
                    let text = phrase.original(date)
                    let understood = try read(text, looking: .back)
                    guard understood.isDay || isPartOfDay(text, before: found.start ?? found.end) else { continue }
                } catch {
                    // February 30 is no category.
                    if case .noSuchDate = error.problem { throw error }
                    continue
                }
                best = (index, date, date.lowerBound == words.lowerBound)
            }
        }
        guard let best else { return ("", joined(pieces, in: phrase), joined(uncut, in: phrase)) }
        func besideDate(_ piece: Range<Int>) -> Range<Int> {
            best.isAtStart ? best.date.upperBound..<piece.upperBound : piece.lowerBound..<best.date.lowerBound
        }
        pieces[best.piece] = trimmed(
            besideDate(pieces[best.piece]), in: phrase, atStart: best.isAtStart, atEnd: !best.isAtStart)
        uncut[best.piece] = blanksTrimmed(besideDate(uncut[best.piece]), in: phrase)
        return (phrase.original(best.date), joined(pieces, in: phrase), joined(uncut, in: phrase))
    }

    /// How many characters of words without blanks between them can be a date.
    private static let mostCharactersOfDate = 40

    /// The beginnings and the ends of a piece, at the ends of words; in scripts that do not separate words, after each character.
    private func candidates(in piece: Range<Int>, of phrase: PhraseText) -> [Range<Int>] {
        let characters = phrase.characters
        func isEnd(_ index: Int) -> Bool {
            index == piece.upperBound || index == piece.lowerBound || characters[index] == " "
                || characters[index - 1] == " " || !characters[index].isASCII || !characters[index - 1].isASCII
        }
        let ends = piece.prefix(Self.mostCharactersOfDate).map { $0 + 1 }.filter(isEnd)
        let beginnings = piece.suffix(Self.mostCharactersOfDate).filter(isEnd)
        return ends.map { piece.lowerBound..<$0 } + beginnings.map { $0..<piece.upperBound }
    }

    /// The words beside a time that only join it to the rest.
    private static let joints = [
        "for", "on", "of", "at", "from", "in", "の", "に", "を", "で", "は", ",", "、", ":", "的", "在",
    ]

    /// A piece without blanks at its edges, and without joints at those where a time or a date is beside it.
    private func trimmed(_ piece: Range<Int>, in phrase: PhraseText, atStart: Bool, atEnd: Bool) -> Range<Int> {
        var piece = blanksTrimmed(piece, in: phrase)
        while !piece.isEmpty {
            if atStart,
                let joint = Self.joints.first(where: {
                    isJoint($0, at: piece.lowerBound, in: piece, phrase, besideStart: true)
                })
            {
                piece = piece.lowerBound + joint.count..<piece.upperBound
            } else if atEnd,
                let joint = Self.joints.first(where: {
                    isJoint($0, at: piece.upperBound - $0.count, in: piece, phrase, besideStart: false)
                })
            {
                piece = piece.lowerBound..<piece.upperBound - joint.count
            } else {
                return piece
            }
            piece = blanksTrimmed(piece, in: phrase)
        }
        return piece
    }

    private func blanksTrimmed(_ piece: Range<Int>, in phrase: PhraseText) -> Range<Int> {
        let words = piece.filter { phrase.characters[$0] != " " }
        guard let first = words.first, let last = words.last else { return piece.lowerBound..<piece.lowerBound }
        return first..<last + 1
    }

    /// Whether a joint is at an index. What begins with a capital letter is a name; in scripts that do not separate words, no blank
    /// is between a joint and what it joins.
    private func isJoint(
        _ joint: String, at start: Int, in piece: Range<Int>, _ phrase: PhraseText, besideStart: Bool
    ) -> Bool {
        let (end, characters) = (start + joint.count, phrase.characters)
        guard start >= piece.lowerBound, end <= piece.upperBound, characters[start..<end].elementsEqual(joint) else {
            return false
        }
        guard joint.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            let beside = besideStart ? start - 1 : end
            return joint.allSatisfy(\.isASCII) || characters.indices.contains(beside) && characters[beside] != " "
        }
        guard phrase.original(start..<end).first?.isUppercase != true else { return false }
        let isFirst = start == piece.lowerBound || characters[start - 1] == " "
        return isFirst && (end == piece.upperBound || characters[end] == " ")
    }

    private func joined(_ pieces: [Range<Int>], in phrase: PhraseText) -> String {
        pieces.filter { !$0.isEmpty }.map(phrase.original).joined(separator: " ")
    }
}
