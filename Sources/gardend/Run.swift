import ArgumentParser
import GardenAPI
import GardenCore
import GardenDaemon
import GardenEngine
import GardenStore
import Glibc
import Logging
import SystemdKit

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the daemon in the foreground.",
        discussion: """
            EXIT STATUS
              0   stopped normally
              64  the command line or the configuration file is wrong
              65  the data is damaged; nothing was changed (use gardend restore)
              69  another daemon is using the data or the socket
              74  a file or the socket cannot be used
            """)

    @OptionGroup var dataPlace: DataPlace
    @OptionGroup var configPlace: ConfigPlace

    @Option(
        help: ArgumentHelp(
            "The socket, unless systemd passes one.",
            discussion: """
                Default: $GARDEN_SOCKET, otherwise garden/garden.sock in $XDG_RUNTIME_DIR or in /run/user/UID, \
                otherwise run/garden.sock in the data directory.
                """, valueName: "PATH"),
        completion: .file())
    var socket: String?

    @Option(help: ArgumentHelp("The lowest level to log."))
    var logLevel = LogLevel.notice

    func validate() throws { try refuseEmpty(socket, of: "--socket") }

    mutating func run() throws {
        let log = makeLog()
        signal(SIGPIPE, SIG_IGN)
        blockReloads()
        Malloc.keepLargeBlocksApart()
        raiseDescriptorLimit()
        let paths = dataPlace.paths
        let endpoint = Endpoint.find(option: socket, paths)
        let config = configPlace.file
        throw ExitCode(MainActor.assumeIsolated { Self.serveOrReport(endpoint, paths, config, log) })
    }

    /// - Returns: the exit status.
    @MainActor
    private static func serveOrReport(_ endpoint: Endpoint, _ paths: DataPaths, _ config: ConfigFile, _ log: Logger)
        -> Int32
    {
        var listeningSocket: ListeningSocket?
        do throws(StartProblem) {
            let found = try ListeningSocket.find(ownPath: endpoint.socketPath)
            listeningSocket = found
            if case .own(let path) = found, endpoint.source == .dataFolder {
                log.warning(
                    """
                    there is no runtime directory (neither XDG_RUNTIME_DIR nor /run/user/\(getuid())); the socket is \
                    in the data directory: \(path)
                    """)
            }
            return try serve(found, paths, config, log)
        } catch {
            printError(error.message)
            listeningSocket?.close(after: error)
            return error.exitCode
        }
    }

    @MainActor
    private static func serve(
        _ listeningSocket: ListeningSocket, _ paths: DataPaths, _ config: ConfigFile, _ log: Logger
    )
        throws(StartProblem) -> Int32
    {
        let folder: DataFolder
        let store: JournalStore
        do throws(OpeningError) {
            folder = try DataFolder(takenFrom: paths, socketPath: listeningSocket.path)
            store = try JournalStore(opening: folder)
        } catch {
            let named = error.naming(folder: paths == DataPlace.defaultPaths ? nil : paths.root)
            throw StartProblem(named.message, exitCode: error.exitCode, remedy: named.remedy)
        }
        if let missing = store.missingLog { log.warning("\(missing.words(folder.paths.database))") }
        let heartbeat = Heartbeat(path: "\(paths.root)/alive")
        let backups = Backups(folder: paths.backups)
        let ranking = BackupRanking(backups)
        let namedFolder = paths == DataPlace.defaultPaths ? nil : paths.root
        let ownCommand = { (arguments: [String]) in
            ["/proc/self/exe", arguments[0], "--data", paths.root, "--daemon", "\(getpid())"] + arguments.dropFirst()
        }
        let dependencies = DaemonDependencies(
            dataFolder: paths.root, listeningSocket: listeningSocket, store: store, archive: ArchiveFolder(paths),
            config: config, zones: Zones.source, names: names(), lastHeartbeat: heartbeat.last,
            writeHeartbeat: { heartbeat.write() },
            backupCommand: { day in
                // The backup itself reports an unreadable folder.
                guard (try? backups.isDue(day: day)) ?? true else { return nil }
                return ownCommand(["make-backup", "--day", "\(day)"])
            },
            backupBeforeChange: { now in
                let path = backups.unusedPathBeforeReset(at: now)
                let restore = ShellCommand.restore(path, isForced: true, namedFolder: namedFolder)
                return (GardenBackup(path: path, restoreCommand: restore), ownCommand(["make-backup", "--to", path]))
            },
            restoreCommand: ShellCommand.restore(nil, namedFolder: namedFolder),
            removeBackup: { backups.remove($0.path) },
            filesWithEffect: { backups.files(with: $0, beside: paths.database) }, ownCommand: ownCommand,
            checkData: { DataChecks.run(paths, ranking) })
        let status = try Daemon(dependencies, log: log).run()
        do { try store.close() } catch { log.error("the journal was not closed cleanly: \(error.reason)") }
        return status
    }

    private func makeLog() -> Logger {
        let level = logLevel.level
        LoggingSystem.bootstrap { _ in
            var handler = SystemLog(identifier: "gardend", fieldPrefix: "GARDEN")
            handler.logLevel = level
            return handler
        }
        return Logger(label: "gardend")
    }

    /// Blocks the reload signal until the loop handles it; otherwise an early reload would end the daemon.
    private func blockReloads() {
        var reload = sigset_t()
        sigemptyset(&reload)
        sigaddset(&reload, SIGHUP)
        sigprocmask(SIG_BLOCK, &reload, nil)
    }

    /// Raises the descriptor limit to serve every client that the settings may allow, if the system permits it.
    private func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 8192))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// The ids for a new garden, and for a device that is new to it.
    private static func names() -> Startup.Names {
        Startup.Names(newGardenId: Machine.randomId(), newDeviceId: Machine.randomId(), machine: Machine.hashedId())
    }
}

extension OpeningError {
    /// The same error with the data folder in its recovery command; `nil` for the default folder.
    func naming(folder: String?) -> OpeningError {
        guard case .damaged(var damaged) = self else { return self }
        damaged.namedFolder = folder
        return .damaged(damaged)
    }

    /// The exit status of the error (API §4).
    var exitCode: Int32 {
        switch self {
        case .inUse: return ExitStatus.anotherDaemon
        case .damaged, .newer, .preview: return ExitStatus.damagedData
        case .failed: return ExitStatus.inputOutput
        }
    }
}

/// The words of `--log-level`.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case trace, debug, info, notice, warning, error, critical

    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
