import DatePhrases
import Testing
import TimeKit

/// Dates and repetitions in sentences. The tables of quick add have many more.
@Suite struct SentenceTests {
    private static let zone = ZoneRules(name: "Tokyo", posix: "JST-9")

    /// Monday, 2026-11-23 20:00.
    private func reader() throws -> (DatePhraseReader, ZoneRules) {
        let zone = try #require(Self.zone)
        let today = try #require(CalendarDay("2026-11-23"))
        let now = zone.instant(of: today, secondsOfDay: 20 * 3600)
        return (DatePhraseReader(now: now, today: today, zone: zone, dayStartHour: 4), zone)
    }

    private func text(_ schedule: SchedulePhrase, _ zone: ZoneRules) -> String {
        let (start, end) = (schedule.start?.text(in: zone), schedule.end?.text(in: zone))
        let date = (start.map { "\($0) to " } ?? "") + schedule.date.text(in: zone) + (end.map { " to \($0)" } ?? "")
        switch schedule.repetition {
        case .every(let phrase):
            let interval = phrase.interval == 1 ? "" : " every \(phrase.interval)"
            let until = phrase.until.map { " until \($0)" } ?? ""
            return "\(date) \(phrase.frequency)\(interval)" + phrase.weekdays.sorted().map { " \($0)" }.joined() + until
        case .afterCompletion(let delay): return "\(date) \(delay.text)"
        case nil: return date
        }
    }

    @Test(arguments: [
        ("tomorrow 18:00", "Tue 2026-11-24 18:00"), ("every week", "Mon 2026-11-23 weekly"),
        ("tomorrow 18:00 every week", "Tue 2026-11-24 18:00 weekly"),
        ("every week tomorrow 18:00", "Tue 2026-11-24 18:00 weekly"),
        ("every monday", "Mon 2026-11-23 weekly 1"), ("every tuesday", "Tue 2026-11-24 weekly 2"),
        ("every monday 9:00", "Mon 2026-11-30 09:00 weekly 1"), ("every day at 21:00", "Mon 2026-11-23 21:00 daily"),
        ("every morning", "Tue 2026-11-24 09:00 daily"), ("daily", "Mon 2026-11-23 daily"),
        ("毎週月曜に", "Mon 2026-11-23 weekly 1"), ("毎日9時に", "Tue 2026-11-24 09:00 daily"),
        ("每天早上8点", "Tue 2026-11-24 08:00 daily"), ("every month on the 15th", "Tue 2026-12-15 monthly"),
        ("every 2 weeks", "Mon 2026-11-23 weekly every 2"),
        ("every 2 weeks on tuesday", "Tue 2026-11-24 weekly every 2 2"),
        ("every wed and thu 18:00", "Wed 2026-11-25 18:00 weekly 3 4"),
        ("every mon and thu", "Mon 2026-11-23 weekly 1 4"),
        ("every mon and thu 18:00", "Thu 2026-11-26 18:00 weekly 1 4"),
        ("every mon and thu 2026-12-03", "Thu 2026-12-03 weekly 1 4"),
        ("weekdays 9:00", "Tue 2026-11-24 09:00 weekly 1 2 3 4 5"),
        ("3日ごと9時に", "Tue 2026-11-24 09:00 daily every 3"), ("明日 3日ごと", "Tue 2026-11-24 daily every 3"),
        ("25日 毎月", "Wed 2026-11-25 monthly"), ("after 4d", "Mon 2026-11-23 after 4d"),
        ("tomorrow 18:00 after 3h", "Tue 2026-11-24 18:00 after 3h"),
        ("tomorrow 3pm-4pm", "Tue 2026-11-24 15:00 to Tue 2026-11-24 16:00"),
        ("fri 2 to 3:30 pm", "Fri 2026-11-27 14:00 to Fri 2026-11-27 15:30"),
        ("fri 11:30-1pm", "Fri 2026-11-27 11:30 to Fri 2026-11-27 13:00"),
        ("fri 1pm to 2:30", "Fri 2026-11-27 13:00 to Fri 2026-11-27 14:30"),
        ("between 4 and 6pm", "Tue 2026-11-24 16:00 to Tue 2026-11-24 18:00"),
        ("22:00-2:00", "Mon 2026-11-23 22:00 to Tue 2026-11-24 02:00"),
        ("3-4pm on friday", "Fri 2026-11-27 15:00 to Fri 2026-11-27 16:00"),
        ("明日14時から15時まで", "Tue 2026-11-24 14:00 to Tue 2026-11-24 15:00"),
        ("明天下午3点到5点", "Tue 2026-11-24 15:00 to Tue 2026-11-24 17:00"),
        ("23 to 30 dec", "Wed 2026-12-23 to Wed 2026-12-30"), ("dec 23-30", "Wed 2026-12-23 to Wed 2026-12-30"),
        ("from dec 28 to jan 3", "Mon 2026-12-28 to Sun 2027-01-03"),
        ("from tomorrow until friday", "Tue 2026-11-24 to Fri 2026-11-27"),
        ("12月20日到27日", "Sun 2026-12-20 to Sun 2026-12-27"),
        ("月曜日から金曜日まで", "Mon 2026-11-30 to Fri 2026-12-04"),
        ("every thu 4pm to 8pm", "Thu 2026-11-26 16:00 to Thu 2026-11-26 20:00 weekly 4"),
        ("every day until 31 dec", "Mon 2026-11-23 daily until 2026-12-31"),
        ("every day at 9:00 until friday", "Tue 2026-11-24 09:00 daily until 2026-11-27"),
        ("every tue for 6 weeks", "Tue 2026-11-24 weekly 2 until 2027-01-04"),
        ("every day from dec 1 to dec 24", "Tue 2026-12-01 daily until 2026-12-24"),
        ("every sun at 15:30 from april 1 to may 1", "Sun 2027-04-04 15:30 weekly 7 until 2027-05-01"),
        ("every mon starting 5 jan", "Mon 2027-01-11 weekly 1"), ("daily from friday", "Fri 2026-11-27 daily"),
        ("明日から毎日", "Tue 2026-11-24 daily"), ("从下周一开始每天晚上九点", "Mon 2026-11-30 21:00 daily"),
        ("every weekday except friday", "Mon 2026-11-23 weekly 1 2 3 4"),
        ("every day except weekends", "Mon 2026-11-23 weekly 1 2 3 4 5"),
        ("every 14 june", "Mon 2027-06-14 yearly"), ("every christmas", "Fri 2026-12-25 yearly"),
        ("every! 3 days", "Mon 2026-11-23 after 3d"), ("2 weeks after completion", "Mon 2026-11-23 after 2w"),
        ("every 10 days after completion", "Mon 2026-11-23 after 10d"),
        ("mon-fri 9:00", "Tue 2026-11-24 09:00 weekly 1 2 3 4 5"), ("tue/thu 18:30", "Tue 2026-11-24 18:30 weekly 2 4"),
        ("mon, wed and fri", "Mon 2026-11-23 weekly 1 3 5"), ("mon wed fri", "Mon 2026-11-23 weekly 1 3 5"),
        ("saturdays 9:30", "Sat 2026-11-28 09:30 weekly 6"),
        ("mondays and fridays 9:00", "Fri 2026-11-27 09:00 weekly 1 5"),
        ("火曜と木曜 19時", "Tue 2026-11-24 19:00 weekly 2 4"), ("土曜 13:00〜", "Sat 2026-11-28 13:00"),
        ("下周一到周三", "Mon 2026-11-30 to Wed 2026-12-02"), ("first monday of the month", "Mon 2026-12-07 monthly"),
        ("on tuesdays and thursdays", "Tue 2026-11-24 weekly 2 4"), ("twice a year", "Mon 2026-11-23 monthly every 6"),
        ("半年ごと", "Mon 2026-11-23 monthly every 6"), ("每2小时", "Mon 2026-11-23 22:00 hourly every 2"),
    ])
    func aScheduleIsADateWithARepetition(phrase: String, expected: String) throws {
        let (reader, zone) = try reader()
        #expect(text(try reader.schedule(phrase), zone) == expected)
    }

    @Test(arguments: [
        ("", "no date is given"), ("every", "\"every\" does not say how often"),
        ("every other", "\"other\" is not understood as part of a date"),
        ("every monday tomorrow", "\"monday\" contradicts the rest, which is Tue 2026-11-24"),
        ("after 4 days", "\"after\" is not understood as part of a date"),
        ("every mon and thu tomorrow", "\"every mon and thu\" contradicts the rest, which is Tue 2026-11-24"),
        ("every mon and 30 nov", "\"30\" is not understood as part of a date"),
        ("every 0 days", "\"0\" is not an interval from 1 to 366"),
        ("3日おき", "\"3日おき\" can be read in two ways: write 3日ごと or 4日ごと"),
        ("每隔三天", "\"每隔三天\" can be read in two ways: write 每3天 or 每4天"),
        ("daily weekly", "\"weekly\" says how often, not when"),
        ("tomorrow yesterday", "\"yesterday\" is a second date beside \"tomorrow\""),
        ("milk", "\"milk\" is not understood as part of a date"),
        ("9:30-2:15", "\"9:30-2:15\" is a span of time: write only when it begins, as in 9:30"),
        ("dec 30 to 23", "\"to\" is not understood as part of a date"),
        ("every day except holidays", "\"except holidays\" is not understood as part of a date"),
        ("every friday except fridays", "\"except\" is not understood as part of a date"),
        ("after friday", "\"after\" is not understood as part of a date"),
        ("2 hours before friday", "\"2 hours\" does not say from when: write \"in 2 hours\" or \"2 hours ago\""),
    ])
    func nothingIsGuessed(phrase: String, reason: String) throws {
        let (reader, _) = try reader()
        let error = #expect(throws: DatePhraseError.self) { try reader.schedule(phrase) }
        #expect(error?.reason == reason)
    }

    @Test func theEndOfASentenceIsFoundByWords() throws {
        let (reader, zone) = try reader()
        let found = try #require(try reader.schedule(atEndOf: ["Buy", "milk", "on", "friday", "18:00"]))
        #expect(found.text == "on friday 18:00")
        #expect(found.count == 3)
        #expect(text(found.schedule, zone) == "Fri 2026-11-27 18:00")
        #expect(try reader.schedule(atEndOf: ["Call", "May"]) == nil)
        #expect(try reader.schedule(atEndOf: []) == nil)
        let error = #expect(throws: DatePhraseError.self) {
            try reader.schedule(atEndOf: ["Tea", "tomorrow", "at", "5"])
        }
        #expect(error?.word == "5" && error?.problem == .bareNumber)
    }

    @Test func theBeginningOfASentenceIsFoundByCharacters() throws {
        let (reader, zone) = try reader()
        let found = try #require(try reader.schedule(atBeginningOf: ["明日", "9時に牛乳を買う"]))
        #expect(found.text == "明日 9時に")
        #expect(found.count == 6)
        #expect(text(found.schedule, zone) == "Tue 2026-11-24 09:00")
        #expect(try reader.schedule(atBeginningOf: ["明日、牛乳"])?.count == 3)
        #expect(try reader.schedule(atBeginningOf: ["明日の会議"]) == nil)
        #expect(try reader.schedule(atBeginningOf: ["Friday", "prayers"]) == nil)
        #expect(try reader.schedule(atBeginningOf: []) == nil)
    }

    @Test func aDateThatIsNotSeparatedIsRefused() throws {
        let (reader, _) = try reader()
        let error = try #require(throws: DatePhraseError.self) { try reader.schedule(atBeginningOf: ["每天新闻"]) }
        #expect(error.problem == .unseparated(from: "新闻"))
        #expect(error.word == "每天")
        #expect(try reader.schedule(atBeginningOf: ["每天新闻"], mustBeSeparated: true) == nil)
    }

    @Test("the dates inside a text are those near its beginning and its end")
    func datesFarInsideAreNotLookedFor() throws {
        let (reader, _) = try reader()
        func text(_ before: Int, _ after: Int) -> [String] {
            Array(repeating: "read", count: before) + ["tomorrow"] + Array(repeating: "it", count: after)
        }
        #expect(reader.dates(inside: text(2, 2)) == ["tomorrow"])
        #expect(reader.dates(inside: text(15, 500)) == ["tomorrow"])
        #expect(reader.dates(inside: text(500, 15)) == ["tomorrow"])
        #expect(reader.dates(inside: text(100, 100)) == [])
        #expect(reader.dates(inside: Array(repeating: "5h", count: 500)).count <= 2 * DatePhraseReader.wordsLookedAt)
    }
}
