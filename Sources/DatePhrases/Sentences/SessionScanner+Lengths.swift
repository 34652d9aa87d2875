/// Lengths in the characters of a sentence, and how long ago something began.
extension SessionScanner {
    private static let units: [(words: [String], minutes: Int)] = [
        (["minutes", "minute", "mins", "min", "m", "分鐘", "分钟", "分間", "分"], 1),
        (["hours", "hour", "hrs", "hr", "h", "時間", "小時", "小时", "個小時", "个小时", "個鐘頭"], 60),
    ]

    private static let namedDurations = [("half an hour", 30), ("an hour", 60), ("半小時", 30), ("半小时", 30), ("半時間", 30)]

    func length(at index: Int) -> (range: Range<Int>, minutes: Int)? {
        guard let (minutes, end) = duration(at: index), minutes > 0, isBoundary(after: end), endOfAgo(end) == nil else {
            return nil
        }
        // 30分前後 is about 30 minutes; 前后端 is another word.
        let about = skipping(["前後", "前后", "左右"], at: end).flatMap { isEndOfWord($0) ? $0 : nil }
        return (withFor(index..<(about ?? end)), minutes)
    }

    /// The range of words that say how long ago something began: 50m ago.
    ///
    /// Where no blank separates them, 前 can also begin a word; beside another length, it does not: 40分钟前任务 10分钟.
    func ago(at index: Int) -> Range<Int>? {
        guard let (_, end) = duration(at: index) else { return nil }
        if let endOfAgo = endOfAgo(end) { return index..<endOfAgo }
        guard skipping(["前後", "前后", "前端", "前半"], at: end) == nil else { return nil }
        return skipping(["前"], at: end).map { index..<$0 }
    }

    /// Where *ago* or 前 ends that follows a duration; `nil` if none does.
    private func endOfAgo(_ index: Int) -> Int? {
        if let end = skipping(["ago"], at: afterBlank(index)), isBoundary(after: end) { return end }
        if let end = skipping(["前"], at: afterBlank(index)), isEndOfWord(end) { return end }
        // 30分钟 前端 and 30分前回 go on with another word.
        guard let end = skipping(["前"], at: index) else { return nil }
        return character(end).map { Language.canBegin("前", $0) } ?? false ? nil : end
    }

    private func isEndOfWord(_ index: Int) -> Bool { character(index).map { !$0.isLetter } ?? true }

    /// Hours, minutes or both.
    func duration(at index: Int, isSeparated: Bool = false) -> (minutes: Int, end: Int)? {
        guard index < characters.count, isSeparated || isBoundary(before: index) else { return nil }
        if let (word, minutes) = Self.namedDurations.first(where: { starts($0.0, at: index) }) {
            let end = index + word.count
            if isBoundary(after: end) { return (minutes, end) }
        }
        if let (minutes, end) = hoursAndMinutes(at: index) { return (minutes, end) }
        guard let (first, unit, end) = amount(at: index) else { return nil }
        // The rest of 1,25 h is no length.
        if unit == 60, index > 1, characters[index - 1] == ",", characters[index - 2].isNumber { return nil }
        var (minutes, last) = (first, end)
        if unit == 60, character(end) == "半" { (minutes, last) = (minutes + 30, end + 1) }
        if unit == 60, let (more, smaller, next) = amount(at: afterBlank(end), isLast: true), smaller == 1, more < 60 {
            (minutes, last) = (minutes + more, next)
        }
        return (minutes, last)
    }

    /// 1:30h, 1:30 hours
    private func hoursAndMinutes(at index: Int) -> (minutes: Int, end: Int)? {
        var end = index
        guard let hours = digits(&end, most: 2), character(end) == ":", let minute = twoDigits(at: end + 1) else {
            return nil
        }
        end += 3
        let unit = ["h", " hours", " hrs"].first { starts($0, at: end) && isBoundary(after: end + $0.count) }
        return unit.map { (hours * 60 + (Int(minute) ?? 0), end + $0.count) }
    }

    /// A number and its unit.
    ///
    /// - Parameter isLast: whether minutes need no unit: 1h30.
    func amount(at index: Int, isLast: Bool = false) -> (minutes: Int, unit: Int, end: Int)? {
        var end = index
        guard let number = digits(&end, most: 4) else { return nil }
        var halves = number * 2
        if let point = character(end), ".,".contains(point), character(end + 1) == "5" {
            (halves, end) = (halves + 1, end + 2)
        }
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
        for word in ["for ", "about ", "大约", "大約", "约", "約"] where range.lowerBound >= word.count {
            let start = range.lowerBound - word.count
            if starts(word, at: start) { return withFor(start..<range.upperBound) }
        }
        return range
    }
}
