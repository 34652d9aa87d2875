import GardenAPI
import Testing
import TextKit
import TimeKit

@testable import gardenctl

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
