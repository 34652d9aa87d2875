/// So many times in each day, week or month, in languages that do not separate words: 每周三次, 週3回. Each is one entry of the
/// vocabulary, because 周三 is a Wednesday by itself, and 1日 the first of a month.
enum TimesPerPeriod {
    static let chinese = phrases(
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

    static let japanese = phrases(
        [.weekly: ["週", "毎週"], .monthly: ["月", "毎月"], .daily: ["1日", "一日"]], after: ["回", "度"], from: 1
    ).merging(
        // 週に1回 is every week.
        phrases(
            [
                .weekly: ["週に", "毎週に", "1週間に", "一週間に"], .monthly: ["月に", "1か月に", "1ヶ月に", "1カ月に", "一ヶ月に"],
                .daily: ["日に", "1日に", "一日に"],
            ], after: ["回", "度"], from: 2)
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
                            phrases[beginning + number + ending] = RepeatPhrase(count, timesEach: frequency)
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

    /// 三, 二十五
    private static func numeral(_ number: Int) -> String {
        let digits = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"]
        let tens = number < 10 ? "" : (number < 20 ? "" : digits[number / 10]) + "十"
        return tens + digits[number % 10]
    }
}
