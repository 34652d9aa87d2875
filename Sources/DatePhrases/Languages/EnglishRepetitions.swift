/// Repetitions on a day of the month, and at an interval of hours: *every first monday*, *last friday of every month*, *every 15th*,
/// *every 4 hours*. Each is one entry of the vocabulary, because their words have other meanings by themselves: *last friday* is
/// a date, and *every second monday* every other one.
enum EnglishRepetitions {
    static let phrases: [String: RepeatPhrase] = {
        var phrases: [String: RepeatPhrase] = [
            "quarterly": RepeatPhrase(.monthly, every: 3), "every quarter": RepeatPhrase(.monthly, every: 3),
            "hourly": RepeatPhrase(.hourly), "every hour": RepeatPhrase(.hourly), "each hour": RepeatPhrase(.hourly),
        ]
        for day in ["last day", "end"] {
            for month in ["every month", "each month"] {
                for the in ["", "the "] {
                    phrases["\(the)\(day) of \(month)"] = RepeatPhrase(.monthly, isOnLastDay: true)
                }
            }
        }
        for month in ["", " of the month", " of every month", " of each month"] {
            phrases["every last day\(month)"] = RepeatPhrase(.monthly, isOnLastDay: true)
        }
        addWeekdays(to: &phrases)
        addDays(to: &phrases)
        // *Every 3rd week* is no third of a month.
        let periods: [(String, RepeatPhrase.Frequency)] = [
            ("day", .daily), ("week", .weekly), ("month", .monthly), ("year", .yearly),
        ]
        for count in 2...31 {
            for (name, frequency) in periods {
                phrases["every \(ordinal(count)) \(name)"] = RepeatPhrase(frequency, every: count)
            }
        }
        for count in 2...24 {
            let words = ["\(count)", numbers[count]].compactMap(\.self)
            for word in words {
                for unit in ["hours", "hrs", "h"] {
                    phrases["every \(word) \(unit)"] = RepeatPhrase(.hourly, every: count)
                }
            }
            phrases["every \(count)h"] = RepeatPhrase(.hourly, every: count)
        }
        addTimes(to: &phrases)
        // *Twice a year* is rather every half year than on any two days.
        for (count, words) in [
            (1, ["once"]), (2, ["twice", "two times", "2 times"]), (3, ["three times", "3 times"]),
            (4, ["four times", "4 times"]),
        ] {
            for word in words {
                for year in ["a year", "per year", "every year", "each year"] {
                    phrases["\(word) \(year)"] =
                        count == 1 ? RepeatPhrase(.yearly) : RepeatPhrase(.monthly, every: 12 / count)
                }
            }
        }
        addPluralWeekdays(to: &phrases)
        phrases["once a quarter"] = RepeatPhrase(.monthly, every: 3)
        return phrases
    }()

    /// *3 times a week*, *twice a month*, *3x/week*. *Once a day* is every day.
    private static func addTimes(to phrases: inout [String: RepeatPhrase]) {
        let periods: [(String, String, RepeatPhrase.Frequency)] = [
            ("day", "daily", .daily), ("week", "weekly", .weekly), ("month", "monthly", .monthly),
        ]
        for count in 1...31 {
            var words = ["\(count) times", "\(count) time", "\(count)x", "\(count) x", "\(count)×"]
            if let number = count == 1 ? "one" : numbers[count] { words += ["\(number) times", "\(number) time"] }
            if count > 1 { words += ["\(count) days"] + (numbers[count].map { ["\($0) days"] } ?? []) }
            words += [1: ["once"], 2: ["twice"], 3: ["thrice"]][count] ?? []
            for (period, adverb, frequency) in periods {
                let phrase =
                    count == 1 && frequency == .daily
                    ? RepeatPhrase(.daily) : RepeatPhrase(count, timesEach: frequency)
                for word in words {
                    for joint in [" a ", " per ", " each ", " every ", "/"] {
                        phrases["\(word)\(joint)\(period)"] = phrase
                    }
                    phrases["\(word) \(adverb)"] = phrase
                }
            }
        }
    }

    /// *On mondays*, *alternate tuesdays*, *on tuesdays and thursdays*
    private static func addPluralWeekdays(to phrases: inout [String: RepeatPhrase]) {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map { $0 + "s" }
        for (index, name) in names.enumerated() {
            for beginning in ["on ", "weekly on ", "every week on "] {
                phrases[beginning + name] = RepeatPhrase(.weekly, on: [index + 1])
                for (other, second) in names.enumerated() where other > index {
                    for and in [" and ", " & "] {
                        phrases[beginning + name + and + second] = RepeatPhrase(.weekly, on: [index + 1, other + 1])
                    }
                }
            }
            for beginning in ["alternate ", "on alternate ", "every alternate "] {
                phrases[beginning + name] = RepeatPhrase(.weekly, every: 2, on: [index + 1])
            }
        }
    }

    private static let months = ["of the month", "of every month", "of each month"]

    private static func addWeekdays(to phrases: inout [String: RepeatPhrase]) {
        let weekdays = [
            ["mon", "monday"], ["tue", "tues", "tuesday"], ["wed", "wednesday"], ["thu", "thur", "thurs", "thursday"],
            ["fri", "friday"], ["sat", "saturday"], ["sun", "sunday"],
        ]
        let positions = [
            1: ["first", "1st"], 2: ["second", "2nd"], 3: ["third", "3rd"], 4: ["fourth", "4th"], -1: ["last"],
        ]
        addPairs(to: &phrases, positions, weekdays)
        for (position, words) in positions {
            for (index, names) in weekdays.enumerated() {
                let phrase = RepeatPhrase(monthlyOn: index + 1, positions: [position])
                for text in words.flatMap({ word in names.map { "\(word) \($0)" } }) {
                    // *Every second monday* is every other one.
                    phrases["every \(text)"] = position == 2 ? RepeatPhrase(.weekly, every: 2, on: [index + 1]) : phrase
                    for month in months { phrases["every \(text) \(month)"] = phrase }
                    for month in months {
                        phrases["\(text) \(month)"] = phrase
                        phrases["the \(text) \(month)"] = phrase
                    }
                }
            }
        }
    }

    /// *1st and 3rd monday of the month*
    private static func addPairs(
        to phrases: inout [String: RepeatPhrase], _ positions: [Int: [String]], _ weekdays: [[String]]
    ) {
        for (position, words) in positions {
            for (other, otherWords) in positions where other > position && position > 0 || other < 0 {
                // *First and third*, *1st and 3rd*: a mixture of both would make the vocabulary four times as large.
                let pairs = words.indices.compactMap { index -> String? in
                    let second = otherWords.indices.contains(index) ? otherWords[index] : otherWords.last
                    return second.map { "\(words[index]) and \($0)" }
                }
                for (index, names) in weekdays.enumerated() {
                    let phrase = RepeatPhrase(monthlyOn: index + 1, positions: [position, other])
                    for text in pairs.flatMap({ pair in names.map { "\(pair) \($0)" } }) {
                        phrases["every \(text)"] = phrase
                        for month in months {
                            for beginning in ["", "the ", "every "] { phrases["\(beginning)\(text) \(month)"] = phrase }
                        }
                    }
                }
            }
        }
    }

    private static func addDays(to phrases: inout [String: RepeatPhrase]) {
        for day in 1...31 {
            let phrase = RepeatPhrase(monthlyOnDays: [day])
            let text = ordinal(day)
            if day == 1 {
                for month in months {
                    phrases["every first \(month)"] = phrase
                    phrases["the first \(month)"] = phrase
                    phrases["on the first \(month)"] = phrase
                }
            }
            for beginning in ["every", "monthly on the", "every month on the", "each month on the"] {
                phrases["\(beginning) \(text)"] = phrase
            }
            for month in months { phrases["every \(text) \(month)"] = phrase }
            for month in months.dropFirst() {
                phrases["the \(text) \(month)"] = phrase
                phrases["\(text) \(month)"] = phrase
            }
        }
    }

    /// `1st`, `22nd`
    private static func ordinal(_ number: Int) -> String {
        let suffix = [1: "st", 2: "nd", 3: "rd"][(11...13).contains(number) ? 0 : number % 10] ?? "th"
        return "\(number)\(suffix)"
    }

    private static let numbers = [
        2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
        11: "eleven",
        12: "twelve",
    ]
}
