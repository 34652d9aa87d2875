import GardenAPI
import Glibc
import Testing

/// The settings file of a running daemon (API §6).
struct SettingsTests {
    private static let focusOf50 = "[timer]\nfocus_minutes = 50\n"

    // MARK: Refused files

    static let badFiles: [(text: String, words: [String])] = [
        ("[timer]\nfocus_minutes = = 5\n", ["line 2, column 17"]),
        ("[timer\n", ["line 1"]),
        ("timer = 5\n", ["line 1: timer is unknown"]),
        ("[timer]\nfocus_minutes = 0\n", ["timer.focus_minutes", "1 to 1440"]),
        ("[timer]\nfocus_minutes = \"5\"\n", ["timer.focus_minutes"]),
        ("[timer]\nstart_rest = \"perhaps\"\n", ["timer.start_rest", "always", "present", "never"]),
        ("[day]\ntimezone = \"Mars/Olympus\"\n", ["day.timezone", "Mars/Olympus"]),
        ("[timer]\nfocus_minutes = 5\nfocus_minutes = 6\n", ["line 3"]),
    ]

    @Test(arguments: badFiles)
    func anInvalidFileAtTheStartIsAUsageErrorWithTheReason(text: String, words: [String]) throws {
        let home = try Home()
        try write(text, to: home.config)
        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(64))
        for word in [home.config] + words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
        #expect(try readText(home.lastWords).contains(home.config))
        // check-config gives the same message.
        let check = try run([Binaries.gardend, "check-config"], environment: home.environment)
        #expect(check == Outcome(end: .exited(64), output: "", errors: outcome.errors))
    }

    /// A name of a later release must not keep the daemon from starting after a step back.
    @Test func anUnknownNameIsAWarning() throws {
        let home = try Home()
        try write("[timer]\nfocus_minuts = 5\nrest_minutes = 7\n", to: home.config)
        let problem =
            "\(home.config), line 2: timer.focus_minuts is unknown (did you mean timer.focus_minutes?); it is ignored"
        let check = try run([Binaries.gardend, "check-config"], environment: home.environment)
        #expect(
            check
                == Outcome(
                    end: .exited(0), output: "\(home.config) is valid; set: timer.rest_minutes\n",
                    errors: "gardend: warning: \(problem)\n"))
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        #expect(try client.call("settings.get")["changed"] == ["timer.rest_minutes"])
        let checks = try client.call("daemon.doctor").arrayValue ?? []
        #expect(
            checks.first { $0["name"] == "settings" } == [
                "name": "settings", "verdict": "warning", "detail": .string(problem),
                "advice": "correct the file: gardenctl config edit",
            ])
        #expect(try client.call("daemon.reload") == ["changed": [], "problems": [.string(problem)]])
        let gardenctl = "\(Binaries.folder)/gardenctl"
        let json = try run([gardenctl, "config", "check", "--json"], environment: home.environment)
        #expect(json.end == .exited(0) && json.errors == "")
        #expect(
            try JSON.parse(json.output) == [
                "file": .string(home.config), "ok": true, "warnings": [.string(problem)],
            ])
        let reload = try run([gardenctl, "reload"], environment: home.environment)
        #expect(reload.end == .exited(0) && reload.output.contains("\nNot used: \(problem)"), "\(reload.output)")
        try daemon.stop()
        #expect(try readText(home.log).contains("focus_minuts is unknown"))
    }

    /// However a section is written, one value of it is replaced or added.
    @Test func aFileInAnotherStyleIsChanged() throws {
        let home = try Home()
        try write("timer = { focus_minutes = 33 } # mine\n", to: home.config)
        let daemon = try Gardend(in: home)
        let set = ["\(Binaries.folder)/gardenctl", "config", "set", "timer.rest_minutes"]
        let outcome = try run(set + ["8"], environment: home.environment)
        #expect(outcome.end == .exited(0) && outcome.errors == "")
        #expect(outcome.output.hasSuffix("timer.rest_minutes: 5 → 8\n"), "\(outcome.output)")
        let text = "timer = { focus_minutes = 33, rest_minutes = 8 } # mine\n"
        #expect(try readText(home.config) == text)
        let refused = try run(set + ["0"], environment: home.environment)
        #expect(refused.end == .exited(64) && refused.output == "")
        #expect(
            refused.errors
                == "gardenctl: timer.rest_minutes must be an integer from 1 to 1440, not 0\n  Nothing was changed.\n")
        #expect(try readText(home.config) == text)
        try daemon.stop()
    }

    @Test func theExampleIsAValidFileThatChangesNothing() throws {
        let home = try Home()
        try write(try run([Binaries.gardend, "example-config"]).output, to: home.config)
        let client = try Gardend(in: home).connect()
        let report = try client.call("settings.get")
        #expect(report["file"] == .string(home.config))
        #expect(report["changed"] == [])
        #expect(report.at("values")?["timer.focus_minutes"] == 25)
    }

    // MARK: Reading again

    @Test(arguments: Save.allCases)
    func aSavedFileIsReloaded(way: Save) throws {
        let home = try Home()
        try way.prepare(home)
        let daemon = try Gardend(in: home)
        let listener = try daemon.subscriber(["topics": ["settings.changed"]])
        for (minutes, before) in [(50, 25), (40, 50)] {
            try way.save("[timer]\nfocus_minutes = \(minutes)\n", home)
            let event = try listener.event("settings.changed")
            #expect(event.at("data.changed") == ["timer.focus_minutes": .integer(minutes)])
            #expect(event.at("data.before.changed") == ["timer.focus_minutes": .integer(before)])
        }
        #expect(try daemon.connect().call("timer.start")["totalSeconds"] == 2400)
    }

    /// How an editor or a dotfiles manager saves a file.
    enum Save: String, CaseIterable, CustomTestStringConvertible {
        case newFile, inPlace, byRename, behindLink, byRenameBehindLink, asNewLink
        var testDescription: String { rawValue }

        private func target(_ home: Home) -> String { "\(home.folder.path)/dotfiles.toml" }

        func prepare(_ home: Home) throws {
            switch self {
            case .newFile, .asNewLink: break
            case .inPlace, .byRename: try write("", to: home.config)
            case .behindLink, .byRenameBehindLink:
                try write("", to: target(home))
                symlink(target(home), home.config)
            }
        }

        func save(_ text: String, _ home: Home) throws {
            switch self {
            case .newFile, .inPlace: try write(text, to: home.config)
            case .byRename:
                try write(text, to: "\(home.config)~")
                rename("\(home.config)~", home.config)
            case .behindLink: try write(text, to: target(home))
            case .byRenameBehindLink:
                try write(text, to: "\(target(home))~")
                rename("\(target(home))~", target(home))
            case .asNewLink:
                if exists(home.config) {
                    try write(text, to: target(home))
                } else {
                    try write(text, to: target(home))
                    symlink(target(home), home.config)
                }
            }
        }
    }

    @Test func aRemovedFileRestoresTheDefaults() throws {
        let home = try Home()
        try write(Self.focusOf50, to: home.config)
        let daemon = try Gardend(in: home)
        let listener = try daemon.subscriber()
        unlink(home.config)
        #expect(try listener.event("settings.changed").at("data.changed") == ["timer.focus_minutes": 25])
    }

    /// An editor that replaces the file must not restore the defaults for a moment.
    @Test func aRemovedExplicitFileKeepsTheOldSettings() throws {
        let home = try Home()
        let named = "\(home.folder.path)/named.toml"
        try write(Self.focusOf50, to: named)
        let daemon = try Gardend(in: home, ["--config", named])
        unlink(named)
        #expect(try daemon.manager.receive().first == "STATUS=configuration rejected: \(named) does not exist")
        #expect(try daemon.connect().call("settings.get")["values"]?["timer.focus_minutes"] == 50)
    }

    @Test func aSettingsFolderCreatedAfterTheStartIsWatched() throws {
        let home = try Home()
        rmdir(home.configFolder)
        rmdir("\(home.folder.path)/config")
        let daemon = try Gardend(in: home)
        let listener = try daemon.subscriber(["topics": ["settings.changed"]])
        for (minutes, before) in [(50, 25), (25, 50), (40, 25)] {
            if minutes == 25 {
                unlink(home.config)
                rmdir(home.configFolder)
            } else {
                mkdir("\(home.folder.path)/config", 0o700)
                try makeFolder(home.configFolder)
                try write("[timer]\nfocus_minutes = \(minutes)\n", to: home.config)
            }
            let event = try listener.event("settings.changed")
            #expect(event.at("data.changed") == ["timer.focus_minutes": .integer(minutes)])
            #expect(event.at("data.before.changed") == ["timer.focus_minutes": .integer(before)])
        }
    }

    /// A file with an unnoticed change: it has another name, in a folder that is not watched.
    private func writeUnnoticed(_ text: String, _ home: Home) throws {
        let other = "\(home.folder.path)/other-name"
        if !exists(other) { link(home.config, other) }
        try write(text, to: other)
    }

    @Test func sighupReloadsAndNotifiesTheServiceManager() throws {
        let home = try Home()
        try write("", to: home.config)
        let daemon = try Gardend(in: home)
        let listener = try daemon.subscriber()
        try writeUnnoticed(Self.focusOf50, home)
        daemon.program.signal(SIGHUP)
        #expect(try listener.event("settings.changed").at("data.changed") == ["timer.focus_minutes": 50])
        let reloading = try daemon.manager.receive()
        #expect(reloading[0] == "RELOADING=1")
        #expect(reloading[1].hasPrefix("MONOTONIC_USEC="))
        #expect(try daemon.manager.receive() == ["STATUS=serving"])
        #expect(try daemon.manager.receive() == ["READY=1"])

        try writeUnnoticed("nonsense", home)
        daemon.program.signal(SIGHUP)
        #expect(try daemon.manager.receive()[0] == "RELOADING=1")
        #expect(try daemon.manager.receive()[0].hasPrefix("STATUS=configuration rejected: \(home.config), line 1"))
        #expect(try daemon.manager.receive() == ["READY=1"])
    }

    @Test func reloadReturnsTheChangedSettings() throws {
        let home = try Home()
        try write("", to: home.config)
        let client = try Gardend(in: home).connect()
        try writeUnnoticed(Self.focusOf50, home)
        #expect(try client.call("daemon.reload") == ["changed": ["timer.focus_minutes"]])
        #expect(try client.call("daemon.reload") == ["changed": []])
    }

    @Test(Needs.program("/usr/bin/script"))
    func editPrintsTheChangedSettingsAfterTheDaemonReadTheFile() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let editor = "\(home.folder.path)/editor"
        // It ends after the daemon has reported the saved change.
        try write(
            """
            printf '[timer]\\nfocus_minutes = 50\\n' >"$1"
            gardenctl events --follow --since 0 --topic settings.changed --limit 1 >"$0.events"
            """, to: editor)
        let variables = ["EDITOR": "sh \(editor)", "PATH": "\(Binaries.folder):/usr/bin:/bin", "SHELL": "/bin/sh"]

        let outcome = try run(
            ["/usr/bin/script", "-qec", "gardenctl config edit", "/dev/null"],
            environment: home.environment.merging(variables) { $1 })

        #expect(outcome.end == .exited(0))
        #expect(outcome.output.hasSuffix("Configuration reloaded. Changed: timer.focus_minutes.\r\n"), "\(outcome)")
        #expect(try readText("\(editor).events").hasSuffix("timer.focus_minutes: 25 → 50\n"))
        #expect(try daemon.stop() == .exited(0))
    }

    @Test func anInvalidFileKeepsTheOldSettingsAndIsReportedByDoctor() throws {
        let home = try Home()
        try write(Self.focusOf50, to: home.config)
        let daemon = try Gardend(in: home)
        let client = try daemon.subscriber(["topics": ["settings.changed"]])
        try write("[timer]\nfocus_minutes = 0\n", to: home.config)
        #expect(
            try daemon.manager.receive().first?.hasPrefix("STATUS=configuration rejected: \(home.config), line 2: ")
                == true)

        let refusal = try client.ask("daemon.reload")
        #expect(refusal.at("error.data") == ["code": "invalid_params", "param": "timer.focus_minutes"])
        #expect(refusal.at("error.message")?.stringValue?.contains("the old settings remain") == true)
        let doctor = try #require(try client.call("daemon.doctor").arrayValue)
        let check = try #require(doctor.first { $0["name"] == "settings" })
        #expect(check["verdict"] == "failed")
        #expect(check["detail"]?.stringValue?.contains("timer.focus_minutes") == true)
        #expect(try client.call("settings.get")["values"]?["timer.focus_minutes"] == 50)

        // A corrected file is accepted.
        try write("[timer]\nfocus_minutes = 40\n", to: home.config)
        #expect(try client.event("settings.changed").at("data.changed") == ["timer.focus_minutes": 40])
        #expect(
            try client.call("daemon.doctor").arrayValue?.first { $0["name"] == "settings" }?["verdict"] == "ok")
    }
}
