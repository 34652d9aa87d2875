import ArgumentParser

/// A kind of thing that commands are about.
protocol NamedThing {
    /// The meaning of the argument.
    static var help: String { get }
    /// The placeholder of the argument.
    static var valueName: String { get }
    static var completion: CompletionKind { get }
}

extension NamedThing {
    static var valueName: String { "name or id" }
}

/// The thing that a command is about, by its name or id: all words that belong to no option, so that a name of several words
/// needs no quotes.
struct ReferenceWords<Thing: NamedThing>: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("\(Thing.help)", valueName: Thing.valueName),
        completion: Thing.completion)
    var words: [String]

    /// - Precondition: ``validate()`` has passed.
    private(set) var reference = Reference.name("")

    private enum CodingKeys: CodingKey { case words }

    mutating func validate() throws { reference = try Reference(words: words) }
}

enum NamedCategory: NamedThing {
    static let help = "The category, by name or id."
    static var completion: CompletionKind { Completions.categories }
}

enum NamedItem: NamedThing {
    static let help = "The item, by name or id."
    static var completion: CompletionKind { Completions.items }
}

enum NamedCounter: NamedThing {
    static let help = "The counter, by name or id."
    static var completion: CompletionKind { Completions.counters }
}

enum NamedTask: NamedThing {
    static let help = "The task: its id, its title, or the beginning of it."
    static let valueName = "task"
    static var completion: CompletionKind { Completions.tasks }
}

/// The name of something new: all words that belong to no option.
struct NameWords: ParsableArguments {
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Its name.", valueName: "name"))
    var words: [String]

    /// - Precondition: ``validate()`` has passed.
    private(set) var text = ""

    private enum CodingKeys: CodingKey { case words }

    mutating func validate() throws { text = try freeText(words) }
}

extension Reference {
    /// Reads words of the command line, joined by blanks: digits are an id, anything else is a name.
    init(words: [String]) throws {
        let text = try freeText(words)
        guard let reference = Reference(argument: text) else {
            throw ValidationError("\(printable(text)) is too large for an id")
        }
        self = reference
    }
}
