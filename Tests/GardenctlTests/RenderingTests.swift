import GardenAPI
import Testing

@testable import gardenctl

@Suite struct StatusTextTests {
    @Test func aFocusShowsWhatIsLeftAndWhatHasGrown() throws {
        let blue = try #require(CategoryColor("blue"))
        let status = GardenStatus.sample(.focus(), gardens: [.grown(27), .grown(103, "Deep work", blue)])

        #expect(
            statusText(status, .plain) == """
                Focus · Default · session 1
                23:00 left  █░░░░░░░░░░░░░░░░░░░░░░░  8 %  ends at 09:25

                Default    level  2  ███████░░░  7/10
                Deep work  level 10  ███░░░░░░░  3/10
                """)
    }

    @Test func aPauseCannotBeMissed() {
        #expect(
            statusText(.sample(.pausedFocus), .plain) == """
                Focus · Default · session 1 · PAUSED
                23:00 left  █░░░░░░░░░░░░░░░░░░░░░░░  8 %  `gardenctl resume` goes on
                """)
    }

    @Test(arguments: [
        (0, "Stopped\n`gardenctl start-focus` begins a focus."),
        (3, "Stopped after session 3\n`gardenctl start-focus` begins a focus."),
    ])
    func aStoppedTimerSaysHowToBegin(session: Int, text: String) {
        var timer = FocusTimer()
        timer.session = session

        #expect(statusText(.sample(timer), .plain) == text)
    }

    @Test func aLongRestIsCalledOne() {
        let rest = FocusTimer.focus { timer in
            timer.phase = .rest
            timer.longRest = true
            timer.session = 4
        }

        #expect(
            timerText(rest, .plain) == """
                Long rest · Default · after session 4
                23:00 left  █░░░░░░░░░░░░░░░░░░░░░░░  8 %  ends at 09:25
                """)
    }

    @Test func aStateThatTheDiskHasNotTakenIsAnnouncedFirst() {
        var status = GardenStatus.sample(FocusTimer())
        status.stale = true

        #expect(
            statusText(status, .plain) == """
                STALE: the disk refuses changes, and this is the last state it took. See `gardenctl doctor`.

                Stopped
                `gardenctl start-focus` begins a focus.
                """)
    }

    @Test func colorsAreTheCategorysOwn() {
        let status = GardenStatus.sample(.focus(), gardens: [.grown(5)])

        #expect(
            statusText(status, Style(isColored: true)) == """
                \u{1B}[1mFocus\u{1B}[0m · Default · session 1
                23:00 left  \u{1B}[38;5;70m█\u{1B}[0m\u{1B}[2m░░░░░░░░░░░░░░░░░░░░░░░\u{1B}[0m  8 %  ends at 09:25

                Default  level 0  \u{1B}[38;5;70m█████\u{1B}[0m\u{1B}[2m░░░░░\u{1B}[0m  5/10
                """)
    }

    @Test func wideNamesKeepTheColumnsStraight() {
        #expect(
            gardensText([.grown(1, "読書"), .grown(2, "Default")], .plain) == """
                読書     level 0  █░░░░░░░░░  1/10
                Default  level 0  ██░░░░░░░░  2/10
                """)
    }

    @Test func aNameCannotCommandTheTerminal() {
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
        (Glance.home(.sample(.focus { $0.remainingSeconds = 1499 })), "focus Default 24:59 1"),
        (.home(.sample(.focus("Deep work"))), "focus Deep work 23:00 1"),
        (.home(.sample(.pausedFocus)), "focus Default 23:00 1 paused"),
        (.home(stale), "focus Default 23:00 1 paused stale"),
        (.home(.sample(FocusTimer())), "stopped - 00:00 0"),
        (.home(.sample(.focus { $0.remainingSeconds = 86_400 })), "focus Default 1440:00 1"),
        (.away, "away - - -"),
    ])
    func aPlainLineIsForScripts(glance: Glance, line: String) throws {
        #expect(try StatusFormat("plain").rendered(glance, .plain) == line)
    }

    @Test(arguments: [
        ("{phase}", "focus"),
        ("{category}: {remaining} of {total}", "Default: 23:00 of 25:00"),
        ("{elapsed} {percent}% #{session}", "02:00 8% #1"),
        ("{startedAt}-{endsAt}", "09:00-09:25"),
        ("{level}/{exp}", "2/27"),
        ("{day} {timezone} {seq}", "2026-11-21 Asia/Tokyo 7"),
        ("<{paused}{longRest}{stale}{task}>", "<>"),
        ("{{{phase}}}", "{focus}"),
        ("{{phase}}", "{phase}"),
        ("é {phase} 読", "é focus 読"),
    ])
    func aTemplateIsFilledIn(template: String, text: String) throws {
        let status = GardenStatus.sample(.focus(), gardens: [.grown(27)])

        #expect(try StatusFormat(template).rendered(.home(status), .plain) == text)
    }

    @Test func whatIsNotIsEmpty() throws {
        let template = try Template("[{category}{endsAt}{level}]{phase}")

        #expect(template.rendered(.home(.sample(FocusTimer()))) == "[]stopped")
        #expect(template.rendered(.away) == "[]away")
    }

    @Test(arguments: [
        ("{phase", "a { is not closed; {{ stands for a brace itself"),
        ("phase}", "a } closes nothing; }} stands for a brace itself"),
        ("{zzzzzz}", "{zzzzzz} is unknown; known are \(Placeholder.allCases.map(\.rawValue).joined(separator: ", "))"),
    ])
    func aTemplateWithAMistakeIsNone(template: String, message: String) {
        #expect(throws: Template.Problem(message: message)) { try StatusFormat(template) }
    }
}

@Suite struct ListTextTests {
    @Test func categoriesAreListedWithIdAndColor() throws {
        let categories = [
            Category(id: 1, name: "Default", color: .green, position: 0),
            Category(id: 12, name: "Deep work", color: try #require(CategoryColor("#33aaff")), position: 1),
        ]

        #expect(
            categoriesText(categories, .plain) == """
                 1  Default    green
                12  Deep work  #33AAFF
                """)
        #expect(categoryText("Added", categories[1], .plain) == "Added Deep work (id 12, #33AAFF, position 1)")
    }

    @Test func noGardensAreNothingToBeAshamedOf() {
        #expect(gardensText([], .plain) == "Nothing grows yet; a completed focus is what gardens live on.")
    }

    @Test func theDayHasItsBoundaries() throws {
        var today = Today()
        today.day = try #require(CalendarDay("2026-11-21"))
        today.startsAt = try #require(Timestamp("2026-11-21T04:00:00.000+09:00"))
        today.endsAt = try #require(Timestamp("2026-11-22T04:00:00.000+09:00"))
        today.timezone = "Asia/Tokyo"

        #expect(
            dayText(today) == """
                Saturday, 2026-11-21
                from 2026-11-21 04:00 to 2026-11-22 04:00, Asia/Tokyo
                """)
    }

    @Test func changedSettingsAreMarked() {
        var report = SettingsReport()
        report.file = "/home/ada/.config/garden/config.toml"
        report.values = ["day.start_hour": 4, "day.timezone": "system", "timer.focus_minutes": 50]
        report.changed = ["timer.focus_minutes"]

        #expect(
            settingsText(report, .plain) == """
                # /home/ada/.config/garden/config.toml
                day.start_hour = 4
                day.timezone = "system"
                timer.focus_minutes = 50  # changed
                """)
    }

    @Test func aReloadNamesWhatChanged() {
        var report = ReloadReport()
        #expect(reloadText(report) == "Read again; nothing has changed.")

        report.changed = ["day.start_hour", "timer.focus_minutes"]
        #expect(reloadText(report) == "Read again; changed: day.start_hour, timer.focus_minutes.")
    }

    @Test func checksStandUnderOneAnother() {
        let checks = [
            HealthCheck("storage", .ok, "the disk takes every change"),
            HealthCheck("bus", .warning, "no session bus", advice: "log in with one"),
        ]

        #expect(
            checksText(checks, .plain) == """
                ok       storage  the disk takes every change
                warning  bus      no session bus
                                  → log in with one
                """)
    }

    @Test func aVerificationSaysWhereTheDamageIs() {
        var verification = Verification()
        verification.events = 1
        #expect(verificationText(verification, .plain) == "sound  1 event read; chain, replay and history agree")

        verification.events = 40
        verification.ok = false
        verification.firstBad = 12
        verification.problem = "its digest does not fit"
        let damage = "damaged at event 12: its digest does not fit  (40 events read)"
        #expect(verificationText(verification, .plain) == damage)
    }
}

@Suite struct EventTextTests {
    static let timer = FocusTimer.focus().json
    static let session: JSON = [
        "id": 4, "start": "2026-11-21T09:00:00.000+09:00", "end": "2026-11-21T09:10:00.000+09:00", "day": "2026-11-21",
        "seconds": 600, "minutes": 10, "category": "Default", "taskId": nil, "outcome": "stopped",
    ]

    @Test(
        arguments: [
            ("timer.started", timer, "focus, Default, session 1, 25 min, ends at 09:25"),
            ("timer.paused", FocusTimer.pausedFocus.json, "focus, Default, session 1, 25 min, 23:00 left"),
            ("timer.stopped", ["phase": "stopped", "interrupted": session], "Default, 10 min unfinished"),
            ("timer.skipped", [:], ""),
            ("focus.completed", session, "Default, 10 min"),
            ("rest.completed", FocusTimer().json, ""),
            ("garden.grew", Garden.grown(27).json, "Default, 27 exp"),
            ("garden.leveledUp", Garden.grown(30).json, "Default, level 3"),
            ("category.added", ["id": 2, "name": "Reading", "color": "blue"], "Reading, blue"),
            ("category.moved", ["id": 2, "name": "Reading", "position": 0], "Reading, to position 0"),
            ("day.rolledOver", ["day": "2026-11-22"], "2026-11-22"),
            ("system.woke", ["asleepSeconds": 90], "after 01:30 min"),
            ("settings.changed", ["changed": ["day.start_hour": 5]], #"{"day.start_hour":5}"#),
            ("daemon.started", ["version": "0.1.0"], "0.1.0"),
            ("task.completed", ["id": 9, "title": "Water\nthe plants"], "Water the plants"),
            ("moon.rose", ["phase": 3], ""),
            ("timer.started", "no timer", ""),
        ] as [(String, JSON, String)])
    func anEventIsToldInShort(type: String, data: JSON, summary: String) throws {
        #expect(eventSummary(try EventMessage(json: event(1, type, data))) == summary)
    }

    @Test func anEventIsOneLine() throws {
        let grown = try EventMessage(json: event(42, "garden.grew", Garden.grown(27).json))
        let slept = try EventMessage(json: event(1_234_567, "system.slept"))

        #expect(eventText(grown, .plain) == "    42  2026-11-21 09:25:00  garden.grew           Default, 27 exp")
        #expect(eventText(slept, .plain) == "1234567  2026-11-21 09:25:00  system.slept")
    }
}
