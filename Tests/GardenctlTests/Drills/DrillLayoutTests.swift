import GardenAPI
import Testing

@testable import gardenctl

/// The screens of a drill, as text.
struct DrillLayoutTests {
    private func lines(_ game: DrillGame, at now: Int = 0, _ columns: Int, _ rows: Int) -> String {
        DrillLayout(game, at: now, size: ScreenSize(columns: columns, rows: rows), .plain).canvas().lines
            .joined(separator: "\n")
    }

    @Test func fourPanelsOn40Columns() {
        var game = DrillGame(.sample(question: 3, places: ["🍎", "🍐", "🍊", "🍋"]) { $0.mistakes = 1 }, at: 0)
        game.level = .sample(best: 30_000)
        #expect(
            lines(game, at: 15_000, 40, 10) == """
                 letters · basic              3/10  ✗ 1
                                   B
                 ███████████████████████░░░░░░░  45.0 s
                 ━━━━━━━────────────◆──────────────────
                  ╭─1────╮ ╭─2────╮ ╭─3────╮ ╭─4────╮
                  │      │ │      │ │      │ │      │
                  │  🍎  │ │  🍐  │ │  🍊  │ │  🍋  │
                  ╰──────╯ ╰──────╯ ╰──────╯ ╰──────╯

                 space hear it again · q end · ? keys
                """)
    }

    @Test func sixteenPanelsOn40Columns() {
        let places = (0..<16).map { String(Unicode.Scalar(UInt8(97 + $0))) }
        #expect(
            lines(DrillGame(.sample(places: places), at: 0), 40, 10) == """
                 letters · basic              1/10  ✗ 0
                                   B
                 ██████████████████████████████  60.0 s
                 ──────────────────────────────────────

                  1 a   2 b   3 c   4 d   5 e   6 f
                  7 g   8 h   9 i   a j   b k   c l
                  d m   e n   f o   g p

                 space hear it again · q end · ? keys
                """)
    }

    @Test("USE A16: a key that would speak is not offered where nothing speaks")
    func nothingSpeaks() {
        func footer(speaks: Bool) -> String? {
            DrillLayout(
                DrillGame(.sample(), at: 0), at: 0, size: ScreenSize(columns: 40, rows: 10), speaks: speaks, .plain
            ).canvas().lines.last
        }
        #expect(footer(speaks: true) == " space hear it again · q end · ? keys")
        #expect(footer(speaks: false) == " q end · ? keys")
    }

    @Test func aWrongPanelIsMarkedAndMoved() {
        var game = DrillGame(.sample(), at: 0)
        _ = game.take(.sample(places: ["d", "c", "b", "a"]) { $0.mistakes = 1 }, at: 0, isRight: false, place: 1)
        let still = lines(DrillGame(.sample { $0.mistakes = 1 }, at: 0), 40, 10).split(separator: "\n")
        let shaking = lines(game, 40, 10).split(separator: "\n")
        #expect(still[4] == "  ╭─1────╮ ╭─2────╮ ╭─3────╮ ╭─4────╮")
        #expect(shaking[4] == "  ╭─1────╮  ╭─✗────╮╭─3────╮ ╭─4────╮")
    }

    @Test func theResultSaysWhatWasWonAndMissed() {
        var game = DrillGame(.sample(), at: 0)
        game.level = .sample(best: 19_000)
        game.shows = ["B": "b"]
        _ = game.take(
            .sample(question: 10) { drill in
                (drill.outcome, drill.elapsedMilliseconds, drill.mistakes) = (.cleared, 18_240, 1)
                (drill.stars, drill.newStars, drill.isRecord, drill.opened) = ([1, 3], [3], true, "advanced-4")
                drill.missed = [DrillWord(text: "B", say: "bee")]
            }, at: 100)
        #expect(
            lines(game, 40, 10) == """
                 letters · basic
                 Cleared in 18.2 s
                 ★ ☆ ★  1 new star
                 The shortest time so far: it was 19.0
                 s.
                 1 mistake
                 Missed: b B
                 advanced-4 is open now.

                 n next level · enter again · q leave
                """)
    }

    @Test(arguments: [
        (DrillOutcome.timeOver, "Time over at question 4 of 10"),
        (.gameOver, "Game over at question 4 of 10, after 5.0 s"), (.quit, "Ended at question 4 of 10"),
        (.abandoned, "Ended, because the machine slept or was off"),
    ])
    func everyEndHasAHeading(outcome: DrillOutcome, heading: String) {
        var game = DrillGame(.sample(), at: 0)
        _ = game.take(.sample(question: 4) { ($0.outcome, $0.elapsedMilliseconds) = (outcome, 5000) }, at: 100)
        let text = lines(game, 80, 24)
        #expect(text.contains(" \(heading)\n 0 mistakes\n"), "\(text)")
    }

    @Test("panels do not overlap, are within their rows, and can be clicked", arguments: 2...16)
    func panels(count: Int) {
        for (columns, rows) in [(20, 5..<9), (40, 4..<9), (80, 7..<23), (200, 7..<60)] {
            let grid = PanelGrid(count, rows: rows, columns: columns)
            #expect(grid.panels.count == count)
            for (index, panel) in grid.panels.enumerated() {
                #expect(panel.column >= 1 && panel.column + panel.width <= columns, "\(count) \(columns) \(panel)")
                #expect(rows.contains(panel.row), "\(count) \(columns) \(panel)")
                #expect(grid.panel(row: panel.row, column: panel.column) == index)
                #expect(grid.panel(row: panel.row + panel.height - 1, column: panel.column + panel.width - 1) == index)
            }
            #expect(grid.panel(row: rows.lowerBound - 1, column: 1) == nil)
        }
    }

    @Test(
        "a tiny terminal shows what fits", arguments: [(1, 1), (2, 9), (10, 3), (15, 20), (16, 6), (20, 6), (300, 6)])
    func tinyTerminals(columns: Int, rows: Int) {
        var game = DrillGame(.sample(places: (0..<16).map { "\($0)" }), at: 0)
        game.level = .sample(best: 1)
        #expect(
            lines(game, at: 59_000, columns, rows).split(separator: "\n").allSatisfy { String($0).columns <= columns })
        _ = game.take(.sample { $0.outcome = .cleared }, at: 0)
        #expect(lines(game, columns, rows).split(separator: "\n").allSatisfy { String($0).columns <= columns })
        var help = DrillGame(.sample(), at: 0)
        _ = help.press(.character("?"), at: 0)
        #expect(lines(help, columns, rows).split(separator: "\n").allSatisfy { String($0).columns <= columns })
    }
}
