extension Language {
    static let english = Language(
        name: "English", separatesWords: true,
        // 3/4 is March 4 in some countries and April 3 in others.
        numericOrder: nil,
        words: [
            .day(0): ["today", "tod", "later today"],
            .day(1): ["tomorrow", "tmr", "tmrw", "tom"],
            .day(2): ["day after tomorrow"],
            .day(14): ["in a fortnight"],
            .day(-1): ["yesterday"],
            .day(-2): ["day before yesterday"],
            .day(0, .night): ["tonight", "tonite"],
            .day(-1, .night): ["last night"],

            .weekday(1): ["mon", "monday"],
            .weekday(2): ["tue", "tues", "tuesday"],
            .weekday(3): ["wed", "weds", "wednesday"],
            .weekday(4): ["thu", "thur", "thurs", "thursday"],
            .weekday(5): ["fri", "friday"],
            .weekday(6): ["sat", "saturday"],
            .weekday(7): ["sun", "sunday"],

            .month(1): ["jan", "january"],
            .month(2): ["feb", "february"],
            .month(3): ["mar", "march"],
            .month(4): ["apr", "april"],
            .month(5): ["may"],
            .month(6): ["jun", "june"],
            .month(7): ["jul", "july"],
            .month(8): ["aug", "august"],
            .month(9): ["sep", "sept", "september"],
            .month(10): ["oct", "october"],
            .month(11): ["nov", "november"],
            .month(12): ["dec", "december"],
            .mark(.day): ["st", "nd", "rd", "th"],

            .shift(0): ["this"],
            .shift(1): ["next"],
            .shift(-1): ["last"],
            .previous: ["last"],
            .end(.month): [
                "end of month", "end of the month", "month end", "eom", "last day of the month",
                "the last day of the month",
            ],
            .end(.week): ["end of week", "end of the week", "eow"],
            .endOfDay: ["end of day", "end of the day", "eod", "cob"],
            .weekend(0): ["this weekend", "at the weekend", "on the weekend", "over the weekend", "by the weekend"],
            .weekend(1): ["next weekend"],
            .holiday(month: 12, day: 24): ["christmas eve", "xmas eve"],
            .holiday(month: 12, day: 25): ["christmas", "christmas day", "xmas"],
            .holiday(month: 12, day: 26): ["boxing day"],
            .holiday(month: 12, day: 31): ["new year's eve", "new years eve", "nye"],
            .holiday(month: 1, day: 1): ["new year", "new year's", "new years", "new year's day", "new years day"],
            .holiday(month: 2, day: 14): ["valentine's day", "valentines day", "valentine's"],
            .holiday(month: 10, day: 31): ["halloween"],
            .end(.year): [
                "end of year", "end of the year", "year end", "eoy", "last day of the year", "the last day of the year",
            ],
            .end(nil): ["end of", "last day of", "the last day of"],
            .position(1): ["first"], .position(2): ["second"], .position(3): ["third"], .position(4): ["fourth"],
            .position(-1): ["last"],
            .minutes(15): ["quarter past", "a quarter past"], .minutes(30): ["half past"],
            .minutes(-15): ["quarter to", "a quarter to"],

            .part(.morningHours): ["am", "a.m", "a.m."],
            .part(.afternoonHours): ["pm", "p.m", "p.m."],
            .part(.morning): ["morning", "in the morning", "first thing", "first thing in the morning"],
            .part(.noon): ["noon", "midday", "noontime"],
            .part(.afternoon): ["afternoon", "in the afternoon"],
            .part(.evening): ["evening", "in the evening"],
            .part(.night): ["night", "at night"],
            .part(.midnight): ["midnight"],

            .ahead: ["in", "within", "+"],
            .offset(-1): ["before"],
            .offset(1): ["after", "from"],
            .later: ["later", "from now"],
            .ago: ["ago"],
            .now: ["now", "right now"],
            .unit(.second): ["s", "sec", "secs", "second", "seconds"],
            .unit(.minute): ["m", "min", "mins", "minute", "minutes"],
            .unit(.hour): ["h", "hr", "hrs", "hour", "hours"],
            .unit(.day): ["d", "day", "days"],
            .unit(.week): ["w", "wk", "wks", "week", "weeks"],
            .unit(.month): ["mo", "mos", "month", "months"],
            .unit(.year): ["y", "yr", "yrs", "year", "years"],
            .half: ["half", "a half", "and a half"],
            .number(1): ["one", "a", "an"],
            .number(2): ["two", "a couple of", "a couple"],
            .number(3): ["three"],
            .number(4): ["four"],
            .number(5): ["five"],
            .number(6): ["six"],
            .number(7): ["seven"],
            .number(8): ["eight"],
            .number(9): ["nine"],
            .number(10): ["ten"],
            .number(11): ["eleven"],
            .number(12): ["twelve"],

            .every: ["every", "each"],
            .other: ["other", "second"],
            .and: ["and", "&"],
            .through: ["to", "through", "thru"],
            .until: ["until", "till", "ending", "ending on"],
            .spanStart: ["from", "between"],
            .lasting: ["for"],
            .except: ["except", "except on", "except for"],
            .everyCompletion: ["every!"],
            .afterCompletion: ["after completion", "after each completion", "after completing it", "after it is done"],
            .starting: ["starting", "starting on", "starting from"],
            .weekdays([1, 2, 3, 4, 5]): ["weekday", "workday", "work day", "working day", "business day", "school day"],
            .times: ["times"],
            .weekdays([6, 7]): ["weekend", "weekends"],
            .repeatsOn([1, 2, 3, 4, 5]): ["weekdays"],
            .repeatsOn([1]): ["mondays"], .repeatsOn([2]): ["tuesdays"], .repeatsOn([3]): ["wednesdays"],
            .repeatsOn([4]): ["thursdays"], .repeatsOn([5]): ["fridays"], .repeatsOn([6]): ["saturdays"],
            .repeatsOn([7]): ["sundays"],
            .repeats(.daily): ["daily"],
            .repeats(.weekly): ["weekly"],
            .repeats(.monthly): ["monthly"],
            .repeats(.yearly): ["yearly", "annually"],
            .repeats(.weekly, every: 2): ["fortnightly", "every fortnight"],

            // It does not say whether the hour is before or after noon, so that the number alone is no time.
            .clock: ["o'clock", "oclock"],
            .filler: [
                "at", "on", "by", "of", "the", "and", "@", "o'clock", "oclock", "sometime", "no later than",
                "not later than",
            ],
        ],
        repetitions: EnglishRepetitions.phrases, numerals: [:],
        examples: Examples(
            ahead: ["tomorrow 9:00", "fri 14:30", "in 25m"],
            back: ["yesterday", "mon", "2 hours ago"],
            repeats: ["daily", "every 2 weeks", "every mon and thu"]),
        binding: Binding(
            words: [
                "a", "about", "after", "an", "and", "as", "before", "between", "during", "except", "for", "from",
                "his", "in", "into", "is", "its", "like", "my", "near", "not", "of", "or", "our", "past", "per",
                "since",
                "than",
                "the", "their", "through", "till", "ending", "to", "until", "vs", "was", "were", "with", "within",
                "without",
                "your",
                "&", "+", "-", "–", "ash", "black", "casual", "cyber", "easter", "good", "holy", "palm", "super",
            ], articles: ["a", "an", "her", "his", "my", "our", "the", "their", "your"]),
        limits: ["before", "until", "till", "than", "past"], every: "every ", dueWords: ["due"],
        startWords: ["defer until", "defer to", "deferred until", "not before", "hide until", "hidden until"],
        startWordsBesideDue: ["start", "starts", "starting"], durations: ["for"],
        otherIntervals: [
            "hour", "hours", "quarter", "weekends", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays",
            "saturdays", "sundays",
        ],
        names: ["tom"], capitalNames: ["tod"],
        otherDates: [
            "mondays": "every monday", "tuesdays": "every tuesday", "wednesdays": "every wednesday",
            "thursdays": "every thursday", "fridays": "every friday", "saturdays": "every saturday",
            "sundays": "every sunday", "weekday": "every weekday", "weekend": "saturday", "weekends": "every weekend",
            "workday": "every weekday", "workdays": "weekdays", "everyday": "every day", "biweekly": "every 2 weeks",
            "bimonthly": "every 2 months", "fortnight": "in 2 weeks",
            "midweek": "wednesday", "easter": "28 mar", "overmorrow": "the day after tomorrow",
        ],
        vague: (
            words: ["in", "within"],
            counts: [
                "a", "an", "couple", "few", "next", "of", "several", "some", "the", "one", "two", "three", "four",
                "five",
                "six", "seven", "eight", "nine", "ten",
            ]
        ))
}

extension DayPart {
    fileprivate static let morningHours = DayPart(0...11)
    fileprivate static let afternoonHours = DayPart(12...23)
    fileprivate static let morning = DayPart(1...11, alone: 9)
    fileprivate static let noon = DayPart(12...12, alone: 12)
    fileprivate static let afternoon = DayPart(12...18, alone: 15)
    fileprivate static let evening = DayPart(16...23, alone: 18)
    fileprivate static let night = DayPart(18...27, alone: 20)
    fileprivate static let midnight = DayPart(24...24, alone: 24)
}
