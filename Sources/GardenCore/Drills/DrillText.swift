import GardenAPI
import TextKit

extension DrillOutcome {
    /// For people: "time over".
    var text: String {
        switch self {
        case .cleared: "cleared"
        case .timeOver: "time over"
        case .gameOver: "game over"
        case .quit: "ended by hand"
        case .abandoned: "the machine slept or was off"
        }
    }
}

extension Drill {
    /// What it came to, for people: "★★☆ in 21.4 s, the shortest time; advanced-4 is open".
    var resultText: String {
        guard outcome == .cleared else {
            return "question \(question) of \(of), \(mistakes.counted("mistake"))"
        }
        let signs = (1...3).map { stars.contains($0) ? "★" : "☆" }.joined()
        let time = "\(signs) in \(elapsedMilliseconds / 1000).\(elapsedMilliseconds / 100 % 10) s"
        return time + (isRecord ? ", the shortest time" : "") + (opened.map { "; \($0) is open" } ?? "")
    }
}
