import ArgumentParser
import GardenAPI

/// A command's definition: the source of its help, and of its part of the manual.
public struct CommandOutline: Sendable {
    public var name: String
    /// Its other names.
    public var aliases: [String]
    /// One sentence.
    public var abstract: String
    public var discussion: Discussion
    public var positionals: [Argument]
    public var options: [Argument]
    /// The visible subcommands.
    public var subcommands: [CommandOutline]
    public var defaultSubcommand: String?

    /// An argument or option of a command.
    public struct Argument: Sendable, Equatable {
        /// `-c`, `--category`, the short one first; none for a positional argument.
        public var names: [String]
        /// The placeholder of its value; `nil` for a flag.
        public var valueName: String?
        public var isOptional: Bool
        public var isRepeating: Bool
        /// Its meaning, with its default and its allowed values.
        public var meaning: String
    }

    /// The outline of a program.
    ///
    /// The parser publishes its arguments in one form only, as JSON, which is read here.
    public init(of program: any ParsableCommand.Type) {
        do { _ = try program.parseAsRoot(["--experimental-dump-help"]) } catch {
            if let command = try? JSON.parse(program.fullMessage(for: error))["command"] {
                self.init(command)
                return
            }
        }
        preconditionFailure("the parser describes \(program) in another way")
    }

    private init(_ command: JSON) {
        name = command["commandName"]?.stringValue ?? ""
        aliases = (command["aliases"]?.arrayValue ?? []).compactMap(\.stringValue)
        abstract = command["abstract"]?.stringValue ?? ""
        discussion = Discussion(command["discussion"]?.stringValue ?? "")
        let arguments = (command["arguments"]?.arrayValue ?? []).filter(\.isShown)
        positionals = arguments.map(Argument.init).filter { $0.names.isEmpty }
        options = arguments.map(Argument.init).filter { !$0.names.isEmpty }.joiningOpposites
        subcommands = (command["subcommands"]?.arrayValue ?? []).filter(\.isShown).map(CommandOutline.init)
        defaultSubcommand = command["defaultSubcommand"]?.stringValue
    }

    /// The subcommand with that name or other name.
    public func subcommand(named word: String) -> CommandOutline? {
        subcommands.first { $0.name == word || $0.aliases.contains(word) }
    }

    /// The commands that perform something, with the words that lead to each: this one, or those below it.
    public var leaves: [(path: [String], command: CommandOutline)] {
        subcommands.isEmpty ? [([name], self)] : subcommands.flatMap(\.leaves).map { ([name] + $0.path, $0.command) }
    }
}

extension CommandOutline.Argument {
    fileprivate init(_ argument: JSON) {
        let names = (argument["names"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
        self.names = names.sorted { $0.count < $1.count }.map { $0.count == 1 ? "-\($0)" : "--\($0)" }
        valueName = argument["kind"]?.stringValue == "flag" ? nil : argument["valueName"]?.stringValue
        isOptional = argument["isOptional"] == .bool(true)
        // An argument that accepts unrecognized words uses one of them: a number with a minus sign.
        isRepeating =
            argument["isRepeating"] == .bool(true) && argument["parsingStrategy"]?.stringValue != "allUnrecognized"
        var sentences = [argument["abstract"]?.stringValue ?? "", argument["discussion"]?.stringValue ?? ""]
        if let words = argument["allValues"]?.arrayValue?.compactMap(\.stringValue) {
            sentences.append("One of \(words.joined(separator: ", ")).")
        }
        if let value = argument["defaultValue"]?.stringValue { sentences.append("Default: \(value).") }
        meaning = sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension [CommandOutline.Argument] {
    /// Joins a flag and its opposite, which the parser lists one after the other: `--rate/--no-rate`.
    fileprivate var joiningOpposites: Self {
        reduce(into: []) { options, option in
            guard let last = options.last, let name = last.names.last, last.meaning == option.meaning,
                option.names == ["--no-\(name.dropFirst(2))"]
            else { return options.append(option) }
            options[options.count - 1].names[last.names.count - 1] = "\(name)/\(option.names[0])"
        }
    }
}

extension JSON {
    fileprivate var isShown: Bool { self["shouldDisplay"] != .bool(false) }
}
