import ArgumentParser
import GardenAPI

/// A command as its definition describes it: what its help is made from, and its part of the manual.
public struct CommandOutline {
    public var name: String
    /// One sentence.
    public var abstract: String
    public var discussion: Discussion
    public var positionals: [Argument]
    public var options: [Argument]
    /// Those to be shown.
    public var subcommands: [CommandOutline]
    public var defaultSubcommand: String?

    /// What a command takes.
    public struct Argument: Equatable {
        /// `-c`, `--category`, the short one first; none for what goes by its place.
        public var names: [String]
        /// What stands for its value; `nil` for a flag.
        public var valueName: String?
        public var isOptional: Bool
        public var isRepeating: Bool
        /// What it means, with its default and the words it takes.
        public var meaning: String
    }

    /// The outline of a program.
    ///
    /// The parser shows what it knows of a type's arguments in one way only, as JSON at the command of an option.
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
        abstract = command["abstract"]?.stringValue ?? ""
        discussion = Discussion(command["discussion"]?.stringValue ?? "")
        let arguments = (command["arguments"]?.arrayValue ?? []).filter(\.isShown)
        positionals = arguments.map(Argument.init).filter { $0.names.isEmpty }
        options = arguments.map(Argument.init).filter { !$0.names.isEmpty }.joiningOpposites
        subcommands = (command["subcommands"]?.arrayValue ?? []).filter(\.isShown).map(CommandOutline.init)
        defaultSubcommand = command["defaultSubcommand"]?.stringValue
    }

    /// The commands that do something, each with the words that lead to it: itself, or those below it.
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
        // What takes all that nobody else does takes one word of it: a number with a minus sign.
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
    /// A flag and its opposite, which the parser tells one after the other, as one: `--rate/--no-rate`.
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
