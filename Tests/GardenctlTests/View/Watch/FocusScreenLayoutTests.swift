import Foundation
import GardenAPI
import Testing

@testable import gardenctl

struct FocusScreenLayoutTests {
    private static let longName = "語学の勉強 👩‍👩‍👧 and a name that goes on and on until nothing of it fits"
    private static let sizes = [
        ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10), ScreenSize(columns: 200, rows: 60),
        ScreenSize(columns: 20, rows: 5), ScreenSize(columns: 60, rows: 18), ScreenSize(columns: 1, rows: 1),
    ]

    private static func views() -> [(name: String, view: FocusView)] {
        let garden = Garden.grown(47, "Reading", .green)
        func view(_ timer: FocusTimer, _ change: (inout FocusView) -> Void = { _ in }) -> FocusView {
            var view = FocusView(.sample(timer, gardens: [garden]))
            view.status.today = FocusToday(minutes: 50, sessions: 2, goalMinutes: 120)
            view.longRestEvery = 4
            view.plant = PlantData(garden: garden, seed: 2, season: .autumn, lastGrewOn: .sample, lastLevelAt: nil)
            change(&view)
            return view
        }
        let focus = FocusTimer.focus("Reading") { timer in
            (timer.session, timer.taskTitle) = (3, "Write the report")
            (timer.elapsedSeconds, timer.remainingSeconds) = (930, 570)
        }
        return [
            ("focus", view(focus)),
            ("paused", view(.pausedFocus)),
            (
                "long",
                view(.focus(longName) { ($0.taskTitle, $0.totalSeconds, $0.remainingSeconds) = (longName, 9000, 7200) })
            ),
            ("open", view(.open("Reading") { $0.elapsedSeconds = 6150 })),
            ("rest", view(.focus("Reading") { ($0.phase, $0.longRest, $0.session) = (.rest, true, 4) })),
            ("stopped", view(.stopped(after: 3)) { $0.plant = nil }),
            ("away", view(focus) { $0.isAway = true }),
            ("help", view(focus) { _ = $0.press(.character("?")) }),
        ]
    }

    @Test("the screens are those of the file screens.txt")
    func screensAreTheGoldenOnes() throws {
        var text = ""
        var pictures = FocusPictures()
        for size in Self.sizes.prefix(5) {
            for (name, view) in Self.views() where size.rows < 60 || name == "focus" {
                let canvas = FocusScreenLayout(view, size: size, .plain).canvas(reusing: &pictures)
                text += "# \(name), \(size.columns) × \(size.rows)\n" + canvas.lines.joined(separator: "\n") + "\n"
            }
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "screens.txt")
        if ProcessInfo.processInfo.environment["GARDEN_WRITE_GOLDENS"] != nil { try Data(text.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == text)
    }

    @Test("every screen has its width, in any terminal and with any colours")
    func nothingIsWider() {
        var pictures = FocusPictures()
        for style in [Style.plain, Style(.sixteen), Style(.indexed), Style(.exact)] {
            for size in Self.sizes {
                for (name, view) in Self.views() {
                    let canvas = FocusScreenLayout(view, size: size, style).canvas(reusing: &pictures)
                    #expect(canvas.size == size)
                    let widths = canvas.lines.map(\.columns)
                    #expect(widths.allSatisfy { $0 <= size.columns }, "\(name) at \(size)")
                    #expect(canvas.lines.contains { !$0.isEmpty } || size.columns == 1, "\(name) at \(size)")
                }
            }
        }
    }

    @Test("one second changes few bytes")
    func aSecondIsCheap() {
        var view = Self.views()[0].view
        var pictures = FocusPictures()
        let size = ScreenSize(columns: 80, rows: 24)
        var shown = FocusScreenLayout(view, size: size, Style(.exact)).canvas(reusing: &pictures)
        var bytes: [Int] = []
        for second in 1...100 {
            view.status.timer.elapsedSeconds = 930 + second
            view.status.timer.remainingSeconds = 570 - second
            let next = FocusScreenLayout(view, size: size, Style(.exact)).canvas(reusing: &pictures)
            bytes.append(next.update(from: shown).utf8.count)
            shown = next
        }
        #expect(bytes.reduce(0, +) / bytes.count < 120, "\(bytes.reduce(0, +) / bytes.count) bytes a second")
        #expect(bytes.max() ?? 0 < 400)
    }

    @Test("a screen with kept pictures is the same as a new one")
    func keptPicturesAreCurrent() {
        var kept = FocusPictures()
        for (columns, rows) in [(80, 24), (80, 24), (200, 60), (80, 24)] {
            var question = Self.views()[0].view
            _ = question.press(.character("x"))
            for (name, view) in Self.views() + [("question", question)] {
                for second in [0, 1, 60, 300] {
                    var view = view
                    view.status.now.instant = view.status.now.instant.advanced(byMilliseconds: second * 1000)
                    view.status.timer.elapsedSeconds += second
                    var new = FocusPictures()
                    let layout = FocusScreenLayout(
                        view, size: ScreenSize(columns: columns, rows: rows), Style(.exact))
                    // The canvases have thousands of cells, so a failure does not print them.
                    let isSame = layout.canvas(reusing: &kept) == layout.canvas(reusing: &new)
                    #expect(isSame, "\(name) after \(second) seconds, \(columns) × \(rows)")
                }
            }
        }
    }

    @Test("the ring is filled in proportion, clockwise from the top")
    func theRingIsFilled() {
        func counts(_ part: Int) -> [Int] {
            let ring = ProgressRing(rows: 16, step: ProgressRing.step(rows: 16, part: part, of: 100))
            let quarters = [(0..<8, 16..<32), (8..<16, 16..<32), (8..<16, 0..<16), (0..<8, 0..<16)]
            return quarters.map { rows, columns in
                rows.reduce(0) { sum, row in sum + columns.count { ring.cells[row][$0]?.isFilled ?? false } }
            }
        }
        #expect(counts(0) == [0, 0, 0, 0])
        let whole = counts(100)
        #expect(Set(whole).count == 1 && whole[0] > 10)
        #expect(counts(25) == [whole[0], 0, 0, 0])
        #expect(counts(50) == [whole[0], whole[0], 0, 0])
        #expect(counts(75) == [whole[0], whole[0], whole[0], 0])
        #expect(counts(200) == whole && counts(-5) == [0, 0, 0, 0])
    }

    @Test("the time is as large as the room allows")
    func theTimeFits() {
        #expect(BigTime("24:59", .small).lines == ["▀▀█ █ █ ▄ █▀▀ █▀█", "█▀▀ ▀▀█ ▄ ▀▀█ ▀▀█", "▀▀▀   ▀   ▀▀▀ ▀▀▀"])
        let sizes = [(16, 9), (17, 3), (34, 5), (68, 10), (68, 9), (200, 4)]
        let columns = sizes.map { BigTime.largest("24:59", columns: $0.0, rows: $0.1)?.columns }
        #expect(columns == [nil, 17, 34, 68, 34, 17])
        #expect(BigTime("1:30:00", .medium).columns == 46)
    }
}
