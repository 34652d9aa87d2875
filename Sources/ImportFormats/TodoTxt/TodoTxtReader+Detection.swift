import TimeKit

extension TodoTxtReader {
    private static let linesLookedAt = 200

    /// Whether at least half of the first lines have a mark of todo.txt, and one of them has a mark that other texts do not have by
    /// chance: `x` with a day, a priority in front, or a due date. A project or a context counts only within a line, because lines of
    /// other formats begin with `+` and `@`.
    static func canRead(_ text: [UInt8]) -> Bool {
        var (lines, marked, hasSureMark) = (0, 0, false)
        for line in TextLines(text) where !line.isBlank {
            guard line.problem == nil else { return false }
            let words = TodoTxtLine.words(of: line.bytes)
            let isSure = isSureTask(words)
            lines += 1
            if isSure || words.dropFirst().contains(where: isProjectOrContext) { marked += 1 }
            hasSureMark = hasSureMark || isSure
            if lines == linesLookedAt { break }
        }
        return hasSureMark && marked * 2 >= lines
    }

    private static func isSureTask(_ words: ArraySlice<Substring>) -> Bool {
        guard words.count > 1, let first = words.first else { return false }
        if TodoTxtLine.priority(first) != nil { return true }
        if first == "x", CalendarDay(String(words[words.startIndex + 1])) != nil { return true }
        return words.contains { word in
            ["due:", "t:"].contains { word.hasPrefix($0) && CalendarDay(String(word.dropFirst($0.count))) != nil }
        }
    }

    private static func isProjectOrContext(_ word: Substring) -> Bool {
        guard let mark = word.first, mark == "+" || mark == "@" else { return false }
        return word.dropFirst().first?.isLetter == true
    }
}
