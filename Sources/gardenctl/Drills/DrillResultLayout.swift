import GardenAPI
import TextKit

/// The page after a drill: how it ended, its stars, the record, what was missed, and what opens next.
struct DrillResultLayout {
    private let game: DrillGame
    private let size: ScreenSize
    private let style: Style
    private var drill: Drill { game.drill }

    init(_ game: DrillGame, size: ScreenSize, _ style: Style) {
        (self.game, self.size, self.style) = (game, size, style)
    }

    func draw(in canvas: inout Canvas) {
        let width = size.columns - 2
        let keys = [drill.opened == nil ? nil : "n next level", "enter again", "q leave"].compactMap(\.self)
        canvas.put(style.dim(printable("\(drill.deck) · \(drill.level)").cut(to: width)), row: 0, column: 1)
        let lines = lines(width).prefix(max(0, size.rows - 2))
        let top = max(1, (size.rows - 1 - lines.count) / 2)
        canvas.put(Array(lines), row: top, column: 1)
        let footer = game.message.map { style.warning(printable($0).cut(to: width)) }
        canvas.put(footer ?? style.bold(keys.joined(separator: " · ").cut(to: width)), row: size.rows - 1, column: 1)
    }

    private func lines(_ width: Int) -> [String] {
        var lines = [heading]
        if drill.outcome == .cleared { lines.append(stars) }
        if let record { lines += record.wrapped(to: width) }
        lines.append(drill.mistakes.counted("mistake"))
        if !drill.missed.isEmpty {
            let words = drill.missed.map { word in
                [game.shows[word.text], word.text].compactMap(\.self).map(printable).joined(separator: " ")
            }
            lines += "Missed: \(words.joined(separator: ", "))".wrapped(to: width, indentedBy: 8)
        }
        if let opened = drill.opened { lines.append(style.success("\(printable(opened)) is open now.")) }
        return lines
    }

    private var heading: String {
        let time = secondsText(drill.elapsedMilliseconds)
        return switch drill.outcome {
        case .cleared: style.bold("Cleared in \(time)")
        case .timeOver: style.failure("Time over at question \(drill.question) of \(drill.of)")
        case .gameOver: style.failure("Game over at question \(drill.question) of \(drill.of), after \(time)")
        case .quit: "Ended at question \(drill.question) of \(drill.of)"
        case .abandoned: "Ended, because the machine slept or was off"
        case nil: ""
        }
    }

    /// `★ ★ ☆`; those won for the first time stand out.
    private var stars: String {
        let signs = (1...3).map { star in
            drill.newStars.contains(star)
                ? style.warning("★") : drill.stars.contains(star) ? style.bold("★") : style.dim("☆")
        }
        let news = drill.newStars.isEmpty ? "" : "  \(drill.newStars.count.counted("new star"))"
        return signs.joined(separator: " ") + news
    }

    private var record: String? {
        guard drill.outcome == .cleared, drill.level != "review" else { return nil }
        let best = game.level?.record?.bestMilliseconds
        if drill.isRecord {
            return best.map { "The shortest time so far: it was \(secondsText($0))." }
                ?? "The first time you clear this level."
        }
        return best.map { "The shortest time is \(secondsText($0))." }
    }
}

/// `18.2 s`, rounded down.
func secondsText(_ milliseconds: Int) -> String { "\(milliseconds / 1000).\(milliseconds / 100 % 10) s" }
