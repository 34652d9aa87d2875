import ArgumentParser

/// When something happened that is entered afterwards (RULES P22).
struct PastTimeOption: ParsableArguments {
    @Option(
        name: .customLong("at"), parsing: .upToNextOption,
        help: ArgumentHelp("When it happened, such as yesterday or mon 15:00 (default: now).", valueName: "when"))
    var words: [String] = []

    var isGiven: Bool { !words.isEmpty }

    /// `nil` for now.
    var text: String? { joined(words) }
}
