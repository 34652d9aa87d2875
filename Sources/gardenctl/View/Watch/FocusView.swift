import GardenAPI
import TextKit

/// What the full screen of `gardenctl watch` shows, and what its keys do.
struct FocusView: Equatable {
    /// What a key asks for.
    enum Action: Equatable {
        case toggle, skip, stop, finish, startRest, quit
        case extend(minutes: Int)
    }

    /// The last one received, counted down to now; `nil` before the first.
    var status: GardenStatus
    var isAway = false
    /// The plant of the category, or of the last one; `nil` if there is none yet.
    var plant: PlantData?
    /// The length of a focus session that starts by itself, in minutes.
    var focusMinutes = 25
    /// The number of sessions before a long rest; 0 if there is none.
    var longRestEvery = 0
    /// What happened last, or why a key did nothing; one line.
    var message: String?
    /// What the same key, pressed again, does.
    private(set) var question: Action?
    /// The key that asked it, and its word.
    private var questionKey = ""
    private var questionWord = ""
    private(set) var showsHelp = false

    init(_ status: GardenStatus) { self.status = status }

    /// The garden of the running phase's category; while none runs, the one shown last, or the largest. `nil` without any.
    var garden: Garden? {
        let shown = status.gardens.first { $0.categoryUid == plant?.garden.categoryUid }
        return status.currentGarden ?? shown ?? status.gardens.filter { $0.exp > 0 }.max { $0.exp < $1.exp }
    }

    static let extensionMinutes = 5
    /// A focus session of less is discarded without a question.
    private static let leastQuestionedSeconds = 60

    /// - Returns: what to do now; `nil` for nothing, or if the key changed only what is shown.
    mutating func press(_ key: Key) -> Action? {
        if showsHelp {
            showsHelp = false
            return key == .character("q") ? .quit : nil
        }
        message = nil
        let asked = question
        question = nil
        guard let action = action(of: key) else { return nil }
        guard discards(action), asked != action else { return action }
        question = action
        switch key {
        case .character("r"): (questionWord, questionKey) = ("rest", "r")
        default: (questionWord, questionKey) = action == .stop ? ("stop", "x") : ("skip", "s")
        }
        return nil
    }

    private mutating func action(of key: Key) -> Action? {
        switch key {
        case .character("q"), .character("Q"): return .quit
        case .character("?"), .character("h"): showsHelp = true
        case .character(" "), .character("p"): return .toggle
        case .character("s"): return .skip
        case .character("x"): return .stop
        case .character("f"): return .finish
        case .character("r"): return rest()
        case .character("+"), .character("="), .up: return .extend(minutes: Self.extensionMinutes)
        case .character("-"), .character("_"), .character("−"), .down: return .extend(minutes: -Self.extensionMinutes)
        default: break
        }
        return nil
    }

    /// A rest follows a focus session, or starts by itself.
    private mutating func rest() -> Action? {
        switch status.timer.phase {
        case .stopped: return .startRest
        case .focus: return .skip
        case .rest:
            message = "This is a rest already."
            return nil
        }
    }

    /// Whether an action discards a focus session of some length.
    private func discards(_ action: Action) -> Bool {
        guard action == .skip || action == .stop else { return false }
        return status.timer.phase == .focus && status.timer.elapsedSeconds >= Self.leastQuestionedSeconds
    }

    /// The line for messages: that the daemon is away, a question, or what happened last.
    var note: (text: String, isWarning: Bool)? {
        if isAway { return ("gardend is away; reconnecting …", true) }
        if status.stale { return ("Changes cannot be saved to disk: gardenctl doctor", true) }
        guard question != nil else { return message.map { (printable($0), false) } }
        let discarded = length(status.timer.elapsedSeconds)
        return ("\(discarded) of focus will not count. To \(questionWord), press \(questionKey) again.", true)
    }
}
