import ArgumentParser
import GardenAPI

/// The commands that only read: the status, statistics and gardens.
enum ViewFeature: ClientFeature {
    static let group = CommandGroup(
        name: "View",
        subcommands: [
            StatusCommand.self, WatchCommand.self, TodayCommand.self, StatsCommand.self, ReportCommand.self,
            GardenCommand.self, DayCommand.self, PickCommand.self,
        ])

    static var aliases: [String: [String]] {
        ["streak": ["stats", "streak"], "heatmap": ["stats", "heatmap"]]
    }

    static var synonyms: [String: [String]] {
        [
            "choose": ["pick"], "select": ["pick"], "info": ["status"], "show": ["status"], "timer": ["status"],
            "full": ["watch"], "fullscreen": ["watch"],
            "year": ["stats heatmap"], "calendar": ["stats heatmap"],
            "holiday": ["stats off"], "vacation": ["stats off"], "level": ["garden"], "exp": ["garden"],
        ]
    }

    static var synonymsOfSubcommands: [String: String] {
        [
            "stats year": "stats heatmap", "stats month": "stats heatmap --month", "stats today": "today",
            "stats holiday": "stats off", "stats vacation": "stats off",
        ]
    }

    /// The placeholders of a template.
    static var tables: [Concepts.Section] {
        let entries = Placeholder.allCases.map { Concepts.Entry("{\($0.rawValue)}", $0.meaning) }
        return [Concepts.Section(title: "The placeholders of a template", entries: entries)]
    }

    static func action(_ line: PlainCommandLine) -> (any ClientAction)? {
        switch (line.name, line.words.count) {
        case ("status", 0): StatusAction(format: .text, options: line.options)
        case ("watch", 0): watch(nil, line.options)
        case ("status", _) where line.options.json, ("watch", _) where line.options.json: nil
        case ("status", _): format(line).map { StatusAction(format: $0.format, options: line.options) }
        case ("watch", _): format(line).flatMap { watch($0.word, line.options) }
        default: nil
        }
    }

    /// `-f FORMAT`.
    private static func format(_ line: PlainCommandLine) -> (word: String, format: StatusFormat)? {
        guard let word = line.value(of: ["-f", "--format"]), let format = try? StatusFormat(word) else { return nil }
        return (word, format)
    }

    private static func watch(_ format: String?, _ options: ClientOptions) -> WatchCommand {
        var command = WatchCommand()
        command.format = FormatOptions()
        command.format.format = format
        (command.plain, command.isSilent, command.interval) = (false, false, nil)
        command.common = CommonOptions(options)
        return command
    }
}
