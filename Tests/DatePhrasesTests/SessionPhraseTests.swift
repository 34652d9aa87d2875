import Testing
import TimeKit

@testable import DatePhrases

/// Ways to say when a session was, heard on Wednesday, 2026-11-25 at 14:00 in Berlin (RULES P22).
@Suite struct SessionPhraseTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let text: String
        /// The beginning and the end on the wall, and the other words; `nil` if it is refused.
        let expected: String?

        var testDescription: String { text }

        init(_ text: String, _ expected: String?) { (self.text, self.expected) = (text, expected) }
    }

    static let rows: [Row] = [
        // Two times of today.
        Row("9:00-10:25 Thesis", "25 09:00–25 10:25 Thesis"),
        Row("9-10:25 Thesis", "25 09:00–25 10:25 Thesis"),
        Row("9 - 10:25 Thesis", "25 09:00–25 10:25 Thesis"),
        Row("9:00–10:25 Thesis", "25 09:00–25 10:25 Thesis"),
        Row("Thesis 9:00-10:25", "25 09:00–25 10:25 Thesis"),
        Row("9-11 Thesis", "25 09:00–25 11:00 Thesis"),
        Row("9 to 10 Thesis", "25 09:00–25 10:00 Thesis"),
        Row("from 9 to 10 Thesis", "25 09:00–25 10:00 Thesis"),
        Row("9:30 until 10:15 Deep work", "25 09:30–25 10:15 Deep work"),
        Row("9.30-10.15 Thesis", "25 09:30–25 10:15 Thesis"),
        Row("9am-11am Thesis", "25 09:00–25 11:00 Thesis"),
        Row("9-11am Thesis", "25 09:00–25 11:00 Thesis"),
        Row("11am-1pm Thesis", "25 11:00–25 13:00 Thesis"),
        Row("11-1pm Thesis", "25 11:00–25 13:00 Thesis"),
        Row("12-1pm Thesis", "25 12:00–25 13:00 Thesis"),
        Row("9 am - 10:30 am Thesis", "25 09:00–25 10:30 Thesis"),
        Row("13:10-now Thesis", "25 13:10–25 14:00 Thesis"),
        Row("noon-13:30 Thesis", "25 12:00–25 13:30 Thesis"),
        Row("9:00-10:25", "25 09:00–25 10:25 "),
        Row("9:00-10:25 on Thesis", "25 09:00–25 10:25 Thesis"),
        Row("9-10 for Mum's tax", "25 09:00–25 10:00 Mum's tax"),
        // The last such time.
        Row("18:00-19:00 Reading", "24 18:00–24 19:00 Reading"),
        Row("23:30-00:30 Thesis", "24 23:30–25 00:30 Thesis"),
        // Of another day.
        Row("9:00-10:25 Thesis yesterday", "24 09:00–24 10:25 Thesis"),
        Row("yesterday 9-10:25 Thesis", "24 09:00–24 10:25 Thesis"),
        Row("Thesis yesterday 9-10:25", "24 09:00–24 10:25 Thesis"),
        Row("yesterday 22:00-23:30 Thesis", "24 22:00–24 23:30 Thesis"),
        Row("mon 9-10 Thesis", "23 09:00–23 10:00 Thesis"),
        Row("9-10 Thesis on monday", "23 09:00–23 10:00 Thesis"),
        Row("last friday 14:00-15:00 Thesis", "20 14:00–20 15:00 Thesis"),
        Row("3 days ago 9-10 Thesis", "22 09:00–22 10:00 Thesis"),
        Row("2026-11-20 9:00-10:00 Thesis", "20 09:00–20 10:00 Thesis"),
        Row("nov 20 9-10 Thesis", "20 09:00–20 10:00 Thesis"),
        Row("11-20 9:00-10:00", "20 09:00–20 10:00 "),
        Row("9-10:25 Thesis 2026-11-20", "20 09:00–20 10:25 Thesis"),
        // Before 04:00 it is still the night of that day.
        Row("yesterday 23:30-1:00 Thesis", "24 23:30–25 01:00 Thesis"),
        Row("yesterday 1:00-2:30 Thesis", "25 01:00–25 02:30 Thesis"),
        Row("yesterday 3:00-5:00 Thesis", "25 03:00–25 05:00 Thesis"),
        // A time and a length.
        Row("yesterday 14:00 for 50m", "24 14:00–24 14:50 "),
        Row("14:00 yesterday for 50 minutes Thesis", "24 14:00–24 14:50 Thesis"),
        Row("9:00 1h30 Thesis", "25 09:00–25 10:30 Thesis"),
        Row("9:00 for 1h 30m Thesis", "25 09:00–25 10:30 Thesis"),
        Row("for 50m at 9:00 Thesis", "25 09:00–25 09:50 Thesis"),
        Row("an hour from 9am Thesis", "25 09:00–25 10:00 Thesis"),
        Row("9:00 for half an hour Thesis", "25 09:00–25 09:30 Thesis"),
        Row("9:00 2.5h Thesis", "25 09:00–25 11:30 Thesis"),
        // A length alone has just ended.
        Row("50m Thesis", "25 13:10–25 14:00 Thesis"),
        Row("1h30 Thesis", "25 12:30–25 14:00 Thesis"),
        Row("Thesis for 25 min", "25 13:35–25 14:00 Thesis"),
        // Japanese and Chinese.
        Row("昨日9時から10時 論文", "24 09:00–24 10:00 論文"),
        Row("昨日の9時から10時半まで 論文", "24 09:00–24 10:30 論文"),
        Row("9時30分から10時15分 論文", "25 09:30–25 10:15 論文"),
        Row("午前9時〜10時 論文", "25 09:00–25 10:00 論文"),
        Row("昨日9時から50分 論文", "24 09:00–24 09:50 論文"),
        Row("昨天9點到10點半 論文", "24 09:00–24 10:30 論文"),
        Row("昨天9点到10点 论文", "24 09:00–24 10:00 论文"),
        Row("昨天9:00-10:25 论文", "24 09:00–24 10:25 论文"),
        Row("50分鐘 論文", "25 13:10–25 14:00 論文"),
        // Refused.
        // Numbers that are no times, beside a length.
        Row("yesterday 11:00 for 50m Chapter 9-10", "24 11:00–24 11:50 Chapter 9-10"),
        Row("50m Chapter 9-10", "25 13:10–25 14:00 Chapter 9-10"),
        // Words of a name are no joints.
        Row("At home 9-10", "25 09:00–25 10:00 At home"),
        Row("9-10 On call", "25 09:00–25 10:00 On call"),
        Row("9-10 yesterday at work", "24 09:00–24 10:00 work"),
        Row("in between 9-10", "25 09:00–25 10:00 in between"),
        Row("work in 9-10", "25 09:00–25 10:00 work"),
        Row("目的 9:00-10:00", "25 09:00–25 10:00 目的"),
        Row("昨日9時から10時 目的", "24 09:00–24 10:00 目的"),
        Row("論文を9時から10時", "25 09:00–25 10:00 論文"),
        Row("昨日の9時から10時の論文", "24 09:00–24 10:00 論文"),
        Row("", nil), Row("Thesis", nil), Row("yesterday Thesis", nil), Row("9 Thesis", nil), Row("yesterday 50m", nil),
        Row("9:75-10:00 Thesis", nil), Row("9:00-25:99", nil), Row("50m ago Thesis", nil), Row("0m Thesis", nil),
        Row("feb 30 9:00-10:00", nil), Row("2026-11-31 9:00-10:00", nil),
    ]

    @Test func theTableHasSixtyRows() { #expect(Self.rows.count >= 60) }

    @Test(arguments: rows) func aSessionIsUnderstood(_ row: Row) throws {
        let zone = try #require(ZoneRules(name: "Berlin", posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
        let now = try #require(Timestamp("2026-11-25T14:00:30+01:00")).instant
        let reader = DatePhraseReader(
            now: now, today: try #require(CalendarDay("2026-11-25")), zone: zone, dayStartHour: 4)
        let found = try? reader.session(row.text)
        let text = found.map { found in
            func wall(_ instant: Instant) -> String {
                let (day, seconds) = zone.wallTime(at: instant)
                let clock = [seconds / 3600, seconds / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
                return "\(day.day) \(clock.joined(separator: ":"))"
            }
            return "\(wall(found.start))–\(wall(found.end)) \(found.rest)"
        }
        #expect(text == row.expected)
    }
}
