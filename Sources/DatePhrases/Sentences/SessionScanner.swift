/// Finds two times, or a time and a length, in the characters of a sentence.
struct SessionScanner {
    static let now = "now"

    /// Two times, or one of them and a length, or a length alone.
    struct Found {
        /// Where they are.
        var ranges: [Range<Int>]
        var start: String?
        var end: String?
        /// Whether the end has a date of its own.
        var isEndDated = false
        var minutes: Int?
    }

    private typealias Clock = SessionClock

    let characters: [Character]
    /// Whether characters are words for a day.
    private let isDay: (Range<Int>) -> Bool

    init(_ characters: [Character], isDay: @escaping (Range<Int>) -> Bool) {
        (self.characters, self.isDay) = (characters, isDay)
    }

    func found() -> Found? {
        let spans = characters.indices.compactMap(span)
        // 11-12 can be a date or the chapters of a book; 9:00-10 cannot.
        if let span = spans.first(where: \.isCertain) { return span.found }
        let certain = characters.indices.compactMap(clock).filter(\.isCertain)
        // The minutes of a clock are no length: 9時30分.
        func isOfClock(_ range: Range<Int>) -> Bool {
            certain.contains { $0.range.lowerBound < range.lowerBound && $0.range.overlaps(range) }
        }
        let lengths = (characters.indices.compactMap(length) + certain.compactMap(lengthAfter)).filter { length in
            // 13h30 is a time after "at".
            !isOfClock(length.range)
                && !certain.contains { $0.isLikeLength && $0.range.lowerBound == length.range.lowerBound }
        }
        guard let length = lengths.max(by: { $0.range.count < $1.range.count }) else {
            return spans.first?.found ?? characters.indices.lazy.compactMap(digitsAlone).first
        }
        let clocks = certain.filter { !$0.range.overlaps(length.range) }
        let agos = characters.indices.compactMap(ago).filter { !isOfClock($0) }
        for ago in agos {
            let others = lengths.filter { !$0.range.overlaps(ago) }
            guard let length = others.max(by: { $0.range.count < $1.range.count }) else { continue }
            if let range = withUntil(ago) {
                return Found(ranges: [range, length.range], end: String(characters[ago]), minutes: length.minutes)
            }
            let end = skipping(Self.fromAfter, at: ago.upperBound) ?? ago.upperBound
            return Found(
                ranges: [ago.lowerBound..<end, length.range], start: String(characters[ago]), minutes: length.minutes)
        }
        guard let clock = clocks.max(by: { $0.range.count < $1.range.count }) else {
            return Found(ranges: [length.range], minutes: length.minutes)
        }
        if let range = withUntil(clock.range) {
            return Found(ranges: [range, length.range], end: clock.text, minutes: length.minutes)
        }
        var end = skipping(Self.fromAfter, at: clock.range.upperBound) ?? clock.range.upperBound
        let separated = skipping(Self.separators, at: afterBlank(end)).map(afterBlank)
        if separated == length.range.lowerBound { end = length.range.lowerBound }
        return Found(
            ranges: [withFrom(clock.range.lowerBound..<end), length.range], start: clock.text, minutes: length.minutes)
    }

    private static let fromAfter = ["から", "开始", "開始", "起"]

    /// The length after a time and a hyphen, which does not begin as others do: 9:00-20min.
    private func lengthAfter(_ clock: Clock) -> (range: Range<Int>, minutes: Int)? {
        guard let index = skipping(["-"], at: clock.range.upperBound),
            let (minutes, end) = duration(at: index, isSeparated: true), minutes > 0, isBoundary(after: end)
        else { return nil }
        return (index..<end, minutes)
    }

    /// The range of a time with the words beside it that say that it is the end; `nil` if there are none.
    private func withUntil(_ range: Range<Int>) -> Range<Int>? {
        if let end = skipping(Self.untilAfter, at: range.upperBound) { return range.lowerBound..<end }
        for word in Self.untilBefore where range.lowerBound >= word.count {
            let start = range.lowerBound - word.count
            guard starts(word, at: start) else { continue }
            guard start > 0, characters[start - 1] != " " else { return start..<range.upperBound }
            let ends = Self.charactersBefore(word)
            if !word.allSatisfy(\.isASCII), !ends.contains(characters[start - 1]) { return start..<range.upperBound }
        }
        return nil
    }

    /// The characters that make another word together with one that means "until": 签到, 甚至.
    private static func charactersBefore(_ word: String) -> Set<Character> {
        switch word {
        case "到": Set("签簽报報迟遲遇看收得找想听聽感达達")
        case "至": Set("甚以冬夏")
        default: []
        }
    }

    private static let untilBefore = [
        "that ended at ", "ending at ", "ended at ", "ends at ", "finished at ", "finishing at ", "done at ", "ending ",
        "ended ", "finished ", "up until ", "until ", "till ", "til ", "up to ", "before ",
        "直到", "到", "至",
    ]
    private static let untilAfter = ["までに", "まで", "迄", "に終わった", "に終了", "終了", "为止", "為止", "结束", "結束"]

    private func span(at index: Int) -> (found: Found, isCertain: Bool)? {
        guard var first = clock(at: index), first.text != Self.now else { return nil }
        let isBetween = isBetween(first)
        let separator = skipping(isBetween ? ["and "] : Self.separators, at: afterBlank(first.range.upperBound))
        let second = afterBlank(separator ?? first.range.upperBound)
        // 9:00 - 20 min and 9時から20分 have a length after the time.
        let direct = clock(at: second, isSecond: true).flatMap {
            $0.isCertain || $0.isLikeLength || amount(at: second) == nil ? $0 : nil
        }
        if direct?.isCertain != true, separator != nil, let (range, clock) = datedClock(at: second) {
            let end = skipping(Self.untilAfter, at: clock.range.upperBound) ?? clock.range.upperBound
            let text = "\(String(characters[range])) \(clock.text)"
            let ranges = [withFrom(first.range.lowerBound..<end)]
            return (Found(ranges: ranges, start: first.text, end: text, isEndDated: true), true)
        }
        guard var last = direct else { return nil }
        if separator == nil {
            // 9:00 10:25, but not 9 10 and not 9:00 10:00-11:00
            let isPair = first.isCertain && last.isCertain && character(first.range.upperBound) == " "
            guard isPair, skipping(Self.separators, at: afterBlank(last.range.upperBound)) == nil else { return nil }
        }
        // 14h45-15:10 and 9:00-10:25h are two times, 9:00 - 1h30 and 9:00-1:30h have a length.
        let isLength = last.isLikeLength && !(characters[last.range].contains(":") && last.isLater(than: first))
        guard first.isLikeLength ? separator != nil : !isLength else { return nil }
        SessionClock.completeHalves(&first, &last)
        let end = skipping(Self.untilAfter, at: last.range.upperBound) ?? last.range.upperBound
        let begin = first.range.lowerBound - (isBetween ? Self.between.count : 0)
        let found = Found(ranges: [withFrom(begin..<end)], start: first.text, end: last.text)
        return (found, first.isCertain || last.isCertain || first.isLikeLength || isBetween)
    }

    private static let between = "between "

    /// between 10 and 11; but not the name *in between* before a time.
    private func isBetween(_ first: Clock) -> Bool {
        let start = first.range.lowerBound - Self.between.count
        return start >= 0 && starts(Self.between, at: start) && starts("and ", at: afterBlank(first.range.upperBound))
    }

    /// Two times of four digits: 1800-1830. Two that are next to each other are years: 2024-2025.
    private func digitsAlone(at index: Int) -> Found? {
        guard isBoundary(before: index), let first = fourDigits(at: index),
            let separator = skipping(Self.separators, at: afterBlank(index + 4)),
            let second = fourDigits(at: afterBlank(separator)), isBoundary(after: afterBlank(separator) + 4),
            !(0..<Self.fewestMinutes).contains(second.minutes - first.minutes)
        else { return nil }
        return Found(ranges: [withFrom(index..<afterBlank(separator) + 4)], start: first.text, end: second.text)
    }

    private static let fewestMinutes = 5

    private func fourDigits(at index: Int) -> (text: String, minutes: Int)? {
        var end = index
        guard digits(&end, most: 4) != nil, end == index + 4 else { return nil }
        let (hour, minute) = (String(characters[index..<index + 2]), String(characters[index + 2..<end]))
        guard let hourNumber = Int(hour), let minuteNumber = Int(minute), hourNumber <= 24, minuteNumber < 60 else {
            return nil
        }
        return ("\(hourNumber):\(minute)", hourNumber * 60 + minuteNumber)
    }

    /// A time after words for a day, and where these are.
    private func datedClock(at index: Int) -> (day: Range<Int>, clock: Clock)? {
        for start in characters.indices[min(index, characters.count)...].prefix(Self.mostCharactersOfDay).dropFirst() {
            guard let clock = clock(at: start), clock.isCertain else { continue }
            let day = index..<(characters[start - 1] == " " ? start - 1 : start)
            if !day.isEmpty, isDay(day) { return (day, clock) }
        }
        return nil
    }

    private static let mostCharactersOfDay = 30

    private static let separators = ["-", "~", "〜", "～", "to ", "until ", "till ", "から", "至", "到", "—"]

    func afterBlank(_ index: Int) -> Int {
        index < characters.count && characters[index] == " " ? index + 1 : index
    }

    func skipping(_ words: [String], at index: Int) -> Int? {
        words.first { starts($0, at: index) }.map { index + $0.count }
    }

    func starts(_ word: String, at index: Int) -> Bool {
        index <= characters.count && characters[index...].starts(with: word)
    }

    /// The range with the word before it that says that a beginning follows.
    private func withFrom(_ range: Range<Int>) -> Range<Int> {
        for word in ["from ", "at ", "since ", "从", "從"] where range.lowerBound >= word.count {
            let start = range.lowerBound - word.count
            let isWord = start == 0 || characters[start - 1] == " " || !word.allSatisfy(\.isASCII)
            if starts(word, at: start), isWord { return start..<range.upperBound }
        }
        return range
    }

    // MARK: Times

    private static let parts = [
        "午前", "午後", "上午", "下午", "早上", "晚上", "凌晨", "中午", "傍晚", "早朝", "明け方", "深夜", "夜中", "夜里", "夜裡",
        "半夜", "お昼", "昼", "朝", "夜", "夕方",
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
        if let clock = clockInQuarters(at: index) { return clock }
        // 今朝 names the day, too.
        let isDayWithPart = index > 0 && "今昨明翌".contains(characters[index - 1])
        let part = Self.parts.first { starts($0, at: index) && ($0.count > 1 || !isDayWithPart) } ?? ""
        var end = index + part.count
        guard let hour = digits(&end, most: 2), hour <= 28 else { return nil }
        var (text, half, isCertain) = ("\(hour):00", String?.none, !part.isEmpty || isAfterAt(index, end))
        var isLikeLength = false
        if let sign = character(end), sign == ":" || sign == ".", let minute = twoDigits(at: end + 1) {
            (text, end, isCertain) = ("\(hour):\(minute)", end + 3, sign == ":" || isCertain)
            // 9:00h is a time beside another one, and 1:30h a length.
            if sign == ":", character(end) == "h" {
                (end, isLikeLength, isCertain) = (end + 1, true, isAfterAt(index, end + 1))
            }
        } else if character(end) == "h", let minute = twoDigits(at: end + 1) {
            (text, end, isLikeLength) = ("\(hour):\(minute)", end + 3, true)
            isCertain = isAfterAt(index, end)
        } else if character(end) == "h" {
            (end, isLikeLength) = (end + 1, true)
            isCertain = isAfterAt(index, end)
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
        if let (itsHalf, endOfHalf) = halfOfDay(at: afterBlank(end)) {
            (half, end, isCertain) = (itsHalf, endOfHalf, true)
        }
        for (word, itsHalf) in [("morning", "am"), ("afternoon", "pm"), ("evening", "pm")] where half == nil {
            let endOfWord = afterBlank(end) + "in the \(word)".count
            guard starts("in the \(word)", at: afterBlank(end)), isBoundary(after: endOfWord),
                hour <= 12 || itsHalf == "pm"
            else { continue }
            (half, end) = (hour <= 12 ? itsHalf : nil, endOfWord)
            isCertain = true
            break
        }
        guard isBoundary(after: end) else { return nil }
        let minute = text.split(separator: ":").last.flatMap { Int($0) } ?? 0
        return Clock(
            range: index..<end, text: part + text + (half ?? ""), hour: hour, minute: minute, half: half, part: part,
            isCertain: isCertain, isLikeLength: isLikeLength)
    }

    /// am or pm, and where the word ends.
    private func halfOfDay(at index: Int) -> (half: String, end: Int)? {
        let word = ["am", "pm", "a.m.", "p.m."].first { starts($0, at: index) && isBoundary(after: index + $0.count) }
        return word.map { ($0.first == "a" ? "am" : "pm", index + $0.count) }
    }

    /// half past 9, quarter to 10
    private func clockInQuarters(at index: Int) -> Clock? {
        for (words, minute) in [("half past ", 30), ("quarter past ", 15), ("quarter to ", -15)] {
            guard let start = skipping([words, "a " + words], at: index) else { continue }
            var end = start
            guard let number = digits(&end, most: 2), (1...23).contains(number), isBoundary(after: end) else {
                return nil
            }
            let hour = minute < 0 ? (number == 1 ? 12 : number - 1) : number
            let half = halfOfDay(at: afterBlank(end))
            end = half?.end ?? end
            let text = "\(hour):\((minute + 60) % 60)"
            return Clock(
                range: index..<end, text: text + (half?.half ?? ""), hour: hour, minute: (minute + 60) % 60,
                half: half?.half, isCertain: true)
        }
        return nil
    }

    /// Whether a number is an hour because of its place: *at 9* at the end, or before a length.
    private func isAfterAt(_ index: Int, _ end: Int) -> Bool {
        let start = index - "at ".count
        guard start >= 0, starts("at ", at: start), start == 0 || characters[start - 1] == " " else { return false }
        return end == characters.count || starts(" for ", at: end)
    }

    func character(_ index: Int) -> Character? { index < characters.count ? characters[index] : nil }

    func digits(_ index: inout Int, most: Int) -> Int? {
        let found = characters[min(index, characters.count)...].prefix { $0.isASCII && $0.isNumber }
        guard (1...most).contains(found.count), let value = Int(String(found)) else { return nil }
        index += found.count
        return value
    }

    func twoDigits(at index: Int) -> String? {
        var end = index
        guard let value = digits(&end, most: 2), end == index + 2, value < 60 else { return nil }
        return String(characters[index..<end])
    }

    /// Whether a number can begin here: not within a word, a date or another number.
    func isBoundary(before index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = characters[index - 1]
        if before.isASCII, before.isLetter || before.isNumber || ":./#".contains(before) { return false }
        // 2026-11-24
        return !(before == "-" && index > 1 && characters[index - 2].isNumber)
    }

    func isBoundary(after index: Int) -> Bool {
        guard let next = character(index) else { return true }
        if next == "-", let after = character(index + 1), after.isNumber, index > 1, characters[index - 1].isNumber {
            // Between two times, but not in 2026-11-24.
            return characters[..<index].reversed().prefix { $0.isNumber || $0 == ":" || $0 == "." }.count
                == characters[..<index].reversed().prefix { $0.isNumber || ":.-".contains($0) }.count
        }
        return !(next.isASCII && (next.isLetter || next.isNumber || next == ":" || next == "/"))
    }
}
