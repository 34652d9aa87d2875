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
        Row("9:00 10:25 Thesis", "25 09:00–25 10:25 Thesis"),
        Row("Thesis yesterday 9am 10:25", "24 09:00–24 10:25 Thesis"),
        Row("9 10 Thesis", nil), Row("9時30分 論文", nil),
        Row("0900-0930 Thesis", "25 09:00–25 09:30 Thesis"), Row("1800-1830 Thesis", "24 18:00–24 18:30 Thesis"),
        Row("from 0900 to 0930 Thesis yesterday", "24 09:00–24 09:30 Thesis"),
        Row("Accounts 2024-2025 9-10", "25 09:00–25 10:00 Accounts 2024-2025"), Row("1990-2000 History", nil),
        Row("Accounts 2024-2025", nil),
        Row("between 10 and 11 Art", "25 10:00–25 11:00 Art"), Row("9:00 and 10:00 Art", nil),
        Row("Art between 9:30 and 10:15 yesterday", "24 09:30–24 10:15 Art"),
        Row("half past 9 to 10 Thesis", "25 09:30–25 10:00 Thesis"),
        Row("9 to half past 10 Thesis", "25 09:00–25 10:30 Thesis"),
        Row("quarter past 9 to quarter to 10 Thesis", "25 09:15–25 09:45 Thesis"),
        Row("a quarter to 1 pm - 1:30 pm Thesis", "25 12:45–25 13:30 Thesis"),
        Row("from half past 9 for 25m Thesis", "25 09:30–25 09:55 Thesis"),
        Row("9:00h-10:25h Thesis", "25 09:00–25 10:25 Thesis"), Row("9:00-10:25h Thesis", "25 09:00–25 10:25 Thesis"),
        Row("9:00-1:30h Thesis", "25 09:00–25 10:30 Thesis"), Row("1:30h Thesis", "25 12:30–25 14:00 Thesis"),
        Row("Thesis 9:00 for 1:30 hours", "25 09:00–25 10:30 Thesis"),
        Row("9:00 10:00-11:00 Thesis", "25 10:00–25 11:00 9:00 Thesis"),
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
        // The night that ends today has not come yet.
        Row("today 0:30-1:30 Thesis", "25 00:30–25 01:30 Thesis"),
        Row("wed 1:00-2:00 Thesis", "25 01:00–25 02:00 Thesis"),
        Row("tue 1:00-2:00 Thesis", "25 01:00–25 02:00 Thesis"),
        Row("mon 1:00-2:00 Thesis", "24 01:00–24 02:00 Thesis"),
        // A time and a length.
        Row("yesterday 14:00 for 50m", "24 14:00–24 14:50 "),
        Row("14:00 yesterday for 50 minutes Thesis", "24 14:00–24 14:50 Thesis"),
        Row("9:00 1h30 Thesis", "25 09:00–25 10:30 Thesis"),
        Row("9:00 for 1h 30m Thesis", "25 09:00–25 10:30 Thesis"),
        Row("for 50m at 9:00 Thesis", "25 09:00–25 09:50 Thesis"),
        Row("an hour from 9am Thesis", "25 09:00–25 10:00 Thesis"),
        Row("9:00 for half an hour Thesis", "25 09:00–25 09:30 Thesis"),
        Row("9:00 2.5h Thesis", "25 09:00–25 11:30 Thesis"),
        // An end and a length.
        Row("90 minutes Thesis until 13:00", "25 11:30–25 13:00 Thesis"),
        Row("50m Thesis ending at 12:00", "25 11:10–25 12:00 Thesis"),
        Row("Thesis 45m till 11:00", "25 10:15–25 11:00 Thesis"),
        Row("1 hour before 10:00 Thesis", "25 09:00–25 10:00 Thesis"),
        Row("yesterday 90m until 18:00 Thesis", "24 16:30–24 18:00 Thesis"),
        Row("13時まで90分 論文", "25 11:30–25 13:00 論文"),
        Row("90分钟到13点 论文", "25 11:30–25 13:00 论文"),
        Row("昨天到13点 90分钟 论文", "24 11:30–24 13:00 论文"),
        Row("昨天 学习到11点 90分钟", "24 09:30–24 11:00 学习"),
        Row("昨天 论文直到8点 30分钟", "24 07:30–24 08:00 论文"),
        Row("昨天 90分钟，到6点 论文", "24 04:30–24 06:00 论文"),
        Row("至13点 90分钟 论文", "25 11:30–25 13:00 论文"),
        // A length after the time, which is no other time.
        Row("昨日9時から20分 論文", "24 09:00–24 09:20 論文"),
        Row("9時から10分 論文", "25 09:00–25 09:10 論文"),
        Row("9時から25分 論文", "25 09:00–25 09:25 論文"),
        Row("9:00 - 20 min Thesis", "25 09:00–25 09:20 Thesis"),
        Row("9-10 min Thesis", nil),
        Row("yesterday 9:00 1,5 h Thesis", "24 09:00–24 10:30 Thesis"),
        Row("2,5h Thesis", "25 11:30–25 14:00 Thesis"), Row("1,25 h Thesis", nil),
        Row("Reading at 9 for 50m", "25 09:00–25 09:50 Reading"),
        Row("look at 5 papers 50m", "25 13:10–25 14:00 look at 5 papers"),
        // Times that are written like lengths.
        Row("8h45-9h55 Thesis", "25 08:45–25 09:55 Thesis"),
        Row("9:00 1h30 Maths", "25 09:00–25 10:30 Maths"),
        // Names that begin like a half of the day.
        Row("9:00-9:25 Amsterdam", "25 09:00–25 09:25 Amsterdam"), Row("9-10 Pm work", "24 21:00–24 22:00 work"),
        // One of two times says which half of the day both are in.
        Row("午後1時から2時 論文", "25 13:00–25 14:00 論文"), Row("午後0時から1時 論文", "25 12:00–25 13:00 論文"),
        Row("昨日午後2時から3時 論文", "24 14:00–24 15:00 論文"),
        Row("昨天下午2点到2点25分 论文", "24 14:00–24 14:25 论文"),
        Row("yesterday 3pm to 3:10 Thesis", "24 15:00–24 15:10 Thesis"),
        Row("11am-1 Thesis", "25 11:00–25 13:00 Thesis"), Row("yesterday 11pm-1 Thesis", "24 23:00–25 01:00 Thesis"),
        Row("午前11時から1時 論文", "25 11:00–25 13:00 論文"),
        Row("午前11時から12時 論文", "25 11:00–25 12:00 論文"), Row("朝10時から12時半 論文", "25 10:00–25 12:30 論文"),
        Row("昨天晚上10点到12点 论文", "24 22:00–25 00:00 论文"), Row("昨日午後10時から12時 論文", "24 22:00–25 00:00 論文"),
        Row("中午11点到1点 论文", "25 11:00–25 13:00 论文"), Row("noon-1 Thesis", "25 12:00–25 13:00 Thesis"),
        Row("yesterday 11-1am Thesis", "24 23:00–25 01:00 Thesis"),
        Row("yesterday 9am-0:30 Thesis", "24 09:00–25 00:30 Thesis"),
        // A comma between a date or a number and a time.
        Row("2026-11-24,9:00-10:00 Thesis", "24 09:00–24 10:00 Thesis"),
        Row("Chapter 2,30m", "25 13:30–25 14:00 Chapter 2"),
        // Hours with their letter.
        Row("8h-9h Thesis", "25 08:00–25 09:00 Thesis"), Row("8h30 to 9h Thesis", "25 08:30–25 09:00 Thesis"),
        Row("8h45 - 10:10 Thesis", "25 08:45–25 10:10 Thesis"), Row("9:00 - 1h30 Thesis", "25 09:00–25 10:30 Thesis"),
        Row("Thesis at 13h30 for 25m", "25 13:30–25 13:55 Thesis"),
        Row("9:00-20min Thesis", "25 09:00–25 09:20 Thesis"), Row("9時〜30分 論文", "25 09:00–25 09:30 論文"),
        // An end in other words.
        Row("30m Thesis ended 50m ago", "25 12:40–25 13:10 Thesis"), Row("論文30分 50分前まで", "25 12:40–25 13:10 論文"),
        Row("30m Thesis finished at 13:00", "25 12:30–25 13:00 Thesis"),
        Row("13:00に終わった30分の論文", "25 12:30–25 13:00 論文"), Row("30m Thesis up until 13:00", "25 12:30–25 13:00 Thesis"),
        // Words that join a time to the rest.
        Row("从9点到10点 论文", "25 09:00–25 10:00 论文"), Row("从9点开始30分钟 论文", "25 09:00–25 09:30 论文"),
        Row("大约30分钟 论文", "25 13:30–25 14:00 论文"), Row("早朝5時から6時 論文", "25 05:00–25 06:00 論文"),
        Row("40分钟前端 10分钟休息", "25 13:20–25 14:00 前端 10分钟休息"),
        // A part of a day beside the time.
        Row("昨晚8点到9点 论文", "24 20:00–24 21:00 论文"),
        Row("今朝8時から9時 論文", "25 08:00–25 09:00 論文"),
        Row("half an hour of Thesis this morning at 9", "25 09:00–25 09:30 Thesis"),
        Row("Thesis yesterday afternoon 3-4", "24 15:00–24 16:00 Thesis"),
        Row("last night 22:00-23:00 Thesis", "24 22:00–24 23:00 Thesis"),
        Row("morning 9:00-10:00", "25 09:00–25 10:00 morning"),
        Row("morning pages 9:00-10:00", "25 09:00–25 10:00 morning pages"),
        // Each time with its date.
        Row("2026-11-21 08:00 - 2026-11-21 21:00 Hackathon", "21 08:00–21 21:00 Hackathon"),
        Row("from sat 8:00 to sun 10:00 Hackathon", "21 08:00–22 10:00 Hackathon"),
        Row("20 Nov 23:50 - 21 Nov 0:20 Thesis", "20 23:50–21 00:20 Thesis"),
        Row("昨日23:30から今日0:30 論文", "24 23:30–25 00:30 論文"),
        Row("mon 22:00 - tue 0:30 Thesis", "23 22:00–24 00:30 Thesis"),
        Row("一昨日22時から昨日1時 論文", "23 22:00–24 01:00 論文"),
        // How long ago it began, and a length.
        Row("1時間前から20分 論文", "25 13:00–25 13:20 論文"),
        Row("40分钟前任务 10分钟", "25 13:20–25 13:30 任务"),
        Row("20分钟 50分钟 前 论文", "25 13:10–25 13:30 论文"),
        Row("30分前後 論文", "25 13:30–25 14:00 論文"),
        Row("30分钟左右 论文", "25 13:30–25 14:00 论文"),
        Row("30分钟前后端", "25 13:30–25 14:00 前后端"),
        Row("half an hour ago 20 min Thesis", "25 13:30–25 13:50 Thesis"),
        Row("20 min Thesis an hour ago", "25 13:00–25 13:20 Thesis"),
        Row("2 hours ago for 50m Thesis", "25 12:00–25 12:50 Thesis"),
        Row("1h 30m ago 20 min Thesis", "25 12:30–25 12:50 Thesis"),
        Row("1時間30分前に20分 論文", "25 12:30–25 12:50 論文"),
        Row("20分钟 50分钟前 论文", "25 13:10–25 13:30 论文"),
        // Words that begin like "ago" and "until".
        Row("9点50分 前端 20分钟", "25 09:50–25 10:10 前端"),
        Row("9時30分 前回の復習 20分", "25 09:30–25 09:50 前回の復習"),
        Row("半小时 前端", "25 13:30–25 14:00 前端"),
        Row("半小時前端", "25 13:30–25 14:00 前端"),
        Row("30分钟前端", "25 13:30–25 14:00 前端"),
        Row("an hour Agora", "25 13:00–25 14:00 Agora"),
        Row("签到9点 50分钟", "25 09:00–25 09:50 签到"),
        Row("13時までの90分 論文", "25 11:30–25 13:00 論文"),
        // Times with the part of the day.
        Row("from 8 to 9 in the morning Thesis", "25 08:00–25 09:00 Thesis"),
        Row("from 11 to 1 in the afternoon Thesis", "25 11:00–25 13:00 Thesis"),
        Row("yesterday 9 to 10 in the evening Thesis", "24 21:00–24 22:00 Thesis"),
        Row("11:00-12:00 in the evenings", "25 11:00–25 12:00 the evenings"),
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
        // Numbers that are no times, beside a length.
        Row("yesterday 11:00 for 50m Chapter 9-10", "24 11:00–24 11:50 Chapter 9-10"),
        Row("50m Chapter 9-10", "25 13:10–25 14:00 Chapter 9-10"),
        // Words of a name are no joints.
        Row("At Work 9-10", "25 09:00–25 10:00 At Work"),
        Row("9-10 On call", "25 09:00–25 10:00 On call"),
        Row("9-10 yesterday at work", "24 09:00–24 10:00 work"),
        Row("in between 9-10", "25 09:00–25 10:00 in between"),
        Row("work in 9-10", "25 09:00–25 10:00 work"),
        Row("目的 9:00-10:00", "25 09:00–25 10:00 目的"),
        Row("昨日9時から10時 目的", "24 09:00–24 10:00 目的"),
        Row("論文を9時から10時", "25 09:00–25 10:00 論文"),
        Row("昨日の9時から10時の論文", "24 09:00–24 10:00 論文"),
        // Refused.
        Row("", nil), Row("Thesis", nil), Row("yesterday Thesis", nil), Row("9 Thesis", nil), Row("yesterday 50m", nil),
        Row("9:75-10:00 Thesis", nil), Row("9:00-25:99", nil), Row("50m ago Thesis", nil), Row("0m Thesis", nil),
        Row("feb 30 9:00-10:00", nil), Row("2026-11-31 9:00-10:00", nil),
    ]

    @Test func theTableHasSixtyRows() { #expect(Self.rows.count >= 60) }

    @Test(arguments: rows) func aSessionIsUnderstood(_ row: Row) throws {
        #expect(try Self.understood(row.text, at: "2026-11-25T14:00:30+01:00", today: "2026-11-25") == row.expected)
    }

    /// Berlin's clock is set back from 03:00 to 02:00 on October 25, and forward from 02:00 to 03:00 on March 29.
    struct NightRow: CustomTestStringConvertible, Sendable {
        let now: String
        let today: String
        let text: String
        let start: String
        let minutes: Int

        var testDescription: String { "\(text) at \(now)" }
    }

    @Test("a length on another day needs the time at which it began")
    func aLengthOnAnotherDay() throws {
        let reader = try Self.reader(at: "2026-11-25T14:00:00+01:00", today: "2026-11-25")
        do {
            _ = try reader.session("45m Thesis yesterday")
            Issue.record("it was understood")
        } catch {
            #expect(
                "\(error)" == """
                    "45m Thesis yesterday" says how long it was on "yesterday", but not when it began. \
                    For example: yesterday 14:00 for 45m
                    """)
        }
    }

    static let nights: [NightRow] = [
        // After midnight it is still the day before, and the weekday of the calendar has begun.
        NightRow(
            now: "2026-11-25T01:00:00+01:00", today: "2026-11-24", text: "wed 0:30-0:50",
            start: "2026-11-25T00:30:00+01:00", minutes: 20),
        NightRow(
            now: "2026-11-25T01:00:00+01:00", today: "2026-11-24", text: "tue 0:30-0:50",
            start: "2026-11-25T00:30:00+01:00", minutes: 20),
        NightRow(
            now: "2026-11-25T01:00:00+01:00", today: "2026-11-24", text: "tomorrow 0:30 for 20m",
            start: "2026-11-26T00:30:00+01:00", minutes: 20),
        // The hour that comes twice: the second one, if it is past.
        NightRow(
            now: "2026-10-25T12:00:00+01:00", today: "2026-10-25", text: "yesterday 2:30-3:30",
            start: "2026-10-25T02:30:00+01:00", minutes: 60),
        NightRow(
            now: "2026-10-25T02:45:00+01:00", today: "2026-10-24", text: "2:30-2:40",
            start: "2026-10-25T02:30:00+01:00", minutes: 10),
        NightRow(
            now: "2026-10-25T02:45:00+02:00", today: "2026-10-24", text: "2:30-2:40",
            start: "2026-10-25T02:30:00+02:00", minutes: 10),
        NightRow(
            now: "2026-10-25T02:15:00+01:00", today: "2026-10-24", text: "2:30 for 40m",
            start: "2026-10-25T02:30:00+02:00", minutes: 40),
        // Over it: three hours on the wall are four.
        NightRow(
            now: "2026-10-25T12:00:00+01:00", today: "2026-10-25", text: "yesterday 1:00-4:00",
            start: "2026-10-25T01:00:00+02:00", minutes: 240),
        NightRow(
            now: "2026-10-25T12:00:00+01:00", today: "2026-10-25", text: "90m",
            start: "2026-10-25T10:30:00+01:00", minutes: 90),
        // The hour that is missing: a time in it moves by the gap.
        NightRow(
            now: "2026-03-29T12:00:00+02:00", today: "2026-03-29", text: "yesterday 1:30-3:30",
            start: "2026-03-29T01:30:00+01:00", minutes: 60),
        NightRow(
            now: "2026-03-29T12:00:00+02:00", today: "2026-03-29", text: "yesterday 2:30-4:00",
            start: "2026-03-29T03:30:00+02:00", minutes: 30),
        NightRow(
            now: "2026-03-29T12:00:00+02:00", today: "2026-03-29", text: "昨日1時から4時",
            start: "2026-03-29T01:00:00+01:00", minutes: 120),
    ]

    @Test(arguments: nights) func aNightInWhichTheClockIsSet(_ row: NightRow) throws {
        let session = try Self.reader(at: row.now, today: row.today).session(row.text)
        #expect(Self.zone.timestamp(session.start) == Timestamp(row.start))
        #expect(Instant.milliseconds(from: session.start, to: session.end) == row.minutes * 60_000)
    }

    private static let zone = ZoneRules(name: "Berlin", posix: "CET-1CEST,M3.5.0,M10.5.0/3")!

    private static func reader(at now: String, today: String) throws -> DatePhraseReader {
        DatePhraseReader(
            now: try #require(Timestamp(now)).instant, today: try #require(CalendarDay(today)), zone: zone,
            dayStartHour: 4)
    }

    private static func understood(_ text: String, at now: String, today: String) throws -> String? {
        guard let found = try? reader(at: now, today: today).session(text) else { return nil }
        func wall(_ instant: Instant) -> String {
            let (day, seconds) = zone.wallTime(at: instant)
            let clock = [seconds / 3600, seconds / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return "\(day.day) \(clock.joined(separator: ":"))"
        }
        return "\(wall(found.start))–\(wall(found.end)) \(found.rest)"
    }
}
