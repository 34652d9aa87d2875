import ArgumentParser
import GardenAPI

/// The words of a command line that name a command.
enum CommandWords {
    /// The command line in the form that the parser reads: without words, or with a format only, it is `status`, and the options of
    /// every command may come before its name.
    static func normalized(_ arguments: [String]) -> [String] {
        // Programs differ in which letter asks for the version.
        if arguments == ["-V"] || arguments == ["-v"] { return ["--version"] }
        var words = arguments[...]
        var options: [String] = []
        while let word = words.first {
            if word == "--json" || optionValues.contains(where: { word.hasPrefix("\($0.option)=") }) {
                options.append(words.removeFirst())
            } else if value(of: word) != nil, words.count > 1 {
                options += words.prefix(2)
                words.removeFirst(2)
            } else {
                break
            }
        }
        if words.isEmpty { return ["status"] + options }
        if let word = words.first, word == "-f" || word == "--format" || word.hasPrefix("--format=") {
            return ["status"] + options + words
        }
        // As in "shop help".
        if words.count == 2, words.last == "help",
            path(words.prefix(1)).last?.configuration.subcommands.isEmpty == false
        {
            return [words[words.startIndex], "--help"]
        }
        let isHelp = words.first == "help"
        let plain = ClientFeatures.withoutAliases(words.dropFirst(isHelp ? 1 : 0))
        words =
            words.prefix(isHelp ? 1 : 0)
            + (isHelp && plain.first != words.dropFirst().first ? plain.prefix(path(plain).count) : plain)
        words = ClientFeatures.reordered(Array(words))[...]
        guard !options.isEmpty else { return Array(words) }
        let path = path(words)
        return words.prefix(max(1, path.count)) + options + words.dropFirst(max(1, path.count))
    }

    /// The commands that the first words name, from the outermost on.
    private static func path(_ words: ArraySlice<String>) -> [any ParsableCommand.Type] {
        var path: [any ParsableCommand.Type] = []
        var commands = Gardenctl.commands
        for word in words {
            guard let command = commands.first(where: { $0.isNamed(word) }) else { break }
            path.append(command)
            commands = command.configuration.subcommands
        }
        return path
    }

    /// The options with a value that can come before the command, and what the value is.
    private static let optionValues = [
        (option: "--socket", value: "a path"), (option: "--timeout", value: "a number of seconds"),
    ]

    private static func value(of option: String) -> String? { optionValues.first { $0.option == option }?.value }

    /// The message for words that should name a command and do not: the first, the second if the first has subcommands, and
    /// those after `help`; `nil` if they do.
    static func problem(_ arguments: [String]) -> String? {
        if let option = arguments.first, arguments.count == 1, let value = value(of: option) {
            return "\(option) needs \(value)"
        }
        let isHelp = arguments.first == "help"
        let words = arguments.dropFirst(isHelp ? 1 : 0).prefix { !$0.hasPrefix("-") }
        if isHelp, Array(words) == ["help"] { return nil }
        let path = path(words)
        guard path.count < words.count else { return nil }
        let word = words[words.startIndex + path.count]
        guard let last = path.last else {
            return """
                there is no command \(JSON.string(printable(word)).text)\(hint(for: word, among: Gardenctl.commands))
                  To list the commands: gardenctl --help
                """
        }
        let commands = last.configuration.subcommands
        guard !commands.isEmpty else {
            // Of other commands, the next word is an argument.
            if !isHelp, let correction = ClientFeatures.correction(of: word, after: name(path)) { return correction }
            return isHelp ? "help takes the name of a command; \(name(path)) has no subcommands" : nil
        }
        // The parser would pass the word to the default subcommand, and then report that this accepts no arguments.
        return """
            there is no command \(JSON.string(printable("\(name(path)) \(word)")).text)\
            \(hint(for: word, among: commands, after: "\(name(path)) "))
              \(name(path)) has: \(commands.compactMap { $0.configuration.commandName }.joined(separator: ", ")); \
            see 'gardenctl \(name(path)) --help'.\(ClientFeatures.remark(onSubcommandsOf: name(path)).map { "\n  \($0)" } ?? "")
            """
    }

    private static func name(_ path: [any ParsableCommand.Type]) -> String {
        path.compactMap { $0.configuration.commandName }.joined(separator: " ")
    }

    // MARK: Suggestions

    /// Commands that throw something away. A typo never leads to one of them.
    private static let destructive: Set = ["stop", "skip", "reset", "remove", "undone", "cancel", "rm", "delete"]

    /// "; did you mean start-focus or status?", or nothing.
    private static func hint(
        for word: String, among commands: [any ParsableCommand.Type], after prefix: String = ""
    ) -> String {
        let word = word.lowercased()
        var meant =
            prefix.isEmpty
            ? ClientFeatures.synonyms(of: word) : ClientFeatures.synonym(ofSubcommand: prefix + word).map { [$0] } ?? []
        if meant.isEmpty, !prefix.isEmpty, Gardenctl.commands.contains(where: { $0.isNamed(word) }),
            !destructive.contains(word)
        {
            // As in "config reload", which is "reload".
            meant = [word]
        }
        if meant.isEmpty { meant = likely(word, commands).map { prefix + $0 } }
        guard let last = meant.last else { return "" }
        let others = meant.dropLast().joined(separator: ", ")
        return "; did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// The commands that begin like the word, otherwise those it may be a typo of.
    private static func likely(_ word: String, _ commands: [any ParsableCommand.Type]) -> [String] {
        let safe = commands.filter { !$0.names.contains(where: destructive.contains) }
        let beginning = safe.filter { $0.names.contains { $0.hasPrefix(word) } }
        if (1...4).contains(beginning.count) { return beginning.compactMap { $0.configuration.commandName } }
        // In a short word, two mistakes leave nothing of it.
        let names = Suggestion.allNearest(
            to: word, among: safe.flatMap { $0.names }, mostMistakes: word.count <= 4 ? 1 : Int.max)
        // The name that was meant, not the first name of its command.
        return safe.compactMap { command in command.names.first { names.contains($0) } }
    }
}

extension Gardenctl {
    /// The commands of the first level.
    static var commands: [any ParsableCommand.Type] { configuration.groupedSubcommands.flatMap(\.subcommands) }
}

extension ParsableCommand {
    /// Its name and its other names.
    fileprivate static var names: [String] { [configuration.commandName].compactMap(\.self) + configuration.aliases }

    static func isNamed(_ word: String) -> Bool { names.contains(word) }
}
