import ArgumentParser
import CommandGuide
import GardenAPI

/// The commands for drills.
enum DrillFeature: ClientFeature {
    static let group = CommandGroup(name: "Drills", subcommands: [DrillCommand.self])

    static var concepts: [Concepts.Section] {
        [
            Concepts.Section(
                title: "Drills",
                entries: [
                    Concepts.Entry("drill", "Questions against the clock: choose the panel that shows what is asked."),
                    Concepts.Entry(
                        "deck, entry",
                        "What a drill asks, such as flags. Your own decks are files in ~/.config/garden/decks."),
                    Concepts.Entry(
                        "level", "Clearing a level, by answering all its questions in time, opens the next one."),
                    Concepts.Entry(
                        "star", "A level has three: for clearing it, for no mistakes, and for a short time."),
                    Concepts.Entry(
                        "review",
                        "A level that asks what you learned some days ago, the more often the less you know it."),
                ])
        ]
    }

    static var files: [CommandPage.Entry] {
        [.init("~/.config/garden/decks/*.toml", "Your own decks for drills, see garden-config(5).")]
    }

    static var listOfKind: [String: String] { ["deck": "gardenctl drill list"] }

    /// Words are shown, too: that they are not spoken is no fault.
    static func checks(path: String?) -> [HealthCheck] {
        Speaker.isInstalled(in: EnvironmentVariables(path.map { ["PATH": $0] } ?? [:]))
            ? [] : [HealthCheck("speech", .ok, Speaker.missing)]
    }

    static func advice(on refusal: GardenError) -> String? {
        guard refusal.code == .alreadyRunning, refusal.details["deck"] != nil else { return nil }
        return "continue it: gardenctl drill play; or replace it with --restart"
    }
}

extension Completions {
    static let decks = names(of: DrillDecks(), "deck")

    /// The levels of the deck before the word under the cursor.
    static let levels = CompletionKind.custom { words, _, _ in
        guard let play = words.firstIndex(of: "play"), play + 1 < words.count else { return [] }
        let levels = ask(DrillLevels(deck: words[play + 1]), words)?.arrayValue ?? []
        let open = levels.filter { $0["locked"] == .bool(false) }.compactMap { $0["id"]?.stringValue }
        return candidates((open + ["review"]).map { ($0, "level") })
    }
}
