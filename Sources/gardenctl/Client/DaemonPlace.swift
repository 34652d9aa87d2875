import FileKit
import GardenAPI
import GardenClient
import Glibc
import SystemPackage

/// Finds the daemon: at the socket that the rules give, otherwise at the socket that the holder of the data folder
/// names (API §1).
struct DaemonPlace {
    let endpoint: Endpoint
    private let lockPath: String

    /// - Parameter dataFolder: the daemon's default data folder.
    init(_ endpoint: Endpoint, dataFolder: String) {
        self.endpoint = endpoint
        lockPath = "\(dataFolder)/\(LockHolder.fileName)"
    }

    /// - Parameter option: the value of `--socket`; `nil` if it is not given.
    init(option: String?, in context: ProcessContext) {
        let dataFolder = Endpoint.dataFolder(
            variable: { context.environment[$0] }, home: context.homeOfUserDatabase)
        let endpoint = Endpoint.find(
            option: option, variable: { context.environment[$0] }, userId: geteuid(), dataFolder: dataFolder,
            folderStatus: context.folderStatus)
        self.init(endpoint, dataFolder: dataFolder)
    }

    var socketPath: String { endpoint.socketPath }

    /// The environment for systemctl(1), which without `XDG_RUNTIME_DIR` does not find the manager either.
    func managerEnvironment(_ environment: EnvironmentVariables) -> EnvironmentVariables {
        guard endpoint.source == .userFolder else { return environment }
        return environment.setting("XDG_RUNTIME_DIR", to: "/run/user/\(geteuid())")
    }

    /// Connects to the daemon.
    ///
    /// A socket that the user named is the only candidate: a user who tries out a second garden must not change the
    /// first. If no daemon listens at a socket from the rules, the daemon of the data folder may have been started
    /// under other rules.
    ///
    /// - Parameter milliseconds: as for ``Connection/init(path:within:)``.
    /// - Returns: the connection, and the path of its socket.
    func connect(within milliseconds: Int32?) throws(ConnectionError) -> (
        connection: Connection, path: String
    ) {
        do throws(ConnectionError) {
            return (try Connection(path: socketPath, within: milliseconds), socketPath)
        } catch {
            guard endpoint.source != .named, error.isNotRunning, let path = holder()?.socketPath, path != socketPath,
                let connection = try? Connection(path: path, within: milliseconds), isHeld
            else { throw error }
            return (connection, path)
        }
    }

    /// The daemon that holds the data folder and serves on another socket, or has lost its socket; `nil` without one.
    var unreachableHolder: LockHolder? {
        guard let holder = holder(), let path = holder.socketPath else { return nil }
        let isAlive =
            path == socketPath
            ? access(path, F_OK) != 0 && kill(holder.processId, 0) == 0
            : (try? Connection(path: path, within: 0)) != nil
        return isAlive && isHeld ? holder : nil
    }

    /// The process of the daemon that holds the data folder; `nil` if none does.
    var holderProcess: Int? { holder().flatMap { isHeld ? Int($0.processId) : nil } }

    /// The content of the lock file, which remains after a daemon ends.
    private func holder() -> LockHolder? {
        withLock { lock in
            (try? lock.readAll(limitBytes: 4096)).flatMap { LockHolder(text: String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// Whether the process that wrote the lock file is alive: its flock(2) lock ends with it.
    ///
    /// The check takes a free lock for a moment, and a daemon that starts in that moment would be refused. So it is
    /// made only if a process listens on the socket that the file names, or has the number that it names.
    private var isHeld: Bool {
        withLock { flock($0.rawValue, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK } ?? false
    }

    private func withLock<Result>(_ body: (FileDescriptor) -> Result?) -> Result? {
        let lock = try? FileDescriptor.open(
            lockPath, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
        guard let lock else { return nil }
        defer { try? lock.close() }
        // A file that another user wrote must not choose the socket.
        guard (try? Stat(lock))?.userID.rawValue == geteuid() else { return nil }
        return body(lock)
    }
}
