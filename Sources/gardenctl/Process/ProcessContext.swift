import FileKit
import GardenAPI
@preconcurrency import Glibc
import SystemPackage

/// Where a command runs: what it was given, and where it speaks.
struct ProcessContext {
    var environment: [String: String]
    var output: Output
    var errors: Output
    /// Whether a person sits there: what is read and what is written is a terminal.
    var isInteractive: Bool
    /// The folder that gardenctl itself stands in; `nil` when the system does not tell.
    var ownFolder: String?
    /// The home of this user by the user database, for where `$HOME` is not set.
    var homeOfUserDatabase: String
    /// What the file system says about a folder; `nil` where nothing is there.
    var folderStatus: (String) -> Endpoint.FolderStatus?
    /// Lets that many seconds pass; throws `readerGone` as soon as the reader of the output has gone.
    var pause: (Int) throws(CommandError) -> Void

    static func ofThisProcess() -> ProcessContext {
        let output = Output(descriptor: STDOUT_FILENO)
        return ProcessContext(
            environment: processEnvironment(), output: output, errors: Output(descriptor: STDERR_FILENO),
            isInteractive: output.isTerminal && isatty(STDIN_FILENO) == 1, ownFolder: executableFolder(),
            homeOfUserDatabase: getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/",
            folderStatus: status(ofFolder:),
            pause: { seconds throws(CommandError) in try waitBeside(output, seconds) })
    }

    /// How text for people looks there: colours only on a terminal that has them, and not where NO_COLOR asks for none.
    var style: Style {
        let declinesColors = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        return Style(isColored: output.isTerminal && !declinesColors)
    }

    static func processEnvironment() -> [String: String] {
        var environment: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { environment[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return environment
    }

    static func status(ofFolder path: String) -> Endpoint.FolderStatus? {
        guard let status = try? Stat(path) else { return nil }
        return Endpoint.FolderStatus(
            isFolder: status.type == .directory, ownerId: status.userID.rawValue, mode: status.permissions.rawValue)
    }

    private static func executableFolder() -> String? {
        guard let path = Folder.linkTarget("/proc/self/exe") else { return nil }
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func waitBeside(_ output: Output, _ seconds: Int) throws(CommandError) {
        var polled = pollfd(fd: output.descriptor, events: 0, revents: 0)
        // A signal may cut the pause short, which does no harm.
        if poll(&polled, 1, Int32(seconds * 1000)) > 0 { throw .readerGone }
    }
}
