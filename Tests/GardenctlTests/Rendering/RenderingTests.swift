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

@Suite struct FormatTests {
    static let stale: GardenStatus = {
        var status = GardenStatus.sample(.pausedFocus)
        status.stale = true
        return status
    }()

    @Test(arguments: [
        (StatusSnapshot.home(.sample(.focus { $0.remainingSeconds = 1499 })), "focus\tDefault\t24:59\t1\t"),
        (.home(.sample(.focus("Deep work"))), "focus\tDeep work\t23:00\t1\t"),
        (.home(.sample(.pausedFocus)), "focus\tDefault\t23:00\t1\tpaused"),
        (.home(stale), "focus\tDefault\t23:00\t1\tpaused stale"),
        (.home(.sample(.stopped())), "stopped\t\t\t0\t"),
        (.home(.sample(.focus { $0.remainingSeconds = 86_400 })), "focus\tDefault\t1440:00\t1\t"),
        (.away, "away\t\t\t\t"),
    ])
    func theDefaultFormatIsOneLineOfFieldsWithTabsBetween(snapshot: StatusSnapshot, line: String) throws {
        #expect(try StatusFormat("plain").rendered(snapshot, .plain) == line)
    }

    @Test(arguments: [
        ("{phase}", "focus"),
        ("{category}: {remaining} of {total}", "Default: 23:00 of 25:00"),
        ("{elapsed} {percent}% #{session}", "02:00 8% #1"),
        ("{startedAt}-{endsAt}", "09:00-09:25"),
        ("{level}/{exp}", "2/27"),
        ("{balance} {earnedToday} {spentToday} ×{multiplier}", "1250 500 750 ×2"),
        ("T{tier} ×{rate} {meter} {daysLeft} {decaysAt}", "T1 ×1.5 3200 2 2026-11-23 04:00"),
        ("{day} {timezone} {seq}", "2026-11-21 Asia/Tokyo 7"),
        ("<{paused}{longRest}{stale}>", "<>"),
        ("{task} ({taskId}): {tasksOverdue}/{tasksDue}/{tasksOpen}", "Write the report (12): 1/2/9"),
        ("{{{phase}}}", "{focus}"),
        ("{{phase}}", "{phase}"),
        ("é {phase} 読", "é focus 読"),
    ])
    func aTemplateIsFilledIn(template: String, text: String) throws {
        var status = GardenStatus.sample(.focus(), gardens: [.grown(27)])
        status.points.balance = 1250
        status.points.earnedToday = 500
        status.points.spentToday = 750
        status.points.multiplier = 2
        status.rate = .sample()
        status.timer.taskId = 12
        status.timer.taskTitle = "Write the\u{202E} report"
        status.tasks = TaskCounts(open: 9, dueToday: 2, overdue: 1, next: nil, nextDueAt: nil)

        #expect(try StatusFormat(template).rendered(.home(status), .plain) == text)
    }

    @Test func aPlaceholderWithoutAValueIsEmpty() throws {
        let format = try StatusFormat("[{category}{endsAt}{level}{decaysAt}{task}{taskId}]{phase}")

        #expect(format.rendered(.home(.sample(.stopped())), .plain) == "[]stopped")
        #expect(format.rendered(.away, .plain) == "[]away")
    }

    @Test(arguments: [
        ("{phase", "a { has no matching }; write {{ for a literal brace"),
        ("phase}", "a } has no matching {; write }} for a literal brace"),
        (
            "{zzzzzz}",
            "unknown placeholder {zzzzzz}; use one of: \(Placeholder.allCases.map(\.rawValue).joined(separator: ", "))"
        ),
    ])
    func aTemplateWithAMistakeIsRefused(template: String, message: String) {
        #expect(throws: Template.Problem(message: message)) { try StatusFormat(template) }
    }
}

@Suite struct ColumnTests {
    @Test(arguments: [
        ("", 0), ("tea", 3), ("e\u{301}", 1), ("\u{65E5}\u{672C}", 4), ("\u{2615}", 2), ("\u{2764}\u{FE0F}", 2),
        ("\u{1F44D}\u{1F3FD}", 2), ("\u{1F1E9}\u{1F1EA}", 2), ("\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", 2),
    ])
    func aCharacterHasItsTerminalWidth(text: String, columns: Int) {
        #expect(text.columns == columns)
        #expect("\(text.padded(to: 5))|".count == text.count + 6 - columns)
    }
}

@Suite struct ListTextTests {
    @Test func categoriesAreListedWithIdAndColor() throws {
        let categories = [
            Category(id: 1, uid: "00000000-1", name: "Default", color: .green, position: 0),
            Category(
                id: 12, uid: "00000000-12", name: "Deep work", color: try #require(CategoryColor("#33aaff")),
                position: 1),
        ]

        #expect(
            categoriesText(zip(categories, [3, 0]).map(ListedCategory.init), .plain) == """
                 1  Default    green    3 open tasks
                12  Deep work  #33AAFF
                """)
        #expect(categoryText("Added", categories[1], .plain) == "Added Deep work (id 12, #33AAFF)")
        #expect(
            categoryText("Moved", categories[1], position: true, .plain)
                == "Moved Deep work (id 12, #33AAFF, position 1)")
    }

    @Test func anEmptyGardenListHasAHint() {
        #expect(
            gardensText([], .plain) == "No garden has grown yet. Complete a focus session: gardenctl start")
    }

    @Test func theDayIsPrintedWithItsBoundaries() {
        #expect(
            dayText(.sample) == """
                Saturday, 2026-11-21
                from 2026-11-21 04:00 to 2026-11-22 04:00, Asia/Tokyo
                """)
    }

    @Test func changedSettingsAreMarked() {
        let report = SettingsReport(
            file: "/home/ada/.config/garden/config.toml",
            values: ["day.start_hour": 4, "day.timezone": "system", "timer.focus_minutes": 50],
            changed: ["timer.focus_minutes"])

        #expect(
            settingsText(report, .plain) == """
                # /home/ada/.config/garden/config.toml
                day.start_hour = 4
                day.timezone = "system"
                timer.focus_minutes = 50  # changed
                """)
    }

    @Test func aTableInTheSettingsIsPrintedOneRowPerLine() {
        let report = SettingsReport(
            values: [
                "rate.tiers": [["from": 0, "rate": 1.0], ["from": 3000, "rate": 1.5]], "log.retention_days": 30,
                "later.words": ["a", "b"],
            ], changed: ["rate.tiers"])

        #expect(
            settingsText(report, .plain) == """
                # no configuration file: all values are defaults
                rate.tiers = [  # changed
                    { from = 0, rate = 1.0 },
                    { from = 3000, rate = 1.5 },
                ]
                log.retention_days = 30
                later.words = ["a", "b"]
                """)
    }

    @Test func reloadTextListsTheChangedSettings() {
        #expect(reloadText(ReloadReport(changed: [])) == "Configuration reloaded, no changes.")

        let report = ReloadReport(changed: ["day.start_hour", "timer.focus_minutes"])
        #expect(reloadText(report) == "Configuration reloaded. Changed: day.start_hour, timer.focus_minutes.")
    }

    @Test func checksAreAlignedInColumns() {
        let checks = [
            HealthCheck("storage", .ok, "journal is writable"),
            HealthCheck("bus", .warning, "no session bus", advice: "log in with one"),
        ]

        #expect(
            checksText(checks, .plain) == """
                ok       storage  journal is writable
                warning  bus      no session bus
                                  → log in with one
                """)
    }

    @Test func aFailedVerificationNamesTheDamagedEvent() {
        let sound = Verification(events: 1, ok: true)
        #expect(verificationText(sound, .plain) == "OK: 1 event verified")

        let damaged = Verification(events: 40, ok: false, firstBad: 12, problem: "its digest does not fit")
        let damage = "damaged at event 12: its digest does not fit  (40 events read)"
        #expect(verificationText(damaged, .plain) == damage)
    }
}
