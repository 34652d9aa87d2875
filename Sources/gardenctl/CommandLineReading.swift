import ArgumentParser
import CommandGuide
import GardenAPI

/// What a command line asks for.
enum CommandLineReading {
    case action(any ClientAction)
    /// To print as it is, for a shell or for man(1).
    case text(String)
    /// To print for people, in lines that are there already.
    case page(String)
    /// To print for people, with its lines wrapped.
    case prose(String)

    /// All commands: made once, because the parser takes long for it.
    private static let outline = CommandOutline(of: Gardenctl.self)

    /// Tries the plain forms first, then what no command is, and the argument parser for everything else.
    static func of(_ arguments: [String], _ style: Style) throws(CommandError) -> CommandLineReading {
        if let action = ClientFeatures.action(of: arguments) { return .action(action) }
        if let script = CompletionScript.text(askedBy: arguments, of: Gardenctl.self) { return .text(script) }
        if let page = CommandPage.text(askedBy: arguments, among: Gardenctl.page(named:)) { return .text(page) }
        if let text = try ClientFeatures.concepts.text(askedBy: arguments, style) { return .page(text) }
        try refuse(arguments)
        return try parsed(arguments, style)
    }

    /// Throws for words that name no command, and for values and texts that the parser would take for options.
    private static func refuse(_ arguments: [String]) throws(CommandError) {
        if let problem = CommandWords.problem(arguments) { throw .usage(problem) }
        guard arguments.prefix(while: { $0 != "--" }).contains(where: LeadingHyphen.mayBeTakenForHelp),
            let hyphen = LeadingHyphen(in: arguments, of: outline)
        else { return }
        let advice = hyphen.advice.map { "\n  \($0)" } ?? ""
        throw .usage("\(JSON.string(printable(hyphen.word)).text) is not an option\(advice)")
    }

    private static func parsed(
        _ arguments: [String], _ style: Style
    ) throws(CommandError) -> CommandLineReading {
        do {
            var command = try Gardenctl.parseAsRoot(arguments)
            if let action = command as? any ClientCommand { return .action(action) }
            // The help command and commands that only group others throw their help.
            try command.run()
            return .text("")
        } catch {
            // The parser would not indent the further lines of a paragraph.
            let text = Gardenctl.fullMessage(for: error, columns: style.columns.map { _ in Int.max / 2 })
            let status = Gardenctl.exitCode(for: error).rawValue
            // Help, a version and completions are "errors" with exit status 0.
            guard status == 0 else { throw .parsing(advised(text, about: arguments), status: status) }
            let isCompletion = arguments.first?.hasPrefix("---") ?? false
            return isCompletion ? .text(text) : .prose(text)
        }
    }

    /// The message with an option that does not exist as the problem: the parser reports what follows from it first, such as that its
    /// value is no id.
    private static func naming(_ option: String, in message: String) -> String {
        guard !message.contains("Unknown option"), !message.contains("Missing value for") else { return message }
        let others = message.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let usage = others.drop { !$0.hasPrefix("Usage:") }
        let first = "\(Gardenctl._errorPrefix)Unknown option '\(printable(option))'"
        return ([first] + usage.map(String.init)).joined(separator: "\n")
    }

    /// The parser's message, with what it does not say about words that begin with a hyphen.
    private static func advised(_ message: String, about arguments: [String]) -> String {
        let negative =
            message.contains("Missing value for")
            ? NegativeValue(in: arguments, of: outline) : NegativeValue(in: arguments, missedIn: message)
        if let negative {
            let others = message.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            return (["\(Gardenctl._errorPrefix)\(negative.message)"] + others).joined(separator: "\n")
        }
        // The parser has already suggested an option.
        guard !message.contains("Did you mean"), let hyphen = LeadingHyphen(in: arguments, of: outline) else {
            return message
        }
        let named = hyphen.isUnknownOption ? naming(hyphen.word, in: message) : message
        return hyphen.advice.map { "\(named)\n  \($0)" } ?? named
    }
}
