import ArgumentParser
import GardenAPI
import TimeKit

/// When something happened that is entered afterwards (RULES P22).
struct PastTimeOption: ParsableArguments {
    @Option(
        name: .customLong("at"), parsing: .upToNextOption,
        help: ArgumentHelp("When it happened, such as yesterday or mon 15:00 (default: now).", valueName: "when"))
    var words: [String] = []

    /// The words at the end of a name that look like a day of the past, such as "yesterday" in "coffee yesterday".
    static func day(atEndOf name: String) -> String? {
        let words = name.split(separator: " ")
        guard words.count > 1, let last = words.last?.lowercased() else { return nil }
        if last == "ago", words.count > 3 { return words.suffix(3).joined(separator: " ") }
        let isWeekday = last.count >= 3 && weekdays.contains { $0.hasPrefix(last) }
        return isWeekday || last == "yesterday" ? last : nil
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

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

    /// After a change that counts for now: says how to enter it for the day that the last words of its text may mean, to a person at
    /// a terminal.
    func printDay(in text: String?, _ client: Client, _ context: ProcessContext) throws(CommandError) {
        let words = text?.split(separator: " ") ?? []
        guard !isGiven, context.isInteractive, !words.isEmpty else { return }
        for count in (1...min(2, words.count)).reversed() {
            let last = words.suffix(count).joined(separator: " ")
            guard last.contains(where: \.isLetter), let day = try? client.ask(StatsDay(day: last)).value().day,
                let today = try? client.ask(StatsDay()).value().day, day < today
            else { continue }
            let quoted = JSON.string(printable(last)).text
            return try context.print(
                context.style.dim(
                    "It counts for today; \(quoted) is a word of the text. "
                        + "For that day: gardenctl undo, then again with --at \(printable(last))"))
        }
    }
}
