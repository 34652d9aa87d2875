import GardenAPI
import TimeKit

/// The decks as a table.
func decksText(_ decks: [DrillDeck], _ style: Style) -> String {
    var table = TextTable([.flexible, .number, .text])
    table.append(["deck", "entries", "languages"], .dim)
    for deck in decks {
        let remarks = [deck.isBuiltIn ? nil : "your own", deck.due > 0 ? "\(deck.due) due for review" : nil]
        table.append(
            [printable(deck.name), "\(deck.entries)", deck.languages.map(printable).joined(separator: " ")],
            remark: remarks.compactMap(\.self).joined(separator: " · "))
    }
    return table.text(style) + "\n\nPlay one: gardenctl drill play DECK"
}

/// The levels of a deck with their records.
func levelsText(_ levels: [DrillLevel], of deck: String, _ style: Style) -> String {
    var table = TextTable([.flexible, .text, .number, .number, .number])
    table.append(heading: printable(deck))
    table.append(["level", "stars", "best", "clears", "runs"], .dim)
    for level in levels {
        let record = level.record ?? LevelRecord()
        let best = record.bestMilliseconds.map(secondsText) ?? ""
        table.append(
            [
                printable(level.id), starsText(record.stars), best, "\(record.clears)", "\(record.runs)",
            ], remark: level.isLocked ? "locked" : "", level.isLocked ? .dim : .plain)
    }
    return table.text(style)
}

/// `★★☆`
func starsText(_ stars: [Int]) -> String { (1...3).map { stars.contains($0) ? "★" : "☆" }.joined() }

/// The entries of a deck as a table.
func entriesText(_ entries: [DrillEntry], _ style: Style) -> String {
    var table = TextTable([.text, .flexible, .number, .number, .number])
    table.append(["shown", "word", "asked", "missed", "box"], .dim)
    for entry in entries {
        table.append([
            entry.shows.map(printable).joined(separator: " "), printable(entry.word.text), "\(entry.asked)",
            "\(entry.missed)", entry.box.map(String.init) ?? "",
        ])
    }
    return table.text(style)
}

/// A drill that is running: `Drill: flags, basic · question 5 of 20 · 00:42 left`.
func runningDrillText(_ drill: Drill, now: Timestamp) -> String {
    let left = max(0, Instant.milliseconds(from: now.instant, to: drill.endsAt.instant))
    let time = minutesAndSeconds((left + 999) / 1000)
    return "Drill: \(printable(drill.deck)), \(printable(drill.level)) · question \(drill.question) of \(drill.of) · "
        + "\(time) left"
}

/// What remains on the terminal after a drill.
func endText(_ drill: Drill, _ style: Style) -> String {
    let name = "\(printable(drill.deck)), \(printable(drill.level))"
    switch drill.outcome {
    case .cleared: return "\(name): cleared in \(secondsText(drill.elapsedMilliseconds))  \(starsText(drill.stars))"
    case .timeOver: return "\(name): time over at question \(drill.question) of \(drill.of)"
    case .gameOver: return "\(name): game over at question \(drill.question) of \(drill.of)"
    case .quit: return "\(name): ended at question \(drill.question) of \(drill.of)"
    case .abandoned: return "\(name): ended, because the machine slept or was off"
    case nil: return "\(name): runs on without you, to its limit. To continue: gardenctl drill play"
    }
}
