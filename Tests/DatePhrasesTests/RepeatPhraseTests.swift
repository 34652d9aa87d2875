import DatePhrases
import Testing

@Suite struct RepeatPhraseTests {
    @Test(arguments: [
        ("daily", RepeatPhrase(.daily)), ("weekly", RepeatPhrase(.weekly)), ("monthly", RepeatPhrase(.monthly)),
        ("yearly", RepeatPhrase(.yearly)), ("annually", RepeatPhrase(.yearly)), ("Daily", RepeatPhrase(.daily)),
        ("every day", RepeatPhrase(.daily)), ("each week", RepeatPhrase(.weekly)),
        ("every month", RepeatPhrase(.monthly)), ("every year", RepeatPhrase(.yearly)),
        ("every monday", RepeatPhrase(.weekly, on: [1])), ("every fri", RepeatPhrase(.weekly, on: [5])),
        ("weekly on sunday", RepeatPhrase(.weekly, on: [7])),
        ("毎日", RepeatPhrase(.daily)), ("毎週", RepeatPhrase(.weekly)), ("毎月", RepeatPhrase(.monthly)),
        ("毎年", RepeatPhrase(.yearly)), ("まいにち", RepeatPhrase(.daily)),
        ("毎週月曜", RepeatPhrase(.weekly, on: [1])), ("毎週の月曜日", RepeatPhrase(.weekly, on: [1])),
        ("毎週日曜", RepeatPhrase(.weekly, on: [7])), ("毎週(日)", RepeatPhrase(.weekly, on: [7])),
        ("毎金曜", RepeatPhrase(.weekly, on: [5])), ("毎月曜", RepeatPhrase(.weekly, on: [1])),
        ("每天", RepeatPhrase(.daily)), ("每日", RepeatPhrase(.daily)), ("每週", RepeatPhrase(.weekly)),
        ("每周", RepeatPhrase(.weekly)), ("每個星期", RepeatPhrase(.weekly)), ("每月", RepeatPhrase(.monthly)),
        ("每个月", RepeatPhrase(.monthly)), ("每年", RepeatPhrase(.yearly)),
        ("每周一", RepeatPhrase(.weekly, on: [1])), ("每週日", RepeatPhrase(.weekly, on: [7])),
        ("每星期五", RepeatPhrase(.weekly, on: [5])), ("每個禮拜天", RepeatPhrase(.weekly, on: [7])),
        ("毎週末", RepeatPhrase(.weekly, on: [6, 7])), ("每周末", RepeatPhrase(.weekly, on: [6, 7])),
    ])
    func repetitionsAreUnderstood(text: String, expected: RepeatPhrase) throws {
        #expect(try RepeatPhrase(text) == expected)
    }

    @Test(arguments: [
        ("", "empty", ""), ("   ", "empty", ""), ("florp", "unknown", "florp"),
        ("tomorrow", "noRepetition", "tomorrow"),
        ("monday", "noRepetition", "monday"), ("every", "noRepetition", "every"), ("every florp", "unknown", "florp"),
        ("daily weekly", "unknown", "weekly"), ("daily monday", "unknown", "monday"),
        ("every day monday", "unknown", "monday"), ("every monday 9:00", "unknown", "9:00"),
        ("每週一一", "unknown", "一"),
    ])
    func everythingElseIsRefused(text: String, problem: String, word: String) {
        let error = #expect(throws: DatePhraseError.self) { try RepeatPhrase(text) }
        #expect(error?.summary == "\(problem) \"\(word)\"")
    }

    @Test func repetitionsOfTheTable() throws {
        let rows = try PhraseTable.lines(file: "repetitions.txt")
        #expect(rows.count > 100)
        for (phrase, expected) in rows {
            let result: String
            do throws(DatePhraseError) { result = try RepeatPhrase(phrase).summary } catch { result = error.summary }
            #expect(result == expected, "\(phrase)")
        }
    }

    @Test func aRefusalHasExamplesInTheLanguageOfThePhrase() {
        let english = #expect(throws: DatePhraseError.self) { try RepeatPhrase("florp") }
        #expect(english?.examples == ["daily", "every 2 weeks", "every mon and thu"])
        let japanese = #expect(throws: DatePhraseError.self) { try RepeatPhrase("毎週florp") }
        #expect(japanese?.examples == ["毎日", "毎週月曜", "3日ごと"])
        let chinese = #expect(throws: DatePhraseError.self) { try RepeatPhrase("每週florp") }
        #expect(chinese?.examples == ["每天", "每兩週", "每週一、四"])
    }
}

extension RepeatPhrase {
    /// `weekly 2 on 1,4`: the frequency, the interval unless it is 1, the weekdays.
    fileprivate var summary: String {
        let days = weekdays.isEmpty ? nil : "on \(weekdays.sorted().map(String.init).joined(separator: ","))"
        let last = isOnLastDay ? "on the last day" : nil
        let count = interval == 1 ? nil : "\(interval)"
        let weekday = weekdayOfMonth.map { weekday in
            "on weekday \(weekday.weekday), \(weekday.positions.sorted().map(String.init).joined(separator: " and "))"
        }
        let times = self.count.map { "\($0) times" }
        let day = daysOfMonth.isEmpty ? nil : "on day \(daysOfMonth.sorted().map(String.init).joined(separator: ","))"
        let clock =
            hours.isEmpty ? nil : "at \(hours.map { "\($0):\(minute)" }.joined(separator: ","))"
        return [frequency.rawValue, count, days, last, weekday, day, clock, times].compactMap(\.self).joined(
            separator: " ")
    }
}
