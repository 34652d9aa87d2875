/// Where daemon and client meet: the path of the socket, and which rule led to it (API §1).
public struct Endpoint: Equatable, Sendable {
    /// The rule that led to a path, in the order in which they are tried.
    public enum Source: Equatable, Sendable {
        /// `--socket` or `$GARDEN_SOCKET`.
        case named
        /// `$XDG_RUNTIME_DIR`.
        case runtimeFolder
        /// `/run/user/UID`, which a login makes: found by itself where the variable is not set.
        case userFolder
        /// The data folder, for want of the others.
        case dataFolder
    }

    /// What the file system says about a path.
    public struct FolderStatus: Equatable, Sendable {
        public var isFolder: Bool
        public var ownerId: UInt32
        /// The permission bits of chmod(2).
        public var mode: UInt32

        public init(isFolder: Bool, ownerId: UInt32, mode: UInt32) {
            self.isFolder = isFolder
            self.ownerId = ownerId
            self.mode = mode
        }
    }

    /// The longest path of a socket in bytes: `sun_path` without its closing zero (unix(7)).
    public static let pathLimitBytes = 107

    public var socketPath: String
    public var source: Source

    public init(socketPath: String, source: Source) {
        self.socketPath = socketPath
        self.source = source
    }

    /// The place of the socket: `option`, else `$GARDEN_SOCKET`, else `garden/` in `$XDG_RUNTIME_DIR`, else `garden/` in
    /// `/run/user/UID`, else `run/` in the data folder. Never a folder that others can write to, such as `/tmp`.
    ///
    /// A variable that is empty counts as unset. `$XDG_RUNTIME_DIR` also counts as unset where it is no absolute path,
    /// or no folder of this user: su(1) without `-` leaves that of somebody else (XDG Base Directory Specification).
    /// `/run/user/UID` must belong to this user alone (mode 0700).
    ///
    /// - Parameters:
    ///   - option: what `--socket` names; `nil` where it is not given.
    ///   - userId: the user of this process.
    ///   - dataFolder: the data folder, see ``dataFolder(environment:home:)``.
    ///   - folderStatus: what the file system says about a path; `nil` where nothing is there.
    public static func find(
        option: String?, environment: [String: String], userId: UInt32, dataFolder: String,
        folderStatus: (String) -> FolderStatus?
    ) -> Endpoint {
        if let option { return Endpoint(socketPath: option, source: .named) }
        if let path = environment["GARDEN_SOCKET"], !path.isEmpty { return Endpoint(socketPath: path, source: .named) }
        let isOwn = { (status: FolderStatus) in status.isFolder && status.ownerId == userId }
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"), let status = folderStatus(folder),
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

    /// Where the data is unless `--data` names another folder: `garden/` in `$XDG_DATA_HOME`, else in `~/.local/share`.
    /// A variable that is empty or no absolute path counts as unset (XDG Base Directory Specification).
    ///
    /// - Parameter home: the home by the user database, for where `$HOME` is not set.
    public static func dataFolder(environment: [String: String], home: () -> String) -> String {
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return "\(folder)/garden" }
        if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/.local/share/garden" }
        return "\(home())/.local/share/garden"
    }

    /// What is wrong with the path; `nil` for one that a socket can have.
    public static func problem(ofPath path: String) -> String? {
        let bytes = path.utf8.count
        guard bytes > pathLimitBytes else { return nil }
        return "the socket path has \(bytes) bytes, at most \(pathLimitBytes) are possible: \(path);"
            + " give a shorter one with --socket or GARDEN_SOCKET, or set XDG_RUNTIME_DIR to a directory of yours"
    }

    /// What to do about a socket's folder that others can enter. There is no `chmod` in it: the folder may be one that
    /// others need as it is, and root could take even `/` from them.
    public static let placeAdvice =
        "use a private directory for the socket: mkdir -m 700 ~/.garden, then set GARDEN_SOCKET=~/.garden/garden.sock"

    /// Where a daemon that ended for a reason leaves its last words, beside the socket, for a client that finds nobody
    /// at home.
    public static func lastWordsPath(socketPath: String) -> String {
        guard let slash = socketPath.lastIndex(of: "/") else { return "last-words" }
        return "\(socketPath[..<slash])/last-words"
    }
}

/// What the file `lock` of a data folder says about the process that holds it: the first line is its number, the second
/// the path of the socket it serves on. So whoever finds the data finds the daemon.
public struct LockHolder: Equatable, Sendable {
    /// The name of the file in the data folder.
    public static let fileName = "lock"

    public var processId: Int32
    /// `nil` for a process that serves no clients, such as `gardend restore`.
    public var socketPath: String?

    public init(processId: Int32, socketPath: String?) {
        self.processId = processId
        self.socketPath = socketPath
    }

    /// - Parameter text: the content of the file; `nil` comes out where its first line is no number.
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
