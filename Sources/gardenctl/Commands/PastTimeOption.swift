import ArgumentParser
import GardenAPI
import TimeKit

/// When something happened that is entered afterwards (RULES P22).
struct PastTimeOption: ParsableArguments {
    @Option(
        name: .customLong("at"), parsing: .upToNextOption,
        help: ArgumentHelp("When it happened, such as yesterday or mon 15:00 (default: now).", valueName: "when"))
    var words: [String] = []

    var isGiven: Bool { !words.isEmpty }

    /// `nil` for now.
    var text: String? { joined(words) }

    /// Says how the words were understood, after a change was made.
    ///
    /// - Parameter meta: that of its answer.
    func printTime(_ meta: JSON, in context: ProcessContext) throws(CommandError) {
        guard isGiven, let at = meta[RequestError.pastTimeName]?.stringValue.flatMap({ Timestamp($0) }) else { return }
        try context.print("Counted for \(TaskDate.instant(at).fullText(nil)).")
    }
}
