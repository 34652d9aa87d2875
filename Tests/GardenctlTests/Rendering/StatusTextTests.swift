import GardenAPI
import Testing
import TextKit
import TimeKit

@testable import gardenctl

@Suite struct StatusTextTests {
    @Test func aFocusShowsTheRemainingTimeAndTheGardens() throws {
        let blue = try #require(CategoryColor("blue"))
        let status = GardenStatus.sample(
            .focus(), gardens: [.grown(27), .grown(0, "Home"), .grown(103, "Deep work", blue)])

        #expect(
            statusText(status, .plain) == """
                Focus · Default · session 1
                23:00 left  █░░░░░░░░░░░░░░░░░░░░░░░  8%  ends at 09:25
                Today: no focus session yet

                Default    level  2  ███████░░░  7/10
                Deep work  level 10  ███░░░░░░░  3/10
                """)
    }

    @Test func aRunningDrillIsShownWithItsQuestionAndItsTime() {
        var status = GardenStatus.sample(.stopped())
        let end = status.now.instant.advanced(byMilliseconds: 41_001)
        status.drill = .sample(question: 5, of: 20) {
            $0.endsAt = Timestamp(instant: end, offsetSeconds: status.now.offsetSeconds)
        }
        let paragraphs = statusText(status, .plain).split(separator: "\n\n").map(String.init)
        #expect(paragraphs.dropFirst() == ["Drill: letters, basic · question 5 of 20 · 00:42 left"])
        status.drill = nil
        #expect(statusText(status, .plain) == paragraphs[0])
    }

    @Test("P14, P29: an open question is one line with the command that answers it, or two on a narrow terminal")
    func anOpenQuestionIsShown() {
        var status = GardenStatus.sample(.stopped())
        let idle = Question(
            kind: .idle, sessions: [7], seconds: 920, since: .sample(9, 0), answers: [.keep, .discard, .untilIdle])
        let locked = Question(
            kind: .locked, sessions: [], seconds: 30, since: .sample(9, 1), answers: [.keep, .discard, .untilLock])
        (status.questions, status.question) = ([idle], idle)
        #expect(
            statusText(status, .plain).split(separator: "\n").first
                == "Idle for 15 min of focus. Keep it? gardenctl ack keep, discard or untilIdle")
        (status.questions, status.question) = ([locked, idle], locked)
        #expect(
            statusText(status, Style(isColored: false, columns: 50)).split(separator: "\n").prefix(2) == [
                "Locked for 30 s of focus (1 of 2). Keep it?", "  gardenctl ack keep, discard or untilLock",
            ])
    }

    @Test func aPausedTimerIsMarkedInCapitals() {
        #expect(
            statusText(.sample(.pausedFocus), .plain) == """
                Focus · Default · session 1 · PAUSED
                23:00 left  █░░░░░░░░░░░░░░░░░░░░░░░  8%  `gardenctl resume` to continue
                Paused at 09:02.
                Today: no focus session yet
                """)
    }

    @Test func aPauseSaysWhyAndSinceWhen() {
        var status = GardenStatus.sample(.pausedFocus)
        status.today = FocusToday(minutes: 50, sessions: 2, goalMinutes: 0)
        status.timer.pauseReason = .sleep
        status.timer.absenceSeconds = 2100
        status.now = .sample(33, 0)
        #expect(
            statusText(status, Style(isColored: false, columns: 40)) == """
                Focus · Default · session 1 · PAUSED
                23:00 left  █░░░░░░░░░░░░░░░░░░░░░  8%
                `gardenctl resume` to continue
                Paused at 2026-11-21 09:02: the machine
                slept or was off for 35 min.
                To count that time:
                  gardenctl resume --count-absence
                Today: 2 sessions · 50 min
                """)
        status.timer.pauseReason = .lock
        status.timer.absenceSeconds = nil
        status.now = .sample(9, 30)
        status.today.goalMinutes = 120
        #expect(
            statusText(status, .plain) == """
                Focus · Default · session 1 · PAUSED
                23:00 left  █░░░░░░░░░░░░░░░░░░░░░░░  8%  `gardenctl resume` to continue
                Paused at 09:02: the desktop was locked.
                Today: 2 sessions · 50 of 120 min
                """)
    }

    @Test func aLongPhaseReadsInHoursAndItsEndHasTheDate() {
        let timer = FocusTimer.focus(String(repeating: "読書の会", count: 5)) { timer in
            (timer.totalSeconds, timer.remainingSeconds) = (86_400, 86_280)
            timer.endsAt = .sample(33, 0)
        }
        #expect(
            timerText(timer, .plain) == """
                Focus · 読書の会読書の会読書の会読書の会読書の会 · session 1
                23:58:00 left  ░░░░░░░░░░░░░░░░░░░░░░░░  0%  ends at 2026-11-22 09:00
                """)
        #expect(
            timerText(timer, Style(isColored: false, columns: 40)) == """
                Focus · 読書の会読書の会読… · session 1
                23:58:00 left  ░░░░░░░░░░░░░░░░░░░  0%
                ends at 2026-11-22 09:00
                """)
    }

    @Test(arguments: [
        (0, "Stopped\nTo start a focus session: gardenctl start"),
        (3, "Stopped after session 3\nTo start a focus session: gardenctl start"),
    ])
    func aStoppedTimerHasAHintToStartOne(session: Int, text: String) {
        #expect(timerText(.stopped(after: session), .plain) == text)
    }

    @Test func anOpenSessionShowsWhatHasPassed() {
        let timer = FocusTimer.open("Thesis") { $0.elapsedSeconds = 6150 }
        #expect(
            timerText(timer, .plain) == """
                Focus · Thesis · session 1
                1:42:30 so far  `gardenctl finish` to complete it
                """)
        #expect(
            timerText(timer, Style(isColored: false, columns: 40)) == """
                Focus · Thesis · session 1
                1:42:30 so far
                `gardenctl finish` to complete it
                """)
        let paused = FocusTimer.open("Thesis") { timer in
            (timer.paused, timer.pauseReason, timer.pausedAt) = (true, .unattended, .sample(9, 2))
        }
        #expect(
            timerText(paused, now: .sample(15, 0), .plain) == """
                Focus · Thesis · session 1 · PAUSED
                02:00 so far  `gardenctl resume` to continue
                Paused at 09:02: no sign of you for 4 hours after that.
                """)
        let question = Question(
            kind: .open, sessions: [], seconds: 50_460, since: .sample(9, 2), answers: [.keep, .discard, .untilIdle])
        #expect(
            questionText(question, of: 1, .plain)
                == "No sign of you for 14 h 1 min, since 2026-11-21 09:02. Keep the time? "
                + "gardenctl ack keep, discard or untilIdle")
    }

    @Test func aLongRestIsLabelled() {
        let rest = FocusTimer.focus { timer in
            timer.phase = .rest
            timer.longRest = true
            timer.session = 4
        }

        #expect(
            timerText(rest, .plain) == """
                Long rest · Default · after session 4
                23:00 left  █░░░░░░░░░░░░░░░░░░░░░░░  8%  ends at 09:25
                """)
    }

    @Test(arguments: [
        (Rate.sample(), "1250 points · rate ×1.5 · 2 days left"),
        (.sample { $0.daysLeft = 1 }, "1250 points · rate ×1.5 · 1 day left"),
        (.sample { $0.applied = false }, "1250 points · rate ×1.5 · 2 days left · not applied"),
        (.lowest, "1250 points · rate ×1.0"),
    ])
    func theStatusShowsBalanceRateAndDaysLeft(rate: Rate, line: String) {
        var status = GardenStatus.sample(.stopped())
        status.points.balance = 1250
        status.rate = rate
        #expect(
            statusText(status, .plain)
                == "Stopped\nTo start a focus session: gardenctl start\nToday: no focus session yet")
        status.usesPoints = true

        #expect(
            statusText(status, .plain) == """
                Stopped
                To start a focus session: gardenctl start
                Today: no focus session yet

                \(line)
                """)
    }

    @Test("minutes of partial sessions are shown, although they are no completed session")
    func minutesWithoutASession() {
        var status = GardenStatus.sample(.stopped())
        (status.today.sessions, status.today.minutes) = (0, 121)
        #expect(todayText(status.today, .plain) == "Today: 121 min")
        status.today.sessions = 1
        #expect(todayText(status.today, .plain) == "Today: 1 session · 121 min")
    }

    @Test func aStaleStatusBeginsWithAWarning() {
        var status = GardenStatus.sample(.stopped())
        status.stale = true

        #expect(
            statusText(status, .plain) == """
                STALE: changes cannot be saved to disk; this is the last saved state. Find out why: gardenctl doctor

                Stopped
                To start a focus session: gardenctl start
                Today: no focus session yet
                """)
    }

    @Test func barsHaveTheCategorysColor() {
        let status = GardenStatus.sample(.focus(), gardens: [.grown(5)])

        #expect(
            statusText(status, Style(isColored: true)) == """
                \u{1B}[1mFocus\u{1B}[0m · Default · session 1
                23:00 left  \u{1B}[38;5;70m█\u{1B}[0m\u{1B}[2m░░░░░░░░░░░░░░░░░░░░░░░\u{1B}[0m  8%  ends at 09:25
                \u{1B}[2mToday: no focus session yet\u{1B}[0m

                Default  level 0  \u{1B}[38;5;70m█████\u{1B}[0m\u{1B}[2m░░░░░\u{1B}[0m  5/10
                """)
    }

    @Test func wideNamesKeepTheColumnsAligned() {
        #expect(
            gardensText([.grown(1, "読書"), .grown(2, "Default")], .plain) == """
                読書     level 0  █░░░░░░░░░  1/10
                Default  level 0  ██░░░░░░░░  2/10
                """)
    }

    @Test func theGardenCommandShowsWhatGrewByFocusAndByTasks() {
        var garden = Garden.grown(27)
        (garden.focusExp, garden.taskExp) = (17, 10)
        let gardens = [garden, .grown(0, "Home")]

        #expect(
            gardensText(gardens, showsSources: true, .plain) == """
                Default  level 2  ███████░░░  7/10   17 by focus, 10 by tasks
                Home     level 0  ░░░░░░░░░░  0/10
                """)
        #expect(
            gardensText(gardens, showsSources: true, Style(isColored: false, columns: 40)) == """
                Default  level 2  ███████░░░  7/10
                  17 by focus, 10 by tasks
                Home     level 0  ░░░░░░░░░░  0/10
                """)
    }

    @Test func theStatusShowsTheTaskOfTheFocusAndTheOpenTasks() {
        var status = GardenStatus.sample(.focus { $0.taskTitle = "Write the quarterly report for 読書の会 and all others" })
        status.tasks = TaskCounts(
            open: 5, dueToday: 1, overdue: 2, next: NextReminder(id: 3, title: "Water the plants", at: .sample(17, 0)),
            nextDueAt: .sample(18, 0))

        #expect(
            statusText(status, Style(isColored: false, columns: 40)) == """
                Focus · Default · session 1
                Write the quarterly report for 読書の会…
                23:00 left  █░░░░░░░░░░░░░░░░░░░░░  8%
                ends at 09:25
                Today: no focus session yet

                5 tasks open · 2 overdue · 1 due today
                next reminder 17:00  Water the plants
                """)
        status.tasks.next?.at = .sample(33, 0)
        let text = statusText(status, .plain)
        #expect(text.hasSuffix("\nnext reminder Sun 2026-11-22 09:00  Water the plants"))
        #expect(text.contains("\nWrite the quarterly report for 読書の会 and all others\n"))
    }

    @Test func escapeSequencesInANameAreRemoved() {
        #expect(timerText(.focus("a\u{1B}[2Jb\nc"), .plain).hasPrefix("Focus · a [2Jb c · session 1\n"))
    }
}
