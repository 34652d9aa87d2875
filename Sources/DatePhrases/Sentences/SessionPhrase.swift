import TimeKit

/// A stretch of time that is over, and what else a sentence says: `9:00-10:25 Thesis yesterday`, 昨日9時から10時 論文 (RULES P22).
public struct SessionPhrase: Hashable, Sendable {
    /// When it began.
    public let start: Instant
    /// When it ended.
    public let end: Instant
    /// The other words, in their order; empty if there are none.
    public let rest: String
}

extension DatePhraseReader {
    /// Phrases that ``session(_:)`` understands.
    static let sessionExamples = ["9:00-10:25", "yesterday 14:00 for 50m", "mon 9-10:30"]

    /// The stretch of time that a sentence names, looking back: two times, or a time and how long it lasted; a length alone has
    /// just ended. A date beside them names the day of the beginning; the end is the first such time after it.
    ///
    /// - Throws: if there is no such stretch, or one of its times is not understood.
    public func session(_ text: String) throws(DatePhraseError) -> SessionPhrase {
        guard let phrase = PhraseText(text) else {
            throw DatePhraseError(problem: .tooLong, word: String(text.prefix(20)), examples: Self.sessionExamples)
        }
        guard let found = SessionScanner(phrase.characters).found() else {
            throw DatePhraseError(problem: text.isEmpty ? .empty : .unknown, word: text, examples: Self.sessionExamples)
        }
        let (date, rest) = try dateAndRest(besides: found.ranges, in: phrase)
        guard let from = found.start else {
            let end = moment.now.roundedDownToMinute
            guard date.isEmpty, let minutes = found.minutes else {
                throw DatePhraseError(problem: .unknown, word: text, examples: Self.sessionExamples)
            }
            return SessionPhrase(start: end.advanced(byMilliseconds: -minutes * 60_000), end: end, rest: rest)
        }
        let noon = TimeOfDay(hour: 12, minute: 0)
        let start = try instant(date.isEmpty ? from : "\(date) \(from)", looking: .back, at: noon)
        if let minutes = found.minutes {
            return SessionPhrase(start: start, end: start.advanced(byMilliseconds: minutes * 60_000), rest: rest)
        }
        let end =
            found.end == SessionScanner.now
            ? moment.now.roundedDownToMinute
            : try seen(from: start).instant(found.end ?? "", looking: .ahead, at: noon)
        return SessionPhrase(start: start, end: end, rest: rest)
    }

    /// The words for a date, at the beginning or the end of what the ranges leave, and the other words.
    private func dateAndRest(besides ranges: [Range<Int>], in phrase: PhraseText) throws(DatePhraseError) -> (
        date: String, rest: String
    ) {
        var pieces: [Range<Int>] = []
        var begin = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            pieces.append(begin..<max(begin, range.lowerBound))
            begin = max(begin, range.upperBound)
        }
        pieces.append(begin..<phrase.characters.count)
        pieces = pieces.map { trimmed($0, in: phrase) }.filter { !$0.isEmpty }
        var best: (piece: Int, date: Range<Int>)?
        for (index, piece) in pieces.enumerated() {
            for date in candidates(in: piece, of: phrase) where date.count > best?.date.count ?? 0 {
                do throws(DatePhraseError) {
                    guard case .day = try read(phrase.original(date), looking: .back) else { continue }
                } catch {
                    // February 30 is no category.
                    if case .noSuchDate = error.problem { throw error }
                    continue
                }
                best = (index, date)
            }
        }
        guard let best else { return ("", joined(pieces, in: phrase)) }
        let piece = pieces[best.piece]
        pieces[best.piece] =
            best.date.lowerBound == piece.lowerBound
            ? best.date.upperBound..<piece.upperBound : piece.lowerBound..<best.date.lowerBound
        pieces = pieces.map { trimmed($0, in: phrase) }
        return (phrase.original(best.date), joined(pieces, in: phrase))
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

    private func trimmed(_ piece: Range<Int>, in phrase: PhraseText) -> Range<Int> {
        var piece = piece
        let characters = phrase.characters
        var isTrimmed = true
        while isTrimmed, !piece.isEmpty {
            isTrimmed = true
            if characters[piece.lowerBound] == " " {
                piece = piece.dropFirst().startIndex..<piece.upperBound
            } else if characters[piece.upperBound - 1] == " " {
                piece = piece.lowerBound..<piece.upperBound - 1
            } else if let joint = Self.joints.first(where: { isJoint($0, at: piece.lowerBound, in: piece, characters) })
            {
                piece = piece.lowerBound + joint.count..<piece.upperBound
            } else if let joint = Self.joints.first(where: {
                isJoint($0, at: piece.upperBound - $0.count, in: piece, characters)
            }) {
                piece = piece.lowerBound..<piece.upperBound - joint.count
            } else {
                isTrimmed = false
            }
        }
        return piece
    }

    private func isJoint(_ joint: String, at start: Int, in piece: Range<Int>, _ characters: [Character]) -> Bool {
        let end = start + joint.count
        guard start >= piece.lowerBound, end <= piece.upperBound, characters[start..<end].elementsEqual(joint) else {
            return false
        }
        guard joint.allSatisfy({ $0.isASCII && $0.isLetter }) else { return true }
        let isFirst = start == piece.lowerBound || characters[start - 1] == " "
        return isFirst && (end == piece.upperBound || characters[end] == " ")
    }

    private func joined(_ pieces: [Range<Int>], in phrase: PhraseText) -> String {
        pieces.filter { !$0.isEmpty }.map(phrase.original).joined(separator: " ")
    }
}

/// Finds two times, or a time and a length, in the characters of a sentence.
struct SessionScanner {
    static let now = "now"

    struct Found {
        /// Both times, or the time and the length.
        var ranges: [Range<Int>]
        var start: String?
        var end: String?
        var minutes: Int?
    }

    private struct Clock {
        var range: Range<Int>
        var text: String
        /// The hour, if digits say it.
        var hour: Int?
        /// am or pm.
        var half: String?
        /// Whether it is more than a number.
        var isCertain: Bool
    }

    private let characters: [Character]

    init(_ characters: [Character]) { self.characters = characters }

    func found() -> Found? {
        let spans = characters.indices.compactMap(span)
        // 11-12 can be a date; 9:00-10 cannot.
        if let span = spans.first(where: \.isCertain) ?? spans.first { return span.found }
        let lengths = characters.indices.compactMap(length)
        guard let length = lengths.max(by: { $0.range.count < $1.range.count }) else { return nil }
        let clocks = characters.indices.compactMap(clock).filter { clock in
            clock.isCertain && !clock.range.overlaps(length.range)
        }
        guard let clock = clocks.max(by: { $0.range.count < $1.range.count }) else {
            return Found(ranges: [length.range], minutes: length.minutes)
        }
        let end = skipping(["から", "から、"], at: clock.range.upperBound) ?? clock.range.upperBound
        return Found(
            ranges: [withFrom(clock.range.lowerBound..<end), length.range], start: clock.text, minutes: length.minutes)
    }

    private func span(at index: Int) -> (found: Found, isCertain: Bool)? {
        guard var first = clock(at: index), first.text != Self.now,
            let separator = skipping(Self.separators, at: afterBlank(first.range.upperBound)),
            let last = clock(at: afterBlank(separator), isSecond: true)
        else { return nil }
        if let half = last.half, first.half == nil, let hour = first.hour, let lastHour = last.hour, hour <= 12 {
            // 11-1pm begins in the morning.
            let isBefore = hour % 12 <= lastHour % 12
            first.text += half == "pm" && !isBefore ? "am" : half
        }
        let end = skipping(["まで", "迄", "为止", "為止"], at: last.range.upperBound) ?? last.range.upperBound
        let found = Found(
            ranges: [withFrom(first.range.lowerBound..<end)], start: first.text, end: last.text)
        return (found, first.isCertain || last.isCertain)
    }

    private static let separators = ["-", "~", "〜", "～", "to ", "until ", "till ", "から", "至", "到", "—"]

    private func afterBlank(_ index: Int) -> Int {
        index < characters.count && characters[index] == " " ? index + 1 : index
    }

    private func skipping(_ words: [String], at index: Int) -> Int? {
        words.first { starts($0, at: index) }.map { index + $0.count }
    }

    private func starts(_ word: String, at index: Int) -> Bool {
        index <= characters.count && characters[index...].starts(with: word)
    }

    /// The range with the word before it that says that a beginning follows.
    private func withFrom(_ range: Range<Int>) -> Range<Int> {
        for word in ["from ", "at ", "since "] where range.lowerBound >= word.count {
            let start = range.lowerBound - word.count
            if starts(word, at: start), start == 0 || characters[start - 1] == " " { return start..<range.upperBound }
        }
        return range
    }

    // MARK: Times

    private static let parts = [
        "午前", "午後", "上午", "下午", "早上", "晚上", "凌晨", "中午", "傍晚", "朝", "夜", "夕方",
    ]

    private func clock(at index: Int) -> Clock? { clock(at: index, isSecond: false) }

    /// - Parameter isSecond: whether it follows another time and a separator.
    private func clock(at index: Int, isSecond: Bool) -> Clock? {
        guard index < characters.count, isSecond || isBoundary(before: index) else { return nil }
        for word in ["noon", "midnight", Self.now, "正午"] where starts(word, at: index) {
            let end = index + word.count
            guard isBoundary(after: end) else { continue }
            return Clock(range: index..<end, text: word == "正午" ? "noon" : word, isCertain: true)
        }
        let part = Self.parts.first { starts($0, at: index) } ?? ""
        var end = index + part.count
        guard let hour = digits(&end, most: 2), hour <= 28 else { return nil }
        var (text, half, isCertain) = ("\(hour):00", String?.none, !part.isEmpty)
        if let sign = character(end), sign == ":" || sign == ".", let minute = twoDigits(at: end + 1) {
            (text, end, isCertain) = ("\(hour):\(minute)", end + 3, sign == ":" || isCertain)
        } else if let sign = character(end), "時时點点".contains(sign) {
            end += 1
            isCertain = true
            // 9時間 is a length.
            if let next = character(end), "間间".contains(next) { return nil }
            if character(end) == "半" {
                (text, end) = ("\(hour):30", end + 1)
            } else {
                var minuteEnd = end
                if let minute = digits(&minuteEnd, most: 2), character(minuteEnd) == "分" {
                    (text, end) = ("\(hour):\(minute < 10 ? "0" : "")\(minute)", minuteEnd + 1)
                }
            }
        }
        for word in ["am", "pm", "a.m.", "p.m."] where starts(word, at: afterBlank(end)) {
            half = word.first == "a" ? "am" : "pm"
            end = afterBlank(end) + word.count
            isCertain = true
            break
        }
        guard isBoundary(after: end) else { return nil }
        return Clock(
            range: index..<end, text: part + text + (half ?? ""), hour: hour, half: half, isCertain: isCertain)
    }

    private func character(_ index: Int) -> Character? { index < characters.count ? characters[index] : nil }

    private func digits(_ index: inout Int, most: Int) -> Int? {
        let found = characters[min(index, characters.count)...].prefix { $0.isASCII && $0.isNumber }
        guard (1...most).contains(found.count), let value = Int(String(found)) else { return nil }
        index += found.count
        return value
    }

    private func twoDigits(at index: Int) -> String? {
        var end = index
        guard let value = digits(&end, most: 2), end == index + 2, value < 60 else { return nil }
        return String(characters[index..<end])
    }

    /// Whether a number can begin here: not within a word, a date or another number.
    private func isBoundary(before index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = characters[index - 1]
        if before.isASCII, before.isLetter || before.isNumber || ":./#".contains(before) { return false }
        // 2026-11-24
        return !(before == "-" && index > 1 && characters[index - 2].isNumber)
    }

    private func isBoundary(after index: Int) -> Bool {
        guard let next = character(index) else { return true }
        if next == "-", let after = character(index + 1), after.isNumber, index > 1, characters[index - 1].isNumber {
            // Between two times, but not in 2026-11-24.
            return characters[..<index].reversed().prefix { $0.isNumber || $0 == ":" || $0 == "." }.count
                == characters[..<index].reversed().prefix { $0.isNumber || ":.-".contains($0) }.count
        }
        return !(next.isASCII && (next.isLetter || next.isNumber || next == ":" || next == "/"))
    }

    // MARK: Lengths

    private static let units: [(words: [String], minutes: Int)] = [
        (["minutes", "minute", "mins", "min", "m", "分鐘", "分钟", "分間", "分"], 1),
        (["hours", "hour", "hrs", "hr", "h", "時間", "小時", "小时", "個小時", "个小时", "個鐘頭"], 60),
    ]

    private func length(at index: Int) -> (range: Range<Int>, minutes: Int)? {
        guard index < characters.count, isBoundary(before: index) else { return nil }
        for (word, minutes) in [("half an hour", 30), ("an hour", 60), ("半小時", 30), ("半小时", 30), ("半時間", 30)]
        where starts(word, at: index) && isBoundary(after: index + word.count) {
            return (withFor(index..<index + word.count), minutes)
        }
        guard let (first, unit, end) = amount(at: index) else { return nil }
        var (minutes, last) = (first, end)
        if unit == 60, character(end) == "半" { (minutes, last) = (minutes + 30, end + 1) }
        if unit == 60, let (more, smaller, next) = amount(at: afterBlank(end), isLast: true), smaller == 1, more < 60 {
            (minutes, last) = (minutes + more, next)
        }
        guard minutes > 0, isBoundary(after: last) else { return nil }
        // 50m ago says when it began.
        if skipping(["ago", "前"], at: afterBlank(last)) != nil { return nil }
        return (withFor(index..<last), minutes)
    }

    /// A number and its unit.
    ///
    /// - Parameter isLast: whether minutes need no unit: 1h30.
    private func amount(at index: Int, isLast: Bool = false) -> (minutes: Int, unit: Int, end: Int)? {
        var end = index
        guard let number = digits(&end, most: 4) else { return nil }
        var halves = number * 2
        if character(end) == ".", character(end + 1) == "5" { (halves, end) = (halves + 1, end + 2) }
        for (words, minutes) in Self.units {
            let start = afterBlank(end)
            guard let word = words.first(where: { starts($0, at: start) && isUnit($0, at: start) }) else { continue }
            guard (halves * minutes).isMultiple(of: 2) else { return nil }
            return (halves * minutes / 2, minutes, start + word.count)
        }
        return isLast && number < 60 && isBoundary(after: end) ? (number, 1, end) : nil
    }

    /// Whether a unit is not the beginning of another word; digits can follow an hour: 1h30.
    private func isUnit(_ word: String, at index: Int) -> Bool {
        guard let next = character(index + word.count) else { return true }
        return !(next.isASCII && next.isLetter)
    }

    private func withFor(_ range: Range<Int>) -> Range<Int> {
        let start = range.lowerBound - "for ".count
        return start >= 0 && starts("for ", at: start) ? start..<range.upperBound : range
    }
}
