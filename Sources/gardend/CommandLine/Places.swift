import ArgumentParser
import GardenAPI
import GardenClient
import GardenDaemon
import GardenStore
import Glibc
import SystemPackage
import SystemdKit

/// The daemon's data folder (API §4).
struct DataPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp("The data directory.", discussion: "Default: $XDG_DATA_HOME/garden.", valueName: "DIR"),
        completion: .directory)
    var data: String?

    static var defaultPaths: DataPaths {
        DataPaths(root: Endpoint.dataFolder(variable: Home.variable, home: { Endpoint.homeOfUserDatabase }))
    }

    func validate() throws { try refuseEmpty(data, of: "--data") }

    var paths: DataPaths { data.map { DataPaths(root: absolute($0)) } ?? Self.defaultPaths }
}

/// The daemon that started this process, which is of use to no one after its end.
struct ParentDaemon: ParsableArguments {
    @Option(help: "The process of the daemon, with which this one ends.")
    var daemon: Int32?

    func endWithIt() {
        if let daemon { ChildProcess.endWithParent(daemon) }
    }
}

/// The daemon's settings file.
struct ConfigPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file, which must exist.",
            discussion: "Default: $XDG_CONFIG_HOME/garden/config.toml, if any.",
            valueName: "FILE"),
        completion: .file())
    var config: String?

    func validate() throws { try refuseEmpty(config, of: "--config") }

    /// A named file must exist; the default one is optional.
    var file: ConfigFile { ConfigFile(at: config.map(absolute) ?? Home.config, mustExist: config != nil) }
}

/// An empty path usually comes from an unset variable in a script. Taken as the current folder, it would begin another
/// garden there.
func refuseEmpty(_ path: String?, of option: String) throws {
    guard path != "" else { throw ValidationError("\(option) has an empty path; give a path or omit the option") }
}

/// The user's folders, by the XDG Base Directory Specification.
enum Home {
    static var config: String { "\(folder("XDG_CONFIG_HOME", "\(home)/.config"))/garden/config.toml" }

    /// A relative path in these variables must be ignored.
    private static func folder(_ variable: String, _ fallback: String) -> String {
        Self.variable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? fallback
    }

    private static var home: String {
        if let home = variable("HOME"), home.hasPrefix("/") { return home }
        return Endpoint.homeOfUserDatabase
    }

    /// The value of an environment variable; `nil` if it is not set.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension DataFolder {
    /// The folder for this process, once a daemon that was just killed has ended.
    convenience init(takenFrom paths: DataPaths, socketPath: String? = nil) throws(OpeningError) {
        try self.init(opening: paths, processId: getpid(), socketPath: socketPath, awaitEnd: ProcessEnd.wait)
    }
}

extension Endpoint {
    /// The socket to serve on if systemd does not pass one.
    static func find(option: String?, _ paths: DataPaths) -> Endpoint {
        var endpoint = find(
            option: option, variable: Home.variable, userId: getuid(), dataFolder: paths.root,
            folderStatus: FolderStatus.init(ofFolder:))
        endpoint.socketPath = absolute(endpoint.socketPath)
        return endpoint
    }
}

/// The absolute path, for messages and for child processes with another current folder.
func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let pointer = getcwd(nil, 0) else { return path }
    defer { free(pointer) }
    return "\(String(cString: pointer))/\(path)"
}

/// The exit status of a command that fails, after its error message is printed.
func failure(_ words: String, _ status: Int32) -> ExitCode {
    printError(words)
    return ExitCode(status)
}

/// Prints an error message on standard error. What a file has in it, such as the name of a setting, must not control the terminal.
func printError(_ words: String) {
    _ = try? FileDescriptor.standardError.writeAll("gardend: \(words.forPeople)\n".utf8)
}

/// Prints a text for people on standard output, with the same care.
func printText(_ words: String) { print(words.forPeople) }

extension String {
    /// The text with escapes in place of everything that a terminal obeys but line feeds.
    fileprivate var forPeople: String {
        escapingTerminalControls { $0.first == "\n" ? $0.index(after: $0.startIndex) : nil }
    }
}
