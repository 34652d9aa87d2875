import Foundation
import Testing

@testable import PlantDrawing

struct PlantTests {
    private func pixels(
        _ seed: UInt64, focus: Int, tasks: Int, _ season: PlantHistory.Season = .summer, width: Int = 48,
        height: Int = 44
    ) -> PlantPixels {
        let plant = Plant(PlantHistory(seed: seed, focus: focus, tasks: tasks, season: season))
        return PlantPixels(plant, width: width, height: height)
    }

    /// The drawings of several plants in all seasons, as characters and as numbers of their colours.
    private func drawings() -> String {
        var lines: [String] = []
        for seed in [1, 2, 3, 4, 5, 6, 1_464_735_724] as [UInt64] {
            for (index, season) in PlantHistory.Season.allCases.enumerated() {
                let focus = [0, 7, 45, 300][index]
                let pixels = pixels(seed, focus: focus, tasks: focus / 3, season, width: 32, height: 28)
                let sum = pixels.colors.reduce(UInt64(14_695_981_039_346_656_037)) {
                    ($0 ^ UInt64(($1 ?? -1) + 1)) &* 1_099_511_628_211
                }
                lines.append("# seed \(seed), focus \(focus), tasks \(focus / 3), \(season): \(sum)")
                lines += pixels.characters().map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test("the same history gives the same drawing, to the byte, as when it was checked in")
    func theSameHistoryGivesTheSameDrawing() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "drawings.txt")
        let drawn = drawings()
        if ProcessInfo.processInfo.environment["GARDEN_WRITE_GOLDENS"] != nil {
            try Data(drawn.utf8).write(to: file)
        }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == drawn)
    }

    @Test("each level of thirty plants changes its drawing visibly")
    func eachLevelChangesThePlant() {
        for seed in 0..<30 as Range<UInt64> {
            var before = pixels(seed, focus: 0, tasks: 0)
            for level in 1...60 {
                // Two sessions to one task, as a person lives.
                let after = pixels(seed, focus: level * 7, tasks: level * 3)
                let cells = after.colors.indices.filter { after.colors[$0] != nil || before.colors[$0] != nil }
                let changed = cells.count { after.colors[$0] != before.colors[$0] }
                #expect(changed * 100 >= cells.count * 2, "seed \(seed), level \(level): \(changed) of \(cells.count)")
                before = after
            }
        }
    }

    @Test("focus sessions grow wood and leaves, tasks blossoms and flowers, and neither the other")
    func focusAndTasksGrowDifferentParts() {
        func counts(_ pixels: PlantPixels) -> [PlantPixels.Part: Int] {
            Dictionary(pixels.parts.compactMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
        }
        for seed in 0..<12 as Range<UInt64> {
            let byFocus = counts(pixels(seed, focus: 60, tasks: 0))
            #expect(byFocus[.wood, default: 0] + byFocus[.leaf, default: 0] > 60, "seed \(seed)")
            #expect(byFocus[.blossom] == nil && byFocus[.groundFlower] == nil)
            let byBoth = counts(pixels(seed, focus: 60, tasks: 40))
            #expect(byBoth[.blossom, default: 0] > 10, "seed \(seed)")
            #expect(byBoth[.groundFlower, default: 0] > 3, "seed \(seed)")
            let inAutumn = counts(pixels(seed, focus: 60, tasks: 40, .autumn))
            #expect(inAutumn[.fruit, default: 0] > 10 && inAutumn[.blossom] == nil, "seed \(seed)")
        }
    }

    @Test("what tasks alone have grown is seen in every plant, in every season")
    func tasksAloneAreSeen() {
        for seed in 0..<200 as Range<UInt64> {
            for season in PlantHistory.Season.allCases {
                let drawn = pixels(seed, focus: 0, tasks: 24, season, width: 48, height: 44)
                let flowers = drawn.characters().joined().count { $0 == "," }
                #expect(flowers > 0, "seed \(seed), \(season)")
            }
        }
    }

    @Test("the season changes the colours")
    func seasonsDiffer() {
        for seed in 0..<12 as Range<UInt64> {
            let drawings = PlantHistory.Season.allCases.map { pixels(seed, focus: 80, tasks: 20, $0).colors }
            #expect(Set(drawings).count == 4, "seed \(seed)")
        }
    }

    @Test(
        "a plant of any size and any picture is drawn inside it",
        arguments: [(1, 2), (2, 1), (5, 4), (24, 24), (200, 120)])
    func everyPictureIsDrawn(width: Int, height: Int) {
        for (focus, tasks) in [(0, 0), (1, 0), (0, 1), (0, 5000), (5000, 0), (100_000, 100_000)] {
            let drawn = pixels(7, focus: focus, tasks: tasks, .winter, width: width, height: height)
            #expect(drawn.colors.count == width * height)
            #expect(zip(drawn.colors, drawn.parts).allSatisfy { ($0 == nil) == ($1 == nil) })
            #expect(drawn.characters().allSatisfy { $0.count == width })
            #expect(drawn.colors.contains { $0 != nil })
        }
    }

    @Test("an SVG is well-formed, has its texts, and a square for each pixel")
    func anSVGIsWellFormed() throws {
        let drawn = pixels(3, focus: 40, tasks: 10)
        let svg = drawn.svg(title: "C & \"<Go>\"", description: "A plant > 3")
        #expect(svg.contains("<title>C &amp; &quot;&lt;Go&gt;&quot;</title>"))
        let rows = svg.split(separator: "\n").filter { $0.hasPrefix("<rect") }
        let widths = rows.compactMap { $0.split(separator: "\"")[5] }.compactMap { Int($0) }
        #expect(widths.reduce(0, +) == drawn.colors.count { $0 != nil })
    }

    @Test func halfBlocksHaveTwoPixelsEach() {
        let drawn = pixels(3, focus: 40, tasks: 10, width: 20, height: 20)
        var painted: [(String, Int?, Int?)] = []
        let lines = drawn.halfBlocks { character, upper, lower in
            painted.append((character, upper, lower))
            return character
        }
        #expect(lines.count == 10)
        #expect(lines.allSatisfy { $0.count == 20 })
        #expect(Set(painted.map(\.0)) == ["▀", "▄", "█"])
        #expect(painted.allSatisfy { $0.1 != nil && ($0.0 == "▀" || $0.2 == nil) })
    }
}
