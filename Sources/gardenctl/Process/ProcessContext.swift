import FileKit
import GardenAPI
import GardenClient
@preconcurrency import Glibc
import SystemPackage

/// The environment of a command: its variables, its streams and its terminal.
struct ProcessContext {
    var environment: EnvironmentVariables
    var output: Output
    var errors: Output
    /// Whether a person is at the terminal: input and output are terminals.
    var isInteractive: Bool
    /// Whether each command also says what the daemon asks the person, which takes a request of its own.
    var mentionsQuestions: Bool
    /// What `doctor` says about the programs that features of gardenctl run.
    var featureChecks: () -> [HealthCheck] = { [] }
    /// The folder of the gardenctl executable; `nil` if the system does not report it.
    var ownFolder: String?
    /// The user's home in the user database, used if `$HOME` is not set.
    var homeOfUserDatabase: () -> String
    /// The file system's facts about a folder; `nil` if it does not exist.
    var folderStatus: (String) -> Endpoint.FolderStatus?
    /// Reads a line from the terminal; `nil` at its end.
    var readLine: () -> String?
    /// Waits that many seconds; throws `readerGone` as soon as the reader of the output is gone.
    var pause: (Int) throws(CommandError) -> Void

    static func ofThisProcess() -> ProcessContext {
        let output = Output(descriptor: STDOUT_FILENO)
        let isInteractive = output.isTerminal && isatty(STDIN_FILENO) == 1
        return ProcessContext(
            environment: .ofThisProcess, output: output, errors: Output(descriptor: STDERR_FILENO),
            isInteractive: isInteractive, mentionsQuestions: isInteractive, ownFolder: executableFolder(),
            homeOfUserDatabase: { Endpoint.homeOfUserDatabase },
            folderStatus: Endpoint.FolderStatus.init(ofFolder:), readLine: { Swift.readLine() },
            pause: { seconds throws(CommandError) in try waitBeside(output, seconds) })
    }

    /// The user's home.
    var home: String {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? homeOfUserDatabase()
    }

    /// A base directory of the XDG Base Directory Specification. A relative path counts as unset.
    func baseFolder(_ variable: String, inHome folder: String) -> String {
        environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(folder)"
    }

    /// Whether the terminal is used over SSH, so that the desktop is elsewhere.
    var isRemote: Bool { environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil }

    /// The style of text for people: colours only on a terminal that supports them, and never with NO_COLOR.
    var style: Style {
        let wantsColors = output.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
        return Style(
            wantsColors ? Palette(environment: environment) : nil, columns: columns(of: output),
            firstWeekday: firstWeekday(ofLocaleIn: environment))
    }

    /// Prints a text for people, in lines that fit.
    func print(_ text: String) throws(CommandError) {
        try output.print(text.fitted(to: columns(of: output)))
    }

    /// Prints a message to the standard error, in lines that fit.
    func printError(_ text: String) throws(CommandError) {
        try errors.print(text.fitted(to: errors.isTerminal ? columns(of: errors) : nil))
    }

    /// The bounds of a width that is taken seriously: a terminal without a window reports 0.
    private static let columnsRange = 20...10_000

    /// The width of a stream: `COLUMNS` if it is set, otherwise that of the terminal; `nil` if it is no terminal.
    private func columns(of output: Output) -> Int? {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), Self.columnsRange.contains(columns) {
            return columns
        }
        var size = winsize()
        guard ioctl(output.descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        let columns = Int(size.ws_col)
        return Self.columnsRange.contains(columns) ? columns : nil
    }

    private static func executableFolder() -> String? {
        guard let path = Folder.linkTarget("/proc/self/exe") else { return nil }
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func waitBeside(_ output: Output, _ seconds: Int) throws(CommandError) {
        var polled = pollfd(fd: output.descriptor, events: 0, revents: 0)
        // A signal may shorten the pause, which is harmless.
        if poll(&polled, 1, Int32(seconds * 1000)) > 0 { throw .readerGone }
    }
}

extension Program {
    /// The `gardend` next to gardenctl, or the one in `$PATH`.
    static func gardend(in context: ProcessContext) -> Program {
        let neighbor = context.ownFolder.map { "\($0)/gardend" }
        let executable = neighbor.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? "gardend"
        return Program(executable: executable, environment: context.environment)
    }
}
