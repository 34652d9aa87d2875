import GardenAPI

/// A deck, entry by entry, without questions.
struct PracticeView {
    enum Action: Equatable {
        case speak(DrillWord)
        case leave
    }

    let deck: String
    /// At least one.
    let entries: [DrillEntry]
    private(set) var index = 0

    init(_ deck: String, _ entries: [DrillEntry]) { (self.deck, self.entries) = (deck, entries) }

    var entry: DrillEntry { entries[index] }

    /// - Returns: what to do now; `nil` for nothing.
    mutating func press(_ key: Key) -> Action? {
        switch key {
        case .character("q"), .character("Q"), .escape: return .leave
        case .character("r"): return .speak(entry.word)
        case .character(" "), .enter, .right, .down, .character("n"): index = (index + 1) % entries.count
        case .left, .up, .backspace, .character("p"): index = (index + entries.count - 1) % entries.count
        default: return nil
        }
        return .speak(entry.word)
    }

    /// - Parameter problem: why words are not spoken.
    func canvas(_ size: ScreenSize, speaks: Bool = true, problem: String? = nil, _ style: Style) -> Canvas {
        var canvas = Canvas(size)
        let width = size.columns - 2
        func centre(_ text: String, _ row: Int) {
            canvas.put(text, row: row, column: max(1, (size.columns - text.columns) / 2))
        }
        canvas.put(style.dim("\(printable(deck))  \(index + 1)/\(entries.count)".cut(to: width)), row: 0, column: 1)
        let middle = size.rows / 2 - 1
        centre(style.bold(entry.shows.map(printable).joined(separator: "   ").cut(to: width)), middle)
        centre(style.success(printable(entry.word.text).cut(to: width)), middle + 2)
        let keys = "space next · p back\(speaks ? " · r hear it again" : "") · q leave"
        let footer = problem.map { style.warning(printable($0).cut(to: width)) } ?? style.dim(keys.cut(to: width))
        canvas.put(footer, row: size.rows - 1, column: 1)
        return canvas
    }
}

/// `gardenctl drill practice` on a terminal.
final class PracticeScreen {
    private let context: ProcessContext
    private let screen: FullScreen
    private let speaker: Speaker
    private var view: PracticeView

    init(_ view: PracticeView, _ settings: SettingsReport, in context: ProcessContext) {
        (self.view, self.context) = (view, context)
        screen = FullScreen(context.output)
        speaker = Speaker(settings, environment: context.environment)
    }

    /// Shows entries until the person leaves.
    func run() throws(CommandError) {
        try screen.enter()
        defer {
            screen.leave()
            speaker.end()
        }
        speaker.speak(view.entry.word)
        while true {
            let canvas = view.canvas(
                screen.size, speaks: speaker.speaks, problem: speaker.takeProblem(), context.style)
            try screen.show(canvas)
            try screen.wait()
            for input in screen.inputs() {
                switch input {
                case .changed: break
                case .ended: return
                case .key(let key):
                    switch view.press(key) {
                    case .leave: return
                    case .speak(let word): speaker.speak(word)
                    case nil: break
                    }
                }
            }
        }
    }
}
