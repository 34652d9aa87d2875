import GardenAPI
import Testing

@testable import gardenctl

/// The views in a terminal of 40 columns, with long and wide names.
struct NarrowTextTests {
    private static let style = Style(isColored: false, columns: 40)
    private static let name = "A very long name that goes on and on until all of its hundred characters are used"

    @Test func theShopHasItsRemarksBelow() {
        let items = [
            ShopItem.sample(3, "Coffee", 500, now: 750, balance: 750),
            .sample(14, Self.name, 123_456, now: 185_184, balance: 0), .sample(15, "読書ランプと電池", 1, now: 2, balance: 0),
        ]

        #expect(
            shopText(items, Self.style) == """
                id  item                   price     now
                Treats
                 3  Coffee                   500     750
                    affordable
                14  A very long name th…  123456  185184
                    185184 short
                15  読書ランプと電池           1       2
                    2 short
                """)
    }

    @Test func countersAreCut() {
        let items = [
            InventoryItem(id: 1, uid: "a-1", name: Self.name, icon: "☕", count: 1_234_567),
            InventoryItem(id: 2, uid: "a-2", name: "Tickets", icon: nil, count: 3),
        ]

        #expect(
            inventoryText(items, Self.style) == """
                1  ☕ A very long name that go…  1234567
                2     Tickets                          3
                """)
    }

    @Test func categoriesAreCut() {
        let categories = [(1, "Default", 3), (12, Self.name, 0)].map { id, name, open in
            ListedCategory(
                category: Category(id: id, uid: "a-\(id)", name: name, color: .green, position: 0), open: open)
        }

        #expect(
            categoriesText(categories, Self.style) == """
                 1  Default                        green
                    3 open tasks
                12  A very long name that goes o…  green
                """)
    }

    @Test func eventsHaveTheirSentenceBelow() throws {
        var written = try EventMessage(json: event(42, "log.written"))
        written.text = "[09:05] walked to the lake and back again"
        let slept = try EventMessage(json: event(1_234_567, "moon.rose"))

        #expect(
            eventText(written, Self.style) == """
                    42  2026-11-21 09:25:00
                    log.written  [09:05] walked to the
                    lake and back again
                """)
        #expect(eventText(slept, Self.style) == "1234567  2026-11-21 09:25:00\n    moon.rose")
        #expect(
            eventText(written, Style(isColored: false, columns: 80)) == """
                    42  2026-11-21 09:25:00  log.written           [09:05] walked to the lake
                                                                   and back again
                """)
    }

    @Test func linesOfTheLogContinueBelowTheirText() {
        let log = DayLog.sample([
            .sample(9, .header, "[04:00] 2026-11-21 · 750 pt · tier 0 ×1.0"),
            .sample(10, .note, "[12:31] walked to the lake and back again"),
        ])

        #expect(
            logText(log, Self.style) == """
                Saturday, 2026-11-21
                 9  [04:00] 2026-11-21 · 750 pt · tier 0
                    ×1.0
                10  [12:31] walked to the lake and back
                            again
                """)
    }

    @Test func explanationsChecksAndHooksAreBelowTheirHeads() {
        let change = ExplainedChange(
            seq: 42, at: .sample(12, 31), type: "rate.raised", cause: "rate.add", rule: "M10",
            text: "tier 0 → 1, ×1.5, 2 days left")
        let check = HealthCheck(
            "notifications", .warning, "no session bus", advice: "start a session bus: systemctl --user start dbus")
        let hook = Hook(event: "timer.started", file: "timer.started", path: "/h", failure: "exited with status 3")

        #expect(
            explanationText([change], Self.style) == """
                2026-11-21 12:31:00  M10
                    tier 0 → 1, ×1.5, 2 days left
                    (rate.add, event 42)
                """)
        #expect(
            checksText([check], Self.style) == """
                warning  notifications
                    no session bus
                    → start a session bus: systemctl
                    --user start dbus
                """)
        #expect(
            hooksText([hook], Self.style) == """
                timer.started  timer.started
                               failed: exited with
                               status 3
                """)
    }

    @Test func theRateKeepsItsFactsWhole() {
        #expect(
            rateText(.sample(), Self.style) == """
                Tier 1 · ×1.5 · 2 days left
                meter 3200 · 2800 to tier 2
                drops to tier 0 at 2026-11-23 04:00
                """)
    }

    @Test func aSettingContinuesDeeper() {
        let report = SettingsReport(
            file: nil, values: ["notifications.text.woke.body": "{category}, {left} left."], changed: [])

        #expect(
            settingsText(report, Self.style) == """
                # no configuration file: all values are
                    defaults
                notifications.text.woke.body =
                    "{category}, {left} left."
                """)
    }

    /// A line for scripts has no breaks, however narrow the terminal is.
    @Test func aTemplateIsNotWrappedButSentencesAre() throws {
        let home = Home()
        home.environment["COLUMNS"] = "40"
        let template = "{phase} {phase} {phase} {phase} {phase} {phase}"
        let status = GardenStatus.sample(.stopped())
        _ = FakeDaemon(home.socketPath, answering: status.json)
        #expect(
            try home.gardenctl("status", "-f", template)
                == Home.Outcome(status: 0, output: "stopped stopped stopped stopped stopped stopped\n"))
        _ = FakeDaemon(home.socketPath, answering: ["changed": []])
        #expect(
            try home.gardenctl("reload")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Configuration reloaded, no changes. (It
                        is also reloaded whenever you save it.)

                        """))
    }

    @Test func aLongNameIsCutToALine() {
        let item = ShopItem.sample(3, Self.name, 500, now: 750, balance: 0)

        #expect(
            shopItemText("Added", item, Self.style).fitted(to: 40) == """
                Added A very long name that goes on and
                on un… (id 3, 500 points, Treats)
                """)
    }
}
