extension Language {
    /// Traditional and simplified characters.
    static let chinese = Language(
        name: "Chinese", separatesWords: false, numericOrder: .monthFirst,
        words: [
            .day(0): ["今天", "今日"],
            .day(1): ["明天", "明日"],
            .day(2): ["後天", "后天"],
            .day(3): ["大後天", "大后天"],
            .day(-1): ["昨天", "昨日"],
            .day(-2): ["前天"],
            .day(-3): ["大前天"],
            .day(0, .morning): ["今早"],
            .day(1, .morning): ["明早"],
            .day(0, .night): ["今晚", "今夜"],
            .day(1, .night): ["明晚"],
            .day(-1, .night): ["昨晚", "昨夜"],

            .weekday(1): combine(weeks, ["一"]),
            .weekday(2): combine(weeks, ["二"]),
            .weekday(3): combine(weeks, ["三"]),
            .weekday(4): combine(weeks, ["四"]),
            .weekday(5): combine(weeks, ["五"]),
            .weekday(6): combine(weeks, ["六"]),
            .weekday(7): combine(weeks, ["日", "天"]),
            .mark(.year): ["年"],
            .mark(.month): ["月"],
            .mark(.day): ["日", "號", "号"],

            .shift(0): ["這", "这", "這個", "这个", "本"],
            .shift(1): ["下", "下個", "下个"],
            .shift(2): ["下下", "下下個", "下下个"],
            .shift(-1): ["上", "上個", "上个"],
            .shift(-2): ["上上", "上上個", "上上个"],
            .span(.month): ["月"],
            .period(.year, 0): ["今年"],
            .period(.year, 1): ["明年"],
            .period(.year, 2): ["後年", "后年"],
            .period(.year, -1): ["去年"],
            .period(.year, -2): ["前年"],
            .end(.month): ["月底", "月末", "月最后一天", "月最後一天", "月最后1天", "月最後1天"],
            .end(.year): ["年底", "年末"],
            .end(nil): ["底"],

            .weekend(0): combine(["", "这", "這", "这个", "這個", "本"], ["周末", "週末"]),
            .weekend(1): combine(["下", "下个", "下個"], ["周末", "週末"]),
            .holiday(month: 1, day: 1): ["元旦"],
            .holiday(month: 2, day: 14): ["情人节", "情人節"],
            .holiday(month: 5, day: 1): ["劳动节", "勞動節"],
            .holiday(month: 10, day: 1): ["国庆节", "國慶節"],
            .holiday(month: 12, day: 24): ["平安夜"],
            .holiday(month: 12, day: 25): ["圣诞节", "聖誕節"],

            .part(.beforeDawn): ["凌晨"],
            .part(.forenoon): ["上午"],
            .part(.morning): ["早上", "早晨", "清晨", "早", "一早", "一大早"],
            .part(.noon): ["正午"],
            .part(.midday): ["中午"],
            .part(.afternoon): ["下午", "午后"],
            .part(.evening): ["傍晚"],
            .part(.night): ["晚上", "晚間", "晚间", "夜晚", "晚"],
            .part(.lateNight): ["夜裡", "夜裏", "夜里", "半夜", "深夜"],
            .part(.midnight): ["午夜"],
            .mark(.hour): combine(["點", "点"], ["", "整"]) + ["點鐘", "点钟", "時", "时"],
            .mark(.minute): ["分"],
            .mark(.second): ["秒"],
            .mark(.quarter): ["刻"],

            .ahead: ["過", "过", "再過", "再过"],
            .later: ["後", "后", "之後", "之后", "以後", "以后"],
            .ago: ["前", "之前", "以前"],
            .now: ["現在", "现在"],
            .unit(.second): ["秒", "秒鐘", "秒钟"],
            .unit(.minute): ["分", "分鐘", "分钟"],
            .unit(.quarterHour): ["刻鐘", "刻钟"],
            .unit(.hour): combine(["", "個", "个"], hours),
            .unitAndHalf(.hour): combine(["個半", "个半"], hours),
            .unit(.day): ["天", "日"],
            .unit(.week): weeks + combine(["個", "个"], ["星期", "禮拜", "礼拜"]),
            .unit(.month): ["個月", "个月"],
            .unit(.year): ["年"],
            .half: ["半"],

            .every: ["每", "每個", "每个"],
            .repeats(.daily, every: 2): ["隔天", "隔日"],
            .repeats(.weekly, every: 2): ["隔週", "隔周"],
            .weekdays([1, 2, 3, 4, 5]): ["工作日"],
            .weekdays([6, 7]): ["週末", "周末"],
            .repeatsOn([1, 2, 3, 4, 5]): ["工作日"],
            .unclearInterval(instead: "每"): ["每隔"],
            .and: ["和"],
            .through: ["到", "至", "~"],
            .spanStart: ["从", "從"],
            .until: ["直到", "一直到"],
            .everyCompletion: ["每!"],
            .starting: ["开始", "開始"],
            // 周三次 is three times a week, not a Wednesday.
            .times: ["次", "回"] + combine(combine(weeks, ["一", "二", "兩", "两", "三", "四", "五", "六"]), ["次", "回"]),

            .filler: ["的", "在", "左右", "前", "之前", "以前"],
        ],
        repetitions: AsianRepetitions.chinese.merging(AsianRepetitions.chineseWeekdays) { first, _ in first },
        numerals: [
            "〇": 0, "○": 0, "零": 0, "一": 1, "二": 2, "兩": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8,
            "九": 9, "十": 10,
        ],
        examples: Examples(
            ahead: ["明天 9:00", "週五下午兩點半", "25分鐘後"],
            back: ["昨天", "週一", "2小時前"],
            repeats: ["每天", "每兩週", "每週一、四"]),
        deadlines: ["前", "之前", "以前"], particles: ["左右"], every: "每",
        otherDates: [
            "双周": "每两周", "雙週": "每兩週", "单周": "每两周", "單週": "每兩週", "双休日": "每周末",
            "月初": "1号", "年初": "1月1日", "春节": "2月6日", "春節": "2月6日",
        ],
        beginnings: [
            "半": Set("价價年天日月夜岛島径徑导導数數程马馬身决決场場路票自山边邊熟成球糖休裸"),
            "整": Set("理合改修形容治顿頓备備编編骨体體套个個装裝数數列洁潔夜"),
            "鐘": Set("錶表點樓情愛聲"), "钟": Set("表点楼情爱声"),
            "前": Set("端台臺往面途任妻言景提期沿锋鋒辈輩线線列后後男女进進额額门門夜"),
            "分": Set("享手析组組配类類工店红紅期担擔离離割解别別公发發给給批"),
            "刻": Set("字苦章印录錄盘盤"), "秒": Set("杀殺表錶"),
        ])

    private static let weeks = ["週", "周", "星期", "禮拜", "礼拜"]
    private static let hours = ["小時", "小时", "鐘頭", "钟头"]
}

extension DayPart {
    fileprivate static let beforeDawn = DayPart(0...5, isBeforeDawn: true)
    // 上午12點 is noon to some readers and midnight to others; 下午12點半 is 12:30 to all.
    fileprivate static let forenoon = DayPart(0...11, alone: 9, isAmbiguousAtTwelve: true)
    fileprivate static let morning = DayPart(4...11, alone: 9)
    fileprivate static let noon = DayPart(12...12, alone: 12)
    fileprivate static let midday = DayPart(11...14, alone: 12)
    // Digital clocks show 下午 until midnight.
    fileprivate static let afternoon = DayPart(12...23, alone: 15)
    fileprivate static let evening = DayPart(16...20, alone: 18)
    fileprivate static let night = DayPart(17...27, alone: 20)
    fileprivate static let lateNight = DayPart(22...28)
    fileprivate static let midnight = DayPart(24...24, alone: 24)
}
