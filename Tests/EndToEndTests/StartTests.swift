import GardenAPI
import Glibc
import Testing

/// Start, refused start, and stop (API §1, §4).
struct StartTests {
    // MARK: Permissions

    @Test(Needs.root, Needs.program("/usr/bin/setpriv"), Needs.program("/usr/bin/perl"))
    func anotherUsersConnectionIsClosedWithoutAnAnswer() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        // The folders and the socket permit the connection; the daemon refuses it.
        for path in [home.folder.path, home.run] { chmod(path, 0o711) }
        #expect(try anotherUser(asks: home.socket) == "Permission denied")
        chmod(home.socket, 0o666)
        #expect(try anotherUser(asks: home.socket) == "connected, 0 bytes")
        #expect(try daemon.connect().call("timer.get")["phase"] == "stopped")
        #expect(try readText(home.log).contains("rejected a client of another user"))
    }

    /// Another user's view of a socket.
    private func anotherUser(asks socket: String) throws -> String {
        let script = """
            use IO::Socket::UNIX;
            my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or do { print "$!"; exit };
            $SIG{PIPE} = 'IGNORE';
            print $s '{"jsonrpc":"2.0","id":1,"method":"timer.get"}' . "\\n"; $s->flush;
            my $n = 0; while (my $c = sysread($s, my $b, 4096)) { $n += $c }
            print "connected, $n bytes";
            """
        let other = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        return try run(other + ["/usr/bin/perl", "-e", script, socket]).output
    }

    @Test func theSocketAndItsFolderArePrivate() throws {
        let home = try Home()
        rmdir(home.run)
        let daemon = try Gardend(in: home)
        #expect(try mode(of: home.run) == 0o700)
        #expect(try mode(of: home.socket) == 0o600)
        #expect(try mode(of: home.database) == 0o600)
        try daemon.stop()
    }

    @Test(arguments: [0o777, 0o770, 0o720] as [mode_t])
    func aRuntimeFolderThatOthersCanWriteToIsRefused(mode: mode_t) throws {
        let home = try Home()
        chmod(home.run, mode)
        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(74))
        #expect(
            outcome.errors.contains(
                "the runtime directory \(home.run) is writable by other users (mode \(String(mode, radix: 8)))"))
        #expect(outcome.errors.hasSuffix("; \(Endpoint.placeAdvice)\n"))
        #expect(names(in: home.run) == [])
    }

    @Test(Needs.root)
    func aRuntimeFolderOfAnotherUserIsRefused() throws {
        let home = try Home()
        chown(home.run, 65534, 65534)
        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(74))
        #expect(outcome.errors.contains("the runtime directory \(home.run) belongs to user 65534"))
    }

    @Test func aRuntimeFolderThatIsALinkIsRefused() throws {
        let home = try Home()
        rmdir(home.run)
        symlink(home.configFolder, home.run)
        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(74))
        #expect(outcome.errors.contains("the runtime directory \(home.run) is not a directory"))
        unlink(home.run)
    }

    // MARK: Without a runtime folder

    /// The environment after su(1), in cron and in a container.
    private let bare = ["GARDEN_SOCKET": "", "XDG_RUNTIME_DIR": ""]

    /// The command prefix that starts a program on a system without `/run/user`.
    private let withoutUserFolders = [
        "/usr/bin/unshare", "--mount", "/bin/sh", "-c", "mount -t tmpfs tmpfs /run && exec \"$@\"", "sh",
    ]

    @Test(Needs.mounts) func withoutARuntimeFolderTheSocketIsInTheDataFolder() throws {
        let home = try Home()
        let daemon = try Gardend(in: home, environment: bare, wrapper: withoutUserFolders)
        let socket = "\(home.data)/run/garden.sock"
        #expect(try mode(of: "\(home.data)/run") == 0o700)
        #expect(try mode(of: socket) == 0o600)
        #expect(try readText("\(home.data)/lock") == "\(daemon.pid)\n\(socket)\n")
        let warnings = try readText(home.log).split(separator: "\n").filter {
            $0.contains("there is no runtime directory")
        }
        #expect(warnings.count == 1 && warnings[0].contains("the socket is in the data directory: \(socket)"))
        let environment = home.environment.merging(bare) { $1 }
        for wrapper in [withoutUserFolders, []] {
            let status = try run(
                wrapper + ["\(Binaries.folder)/gardenctl", "call", "daemon.hello"], environment: environment)
            #expect(status.output.contains("\"pid\":\(daemon.pid),"), "\(status.errors)")
        }
    }

    @Test func theDaemonIsFoundThroughItsLockFile() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let gardenctl = ["\(Binaries.folder)/gardenctl", "call", "daemon.hello"]
        let environment = home.environment.merging(bare) { $1 }
        let found = try run(gardenctl, environment: environment)
        #expect(found.output.contains("\"pid\":\(daemon.pid),"), "\(found.errors)")
        // The lock file of a killed daemon has no effect.
        try daemon.kill()
        #expect(try readText("\(home.data)/lock") == "\(daemon.pid)\n\(home.socket)\n")
        #expect(try run(gardenctl, environment: environment).end == .exited(69))
    }

    /// Other programs may need the mode of a named folder.
    @Test func onlyTheDefaultDataFolderIsAdvisedToBeMadePrivate() throws {
        let home = try Home()
        let named = "\(home.folder.path)/named"
        try makeFolder(named)
        for (path, arguments, advice) in [
            (home.data, [], "make it private: chmod 700 \(home.data)"),
            (
                named, ["--data", named],
                "keep the data in a private directory of its own (mode 0700): gardend --data DIR"
            ),
        ] {
            chmod(path, 0o755)
            let daemon = try Gardend(in: home, arguments)
            let checks = try [HealthCheck](json: daemon.connect().call("daemon.doctor"))
            #expect(
                checks.first { $0.name == "data" }
                    == HealthCheck("data", .warning, "other users can list \(path)", advice: advice))
            try daemon.stop()
        }
    }

    // MARK: One daemon

    @Test func aSecondDaemonOnTheSameDataIsRefused() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let outcome = try refusedStart(home, ["--socket", "\(home.run)/other.sock"])
        #expect(outcome.end == .exited(69))
        #expect(
            outcome.errors == """
                gardend: the data directory \(home.data) is in use by process \(daemon.pid), which listens on \
                \(home.socket)

                """)
        #expect(!exists(home.lastWords))
        #expect(try daemon.connect().call("timer.get")["phase"] == "stopped")
    }

    @Test func aSecondDaemonOnTheSameSocketIsRefused() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let outcome = try refusedStart(home, ["--data", "\(home.folder.path)/other"])
        #expect(outcome.end == .exited(69))
        #expect(outcome.errors.contains("another daemon listens on \(home.socket)"))
        #expect(try daemon.connect().call("timer.get")["phase"] == "stopped")
    }

    @Test func aStaleSocketIsReplaced() throws {
        let home = try Home()
        try Gardend(in: home).kill()
        #expect(exists(home.socket))
        #expect(try Gardend(in: home).connect().call("timer.get")["phase"] == "stopped")
    }

    @Test func aRegularFileAtTheSocketPathIsNotChanged() throws {
        let home = try Home()
        try write("mine", to: home.socket)
        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(74))
        #expect(outcome.errors.contains(home.socket))
        #expect(try readText(home.socket) == "mine")
    }

    /// The kernel needs some milliseconds to end a killed process, and the process has its locks until then.
    @Test func aStartInTheMomentOfAKillWaitsForItsEnd() throws {
        let home = try Home()
        var daemon = try Gardend(in: home)
        for _ in 1...10 {
            daemon.program.signal(SIGKILL)
            let next = try Gardend(in: home)
            #expect(try daemon.program.wait() == .killed(SIGKILL))
            daemon = next
        }
        try daemon.stop()
    }

    @Test func aSocketPathThatIsTooLongIsRefusedWithTheLimit() throws {
        let home = try Home()
        let longest = home.run + "/" + String(repeating: "s", count: 107 - home.run.utf8.count - 1)
        let outcome = try refusedStart(home, ["--socket", longest + "s"])
        #expect(outcome.end == .exited(74))
        #expect(
            outcome.errors == """
                gardend: the socket path has 108 bytes, at most 107 are possible: \(longest)s; give a shorter one with \
                --socket or GARDEN_SOCKET, or set XDG_RUNTIME_DIR to a directory of yours

                """)

        let daemon = try Gardend(in: home, ["--socket", longest])
        #expect(try Client(longest, of: daemon).call("timer.get")["phase"] == "stopped")
    }

    @Test(arguments: [["--colour"], ["fly"], ["--log-level", "loud"], ["restore", "--nonsense"]])
    func aWrongCommandLineIsAUsageError(arguments: [String]) throws {
        #expect(try refusedStart(Home(), arguments).end == .exited(64))
    }

    /// An empty `--data` would begin another garden in whatever folder gardend is started in.
    @Test(arguments: [
        (["--data", ""], "--data"), (["--socket", ""], "--socket"), (["--config", ""], "--config"),
        (["check-config", "--config", ""], "--config"), (["restore", "--data", ""], "--data"),
        (["restore", ""], "BACKUP"),
        (["simulate", "--data", ""], "--data"), (["simulate", "--config", ""], "--config"),
    ])
    func anEmptyPathIsRefusedWithItsOption(arguments: [String], option: String) throws {
        let outcome = try refusedStart(Home(), arguments)
        #expect(outcome.end == .exited(64))
        #expect(
            outcome.errors.hasPrefix("Error: \(option) has an empty path; give a path or omit the option\n"),
            "\(outcome.errors)")
    }

    @Test func anEmptyVariableCountsAsUnset() throws {
        let home = try Home()
        let variables = ["XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "GARDEN_SOCKET": "", "XDG_RUNTIME_DIR": ""]
        let environment = home.environment.merging(variables) { $1 }
        let outcome = try run([Binaries.gardend, "check-config"], environment: environment)
        #expect(
            outcome.output
                == "\(home.folder.path)/.config/garden/config.toml does not exist; all settings have their defaults\n")
        #expect(try run([Binaries.gardend, "restore"], environment: environment).end == .exited(74))
        #expect(exists("\(home.folder.path)/.local/share/garden/lock"))
    }

    @Test func anExplicitSettingsFileMustExist() throws {
        let home = try Home()
        let named = "\(home.folder.path)/no.toml"
        for command in [[], ["check-config"], ["simulate"]] {
            let outcome = try refusedStart(home, command + ["--config", named])
            #expect(outcome.end == .exited(64))
            #expect(outcome.errors == "gardend: \(named) does not exist\n")
        }
        // The default file may be missing.
        try Gardend(in: home).stop()
    }

    @Test func versionIsPrinted() throws {
        let outcome = try run([Binaries.gardend, "--version"])
        #expect(outcome == Outcome(end: .exited(0), output: "0.1.0\n", errors: ""))
    }

    // MARK: Stop

    @Test(arguments: [SIGTERM, SIGINT])
    func aCleanStopNotifiesSubscribersAndRemovesItsFiles(signal: Int32) throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        #expect(daemon.readiness == ["READY=1", "STATUS=serving"])
        let listener = try daemon.subscriber()
        let deadline = try daemon.connect().call("timer.start")["endsAt"]
        try listener.event("timer.started")
        daemon.program.signal(signal)
        #expect(try listener.nextNotification()?["params"]?.type == "daemon.stopping")
        #expect(try listener.nextNotification() == nil)
        #expect(try daemon.program.wait() == .exited(0))
        #expect(try daemon.manager.receive() == ["STOPPING=1"])
        #expect(!exists(home.socket))
        #expect(exists("\(home.data)/clean-stop"))

        let next = try Gardend(in: home)
        #expect(!exists("\(home.data)/clean-stop"))
        let client = try next.connect()
        #expect(try client.call("timer.get")["endsAt"] == deadline)
        #expect(try client.call("journal.verify")["ok"] == true)
        #expect(
            try client.journal(since: 0).map(\.type) == [
                "daemon.started", "timer.started", "daemon.stopping", "daemon.started",
            ])
    }

    @Test func aKilledDaemonLeavesNoCleanShutdownMarker() throws {
        let home = try Home()
        try Gardend(in: home).kill()
        #expect(!exists("\(home.data)/clean-stop"))
    }

    private func mode(of path: String) throws -> mode_t {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw TestFailure(call: "lstat \(path)") }
        return status.st_mode & 0o7777
    }
}
