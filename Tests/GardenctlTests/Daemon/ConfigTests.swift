import GardenAPI
import Glibc
import Testing

@testable import gardenctl

@Suite struct ConfigTests {
    let home = Home()

    /// Puts a gardend next to gardenctl that records its arguments.
    func installGardend(checking status: Int = 0) throws {
        try home.write(
            """
            #!/bin/sh
            echo "$@" >> \(home.path)/calls
            case $1 in
            example-config) echo '# an example' ;;
            check-config) echo checked; echo 'gardend: a problem' >&2; exit \(status) ;;
            esac
            """, to: "gardend", executable: true)
    }

    @Test(
        arguments: [
            (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/garden/config.toml"),
            (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/garden/config.toml"),
            (["HOME": "/h"], "/h/.config/garden/config.toml"),
            ([:], nil),
        ] as [([String: String], String?)])
    func theConfigPathFollowsTheEnvironment(environment: [String: String], path: String?) {
        #expect(ConfigFile.usualPath(environment: EnvironmentVariables(environment)) == path)
    }

    @Test func configPathPrintsTheFileThatTheDaemonUses() throws {
        _ = FakeDaemon(home.socketPath, answering: ["file": "/etc/garden.toml", "values": [:], "changed": []])

        #expect(try home.gardenctl("config", "path") == Home.Outcome(status: 0, output: "/etc/garden.toml\n"))
    }

    @Test func configPathWithoutADaemonPrintsTheDefaultFile() throws {
        #expect(
            try home.gardenctl("config", "path", "--json")
                == Home.Outcome(status: 0, output: "{\"file\":\"\(home.path)/.config/garden/config.toml\"}\n"))
    }

    @Test func checkExitsWithTheStatusOfGardend() throws {
        try installGardend(checking: 64)
        mkdir("\(home.path)/garden", 0o700)
        try home.write("", to: "garden/config.toml")
        home.environment["XDG_CONFIG_HOME"] = home.path

        let outcome = try home.gardenctl("config", "check", "--json")

        let report = #"{"file":"\#(home.path)/garden/config.toml","ok":false,"error":"a problem"}"# + "\n"
        #expect(outcome == Home.Outcome(status: 64, output: report))
        #expect(try home.read("calls") == "check-config --config \(home.path)/garden/config.toml\n")
    }

    /// A file that is named to gardend must exist; the usual one need not.
    @Test func checkDoesNotPassAMissingDefaultFile() throws {
        try installGardend(checking: 0)

        #expect(try home.gardenctl("config", "check", "--json").status == 0)
        #expect(try home.read("calls") == "check-config\n")
    }

    /// The settings from the daemon.
    static func settings(_ values: JSON) -> JSON { ["file": nil, "values": values, "changed": []] }

    @Test func editStartsFromTheExampleAndPrintsTheChangedSettings() throws {
        try installGardend()
        home.isInteractive = true
        home.environment["VISUAL"] = "sed -i s/example/edited/"
        // A daemon that has already read the saved file.
        let daemon = FakeDaemon(
            home.socketPath,
            answering: Self.settings(["day.start_hour": 4, "day.timezone": ""]), ["changed": []],
            Self.settings(["day.start_hour": 5, "day.timezone": ""]))

        let outcome = try home.gardenctl("config", "edit")

        #expect(outcome == Home.Outcome(status: 0, output: "Configuration reloaded. Changed: day.start_hour.\n"))
        #expect(try home.read(".config/garden/config.toml") == "# an edited\n")
        #expect(
            try home.read("calls") == """
                example-config
                check-config --config \(home.path)/.config/garden/config.toml

                """)
        #expect(daemon.requests().map { $0["method"] } == ["settings.get", "daemon.reload", "settings.get"])
    }

    @Test(arguments: [
        (["config", "edit"], "Configuration reloaded, no changes.\n"),
        (["config", "edit", "--json"], "{\"changed\":[]}\n"),
    ])
    func anEditWithoutChangesIsReported(words: [String], output: String) throws {
        try installGardend()
        home.isInteractive = true
        home.environment["VISUAL"] = "true"
        let settings = Self.settings(["day.start_hour": 4])
        _ = FakeDaemon(home.socketPath, answering: settings, ["changed": []], settings)

        #expect(try home.gardenctl(words) == Home.Outcome(status: 0, output: output))
    }

    @Test func editAsJSONPrintsTheChangedSettings() throws {
        try installGardend()
        home.isInteractive = true
        home.environment["VISUAL"] = "true"
        _ = FakeDaemon(
            home.socketPath,
            answering: Self.settings(["day.start_hour": 4]), ["changed": []], Self.settings(["day.start_hour": 5]))

        #expect(
            try home.gardenctl("config", "edit", "--json")
                == Home.Outcome(status: 0, output: "{\"changed\":[\"day.start_hour\"]}\n"))
    }

    @Test(
        arguments: [
            ([], "Configuration reloaded, no changes. (It is also reloaded whenever you save it.)\n"),
            (["day.start_hour"], "Configuration reloaded. Changed: day.start_hour.\n"),
        ] as [(JSON, String)])
    func reloadPrintsTheChangedSettings(changed: JSON, output: String) throws {
        _ = FakeDaemon(home.socketPath, answering: ["changed": changed])

        #expect(try home.gardenctl("reload") == Home.Outcome(status: 0, output: output))
    }

    @Test func configEditWithoutATerminalIsRefused() throws {
        try installGardend()
        home.environment["VISUAL"] = "touch \(home.path)/opened #"

        #expect(
            try home.gardenctl("config", "edit")
                == Home.Outcome(
                    status: 64,
                    errors: """
                        gardenctl: the editor needs a terminal. To find the file and edit it another way: gardenctl \
                        config path

                        """))
        for name in ["opened", "calls"] { #expect(!home.exists(name)) }
    }

    @Test func editKeepsAnExistingFileAndDoesNotReloadAnInvalidOne() throws {
        try installGardend(checking: 64)
        mkdir("\(home.path)/garden", 0o700)
        try home.write("# mine\n", to: "garden/config.toml")
        home.environment["XDG_CONFIG_HOME"] = home.path
        home.isInteractive = true
        home.environment["EDITOR"] = "true"

        let outcome = try home.gardenctl("config", "edit")

        #expect(outcome.status == 64)
        #expect(try home.read("garden/config.toml") == "# mine\n")
        #expect(try home.read("calls") == "check-config --config \(home.path)/garden/config.toml\n")
    }

    /// The check accepts the file once it has two letters more.
    private func editTwice(answering typed: String) throws -> (outcome: Home.Outcome, text: String) {
        let check = #"check-config) if ! grep -q xx "$3"; then exit 64; fi ;;"#
        try home.write("#!/bin/sh\ncase $1 in\n\(check)\nesac\n", to: "gardend", executable: true)
        mkdir("\(home.path)/garden", 0o700)
        try home.write("# mine ", to: "garden/config.toml")
        home.environment["XDG_CONFIG_HOME"] = home.path
        home.isInteractive = true
        home.environment["EDITOR"] = "printf x >>$1; true"
        home.typed = [typed]
        return (try home.gardenctl("config", "edit"), try home.read("garden/config.toml"))
    }

    @Test(arguments: ["y", "", "Yes"])
    func aFileWithAnErrorIsEditedAgain(typed: String) throws {
        let (outcome, text) = try editTwice(answering: typed)

        #expect(text == "# mine xx")
        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    errors: """
                        Edit the file again? [Y/n]
                        gardenctl: gardend is not running; the configuration takes effect when it starts

                        """))
    }

    @Test func aFileWithAnErrorIsKeptIfThePersonSaysSo() throws {
        let (outcome, text) = try editTwice(answering: "n")

        #expect(text == "# mine x")
        #expect(
            outcome
                == Home.Outcome(
                    status: 64,
                    errors: """
                        Edit the file again? [Y/n]
                        gardenctl: the file is kept as it is; gardend keeps the old settings

                        """))
    }

    @Test func aMissingEditorIsReported() throws {
        try installGardend()
        home.isInteractive = true
        home.environment["EDITOR"] = "/no/such"

        #expect(
            try home.gardenctl("config", "edit")
                == Home.Outcome(
                    status: 64,
                    errors:
                        "gardenctl: cannot find the editor /no/such: set VISUAL or EDITOR; the configuration is not reloaded\n"
                ))
    }

    @Test func anEditorThatFailsChangesNothing() throws {
        try installGardend()
        home.isInteractive = true
        home.environment["EDITOR"] = "false"

        let outcome = try home.gardenctl("config", "edit")

        #expect(
            outcome
                == Home.Outcome(
                    status: 74, errors: "gardenctl: false exited with status 1; the configuration is not reloaded\n"))
        #expect(try home.read("calls") == "example-config\n")
    }

    @Test func editWithoutGardendCreatesNoFile() throws {
        home.environment["PATH"] = home.path
        home.isInteractive = true

        let outcome = try home.gardenctl("config", "edit")

        #expect(outcome.status == 74)
        #expect(outcome.errors.hasPrefix("gardenctl: cannot run gardend: No such file or directory"))
        #expect(access("\(home.path)/.config/garden/config.toml", F_OK) == -1)
    }
}

@Suite struct DoctorTests {
    let home = Home()

    /// On a machine with a program that speaks.
    init() throws {
        try home.write("#!/bin/sh\n", to: "espeak-ng", executable: true)
        home.environment["PATH"] = "\(home.path):/usr/bin:/bin"
    }

    @Test("USE A16: that no program speaks is said, and is no fault")
    func nothingSpeaks() throws {
        func checks(path: String) throws -> [HealthCheck] {
            _ = FakeDaemon(home.socketPath, answering: Hello.sample().json, [])
            home.environment["PATH"] = path
            return try [HealthCheck](json: JSON.parse(try home.gardenctl("doctor", "--json").output))
        }
        let silent = try checks(path: "/nowhere")
        #expect(silent.last == HealthCheck("speech", .ok, Speaker.missing))
        #expect(try checks(path: home.path) == silent.dropLast())
    }

    @Test func doctorWithoutADaemonPrintsTheSocketChecks() throws {
        try home.write("the disk is full", to: "last-words")

        let outcome = try home.gardenctl("doctor")

        #expect(
            outcome
                == Home.Outcome(
                    status: 69,
                    output: """
                        ok       place      \(home.socketPath)
                        ok       directory  \(home.path) is private, mode 0700
                        failed   socket     \(home.socketPath): No such file or directory
                        failed   daemon     gardend is not running (no socket at \(home.socketPath)). \
                        the disk is full
                                            → Once that is fixed, start it: setsid -f gardend

                        """))
    }

    @Test func doctorWithADaemonAppendsTheDaemonsChecks() throws {
        let hello = Hello.sample()
        let storage: JSON = ["name": "storage", "verdict": "ok", "detail": "fine"]
        _ = FakeDaemon(home.socketPath, answering: hello.json, [storage])
        chmod(home.socketPath, 0o600)

        let outcome = try home.gardenctl("doctor")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        ok       place      \(home.socketPath)
                        ok       directory  \(home.path) is private, mode 0700
                        ok       socket     private, mode 0600
                        ok       daemon     gardend 0.1.0 is running, process 4711
                        ok       storage    fine

                        """))
    }

    /// It may be `/` or `/tmp`, and the advice must not tell root to close those.
    @Test(arguments: [
        (0o775, HealthCheck.Verdict.failed, "other users could impersonate the daemon"),
        (0o755, .warning, "other users can list it"),
    ])
    func theAdviceForASharedFolderIsAnotherFolderNotChmod(mode: mode_t, verdict: HealthCheck.Verdict, why: String)
        throws
    {
        chmod(home.path, mode)

        let checks = SocketChecks.checks(socketPath: home.socketPath, user: geteuid())

        #expect(
            checks[1]
                == HealthCheck(
                    "directory", verdict, "\(home.path) has mode 0\(String(mode, radix: 8)): \(why)",
                    advice: Endpoint.placeAdvice))
        #expect(!Endpoint.placeAdvice.contains("chmod"))
    }

    @Test func aFolderOfAnotherUserFailsTheCheck() throws {
        let user = geteuid() + 1

        let checks = SocketChecks.checks(socketPath: home.socketPath, user: user)

        #expect(
            checks[1]
                == HealthCheck("directory", .failed, "\(home.path) belongs to user \(geteuid()), not to you (\(user))"))
    }

    @Test func anotherReleaseIsAWarningAndAFailedCheckExitsWithStatus1() throws {
        let hello = Hello.sample(version: "9.0.0")
        _ = FakeDaemon(
            home.socketPath, answering: hello.json, [["name": "storage", "verdict": "failed", "detail": "no room"]])

        let outcome = try home.gardenctl("doctor", "--json")

        #expect(outcome.status == 1)
        let checks = try [HealthCheck](json: JSON.parse(outcome.output))
        #expect(checks.map(\.name) == ["place", "directory", "socket", "daemon", "storage"])
        #expect(checks[3].verdict == .warning)
    }
}
