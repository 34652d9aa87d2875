import GardenAPI
import TextKit

/// The state in a few words for a status bar: `● Maths 24:10`, `☕ 04:59`, `‖ 24:10`, `○`, `away`. An exclamation mark follows if
/// changes cannot be saved to disk.
func barText(_ snapshot: StatusSnapshot) -> String {
    switch snapshot {
    case .away: return "away"
    case .home(let status):
        let timer = status.timer
        var words = [timer.symbol]
        if timer.phase == .focus, !timer.paused { words.append(printable(timer.category ?? "").cut(to: 20)) }
        if timer.phase != .stopped { words.append(minutesAndSeconds(timer.shownSeconds)) }
        if status.stale { words.append("!") }
        return words.joined(separator: " ")
    }
}

extension FocusTimer {
    /// Whether the next session only waits for a key (RULES P18): a timer that a person stopped has no number.
    var isWaiting: Bool { phase == .stopped && session > 0 }

    /// What the timer does, as one character.
    var symbol: String {
        switch phase {
        case .stopped: "○"
        case _ where paused: "‖"
        case .focus: "●"
        case .rest: "☕"
        }
    }
}
