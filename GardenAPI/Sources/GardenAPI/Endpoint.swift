/// The path of the daemon's socket, and the rule that led to it (API §1).
public struct Endpoint: Equatable, Sendable {
    /// The rules for the path, in the order in which they are tried.
    public enum Source: Equatable, Sendable {
        /// `--socket` or `$GARDEN_SOCKET`.
        case named
        /// `$XDG_RUNTIME_DIR`.
        case runtimeFolder
        /// `/run/user/UID`, which the login creates. It is used if `$XDG_RUNTIME_DIR` is not set.
        case userFolder
        /// `run/` in the data folder, if no other rule applies.
        case dataFolder
    }

    /// The result of stat(2) for a path.
    public struct FolderStatus: Equatable, Sendable {
        /// Whether the path is a directory.
        public var isFolder: Bool
        /// The user id of the owner.
        public var ownerId: UInt32
        /// The permission bits of chmod(2).
        public var mode: UInt32

        /// Creates the status of a path.
        public init(isFolder: Bool, ownerId: UInt32, mode: UInt32) {
            self.isFolder = isFolder
            self.ownerId = ownerId
            self.mode = mode
        }
    }

    /// The longest path of a socket in bytes: `sun_path` without its closing zero (unix(7)).
    public static let pathLimitBytes = 107

    /// The path of the socket.
    public var socketPath: String
    /// The rule that led to the path.
    public var source: Source

    /// Creates an endpoint for a known path.
    public init(socketPath: String, source: Source) {
        self.socketPath = socketPath
        self.source = source
    }

    /// Returns the path of the socket: `option`, else `$GARDEN_SOCKET`, else `garden/` in `$XDG_RUNTIME_DIR`, else
    /// `garden/` in `/run/user/UID`, else `run/` in the data folder. It is never in a folder that others can write to,
    /// such as `/tmp`.
    ///
    /// An empty variable counts as unset. `$XDG_RUNTIME_DIR` also counts as unset if it is not an absolute path or not
    /// a folder of this user: su(1) without `-` keeps the variable of the other user (XDG Base Directory
    /// Specification). `/run/user/UID` must be private to this user (mode 0700).
    ///
    /// - Parameters:
    ///   - option: the value of `--socket`; `nil` if it is not given.
    ///   - variable: returns the value of an environment variable; `nil` if it is not set.
    ///   - userId: the user of this process.
    ///   - dataFolder: the data folder, see ``dataFolder(variable:home:)``.
    ///   - folderStatus: returns the status of a path; `nil` if nothing exists there.
    public static func find(
        option: String?, variable: (String) -> String?, userId: UInt32, dataFolder: String,
        folderStatus: (String) -> FolderStatus?
    ) -> Endpoint {
        if let option { return Endpoint(socketPath: option, source: .named) }
        if let path = variable("GARDEN_SOCKET"), !path.isEmpty { return Endpoint(socketPath: path, source: .named) }
        let isOwn = { (status: FolderStatus) in status.isFolder && status.ownerId == userId }
        if let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/"), let status = folderStatus(folder),
            isOwn(status)
        {
            return Endpoint(socketPath: "\(folder)/garden/garden.sock", source: .runtimeFolder)
        }
        let userFolder = "/run/user/\(userId)"
        if let status = folderStatus(userFolder), isOwn(status), status.mode & 0o777 == 0o700 {
            return Endpoint(socketPath: "\(userFolder)/garden/garden.sock", source: .userFolder)
        }
        return Endpoint(socketPath: "\(dataFolder)/run/garden.sock", source: .dataFolder)
    }

    /// Returns the default data folder: `garden/` in `$XDG_DATA_HOME`, else in `~/.local/share`. A variable counts as
    /// unset if it is empty or not an absolute path (XDG Base Directory Specification).
    ///
    /// - Parameters:
    ///   - variable: returns the value of an environment variable; `nil` if it is not set.
    ///   - home: returns the home directory from the user database; called only if `$HOME` is not set.
    public static func dataFolder(variable: (String) -> String?, home: () -> String) -> String {
        if let folder = variable("XDG_DATA_HOME"), folder.hasPrefix("/") { return "\(folder)/garden" }
        if let home = variable("HOME"), home.hasPrefix("/") { return "\(home)/.local/share/garden" }
        return "\(home())/.local/share/garden"
    }

    /// Returns the error message for a path that is too long for a socket; `nil` if the path is valid.
    public static func problem(ofPath path: String) -> String? {
        let bytes = path.utf8.count
        guard bytes > pathLimitBytes else { return nil }
        return "the socket path has \(bytes) bytes, at most \(pathLimitBytes) are possible: \(path);"
            + " give a shorter one with --socket or GARDEN_SOCKET, or set XDG_RUNTIME_DIR to a directory of yours"
    }

    /// The advice for a socket folder that others can enter. It does not suggest `chmod`: others may need the folder as
    /// it is, and root could lock everyone out of `/`.
    public static let placeAdvice =
        "use a private directory for the socket: mkdir -m 700 ~/.garden, then set GARDEN_SOCKET=~/.garden/garden.sock"

    /// The path of the file in which a daemon that exits with an error leaves the reason, next to the socket. A client
    /// that cannot connect reads it.
    public static func lastWordsPath(socketPath: String) -> String {
        guard let slash = socketPath.lastIndex(of: "/") else { return "last-words" }
        return "\(socketPath[..<slash])/last-words"
    }
}

/// The content of the file `lock` in the data folder: the process that holds the lock, and the path of its socket. A
/// client that knows only the data folder finds the daemon with it.
public struct LockHolder: Equatable, Sendable {
    /// The name of the file in the data folder.
    public static let fileName = "lock"

    /// The id of the process that holds the lock.
    public var processId: Int32
    /// `nil` for a process that serves no clients, such as `gardend restore`.
    public var socketPath: String?

    /// Creates the content for a process.
    public init(processId: Int32, socketPath: String?) {
        self.processId = processId
        self.socketPath = socketPath
    }

    /// Reads the content of the file; `nil` if its first line is not a number.
    public init?(text: String) {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard let processId = Int32(lines[0]) else { return nil }
        self.processId = processId
        let rest = lines.count > 1 ? lines[1] : ""
        let socketPath = rest.hasSuffix("\n") ? rest.dropLast() : rest
        self.socketPath = socketPath.isEmpty ? nil : String(socketPath)
    }

    /// The content of the file.
    public var text: String { "\(processId)\n" + (socketPath.map { "\($0)\n" } ?? "") }
}
