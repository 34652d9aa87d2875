import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

@Suite struct LogTextTests {
    static let log = DayLog.sample([
        .sample(9, .header, "[04:00] 2026-11-21 · 750 pt · tier 0 ×1.0"),
        .sample(10, .earn, "[09:05] +500 pt ×1 Write report → 1250"),
        .sample(11, .subtotal, "[12:30] 9–12: 500"),
        .sample(12, .note, "[12:31] a\u{1B}[2Jb"),
    ])

    /// The daemon returns a long log in pages.
    @Test func allPagesOfALogAreShown() throws {
        let home = Home()
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            while let request = client.receive() {
                let before = request["params"]?["before"]?.integerValue
                var page = Self.log
                page.lines = before == nil ? Array(Self.log.lines[2...]) : Array(Self.log.lines[..<2])
                page.more = before == nil
                client.answer(page.json)
            }
        }

        #expect(try home.gardenctl("log", "--json").output == Self.log.json.text + "\n")
        #expect(daemon.requests().map { $0["params"]?["before"] } == [nil, 11])
    }

    @Test func eachLogLineFollowsItsId() {
        #expect(
            logText(Self.log, .plain) == """
                Saturday, 2026-11-21
                 9  [04:00] 2026-11-21 · 750 pt · tier 0 ×1.0
                10  [09:05] +500 pt ×1 Write report → 1250
                11  [12:30] 9–12: 500
                12  [12:31] a [2Jb
                """)
    }

    @Test func theHeaderAndDividersHaveTheirOwnStyle() {
        #expect(
            logText(Self.log, Style(isColored: true)) == """
                \u{1B}[1mSaturday, 2026-11-21\u{1B}[0m
                \u{1B}[2m 9\u{1B}[0m  \u{1B}[1m[04:00] 2026-11-21 · 750 pt · tier 0 ×1.0\u{1B}[0m
                \u{1B}[2m10\u{1B}[0m  [09:05] +500 pt ×1 Write report → 1250
                \u{1B}[2m11\u{1B}[0m  \u{1B}[2m[12:30] 9–12: 500\u{1B}[0m
                \u{1B}[2m12\u{1B}[0m  [12:31] a [2Jb
                """)
    }

    @Test func aPastDayIsPrintedWithItsArchiveFile() {
        var log = Self.log
        log.archived = true
        log.lines = []

        #expect(logText(log, .plain) == "Saturday, 2026-11-21 · archived as 2026-11-21.log\nNo lines.")
    }

    @Test func aChangedLineIsPrintedWithTheAction() {
        #expect(
            logLineText("Wrote", Self.log.lines[1], .plain) == "Wrote line 10: [09:05] +500 pt ×1 Write report → 1250")
    }

    @Test func archivesAreListedWithTheirFiles() throws {
        let days = [
            ArchivedDay(day: try #require(CalendarDay("2026-11-19")), lines: 1),
            ArchivedDay(day: try #require(CalendarDay("2026-11-20")), lines: 14),
        ]

        #expect(
            archivesText(days, .plain) == """
                2026-11-19   1 line   2026-11-19.log
                2026-11-20  14 lines  2026-11-20.log
                """)
        #expect(archivesText([], .plain) == "No archived days yet. A day is archived when it ends.")
    }
}

@Suite struct ExplanationTextTests {
    static func change(_ seq: Int, _ rule: String, _ text: String, _ cause: String) -> ExplainedChange {
        ExplainedChange(
            seq: seq, at: .sample(12, 31), type: "rate.raised", cause: cause, rule: rule, text: text)
    }

    @Test func aChangeHasItsTimeRuleAndSource() {
        let changes = [
            Self.change(42, "M10", "tier 0 → 1, ×1.5, 2 days left", "rate.add"),
            Self.change(41, "M8", "meter 2000 → 3200, lunch", "rate.add"),
        ]

        #expect(
            explanationText(changes, .plain) == """
                2026-11-21 12:31:00  M10  tier 0 → 1, ×1.5, 2 days left  (rate.add, event 42)
                2026-11-21 12:31:00  M8   meter 2000 → 3200, lunch  (rate.add, event 41)
                """)
        #expect(explanationText([], .plain) == "No changes yet.")
    }
}
