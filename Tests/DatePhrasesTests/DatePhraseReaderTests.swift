import DatePhrases
import Testing
import TimeKit

@Suite struct DatePhraseReaderTests {
    private static let monday = CalendarDay(daysSinceEpoch: 20_780)

    private func reader(
        now: String = "2026-11-23T20:00:00Z", today: CalendarDay = monday, zone: ZoneRules = .utc, dayStartHour: Int = 4
    ) throws -> DatePhraseReader {
        let timestamp = try #require(Timestamp(now))
        return DatePhraseReader(now: timestamp.instant, today: today, zone: zone, dayStartHour: dayStartHour)
    }

    private func text(_ phrase: String, _ reader: DatePhraseReader) throws -> String {
        try reader.read(phrase, looking: .ahead).text(in: .utc)
    }

    // MARK: The day

    @Test func aDayIsADayAndATimeIsAnInstant() throws {
        let reader = try reader()
        #expect(try reader.read("fri", looking: .ahead) == .day(Self.monday.advanced(by: 4)))
        let friday = try #require(Timestamp("2026-11-27T14:30:00Z")).instant
        #expect(try reader.read("fri 14:30", looking: .ahead) == .instant(friday))
        #expect(try reader.instant("fri", looking: .ahead, at: TimeOfDay(hour: 14, minute: 30)) == friday)
        #expect(try reader.instant("fri 14:30", looking: .ahead, at: TimeOfDay(hour: 9, minute: 0)) == friday)
    }

    /// The garden's day can differ from the clock's, after travel for example (RULES L7).
    @Test func relativeWordsCountFromTheDayInForce() throws {
        let reader = try reader(today: Self.monday.advanced(by: 1))
        #expect(try text("today", reader) == "Tue 2026-11-24")
        #expect(try text("tomorrow 9:00", reader) == "Wed 2026-11-25 09:00")
        #expect(try text("9:00", reader) == "Tue 2026-11-24 09:00")
    }

    @Test(arguments: [
        (0, "today 2:00", "Mon 2026-11-23 02:00"), (0, "tomorrow 0:00", "Tue 2026-11-24 00:00"),
        (0, "tonight 1:00", "Tue 2026-11-24 01:00"), (0, "midnight", "Tue 2026-11-24 00:00"),
        (0, "明天凌晨2点", "Tue 2026-11-24 02:00"),
        (6, "tomorrow 5:59", "Wed 2026-11-25 05:59"), (6, "tomorrow 6:00", "Tue 2026-11-24 06:00"),
        (6, "明日の早朝5時", "Tue 2026-11-24 05:00"), (12, "tomorrow 9:00", "Wed 2026-11-25 09:00"),
        (12, "2026-11-25 9:00", "Wed 2026-11-25 09:00"),
    ])
    func theDayBeginsAtTheConfiguredHour(hour: Int, phrase: String, expected: String) throws {
        #expect(try text(phrase, reader(dayStartHour: hour)) == expected)
    }

    // MARK: Rounding

    @Test(arguments: [
        ("2026-11-23T20:00:00.000Z", "Mon 2026-11-23 20:25"), ("2026-11-23T20:00:00.001Z", "Mon 2026-11-23 20:26"),
        ("2026-11-23T20:00:59.999Z", "Mon 2026-11-23 20:26"),
    ])
    func aDurationAheadIsRoundedUpToTheMinute(now: String, expected: String) throws {
        #expect(try text("in 25m", reader(now: now)) == expected)
    }

    @Test func aDurationBackIsRoundedDown() throws {
        let reader = try reader(now: "2026-11-23T20:00:59.999Z")
        #expect(try reader.read("25m ago", looking: .back).text(in: .utc) == "Mon 2026-11-23 19:35")
        #expect(try reader.read("now", looking: .back).text(in: .utc) == "Mon 2026-11-23 20:00")
    }

    @Test func aTimeIsAheadOnlyAfterNow() throws {
        #expect(try text("20:00", reader(now: "2026-11-23T19:59:59.999Z")) == "Mon 2026-11-23 20:00")
        #expect(try text("20:00", reader(now: "2026-11-23T20:00:00Z")) == "Tue 2026-11-24 20:00")
    }

    // MARK: Refusals

    @Test func aRefusalSaysWhatIsWrongAndWhatToWrite() throws {
        let reader = try reader()
        let error = #expect(throws: DatePhraseError.self) { try reader.read("tomorrow Florp", looking: .ahead) }
        #expect(
            error?.description
                == "\"Florp\" is not understood as part of a date. For example: tomorrow 9:00 · fri 14:30 · in 25m")
        let back = #expect(throws: DatePhraseError.self) { try reader.read("florp", looking: .back) }
        #expect(back?.examples == ["yesterday", "mon", "2 hours ago"])
        let japanese = #expect(throws: DatePhraseError.self) { try reader.read("明日の牛乳", looking: .ahead) }
        #expect(japanese?.examples == ["明日 9:00", "金曜 午後2時半", "25分後"])
        let chinese = #expect(throws: DatePhraseError.self) { try reader.read("明天牛奶", looking: .ahead) }
        #expect(chinese?.examples == ["明天 9:00", "週五下午兩點半", "25分鐘後"])
    }

    @Test(arguments: [
        ("25:00", "there is no time \"25:00\": write 1:00, with the next date if one is written"),
        ("9:60", "there is no time \"9:60\""), ("凌晨", "\"凌晨\" needs an hour beside it"),
        ("13am", "\"13am\" is not a time: the hour is not in that part of the day"),
        ("1 dec midnight", "\"midnight\" can be read in two ways: write 2026-12-01 0:00 or 2026-12-02 0:00"),
        ("3/4", "\"3/4\" can be read in two ways: write 4 mar or 3 apr"),
        ("fri 28 nov", "\"fri\" contradicts the rest, which is Sat 2026-11-28"),
        ("tomorrow yesterday", "\"yesterday\" is a second date beside \"tomorrow\""),
        ("9:00 10:00", "\"10:00\" is a second time beside \"9:00\""),
        ("yesterday", "\"yesterday\" is in the past; a date ahead is needed"),
        ("25m", "\"25m\" does not say from when: write \"in 25m\" or \"25m ago\""),
        ("tomorrow 9", "\"9\" can be a time, a day or a count: write it as in 9:00, 9am, the 9th or 25m"),
        ("30 feb", "there is no date \"30 feb\""),
        ("dec", "\"dec\" is not a date by itself: write, for example, 1 dec"),
        ("daily", "\"daily\" says how often, not when"), ("", "no date is given"),
        ("in 999999 years", "\"in 999999 years\" is not between the years 1 and 9999"),
    ])
    func everyReasonIsASentence(phrase: String, expected: String) throws {
        let reader = try reader()
        let error = #expect(throws: DatePhraseError.self) { try reader.read(phrase, looking: .ahead) }
        #expect(error?.reason == expected)
    }

    @Test func aPhraseHasABound() throws {
        let reader = try reader()
        let most = "tomorrow" + String(repeating: " ", count: DatePhraseReader.mostCharacters - 8)
        #expect(try reader.read(most, looking: .ahead) == .day(Self.monday.advanced(by: 1)))
        let error = #expect(throws: DatePhraseError.self) { try reader.read(most + " ", looking: .ahead) }
        #expect(error?.problem == .tooLong)
        let marks = "a" + String(repeating: "\u{301}", count: 1_000_000)
        let marked = #expect(throws: DatePhraseError.self) { try reader.read(marks, looking: .ahead) }
        #expect(marked?.problem == .tooLong)
    }
}
