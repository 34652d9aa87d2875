import ArgumentParser
import GardenAPI

/// What gardenctl does with the daemon once the command line is read.
protocol ClientAction {
    var options: ClientOptions { get }

    /// How long the answer can take, in seconds, unless --timeout says it.
    static var answerSeconds: Int { get }

    /// Whether it shows or answers the questions about sessions itself.
    var showsQuestions: Bool { get }

    /// Whether what rang since the last command is said after it; not where the person was there, or it rang because of the command.
    var mentionsRings: Bool { get }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError)
}

extension ClientAction {
    /// Longer than any answer takes, and short enough that the processes of a status bar do not pile up.
    static var answerSeconds: Int { 10 }

    var showsQuestions: Bool { false }

    var mentionsRings: Bool { true }
}

/// A command of gardenctl.
///
/// The configuration states the name. Deriving it from the type would cost each start of gardenctl a search through all
/// conformances of the program: 0.6 million instructions per command.
protocol ClientCommand: ParsableCommand, ClientAction {
    var common: CommonOptions { get }
}

extension ClientCommand {
    var options: ClientOptions { common.values }
}

/// A command that sends one request and shows the answer.
protocol AskingCommand: ClientCommand {
    associatedtype Asked: Request

    /// - Throws: `ValidationError` for words that are wrong, before anything is sent: ``validate()`` makes the request once.
    func request() throws -> Asked

    /// Asks the daemon; by default, sends ``request()``.
    func answer(from client: Client) throws(CommandError) -> Client.Answer<Asked.Response>

    /// The answer as text.
    func rendered(_ response: Asked.Response, _ style: Style) -> String

    /// Whether the text is for people, so that its lines are wrapped.
    var isForPeople: Bool { get }
}

/// The values of the options that every command accepts.
struct ClientOptions: Equatable {
    /// Whether to print the answer as one line of JSON.
    var json = false
    /// The path of the daemon's socket; `nil` for the usual one.
    var socket: String?
    /// How long to wait for an answer, in seconds; `nil` for the command's ``ClientAction/answerSeconds``.
    var timeout: Int?
}

/// Options that every command accepts.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print the answer as one line of JSON.")
    var json = false

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(help: ArgumentHelp("How long to wait for an answer, 1–86400 (default: 10).", valueName: "seconds"))
    var timeout: Int?

    private static let timeouts = 1...86_400

    var values: ClientOptions { ClientOptions(json: json, socket: socket, timeout: timeout) }

    init() {}

    /// The options that the argument parser would make of these values.
    init(_ values: ClientOptions) {
        (json, socket, timeout) = (values.json, values.socket, values.timeout)
    }

    func validate() throws {
        guard timeout.map(Self.timeouts.contains) ?? true else {
            throw ValidationError("--timeout must be from 1 to \(Self.timeouts.upperBound) seconds")
        }
        guard socket != "" else { throw ValidationError("--socket has an empty path; give a path or omit the option") }
    }
}

extension AskingCommand {
    var isForPeople: Bool { true }

    mutating func validate() throws {
        try validateRequest()
    }

    /// Checks the bounds before a request reaches the daemon.
    func validateRequest() throws {
        let request = try request()
        do throws(GardenAPI.ValidationError) { _ = try Asked(json: request.json) } catch {
            throw ArgumentParser.ValidationError(CommandError.inWordsOfOptions(error.message))
        }
    }

    func answer(from client: Client) throws(CommandError) -> Client.Answer<Asked.Response> {
        try client.ask(validRequest())
    }

    /// The request, after ``validate()`` has made it once.
    func validRequest() throws(CommandError) -> Asked {
        do { return try request() } catch { throw .usage("\(error)") }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try show(answer(from: client), in: context)
    }

    /// Prints an answer as the options ask.
    func show(_ answer: Client.Answer<Asked.Response>, in context: ProcessContext) throws(CommandError) {
        guard !common.json else { return try context.output.printData(answer.json.text) }
        let text = rendered(try answer.value(), context.style)
        if isForPeople { try context.print(text) } else { try context.output.printData(text) }
        try context.printUndoHint(after: Asked.self, isUnchanged: answer.isUnchanged)
    }
}

extension AskingCommand where Asked.Response == FocusTimer {
    func rendered(_ response: FocusTimer, _ style: Style) -> String {
        timerText(response, style)
    }
}

/// A reference on the command line: digits are an id, anything else is a name.
enum Reference: ExpressibleByArgument, Equatable {
    case id(Int)
    case name(String)

    init?(argument: String) {
        let digits = argument.withASCIIDigits
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else {
            self = .name(argument)
            return
        }
        guard let id = Int(digits) else { return nil }
        self = .id(id)
    }

    var id: Int? {
        guard case .id(let id) = self else { return nil }
        return id
    }

    var name: String? {
        guard case .name(let name) = self else { return nil }
        return name
    }
}
