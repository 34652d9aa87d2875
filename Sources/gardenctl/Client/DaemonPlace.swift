import FileKit
import GardenAPI
import Glibc
import SystemPackage

/// Where the daemon is looked for: at the socket that the rules lead to, else at the one that the holder of the data
/// folder names (API §1).
struct DaemonPlace {
    let endpoint: Endpoint
    private let lockPath: String

    /// - Parameter dataFolder: the one that the daemon takes unless it is told another.
    init(_ endpoint: Endpoint, dataFolder: String) {
        self.endpoint = endpoint
        lockPath = "\(dataFolder)/\(LockHolder.fileName)"
    }

    /// - Parameter option: what `--socket` names; `nil` where it is not given.
    init(option: String?, in context: ProcessContext) {
        let dataFolder = Endpoint.dataFolder(
            environment: context.environment, home: { context.homeOfUserDatabase })
        let endpoint = Endpoint.find(
            option: option, environment: context.environment, userId: geteuid(), dataFolder: dataFolder,
            folderStatus: context.folderStatus)
        self.init(endpoint, dataFolder: dataFolder)
    }

    var socketPath: String { endpoint.socketPath }

    /// The environment for systemctl(1), which without `XDG_RUNTIME_DIR` does not find the manager either.
    func managerEnvironment(_ environment: [String: String]) -> [String: String] {
        guard endpoint.source == .userFolder else { return environment }
        return environment.merging(["XDG_RUNTIME_DIR": "/run/user/\(geteuid())"]) { $1 }
    }

    /// Connects to the daemon.
    ///
    /// A socket that a person named is the only one: whoever tries out a second garden must not change the first. Where
    /// nobody is at a socket that the rules led to, the daemon of the data folder may have been started under others.
    ///
    /// - Parameter milliseconds: as for ``Connection/init(path:within:)``.
    /// - Returns: the connection, and the path that it leads to.
    func connect(within milliseconds: Int32?) throws(Connection.ConnectionError) -> (
        connection: Connection, path: String
    ) {
        do throws(Connection.ConnectionError) {
            return (try Connection(path: socketPath, within: milliseconds), socketPath)
        } catch {
            guard endpoint.source != .named, error.isAbsence, let path = holder()?.socketPath, path != socketPath,
                let connection = try? Connection(path: path, within: milliseconds), isHeld
            else { throw error }
            return (connection, path)
        }
    }

    /// The daemon that holds the data folder and serves elsewhere; `nil` where there is none.
    var holderElsewhere: LockHolder? {
        guard let holder = holder(), let path = holder.socketPath, path != socketPath,
            (try? Connection(path: path, within: 0)) != nil, isHeld
        else { return nil }
        return holder
    }

    /// What the lock file says, which a daemon that ended leaves behind.
    private func holder() -> LockHolder? {
        withLock { lock in
            (try? lock.readAll(limitBytes: 4096)).flatMap { LockHolder(text: String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// Whether the process that wrote the lock file lives: the lock of flock(2) ends with it.
    ///
    /// To find out takes the lock for a moment where it is free, and a daemon that starts in that moment would be
    /// refused. So this is asked only where somebody listens at the socket that the file names.
    private var isHeld: Bool {
        withLock { flock($0.rawValue, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK } ?? false
    }

    private func withLock<Result>(_ body: (FileDescriptor) -> Result?) -> Result? {
        let lock = try? FileDescriptor.open(
            lockPath, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
        guard let lock else { return nil }
        defer { try? lock.close() }
        // What somebody else wrote must lead nobody to a socket.
        guard (try? Stat(lock))?.userID.rawValue == geteuid() else { return nil }
        return body(lock)
    }
}
