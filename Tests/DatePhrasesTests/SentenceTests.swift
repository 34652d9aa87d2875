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
        let date = schedule.date.text(in: zone)
        switch schedule.repetition {
        case .every(let phrase):
            let interval = phrase.interval == 1 ? "" : " every \(phrase.interval)"
            return "\(date) \(phrase.frequency)\(interval)" + phrase.weekdays.sorted().map { " \($0)" }.joined()
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
