/// Slips of the pen in words of dates: *tommorow*, *thurday*.
enum Slip {
    /// Shorter words are too close to others.
    private static let fewestLetters = 6

    /// The words that name a day, in languages with separate words.
    private static let names: [[Character]] = Language.all.filter(\.separatesWords).flatMap { language in
        language.words.flatMap { meaning, words -> [[Character]] in
            switch meaning {
            case .day, .weekday, .month: words.filter { $0.count >= fewestLetters && !$0.contains(" ") }.map(Array.init)
            default: []
            }
        }
    }

    /// The word that was meant, if a word in lower case is nearly one. A word with a capital is rather a name.
    static func meant(by word: String) -> String? {
        let letters = Array(word)
        guard (fewestLetters - 1...12).contains(letters.count), letters.allSatisfy(\.isLowercase) else { return nil }
        let name = names.first { name in
            guard name.first == letters.first, abs(name.count - letters.count) < 2 else { return false }
            // *sundae* is a word.
            if name.count == fewestLetters, name.count == letters.count { return name.sorted() == letters.sorted() }
            return distance(name, letters) <= (name.count > fewestLetters + 1 ? 2 : 1)
        }
        return name.map { String($0) }
    }

    /// The letters to add, to leave out, to replace or to exchange with the next.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var rows = [Array(0...other.count)]
        for row in 1...one.count {
            var next = [row]
            for column in 1...other.count {
                let replaced = rows[row - 1][column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1)
                var best = min(rows[row - 1][column] + 1, next[column - 1] + 1, replaced)
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    best = min(best, rows[row - 2][column - 2] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[one.count][other.count]
    }
}
