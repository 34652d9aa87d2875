import GardenAPI
import Testing

@testable import gardenctl

@Suite struct LogTextTests {
    static let log: DayLog = {
        var log = DayLog()
        log.day = CalendarDay("2026-11-21") ?? log.day
        log.lines = [
            .sample(9, .header, "[04:00] 2026-11-21 · 750 pt · tier 0 ×1.0"),
            .sample(10, .earn, "[09:05] +500 pt ×1 Write report → 1250"),
            .sample(11, .subtotal, "[12:30] 9–12: 500"),
            .sample(12, .note, "[12:31] a\u{1B}[2Jb"),
        ]
        return log
    }()

    @Test func linesStandBehindTheirNumbers() {
        #expect(
            logText(Self.log, .plain) == """
                Saturday, 2026-11-21
                 9  [04:00] 2026-11-21 · 750 pt · tier 0 ×1.0
                10  [09:05] +500 pt ×1 Write report → 1250
                11  [12:30] 9–12: 500
                12  [12:31] a [2Jb
                """)
    }

    @Test func whatDividesADayIsDressedOtherwise() {
        #expect(
            logText(Self.log, Style(isColored: true)) == """
                \u{1B}[1mSaturday, 2026-11-21\u{1B}[0m
                \u{1B}[2m 9\u{1B}[0m  \u{1B}[1m[04:00] 2026-11-21 · 750 pt · tier 0 ×1.0\u{1B}[0m
                \u{1B}[2m10\u{1B}[0m  [09:05] +500 pt ×1 Write report → 1250
                \u{1B}[2m11\u{1B}[0m  \u{1B}[2m[12:30] 9–12: 500\u{1B}[0m
                \u{1B}[2m12\u{1B}[0m  [12:31] a [2Jb
                """)
    }

    @Test func aPastDayNamesItsFile() {
        var log = Self.log
        log.archived = true
        log.lines = []

        #expect(logText(log, .plain) == "Saturday, 2026-11-21 · archived as 2026-11-21.log\nNo lines.")
    }

    @Test func aLineIsToldWithWhatWasDone() {
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
        var change = ExplainedChange()
        change.seq = seq
        change.at = Timestamp("2026-11-21T12:31:00.000+09:00") ?? change.at
        change.type = "rate.raised"
        change.rule = rule
        change.text = text
        change.cause = cause
        return change
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
