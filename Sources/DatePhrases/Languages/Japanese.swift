extension Language {
    static let japanese = Language(
        name: "Japanese", separatesWords: false, numericOrder: .monthFirst,
        words: [
            .day(0): ["今日", "本日", "きょう", "今日中", "本日中"],
            .day(1): ["明日", "あした", "あす", "明日中"],
            .day(2): ["明後日", "あさって"],
            .day(3): ["明々後日", "明明後日", "しあさって"],
            .day(-1): ["昨日", "きのう"],
            .day(-2): ["一昨日", "おととい"],
            .day(0, .morning): ["今朝", "けさ"],
            .day(1, .morning): ["明朝"],
            .day(0, .night): ["今夜", "今晩", "こんや", "こんばん"],
            .day(1, .night): ["明晩"],
            .day(-1, .night): ["昨夜", "昨晩", "ゆうべ"],

            .weekday(1): ["月曜日", "月曜", "月"],
            .weekday(2): ["火曜日", "火曜", "火"],
            .weekday(3): ["水曜日", "水曜", "水"],
            .weekday(4): ["木曜日", "木曜", "木"],
            .weekday(5): ["金曜日", "金曜", "金"],
            .weekday(6): ["土曜日", "土曜", "土"],
            .weekday(7): ["日曜日", "日曜", "日"],
            .mark(.year): ["年"],
            .mark(.month): ["月"],
            .mark(.day): ["日"],

            .period(.week, 0): ["今週"],
            .period(.week, 1): ["来週"],
            .period(.week, 2): ["再来週"],
            .period(.week, -1): ["先週"],
            .period(.week, -2): ["先々週"],
            .period(.month, 0): ["今月"],
            .period(.month, 1): ["来月"],
            .period(.month, 2): ["再来月"],
            .period(.month, -1): ["先月"],
            .period(.month, -2): ["先々月"],
            .period(.year, 0): ["今年"],
            .period(.year, 1): ["来年"],
            .period(.year, 2): ["再来年"],
            .period(.year, -1): ["去年", "昨年"],
            .period(.year, -2): ["一昨年"],
            .end(.month): ["月末"],
            .end(.year): ["年末"],
            .end(nil): ["末", "末日"],

            .weekend(0): ["今週末", "週末"],
            .weekend(1): ["来週末"],
            .holiday(month: 1, day: 1): ["元日"],
            .holiday(month: 12, day: 24): ["クリスマスイブ"],
            .holiday(month: 12, day: 31): ["大晦日"],

            .part(.forenoonHours): ["午前", "午前中"],
            .part(.afternoonHours): ["午後"],
            .part(.beforeDawn): ["未明"],
            .part(.dawn): ["明け方", "早朝"],
            .part(.morning): ["朝", "あさ"],
            .part(.noon): ["正午"],
            .part(.midday): ["昼", "お昼", "ひる", "おひる"],
            .part(.evening): ["夕方", "ゆうがた"],
            .part(.night): ["夜", "晩", "よる"],
            .part(.lateNight): ["深夜", "夜中"],
            .part(.midnight): ["真夜中"],
            .mark(.hour): ["時"],
            .mark(.minute): ["分"],
            .mark(.second): ["秒"],

            .ahead: ["あと"],
            .later: ["後", "あと"],
            .ago: ["前"],
            .now: ["今", "いま", "現在"],
            .unit(.second): ["秒", "秒間"],
            .unit(.minute): ["分", "分間"],
            .unit(.hour): ["時間"],
            .unit(.day): ["日", "日間"],
            .unit(.week): ["週", "週間"],
            .unit(.month): ["か月", "ヶ月", "カ月", "ケ月", "ヵ月", "箇月"],
            .unit(.year): ["年", "年間"],
            .half: ["半"],

            .every: ["毎"],
            .span(.month): ["月"],
            .repeats(.daily): ["まいにち"],
            // Its characters without the first are Chinese for Sunday if 日 follows.
            .repeats(.weekly): ["毎週", "まいしゅう"],
            .repeats(.monthly): ["まいつき"],
            .repeats(.yearly): ["まいとし"],
            .repeats(.daily, every: 2): ["隔日"],
            .repeats(.weekly, every: 2): ["隔週"],
            .repeats(.monthly, every: 2): ["隔月"],
            .repeats(.yearly, every: 2): ["隔年"],
            .repeatsOn([1, 2, 3, 4, 5]): ["平日"],
            .repeatsOn([6, 7]): ["毎週末"],
            .everyCompletion: ["毎!"],
            .afterCompletion: ["毎!", "ごと!"],
            .everyAfter: ["ごと", "ごとに", "毎", "毎に", "に1回", "に一回", "に1度", "に一度"],
            .unclearInterval(instead: "ごと"): ["おき", "おきに"],
            .and: ["と", "・"],
            .through: ["から", "~", "〜"],
            .times: ["回"],

            .from: ["から"],
            .openEnd: ["~", "〜"],
            .filler: ["の", "に", "まで", "までに", "迄", "迄に", "今から", "ちょうど", "頃", "ごろ", "締切", "締め切り", "〆切"],
        ],
        repetitions: AsianRepetitions.japanese.merging(AsianRepetitions.japaneseWeekdays) { first, _ in first },
        numerals: [
            "〇": 0, "○": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
        ],
        examples: Examples(
            ahead: ["明日 9:00", "金曜 午後2時半", "25分後"],
            back: ["昨日", "月曜", "2時間前"],
            repeats: ["毎日", "毎週月曜", "3日ごと"]),
        binding: Binding(endings: ["は", "が", "を", "へ"]),
        deadlines: ["まで", "までに", "迄", "迄に", "締切", "締め切り", "〆切"], particles: ["に", "頃", "ごろ"], every: "毎週",
        otherDates: [
            "土日": "毎週土日", "祝日": "12月1日", "休日": "土曜", "今週中": "今週の金曜", "来週中": "来週の金曜",
            "今月中": "月末", "来月中": "来月末", "年内": "年末", "月初": "1日",
        ],
        beginnings: [
            "半": Set("休日額価身月年分袖期熟径島角田導"), "分": Set("析担別割解野配科娩室校店館"), "秒": Set("速"),
            "前": Set("回半期向提菜例者後面線夜世売略"),
        ])
}

extension DayPart {
    // 午前12時 and 午後12時 are noon to some readers and midnight to others.
    fileprivate static let forenoonHours = DayPart(0...11, alone: 9, isAmbiguousAtTwelve: true)
    fileprivate static let afternoonHours = DayPart(12...23, alone: 15, isAmbiguousAtTwelve: true)
    fileprivate static let beforeDawn = DayPart(0...3, isBeforeDawn: true)
    fileprivate static let dawn = DayPart(3...8, isBeforeDawn: true)
    fileprivate static let morning = DayPart(4...11, alone: 9)
    fileprivate static let noon = DayPart(12...12, alone: 12)
    fileprivate static let midday = DayPart(11...15, alone: 12)
    fileprivate static let evening = DayPart(15...19, alone: 18)
    fileprivate static let night = DayPart(17...27, alone: 20)
    fileprivate static let lateNight = DayPart(22...28)
    fileprivate static let midnight = DayPart(24...24, alone: 24)
}
