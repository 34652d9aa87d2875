import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Sessions that are entered afterwards, and the time that they take (RULES P13, P22 … P24). It is Friday, 2026-03-06, 12:00.
@Suite struct SessionRuleTests {
    static func garden(_ configure: (inout Settings) -> Void = { _ in }) throws -> CoreGarden {
        try CoreGarden(at: "2026-03-06T12:00:00Z", configure)
    }

    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    @Test("P22: a session of Thursday counts on Thursday, and nothing of today changes")
    func aSessionCountsOnItsDay() throws {
        let garden = try Self.garden { $0.pointsPerFocus = 10 }
        let task = try garden.perform(TaskAdd(title: "report", category: "Thesis"))
        let session = try garden.perform(
            SessionAdd(text: "9:00-10:25 Thesis yesterday", taskId: task.id, note: "at the library"))
        #expect(
            session
                == Session(
                    id: 1, uid: "00000000-4", start: "2026-03-05T09:00:00Z", end: "2026-03-05T10:25:00Z",
                    day: "2026-03-05", seconds: 5100, minutes: 85, category: "Thesis", categoryId: 2,
                    categoryUid: "00000000-2", taskId: 1, taskTitle: "report", note: "at the library",
                    outcome: .completed, source: .manual, exp: 3, points: 30))
        #expect(
            garden.events.summary == [
                "10:25:00 session.added", "10:25:00 garden.grew", "10:25:00 points.earned", "10:25:00 task.edited",
            ])
        #expect(garden.events.allSatisfy { $0.recordedAt == ("2026-03-06T12:00:00Z" as Timestamp).instant })
        #expect(
            garden.state.points == PointsSummary(balance: 30, multiplier: 1, earnedToday: 0, spentToday: 0))
        #expect(try garden.ask(GardenList()).first { $0.category == "Thesis" }?.exp == 3)
        let thursday = try garden.ask(StatsDay(day: "2026-03-05"))
        #expect(
            thursday.totals
                == StatisticsTotals(minutes: 85, sessions: 1, interruptions: 0, tasks: 0, earned: 30, spent: 0))
        #expect(
            thursday.hours.filter { $0.minutes > 0 } == [
                DayStatistics.Hour(hour: 9, minutes: 60), DayStatistics.Hour(hour: 10, minutes: 25),
            ])
        #expect(
            try garden.ask(StatsDay()).totals
                == StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 0, earned: 0, spent: 0))
        #expect(try garden.ask(StatsStreak()).current == 1)
        #expect(try garden.ask(TaskGet(id: 1)).focuses == 1)
        #expect(
            try garden.ask(LogList(day: "2026-03-05")).lines.map(\.text) == [
                "[10:25] focus 85 min Thesis (entered 2026-03-06 12:00)",
                "[10:25] +30 pt ×1 Thesis → 30 (entered 2026-03-06 12:00)",
            ])
        #expect(try garden.lines() == [])
        // Its file is to be completed (A5).
        #expect(garden.state.log.archivable(on: garden.state.day.day) == [try Self.day("2026-03-05")])
    }

    struct DayRow: CustomTestStringConvertible, Sendable {
        let text: String
        let day: CalendarDay
        /// Its minutes, by the hours in which they passed.
        let hours: [String]
        let dayOfPay: CalendarDay

        var testDescription: String { text }

        init(_ text: String, _ day: CalendarDay, _ hours: String, paid dayOfPay: CalendarDay) {
            self.hours = hours.split(separator: " ").map(String.init)
            (self.text, self.day, self.dayOfPay) = (text, day, dayOfPay)
        }
    }

    @Test(
        "P13, S3: the day with most of it, the day of its end, and the hours in which it passed",
        arguments: [
            DayRow("2026-03-05 9:00-10:00", "2026-03-05", "9:60", paid: "2026-03-05"),
            DayRow("2026-03-05 9:30-11:10", "2026-03-05", "9:30 10:60 11:10", paid: "2026-03-05"),
            DayRow("2026-03-04 23:30-0:30", "2026-03-04", "23:30 0:30", paid: "2026-03-04"),
            DayRow("2026-03-05 3:00-3:50", "2026-03-04", "3:50", paid: "2026-03-04"),
            // An end at the beginning of a day belongs to the day that ends.
            DayRow("2026-03-05 3:00-4:00", "2026-03-04", "3:60", paid: "2026-03-04"),
            // What is of another day than the one for which it counts is in its own hours, too.
            DayRow("2026-03-05 3:40-4:10", "2026-03-04", "4:10 3:20", paid: "2026-03-05"),
            DayRow("2026-03-05 2:30-4:30", "2026-03-04", "4:30 2:30 3:60", paid: "2026-03-05"),
            DayRow("2026-03-05 3:50-4:15", "2026-03-05", "4:15 3:10", paid: "2026-03-05"),
            DayRow("2026-03-05 3:30-5:30", "2026-03-05", "4:60 5:30 3:30", paid: "2026-03-05"),
            // Of two halves, the day on which it began.
            DayRow("2026-03-05 3:30-4:30", "2026-03-04", "4:30 3:30", paid: "2026-03-05"),
            DayRow(
                "2026-03-04 23:00-11:00", "2026-03-05",
                "4:60 5:60 6:60 7:60 8:60 9:60 10:60 23:60 0:60 1:60 2:60 3:60", paid: "2026-03-05"),
        ])
    func theDayIsTheOneWithMostOfIt(_ row: DayRow) throws {
        let garden = try Self.garden { $0.pointsPerFocus = 1 }
        let session = try garden.perform(SessionAdd(text: row.text))
        #expect(session.day == row.day)
        #expect(try Self.hours(garden, row.day) == row.hours)
        #expect(try garden.ask(StatsDay(day: row.dayOfPay.description)).totals.earned == session.points)
        #expect(session.points > 0)
        // Undone and redone, and removed.
        try garden.perform(JournalUndo())
        #expect(try Self.hours(garden, row.day) == [])
        try garden.perform(JournalRedo())
        #expect(try Self.hours(garden, row.day) == row.hours)
        try garden.perform(SessionRemove(id: 1))
        #expect(try Self.hours(garden, row.day) == [])
    }

    /// The hours of a day with minutes: "9:30", in the order of the day.
    private static func hours(_ garden: CoreGarden, _ day: CalendarDay) throws -> [String] {
        try garden.ask(StatsDay(day: day.description)).hours.filter { $0.minutes != 0 }.map {
            "\($0.hour):\($0.minutes)"
        }
    }

    @Test("S3: corrections and parts have their own hours; what did not count is left out everywhere alike")
    func theHoursOfCorrections() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "2026-03-05 9:30-11:30"))
        try garden.perform(SessionEdit(id: 1, seconds: 3600))
        #expect(try Self.hours(garden, "2026-03-05") == ["9:15", "10:30", "11:15"])
        try garden.perform(SessionEdit(id: 1, start: "10:30", seconds: 3600))
        #expect(try Self.hours(garden, "2026-03-05") == ["10:30", "11:30"])
        try garden.perform(SessionEdit(id: 1, outcome: .discarded))
        #expect(try Self.hours(garden, "2026-03-05") == [])
        try garden.perform(SessionEdit(id: 1, outcome: .completed))
        #expect(try Self.hours(garden, "2026-03-05") == ["10:30", "11:30"])
        try garden.perform(SessionSplit(id: 1, at: "11:10"))
        #expect(try garden.ask(SessionGet(id: 1)).end.wallText == "2026-03-05 11:10")
        #expect(try Self.hours(garden, "2026-03-05") == ["10:30", "11:30"])
        try garden.perform(SessionRemove(id: 1))
        #expect(try Self.hours(garden, "2026-03-05") == ["11:20"])
    }

    @Test("S3: a session of an older journal keeps its hour until its time is corrected")
    func anOlderSession() throws {
        let garden = try Self.garden()
        garden.record(as: SessionAdd.method) { t in
            let start = t.timestamp(t.moment.wall.advanced(byMilliseconds: -4 * 3_600_000))
            let time = start.instant..<start.instant.advanced(byMilliseconds: 5_400_000)
            t.emit(.sessionAdded, SessionEffect(after: t.newSession(time, in: 1), before: nil))
        }
        #expect(try Self.hours(garden, "2026-03-06") == ["8:90"])
        let seq = garden.state.seq
        try garden.perform(SessionEdit(id: 1, start: "8:00", end: "9:30"))
        #expect(garden.state.seq == seq)
        try garden.perform(SessionEdit(id: 1, note: .set("in the library")))
        #expect(try Self.hours(garden, "2026-03-06") == ["8:90"])
        try garden.perform(SessionEdit(id: 1, start: "8:30"))
        #expect(try Self.hours(garden, "2026-03-06") == ["8:30", "9:30"])
        _ = try garden.undo()
        #expect(try Self.hours(garden, "2026-03-06") == ["8:90"])
    }

    @Test("S3: focus of the timer counts in the hours in which it passed, not during pauses, also over a set clock")
    func theHoursOfTheTimer() throws {
        // The clocks go from 02:00 to 03:00 while it runs.
        let garden = try CoreGarden(at: "2026-03-29T00:45:00Z", zone: "Europe/Berlin") { $0.startRest = .never }
        try garden.perform(TimerStart(minutes: 30))
        garden.advance(seconds: 1800)
        #expect(try Self.hours(garden, "2026-03-28") == ["1:15", "3:15"])
        // Paused from 06:50 to 08:10.
        garden.advance(seconds: (3 * 60 + 15) * 60)
        try garden.perform(TimerStart(minutes: 30))
        garden.advance(seconds: 1200)
        try garden.perform(TimerPause())
        garden.advance(seconds: 80 * 60)
        try garden.perform(TimerResume())
        garden.advance(seconds: 600)
        #expect(try Self.hours(garden, "2026-03-29") == ["6:20", "8:10"])
    }

    @Test("P24: what an added session earns", arguments: [(24, 0), (25, 1), (49, 1), (50, 2), (90, 3)])
    func anAddedSessionEarns(minutes: Int, exp: Int) throws {
        let garden = try Self.garden { $0.pointsPerFocus = 10 }
        let session = try garden.perform(SessionAdd(start: "yesterday 9:00", minutes: minutes))
        #expect([session.exp, session.points] == [exp, 10 * exp])
        #expect(try garden.exp == exp)
        #expect(garden.state.points.balance == 10 * exp)
    }

    @Test("P24: the minutes of one experience are a setting")
    func theMinutesOfAnExperience() throws {
        let garden = try Self.garden { $0.expMinutes = 10 }
        #expect(try garden.perform(SessionAdd(start: "9:00", minutes: 39)).exp == 3)
    }

    struct RefusalRow: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let request: SessionAdd
        let refusal: Refusal

        init(_ description: String, _ request: SessionAdd, _ refusal: Refusal) {
            (testDescription, self.request, self.refusal) = (description, request, refusal)
        }
    }

    @Test(
        "P22: what is left of a sentence is no category if it looks like a date, or has a category in it",
        arguments: [
            ("9:00-10:00 Foo 31.2.", "31.2."), ("24.13. 17-18 Thesis", "24.13."), ("9:00-9:25 27/11/ Lunch", "27/11/"),
            ("7-8 Thesis yestreday", "yestreday"), ("1h Thesis this morning", "this morning"),
            ("9:00-9:25 evening Thesis", "evening"), ("7:00-7:30 +02:00 Thesis", "+02:00"),
            ("7:30+0200 for 20m Thesis", "+0200"),
        ])
    func wordsThatAreNoCategory(text: String, word: String) throws {
        let garden = try Self.garden()
        try garden.perform(CategoryAdd(name: "Thesis"))
        let refusal = try garden.refusal(of: SessionAdd(text: text))
        #expect(refusal.details["reason"] == "not_understood" && refusal.details["word"] == .string(word))
        #expect(try garden.ask(SessionList()).sessions == [])
        #expect(garden.state.categories.entries.count == 2)
    }

    @Test(
        "P22: other words are a new category, and so is any name with the param",
        arguments: ["Deep work", "Thesis 2", "CS50", "Morning pages"])
    func wordsThatAreANewCategory(name: String) throws {
        let garden = try Self.garden()
        for category in ["Thesis", "work"] { try garden.perform(CategoryAdd(name: category)) }
        #expect(try garden.perform(SessionAdd(text: "9:00-9:25 \(name)")).category == name)
        #expect(try garden.perform(SessionAdd(text: "8:00-8:25", category: "Thesis 31.2.")).category == "Thesis 31.2.")
    }

    @Test(
        "P22: times alone of a long session",
        arguments: [
            (SessionAdd(text: "yesterday 20:00-8:00"), 720), (SessionAdd(text: "yesterday 10:00 for 23h"), 1380),
            (SessionAdd(text: "yesterday 20:00-now"), 960),
            (SessionAdd(start: "yesterday 10:00", end: "2026-03-06 9:00"), 1380),
        ])
    func aLongSession(_ request: SessionAdd, minutes: Int) throws {
        #expect(try Self.garden().perform(request).minutes == minutes)
    }

    /// Beside sessions of 9:00–10:00 (id 1) and of 10:30–11:30 with a pause of 10:40–11:20 (id 2), and a focus since 11:50.
    @Test(
        "P22, P23: what is refused",
        arguments: [
            RefusalRow("covered", SessionAdd(start: "9:10", minutes: 10), .refused(.overlaps, ["sessions": [1]])),
            RefusalRow(
                "covering", SessionAdd(start: "8:00", end: "11:40"),
                .refused(
                    .overlaps,
                    [
                        "sessions": [1, 2],
                        "free": ["2026-03-06T08:00:00.000+00:00", "2026-03-06T09:00:00.000+00:00"],
                    ])),
            RefusalRow(
                "nothing is left", SessionAdd(start: "9:10", minutes: 10, trim: true),
                .refused(.overlaps, ["sessions": [1]])),
            RefusalRow(
                "the focus in progress", SessionAdd(start: "11:45", minutes: 10),
                .refused(
                    .overlaps,
                    ["sessions": [], "free": ["2026-03-06T11:45:00.000+00:00", "2026-03-06T11:50:00.000+00:00"]])),
            RefusalRow(
                "ahead of now", SessionAdd(start: "11:45", end: "2026-03-06 12:01"),
                .refused(.inTheFuture, ["at": "2026-03-06T12:01:00.000+00:00"])),
            RefusalRow(
                "more than a day", SessionAdd(start: "2026-03-01 8:00", end: "2026-03-02 8:01"),
                .refused(.tooLong, ["seconds": 86_460])),
            RefusalRow(
                "it ends before it begins", SessionAdd(start: "8:00", end: "2026-03-06 7:00"),
                .refused(
                    .outOfRange,
                    ["start": "2026-03-06T08:00:00.000+00:00", "end": "2026-03-06T07:00:00.000+00:00"])),
            RefusalRow(
                "times in the wrong order", SessionAdd(text: "yesterday 10:00-9:00"),
                .refused(
                    .outOfRange,
                    ["start": "2026-03-05T10:00:00.000+00:00", "end": "2026-03-06T09:00:00.000+00:00"])),
            RefusalRow(
                "more than 12 hours by times alone", SessionAdd(start: "yesterday 20:00", end: "8:01"),
                .refused(
                    .outOfRange,
                    ["start": "2026-03-05T20:00:00.000+00:00", "end": "2026-03-06T08:01:00.000+00:00"])),
            RefusalRow(
                "more focus than time", SessionAdd(start: "8:00", minutes: 10, seconds: 601),
                .refused(.outOfRange, ["seconds": 600])),
            RefusalRow(
                "no such task", SessionAdd(start: "8:00", minutes: 10, taskId: 9),
                Refusal(.notFound, ["kind": "task", "id": 9])),
            RefusalRow(
                "two categories", SessionAdd(text: "8:00 10m Work", category: "Home"), .invalid("category")),
        ])
    func whatIsRefused(_ row: RefusalRow) throws {
        let garden = try Self.busyGarden()
        let before = garden.state
        #expect(try garden.refusal(of: row.request) == row.refusal)
        #expect(garden.state == before)
    }

    static func busyGarden() throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-03-06T09:00:00Z")
        try garden.perform(TimerStart(minutes: 60))
        garden.at("10:00:00")
        try garden.perform(TimerStop())
        garden.at("10:30:00")
        try garden.perform(TimerStart(minutes: 20))
        garden.at("10:40:00")
        try garden.perform(TimerPause())
        garden.at("11:20:00")
        try garden.perform(TimerResume())
        garden.at("11:30:00")
        try garden.perform(TimerStop())
        garden.at("11:50:00")
        try garden.perform(TimerStart())
        garden.at("12:00:00")
        return garden
    }

    @Test("P22: the mark of a category in sentences for tasks is no part of its name")
    func aCategoryWithItsMark() throws {
        let garden = try Self.busyGarden()
        #expect(try garden.perform(SessionAdd(text: "8:00-8:20 #Thesis")).category == "Thesis")
        #expect(try garden.perform(SessionAdd(text: "8:20-8:30 #")).category == "#")
    }

    @Test("P22: a category can begin with a sign that joins words to a time")
    func aCategoryWithAJoint() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryAdd(name: "のんびり"))
        #expect(try garden.perform(SessionAdd(text: "9時から10時までのんびり")).category == "のんびり")
        #expect(garden.state.categories.entries.count == 2)
    }

    @Test("P22: nothing is entered before a reset of everything; before a reset of its garden it has minutes only")
    func whatWasBeforeAReset() throws {
        let garden = try Self.garden { $0.pointsPerFocus = 10 }
        try garden.perform(CategoryAdd(name: "Work"))
        try garden.change { t in t.emit(.gardenReset, .ofGarden(2, "Work", .own(2))) }
        let session = try garden.perform(SessionAdd(text: "9:00-10:00 Work"))
        #expect([session.minutes, session.exp, session.points] == [60, 0, 0])
        garden.advance(seconds: 3600)
        #expect(try garden.perform(SessionAdd(text: "12:10-12:50 Work")).exp == 1)

        try garden.change { t in t.emit(.gardenReset, ResetEffect.ofEverything) }
        let at: JSON = "2026-03-06T13:00:00.000+00:00"
        #expect(try garden.refusal(of: SessionAdd(text: "11:00-11:30")) == .refused(.beforeReset, ["at": at]))
        #expect(try garden.ask(SessionList()) == SessionPage(sessions: [], more: false))
        #expect(try garden.refusal(of: SessionRemove(id: 1)) == Refusal(.notFound, ["kind": "session", "id": 1]))
    }

    @Test("P22: a session on a completed task of a removed category is in the one used last")
    func aTaskOfARemovedCategory() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "report", category: "Work"))
        try garden.perform(TaskComplete(id: 1))
        try garden.perform(CategoryRemove(name: "Work"))
        let session = try garden.perform(SessionAdd(start: "9:00", minutes: 25, taskId: 1))
        #expect(session.category == "Default" && session.taskTitle == "report" && session.exp == 1)
    }

    @Test("P28: a session that was added limits how long ago another one began")
    func anAddedSessionLimitsTheNext() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "11:00-11:50"))
        #expect(try garden.perform(TimerStart(ago: 20)).startedAt == "2026-03-06T11:50:00Z")
    }

    @Test("P22: sessions of forty days do not displace the sums of today")
    func manyDays() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "11:00-11:50"))
        for days in 1...40 { try garden.perform(SessionAdd(start: "\(days) days ago 9:00", minutes: 30)) }
        #expect(garden.state.focusSums.today(garden.state.day.day, goalMinutes: 0).minutes == 50)
        #expect(try garden.ask(StatsStreak()).current == 41)
    }
}

extension ResetEffect {
    static func ofGarden(_ id: Int, _ name: String, _ uid: UIDReference, exp: Int = 0) -> ResetEffect {
        ResetEffect(
            garden: Garden(categoryId: id, category: CategoryLabel(name: name, uid: uid), exp: exp), backup: "b")
    }

    fileprivate static var ofEverything: ResetEffect {
        ResetEffect(sums: Sums(exp: 0, balance: 0, meter: 0), backup: "b")
    }
}
