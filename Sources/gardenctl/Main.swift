import ArgumentParser
import CommandGuide
import GardenAPI
import Glibc
import SystemPackage

/// The command-line client: parses arguments, asks the daemon, prints the answer.
@main struct Gardenctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gardenctl",
        abstract: "Pomodoro timer: focus, take breaks, and watch your gardens grow.",
        discussion: """
            The command-line client of gardend. Its output is for people; add --json for programs. Without a command, \
            gardenctl shows the status. `gardenctl help concepts` explains the terms; with a word, such as \
            `gardenctl help concepts rate`, those that have it.

              gardenctl start Reading
              gardenctl
              gardenctl pause

            EXIT STATUS
              0   done
              1   the garden refused the request
              64  the command line is wrong
              69  the daemon cannot be reached, or does not answer
              71  the disk failed; whether the change was saved is unknown
              73  the output cannot be written; any change was made nonetheless
              74  a read or write failed; nothing was changed
              75  overloaded: too many clients
            """,
        version: "gardenctl \(GardenVersion.current)",
        groupedSubcommands: ClientFeatures.all.map { $0.group })

    static var _errorPrefix: String { "gardenctl: " }

    static func main() {
        // If one of these descriptors were closed, the socket would take its number, and the daemon would receive text
        // meant for people.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = try? FileDescriptor.open("/dev/null", .readOnly)
        }
        // A closed reader becomes an ordinary write error (EPIPE).
        signal(SIGPIPE, SIG_IGN)
        let (arguments, context) = (Array(CommandLine.arguments.dropFirst()), ProcessContext.ofThisProcess())
        guard let index = CommandLine.firstUnreadableArgument else { Glibc.exit(run(arguments, in: context)) }
        let problem = "argument \(index) is not UTF-8: \(printable(CommandLine.arguments[index]))"
        Glibc.exit(report(.usage(problem), asJSON: asksForJSON(arguments), in: context))
    }

    private static func asksForJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// Runs the command of the arguments.
    ///
    /// - Returns: the exit status (API §5).
    static func run(_ arguments: [String], in context: ProcessContext) -> Int32 {
        var context = context
        let path = context.environment["PATH"]
        context.featureChecks = { ClientFeatures.all.flatMap { $0.checks(path: path) } }
        do throws(CommandError) {
            try perform(CommandWords.normalized(arguments), in: context)
            return 0
        } catch {
            return report(error, asJSON: asksForJSON(arguments), in: context)
        }
    }

    private static func perform(_ arguments: [String], in context: ProcessContext) throws(CommandError) {
        switch try CommandLineReading.of(arguments, context.style) {
        case .action(let action): try perform(action, in: context)
        case .text(let text): try context.output.printData(text)
        case .page(let text): try context.output.print(text)
        case .prose(let text): try context.print(text)
        }
    }

    private static func perform(_ action: any ClientAction, in context: ProcessContext) throws(CommandError) {
        let place = DaemonPlace(option: action.options.socket, in: context)
        let manager = ServiceManager(environment: place.managerEnvironment(context.environment))
        let client = Client(place: place, manager: manager)
        client.actor = context.environment["GARDEN_ACTOR"]
        let seconds = action.options.timeout ?? type(of: action).answerSeconds
        client.answerMilliseconds = Int32(seconds) * 1000
        if client.answerMilliseconds > 2 * client.noticeMilliseconds {
            client.explainSilence(
                "gardend is not responding; waiting (Ctrl-C to stop). To find out why: gardenctl doctor", in: context)
        }
        do throws(CommandError) { try action.perform(with: client, in: context) } catch {
            guard case .unwritable(let reason, _) = error else { throw error }
            throw .unwritable(reason: reason, afterChange: client.hasMadeChange)
        }
        action.mention(asking: client, in: context)
    }

    private static func report(_ failure: CommandError, asJSON: Bool, in context: ProcessContext) -> Int32 {
        // If standard error fails too, only the exit status remains.
        if asJSON {
            if let json = failure.json { try? context.errors.printData(json.text) }
        } else if let prose = failure.prose(advice: ClientFeatures.advice) {
            try? context.printError(prose.withoutStyle)
        }
        return failure.exitStatus
    }
}

extension CommandLine {
    /// The first argument that is not UTF-8. In ``arguments`` its invalid bytes are replaced, and a change would store the replacement.
    fileprivate static var firstUnreadableArgument: Int? {
        (0..<Int(argc)).first { index in unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false }
    }
}
