import GardenAPI
import PlantDrawing
import TextKit
import TimeKit

extension PlantData {
    /// The plant in the season of the day on which it grew last.
    var plant: Plant {
        Plant(
            PlantHistory(
                seed: UInt64(truncatingIfNeeded: seed), focus: garden.focusExp, tasks: garden.taskExp,
                season: PlantHistory.Season(rawValue: season.rawValue) ?? .spring))
    }

    /// A picture for other programs.
    func svg(width: Int, height: Int) -> String {
        let level = "level \(garden.level)"
        let sources = "\(garden.focusExp) exp by focus, \(garden.taskExp) by tasks"
        return PlantPixels(plant, width: width, height: height).svg(
            title: "\(printable(garden.category)), \(level)",
            description: "\(plant.species.name), of \(level): \(sources).")
    }
}

/// The size of a picture in characters.
struct PlantSize: Equatable {
    let columns: Int
    let rows: Int

    static let small = PlantSize(columns: 24, rows: 12)
    static let large = PlantSize(columns: 48, rows: 22)
}

/// Some plants side by side, as many as the width has room for, each with its name and its level below it.
func plantsText(_ plants: [PlantData], _ size: PlantSize, isASCII: Bool, _ style: Style) -> String {
    let gap = "  "
    let room = style.columns ?? 80
    let perRow = max(1, (room + gap.count) / (size.columns + gap.count))
    let width = min(size.columns, room)
    let rows = stride(from: 0, to: plants.count, by: perRow).map { Array(plants[$0..<min($0 + perRow, plants.count)]) }
    return rows.map { row in
        let pictures = row.map {
            plantPicture(of: $0.plant, PlantSize(columns: width, rows: size.rows), isASCII: isASCII, style)
        }
        let isEmpty = { (line: Int) in pictures.allSatisfy { $0[line].allSatisfy { $0 == " " } } }
        let top = (0..<size.rows).first { !isEmpty($0) } ?? 0
        let drawn = (top..<size.rows).map { line in pictures.map { $0[line] }.joined(separator: gap) }
        let captions = [
            row.map { style.bold(printable($0.garden.category).cut(to: width).padded(to: width)) },
            row.map { data in
                let text = "level \(data.garden.level)  "
                let blanks = String(repeating: " ", count: max(0, width - text.columns - Garden.barColumns))
                return text + data.garden.bar(style, isASCII: isASCII) + blanks
            },
        ].map { $0.joined(separator: gap) }
        return (drawn + captions).map(\.trimmedAtEnd).joined(separator: "\n")
    }.joined(separator: "\n\n")
}

/// The lines of a plant: half blocks in colour, or characters of ASCII.
func plantPicture(of plant: Plant, _ size: PlantSize, isASCII: Bool, _ style: Style) -> [String] {
    let pixels = PlantPixels(plant, width: size.columns, height: size.rows * 2)
    guard !isASCII, style.hasShades else { return pixels.characters() }
    return pixels.halfBlocks(style.painted)
}

/// What is known of a plant besides its picture.
func plantFacts(_ data: PlantData, _ style: Style) -> String {
    let (garden, name) = (data.garden, data.plant.species.name)
    let facts = [
        name.prefix(1).uppercased() + name.dropFirst(), "\(garden.focusExp) exp by focus", "\(garden.taskExp) by tasks",
    ]
    var lines = [style.facts(facts)]
    lines.append("\(garden.expToNext) exp to level \(saturatingSum(garden.level, 1))")
    if let day = data.lastGrewOn { lines.append("grew last on \(day)") }
    if let at = data.lastLevelAt { lines.append("reached level \(garden.level) at \(at.dateAndClock)") }
    return lines.joined(separator: "\n")
}
