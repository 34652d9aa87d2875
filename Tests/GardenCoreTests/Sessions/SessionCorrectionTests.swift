import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Sessions that are corrected, split and removed, as if they had always been like that (RULES P30, U4).
@Suite struct SessionCorrectionTests {
    /// A session of the timer in Maths on Thursday, 9:00–9:25, that paid 10 points. It is Friday, 12:00.
    private static func garden() throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-03-05T09:00:00Z") {
            $0.pointsPerFocus = 10
            ($0.startRest, $0.startFocus) = (.never, .never)
        }
        try garden.perform(TaskAdd(title: "report", category: "Maths"))
        try garden.perform(CategoryAdd(name: "Thesis"))
        try garden.perform(TimerStart(taskId: 1))
        garden.at("09:25:00")
        garden.advance(seconds: 26 * 3600 + 2100)
        #expect(garden.moment.wall == ("2026-03-06T12:00:00Z" as Timestamp).instant)
        return garden
    }

    private static func exp(_ garden: CoreGarden) throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: try garden.ask(GardenList()).map { ($0.category, $0.exp) })
    }

    private static func minutes(_ garden: CoreGarden, _ category: String) throws -> Int {
        try garden.ask(StatsDay(day: "2026-03-05", category: category)).totals.minutes
    }

    @Test("P30: a session in the wrong category moves with its exp, its points and its minutes, on its day")
    func theWrongCategory() throws {
        let garden = try Self.garden()
        #expect(try Self.exp(garden) == ["Default": 0, "Maths": 1, "Thesis": 0])
        let session = try garden.perform(SessionEdit(id: 1, category: "Thesis", taskId: .clear))
        #expect(session.category == "Thesis" && session.taskId == nil && session.points == 10)
        #expect(try Self.exp(garden) == ["Default": 0, "Maths": 0, "Thesis": 1])
        #expect(garden.state.points.balance == 10)
        #expect(try [Self.minutes(garden, "Maths"), Self.minutes(garden, "Thesis")] == [0, 25])
        #expect(try garden.ask(StatsDay(day: "2026-03-05", category: "Thesis")).totals.earned == 10)
        #expect(try garden.ask(StatsDay(day: "2026-03-05")).totals.earned == 10)
        #expect(try garden.ask(TaskGet(id: 1)).focuses == 0)
        #expect(try garden.lines().last == "[12:00] corrected session 1: Maths → Thesis, report → no task")
        // U4: undone on Saturday, the sums of Thursday go back.
        garden.advance(seconds: 86_400)
        _ = try garden.undo()
        #expect(try Self.exp(garden) == ["Default": 0, "Maths": 1, "Thesis": 0])
        #expect(try [Self.minutes(garden, "Maths"), Self.minutes(garden, "Thesis")] == [25, 0])
        #expect(try garden.ask(SessionGet(id: 1)).category == "Maths")
        #expect(try garden.ask(TaskGet(id: 1)).focuses == 1)
        _ = try garden.redo()
        #expect(try [Self.minutes(garden, "Maths"), Self.minutes(garden, "Thesis")] == [0, 25])
    }

    @Test("P21, S1: a session of a removed category has its last name, also after a merge")
    func theLastNameOfARemovedCategory() throws {
        let garden = try CoreGarden(at: "2026-03-05T09:00:00Z")
        for text in ["6:00-6:50 Wrok", "7:00-7:50 Work"] { try garden.perform(SessionAdd(text: text)) }
        try garden.perform(CategoryMerge(name: "Wrok", into: "Work"))
        try garden.perform(CategoryEdit(name: "Work", newName: "Arbeit"))
        try garden.perform(CategoryRemove(name: "Arbeit"))
        #expect(try garden.ask(SessionList()).sessions.map(\.category) == ["Arbeit", "Arbeit"])
        #expect(try garden.ask(SessionList(category: "Arbeit")).sessions.map(\.id) == [2, 1])
        #expect(try garden.ask(SessionGet(id: 1)).category == "Arbeit")
    }

    @Test("P21: a session has the present names of its category and its task, also if that was closed")
    func presentNames() throws {
        let garden = try CoreGarden(at: "2026-03-05T09:00:00Z")
        let task = try garden.perform(TaskAdd(title: "Draft", category: "Mahts")).id
        let added = try garden.perform(SessionAdd(start: "8:00", minutes: 30, taskId: task))
        #expect((added.category, added.taskTitle) == ("Mahts", "Draft"))
        try garden.perform(CategoryEdit(name: "Mahts", newName: "Maths"))
        try garden.perform(TaskEdit(id: task, newTitle: "First draft"))
        func names() throws -> [[String?]] {
            let listed = try garden.ask(SessionList()).sessions + [garden.ask(SessionGet(id: added.id))]
            return listed.map { [$0.category, $0.taskTitle] }
        }
        let expected: [String?] = ["Maths", "First draft"]
        #expect(try names() == [expected, expected])
        try garden.perform(TaskComplete(id: task))
        #expect(try names() == [expected, expected])
        let edited = try garden.perform(SessionEdit(id: added.id, note: .set("in the library")))
        #expect([edited.category, edited.taskTitle] == expected)
        let parts = try garden.perform(SessionSplit(id: added.id, at: "8:10"))
        #expect(parts.map { [$0.category, $0.taskTitle] } == [expected, expected])
        let removed = try garden.perform(SessionRemove(ids: IDList(parts.map(\.id))))
        #expect(removed.map { [$0.category, $0.taskTitle] } == [expected, expected])
    }

    @Test("P30: a removal takes back what there is to take, or is refused with what is missing", arguments: [10, 3, 0])
    func aRemovalTakesBack(balance: Int) throws {
        let garden = try Self.garden()
        if balance < 10 { try garden.perform(PointsAdjust(amount: balance - 10, reason: "tea")) }
        let before = garden.state
        if balance < 10 {
            let refusal = try garden.refusal(of: SessionRemove(id: 1))
            #expect(
                refusal
                    == Refusal(
                        .insufficientPoints,
                        ["points": 10, "balance": .integer(balance), "shortfall": .integer(10 - balance)]))
            #expect(garden.state == before)
            try garden.perform(SessionRemove(id: 1, points: .keep))
            #expect(garden.state.points.balance == balance)
        } else {
            try garden.perform(SessionRemove(id: 1))
            #expect(garden.state.points.balance == 0)
        }
        #expect(try Self.exp(garden)["Maths"] == 0)
        #expect(
            try garden.ask(StatsDay(day: "2026-03-05")).totals
                == StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 0, earned: 0, spent: 0))
        #expect(try garden.ask(StatsDay()).totals.earned == 0)
        #expect(try garden.ask(SessionList()).sessions == [])
        garden.advance(seconds: 86_400)
        _ = try garden.undo()
        #expect(garden.state.points.balance == balance)
        #expect(try garden.ask(StatsDay(day: "2026-03-05")).totals.minutes == 25)
        #expect(try garden.ask(StatsDay(day: "2026-03-05")).totals.earned == 10)
    }

    struct LengthRow: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let request: SessionEdit
        let minutes: Int
        let exp: Int

        init(_ description: String, _ request: SessionEdit, minutes: Int, exp: Int) {
            (testDescription, self.request, self.minutes, self.exp) = (description, request, minutes, exp)
        }
    }

    @Test(
        "P30, P24: another length brings or takes the difference",
        arguments: [
            LengthRow("longer", SessionEdit(id: 1, end: "9:50"), minutes: 50, exp: 2),
            LengthRow(
                "shorter: one that ran its length earns all the same", SessionEdit(id: 1, end: "9:20"), minutes: 20,
                exp: 1),
            LengthRow("from before", SessionEdit(id: 1, start: "8:00"), minutes: 85, exp: 3),
            LengthRow("less focus in it", SessionEdit(id: 1, seconds: 600), minutes: 10, exp: 1),
            LengthRow("it was none", SessionEdit(id: 1, outcome: .discarded), minutes: 25, exp: 0),
        ])
    func anotherLength(_ row: LengthRow) throws {
        let garden = try Self.garden()
        let session = try garden.perform(row.request)
        #expect([session.minutes, session.exp, session.points] == [row.minutes, row.exp, 10 * row.exp])
        #expect(try Self.exp(garden)["Maths"] == row.exp)
        #expect(garden.state.points.balance == 10 * row.exp)
        let totals = try garden.ask(StatsDay(day: "2026-03-05")).totals
        let counts = row.exp > 0
        #expect(
            totals
                == StatisticsTotals(
                    minutes: counts ? row.minutes : 0, sessions: counts ? 1 : 0, interruptions: counts ? 0 : 1,
                    tasks: 0,
                    earned: 10 * row.exp, spent: 0))
        #expect(try garden.ask(TaskGet(id: 1)).minutes == (counts ? row.minutes : 0))
    }

    @Test("P30: a session has its corrections with their causes, and the day those of all sessions")
    func theCorrectionsAreExplained() throws {
        let garden = try Self.garden()
        try garden.perform(SessionEdit(id: 1, category: "Thesis", taskId: .clear))
        try garden.perform(SessionEdit(id: 1, end: "9:20"))
        try garden.perform(SessionAdd(text: "yesterday 10:00-10:50 Thesis"))
        try garden.perform(SessionRemove(id: 2))
        _ = try garden.undo()
        try garden.perform(SessionEdit(id: 1, note: .set("revised")))
        func steps(_ request: JournalExplain) throws -> [String] {
            try garden.ask(request).map { "\($0.rule) \($0.text)" }
        }
        #expect(
            try steps(JournalExplain(what: .session, id: 1)) == [
                "P30 corrected: note revised",
                "P30 corrected: 2026-03-05 09:00–09:25 → 2026-03-05 09:00–09:20, 25 → 20 min",
                "P30 corrected: Maths → Thesis, report → no task",
            ])
        let second = "50 min of Thesis, 2026-03-05 10:00–10:50"
        #expect(
            try steps(JournalExplain(what: .session, id: 2)) == [
                "U1 undone: removed \(second)", "P30 removed: \(second)", "P22 added: \(second)",
            ])
        #expect(
            try steps(JournalExplain(what: .day, limit: 5)) == [
                "P30 session 1 of 2026-03-05 corrected: note revised", "U1 undone: removed \(second)",
                "P30 session 2 of 2026-03-05 removed: \(second)", "P22 session 2 of 2026-03-05 added: \(second)",
                "P30 session 1 of 2026-03-05 corrected: 2026-03-05 09:00–09:25 → 2026-03-05 09:00–09:20, 25 → 20 min",
            ])
        #expect(throws: GardenError.notFound(kind: "session", id: 3)) {
            try garden.ask(JournalExplain(what: .session, id: 3))
        }
    }

    @Test("P30: a stopped session that was one after all counts")
    func aStoppedSessionCounts() throws {
        let garden = try Self.garden()
        try garden.perform(TimerStart(category: "Thesis"))
        garden.advance(seconds: 1200)
        try garden.perform(TimerStop())
        let session = try garden.perform(SessionEdit(id: 2, outcome: .completed))
        #expect([session.minutes, session.exp, session.points] == [20, 1, 10])
        #expect(try garden.ask(StatsDay()).totals.minutes == 20)
        #expect(try garden.ask(StatsDay()).totals.interruptions == 0)
        #expect(garden.state.points == PointsSummary(balance: 20, multiplier: 1, earnedToday: 10, spentToday: 0))
    }

    @Test("P30: the parts of a split share what the whole had")
    func aSplitShares() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "yesterday 10:00-10:50 Thesis"))
        let before = garden.state
        let parts = try garden.perform(SessionSplit(id: 2, at: "10:20"))
        #expect(parts.map(\.minutes) == [20, 30])
        #expect(parts.map(\.exp) == [1, 1])
        #expect(parts.map(\.points) == [10, 10])
        #expect(parts.map(\.id) == [2, 3])
        #expect(parts[1].uid != parts[0].uid)
        #expect(garden.state.categories == before.categories && garden.state.points == before.points)
        let totals = try garden.ask(StatsDay(day: "2026-03-05")).totals
        #expect([totals.minutes, totals.sessions, totals.earned] == [75, 3, 30])
        // One of them is of something else.
        try garden.perform(SessionEdit(id: 3, category: "Maths"))
        #expect(try Self.exp(garden) == ["Default": 0, "Maths": 2, "Thesis": 1])
    }

    @Test("P30: pauses that were none count as focus, with all that follows; of other sessions, they take nothing")
    func pausesThatWereNone() throws {
        let garden = try SessionRuleTests.garden { ($0.pointsPerFocus, $0.startRest) = (10, .never) }
        try garden.perform(TimerStart(category: "Maths"))
        for seconds in [600, 3600, 900] {
            garden.advance(seconds: seconds)
            if seconds == 600 { try garden.perform(TimerPause()) }
            if seconds == 3600 { try garden.perform(TimerResume()) }
        }
        let before = try garden.ask(SessionGet(id: 1))
        #expect([before.minutes, before.exp, before.points, before.pauses.count] == [25, 1, 10, 1])
        let refusal = try garden.refusal(of: SessionEdit(id: 1, seconds: 4800))
        #expect(
            refusal.message
                == "1 h 20 min of focus do not fit between 2026-03-06 12:00 and 2026-03-06 13:25 beside 1 h of pauses: "
                + "there are 25 min; to make it longer, give another start or end")
        #expect(refusal.details["seconds"] == 1500 && refusal.details["pauses"] == 3600)
        let state = garden.revertible
        let after = try garden.perform(SessionEdit(id: 1, countPauses: true))
        #expect([after.minutes, after.exp, after.points, after.pauses.count] == [85, 3, 30, 0])
        #expect(try garden.ask(StatsDay()).hours.filter { $0.minutes > 0 }.map(\.minutes) == [60, 25])
        #expect(garden.state.log.inOrder.contains { $0.text.contains("25 → 85 min, without its pauses") })
        _ = try garden.undo()
        #expect(garden.differences(from: state) == [])
        #expect(try garden.ask(SessionGet(id: 1)) == before)
        // Together with a length, and without pauses there is nothing to do.
        #expect(try garden.perform(SessionEdit(id: 1, seconds: 4800, countPauses: true)).minutes == 80)
        let seq = garden.state.seq
        try garden.perform(SessionEdit(id: 1, countPauses: true))
        #expect(garden.state.seq == seq)
        _ = try garden.undo()

        // With the length that it has, and where the end clips the pause.
        try garden.perform(SessionEdit(id: 1, seconds: 1500, countPauses: true))
        #expect(garden.state.log.inOrder.contains { $0.text == "[13:25] corrected session 1: without its pauses" })
        _ = try garden.undo()
        try garden.perform(SessionEdit(id: 1, end: "12:05"))
        #expect(garden.state.log.inOrder.contains { $0.text.hasSuffix("12:05, 25 → 5 min") })
        _ = try garden.undo()
        #expect(try garden.ask(SessionGet(id: 1)) == before)

        // A session was added within the pause.
        try garden.perform(SessionAdd(text: "12:20-12:50 Reading"))
        #expect(try garden.refusal(of: SessionEdit(id: 1, countPauses: true)).details["reason"] == "overlaps")
    }

    @Test("P30: an end that moves keeps the pauses that still lie inside")
    func thePausesThatLieInside() throws {
        let garden = try CoreGarden(at: "2026-03-06T09:00:00Z") { ($0.startRest, $0.startFocus) = (.never, .never) }
        try garden.perform(TimerStart(minutes: 30))
        for (pause, resume) in [("09:05:00", "09:10:00"), ("09:20:00", "09:30:00")] {
            garden.at(pause)
            try garden.perform(TimerPause())
            garden.at(resume)
            try garden.perform(TimerResume())
        }
        garden.at("10:00:00")
        let session = try garden.ask(SessionGet(id: 1))
        #expect(session.end == "2026-03-06T09:45:00Z")
        #expect(session.pauses.map(\.start) == ["2026-03-06T09:05:00Z", "2026-03-06T09:20:00Z"])
        let shorter = try garden.perform(SessionEdit(id: 1, end: "9:25"))
        #expect(
            shorter.pauses == [
                TimeSpan("2026-03-06T09:05:00Z", "2026-03-06T09:10:00Z"),
                TimeSpan("2026-03-06T09:20:00Z", "2026-03-06T09:25:00Z"),
            ])
        #expect(shorter.minutes == 15)
        #expect(try garden.perform(SessionEdit(id: 1, end: "9:15")).minutes == 10)
    }

    @Test("P30: a garden that was reset since does not lose what it has now")
    func aGardenThatWasReset() throws {
        let garden = try Self.garden()
        try garden.change { t in t.emit(.gardenReset, .ofGarden(2, "Maths", .own(2), exp: 1)) }
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        #expect(try Self.exp(garden)["Maths"] == 1)
        // Neither does it for a part of it, which is entered only now.
        try garden.perform(SessionSplit(id: 1, at: "2026-03-05 09:10"))
        try garden.perform(SessionRemove(id: 3))
        #expect(try Self.exp(garden)["Maths"] == 1)
        try garden.perform(SessionRemove(id: 1))
        #expect(try Self.exp(garden)["Maths"] == 1)
    }

    @Test("P14, P30: a session that was corrected is discarded as it is now")
    func aCorrectedSessionIsDiscarded() throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        garden.at("09:40:00")
        garden.setPresence(.active)
        try garden.perform(SessionEdit(id: 1, category: "Thesis"))
        let answer = try garden.perform(TimerResolve(answer: .discard))
        #expect(answer.session?.category == "Thesis")
        #expect(try Self.exp(garden) == ["Default": 0, "Thesis": 0])
    }

    @Test("P30: a removed session is not asked about")
    func aRemovedSessionIsNotAskedAbout() throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        garden.at("09:40:00")
        garden.setPresence(.active)
        try garden.perform(SessionRemove(id: 1))
        #expect(try garden.refusal(of: TimerResolve(answer: .discard)) == .refused(.tooLate))
    }

    /// A session of 9:00–9:25 that was locked at 9:10, and another time at 9:15, each for 3 minutes; both are asked about.
    private static func lockedTwice() throws -> CoreGarden {
        let garden = try CoreGarden { ($0.pointsPerFocus, $0.askAfterLockedMinutes) = (10, 2) }
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        for (lock, unlock) in [("09:10:00", "09:13:00"), ("09:15:00", "09:18:00")] {
            garden.at(lock)
            garden.setPresence(.locked)
            garden.at(unlock)
            garden.setPresence(.active)
        }
        garden.at("09:25:00")
        #expect(garden.state.openQuestions.map(\.question.milliseconds) == [180_000, 180_000])
        return garden
    }

    @Test(
        "P14, P30: a session whose time was corrected is no longer asked about; another correction leaves the questions",
        arguments: [
            (SessionEdit(id: 1, category: "Thesis"), 2), (SessionEdit(id: 1, note: .set("revised")), 2),
            (SessionEdit(id: 1, end: "9:20"), 0), (SessionEdit(id: 1, start: "8:50"), 0),
            (SessionEdit(id: 1, seconds: 600), 0), (SessionEdit(id: 1, outcome: .discarded), 0),
        ])
    func aCorrectionOfTheTimeInQuestion(edit: SessionEdit, questions: Int) throws {
        let garden = try Self.lockedTwice()
        try garden.perform(edit)
        #expect(garden.state.openQuestions.count == questions)
    }

    @Test("P14: an answer that shortens a session leaves the other question about it")
    func anAnswerLeavesTheOtherQuestion() throws {
        let garden = try Self.lockedTwice()
        let first = try garden.perform(TimerResolve(answer: .untilLock)).session
        #expect(first?.seconds == 1320 && first?.end == "2026-01-01T09:25:00Z")
        #expect(garden.state.openQuestions.map(\.question.milliseconds) == [180_000])
        #expect(try garden.perform(TimerResolve(answer: .untilLock)).session?.seconds == 1140)
        #expect(garden.state.openQuestions.isEmpty)
    }
}
