import DatePhrases
import Testing
import TimeKit

/// How people say how long before a due date they want to be reminded (RULES T17).
@Suite("Distances of reminders")
struct ReminderDistanceTests {
    private static let reader = DatePhraseReader(
        now: ZoneRules.utc.instant(of: CalendarDay("2026-01-07")!, secondsOfDay: 36_000),
        today: CalendarDay("2026-01-07")!, zone: .utc, dayStartHour: 4)

    static let rows: [(String, ReminderDistance?)] = [
        ("at due", .minutes(0)), ("At the due time", .minutes(0)), ("on time", .minutes(0)),
        ("10m before", .minutes(10)), ("10 min before", .minutes(10)), ("15 minutes early", .minutes(15)),
        ("1h before", .minutes(60)), ("an hour before", .minutes(60)), ("half an hour before", .minutes(30)),
        ("1h 30m beforehand", .minutes(90)), ("1.5 hours earlier", .minutes(90)), ("1 hour in advance", .minutes(60)),
        ("2h ahead", .minutes(120)), ("45 min before it is due", .minutes(45)),
        ("1 day 2 hours before", .minutes(1560)),
        ("1d before", .days(1, at: nil)), ("a day before", .days(1, at: nil)), ("two days before", .days(2, at: nil)),
        ("1 week before", .days(7, at: nil)), ("the day before", .days(1, at: nil)),
        ("1d before 18:00", .days(1, at: TimeOfDay(hour: 18, minute: 0))),
        ("1 day before at 6pm", .days(1, at: TimeOfDay(hour: 18, minute: 0))),
        ("the day before at 18:30", .days(1, at: TimeOfDay(hour: 18, minute: 30))),
        ("the night before", .days(1, at: TimeOfDay(hour: 20, minute: 0))),
        ("the evening before", .days(1, at: TimeOfDay(hour: 18, minute: 0))),
        ("the day before in the morning", .days(1, at: TimeOfDay(hour: 9, minute: 0))),
        ("0d before 8:00", .days(0, at: TimeOfDay(hour: 8, minute: 0))),
        ("提前1小时", .minutes(60)), ("提前半小時", .minutes(30)), ("提前两天", .days(2, at: nil)),
        ("提前一天晚上8点", .days(1, at: TimeOfDay(hour: 20, minute: 0))), ("10分钟前", .minutes(10)), ("一小時之前", .minutes(60)),
        ("前一天", .days(1, at: nil)), ("前一天18点", .days(1, at: TimeOfDay(hour: 18, minute: 0))),
        ("提前一周", .days(7, at: nil)),
        ("1時間前", .minutes(60)), ("10分前に", .minutes(10)), ("2日前", .days(2, at: nil)), ("前日", .days(1, at: nil)),
        ("前日の18時", .days(1, at: TimeOfDay(hour: 18, minute: 0))), ("1週間前", .days(7, at: nil)),
        ("前日の夜", .days(1, at: TimeOfDay(hour: 20, minute: 0))), ("３０分前", .minutes(30)),
        // None of these is a distance.
        ("tomorrow 9:00", nil), ("10m", nil), ("before", nil), ("10m before lunch", nil), ("1h before 18:00", nil),
        ("1 month before", nil), ("5 seconds before", nil), ("400 days before", nil), ("-1h before", nil),
        ("10m after", nil), ("", nil), ("1d before tomorrow", nil), ("9:00", nil), ("前", nil), ("提前", nil),
        ("the day before yesterday", nil),
    ]

    @Test("T17: what is a distance, and which", arguments: rows)
    func distance(_ text: String, _ distance: ReminderDistance?) {
        #expect(Self.reader.distance(text) == distance)
    }

    @Test("T17: a text of any length is read in bounded time")
    func length() {
        for word in ["before ", "提前", "1d before ", "前"] {
            #expect(Self.reader.distance(String(repeating: word, count: 10_000)) == nil)
            #expect(Self.reader.distance(String(repeating: word, count: 20)) == nil)
        }
    }
}
