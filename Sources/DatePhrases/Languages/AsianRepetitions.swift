/// Repetitions in languages that do not separate words: so many times in each day, week or month, 每周三次 and 週3回, and on a weekday of
/// the month. Each is one entry of the vocabulary, because 周三 is a Wednesday by itself, and 1日 the first of a month.
enum AsianRepetitions {
    private static let (quarterly, halfYearly) = (RepeatPhrase(.monthly, every: 3), RepeatPhrase(.monthly, every: 6))

    static let chinese = [
        "每季度": quarterly, "每个季度": quarterly, "每個季度": quarterly, "每半年": halfYearly,
    ].merging(chineseTimes) { first, _ in first }.merging(
        hours(["每小时", "每小時", "每个小时", "每個小時"]) { number in
            ["每\(number)小时", "每\(number)小時", "每\(number)个小时", "每\(number)個小時"]
        }
    ) { first, _ in first }

    static let japanese = [
        "半年ごと": halfYearly, "半年ごとに": halfYearly, "半年に1回": halfYearly, "半年に一度": halfYearly, "四半期ごと": quarterly,
        "四半期ごとに": quarterly,
    ].merging(japaneseTimes) { first, _ in first }.merging(
        hours(["毎時間", "1時間ごと", "1時間ごとに", "1時間毎", "1時間毎に"]) { number in
            ["\(number)時間ごと", "\(number)時間ごとに", "\(number)時間毎", "\(number)時間毎に"]
        }
    ) { first, _ in first }

    private static func hours(_ each: [String], every words: (String) -> [String]) -> [String: RepeatPhrase] {
        var phrases: [String: RepeatPhrase] = [:]
        for word in each { phrases[word] = RepeatPhrase(.hourly) }
        for count in 2...24 {
            for word in ["\(count)", numeral(count)].flatMap(words) {
                phrases[word] = RepeatPhrase(.hourly, every: count)
            }
        }
        return phrases
    }

    private static let chineseTimes = phrases(
        [
            .weekly: [
                "每周", "每週", "每星期", "每礼拜", "每禮拜", "每个星期", "每個星期", "一周", "一週", "一星期", "一个星期", "一個星期",
            ],
            .monthly: ["每月", "每个月", "每個月", "一个月", "一個月"],
            .daily: ["一天", "一日", "1天"],
        ], after: ["次", "回"], from: 1
    ).merging(
        phrases([.weekly: ["每周", "每週", "一周", "一週"], .monthly: ["每月", "每个月", "每個月"]], twice: ["两次", "兩次"])
    ) { first, _ in first }

    private static let japaneseTimes = phrases(
        [.weekly: ["週", "毎週"], .monthly: ["月", "毎月"], .daily: ["1日", "一日"]], after: ["回", "度"], from: 1
    ).merging(
        // 1日に1回 is every day.
        phrases(
            [
                .weekly: ["1週間に", "一週間に"], .monthly: ["1か月に", "1ヶ月に", "1カ月に", "一ヶ月に"],
                .daily: ["日に", "1日に", "一日に"],
            ], after: ["回", "度"], from: 2)
    ) { first, _ in first }.merging(
        phrases([.weekly: ["週に", "毎週に"], .monthly: ["月に", "毎月に"]], after: ["回", "度"], from: 1)
    ) { first, _ in first }

    private static func phrases(
        _ periods: [RepeatPhrase.Frequency: [String]], after endings: [String], from least: Int
    ) -> [String: RepeatPhrase] {
        var phrases: [String: RepeatPhrase] = [:]
        for (frequency, beginnings) in periods {
            for count in least...31 {
                for beginning in beginnings {
                    for number in ["\(count)", numeral(count)] {
                        for ending in endings {
                            // Once a day is every day.
                            phrases[beginning + number + ending] =
                                count == 1 && frequency == .daily
                                ? RepeatPhrase(.daily) : RepeatPhrase(count, timesEach: frequency)
                        }
                    }
                }
            }
        }
        return phrases
    }

    private static func phrases(
        _ periods: [RepeatPhrase.Frequency: [String]], twice words: [String]
    ) -> [String: RepeatPhrase] {
        var phrases: [String: RepeatPhrase] = [:]
        for (frequency, beginnings) in periods {
            for beginning in beginnings {
                for word in words { phrases[beginning + word] = RepeatPhrase(2, timesEach: frequency) }
            }
        }
        return phrases
    }

    /// The first to the fourth and the last weekday of each month, or two of them: 每月第二个周三, 毎月第2水曜日, 第1・第3月曜日.
    static let chineseWeekdays = weekdays(
        ["每月", "每个月", "每個月"].flatMap { month in chinesePositions.map { ($0.positions, month + $0.text) } },
        ["周", "週", "星期", "礼拜", "禮拜"].map { week in ["一", "二", "三", "四", "五", "六", "日"].map { week + $0 } })

    private static let chinesePositions: [Beginning] = {
        var found: [Beginning] = [([-1], "最后一个"), ([-1], "最後一個")]
        for unit in ["个", "個"] {
            for position in 1...4 {
                for number in [numeral(position), "\(position)"] { found.append(([position], "第\(number)\(unit)")) }
            }
            for (first, second) in pairs {
                found.append(([first, second], "第\(numeral(first))\(unit)和第\(numeral(second))\(unit)"))
            }
        }
        return found
    }()

    static let japaneseWeekdays = weekdays(
        japanesePositions,
        ["曜日", "曜"].map { ending in ["月", "火", "水", "木", "金", "土", "日"].map { $0 + ending } })

    private static let japanesePositions: [Beginning] = {
        var found: [Beginning] = [([-1], "毎月最終"), ([-1], "毎月最後の")]
        for position in 1...4 {
            for number in [numeral(position), "\(position)"] { found.append(([position], "毎月第\(number)")) }
        }
        for (first, second) in pairs {
            for joint in ["", "・", "、", "と"] {
                for month in ["毎月", ""] {
                    found.append(([first, second], "\(month)第\(first)\(joint)第\(second)"))
                    found.append(([first, second], "\(month)第\(numeral(first))\(joint)第\(numeral(second))"))
                }
            }
        }
        return found
    }()

    private typealias Beginning = (positions: Set<Int>, text: String)

    /// Two weeks of a month: the first and the third.
    private static let pairs = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]

    private static func weekdays(
        _ beginnings: [Beginning], _ weeks: [[String]]
    ) -> [String: RepeatPhrase] {
        var phrases: [String: RepeatPhrase] = [:]
        for beginning in beginnings {
            for week in weeks {
                for (index, day) in week.enumerated() {
                    phrases[beginning.text + day] = RepeatPhrase(monthlyOn: index + 1, positions: beginning.positions)
                }
            }
        }
        return phrases
    }

    /// 三, 二十五
    private static func numeral(_ number: Int) -> String {
        let digits = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"]
        let tens = number < 10 ? "" : (number < 20 ? "" : digits[number / 10]) + "十"
        return tens + digits[number % 10]
    }
}
