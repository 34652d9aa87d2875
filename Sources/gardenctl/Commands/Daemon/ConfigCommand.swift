import ArgumentParser
import GardenAPI
import Glibc

/// The commands around the settings.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show, edit and check the settings.",
        discussion: """
              gardenctl config show
              gardenctl config edit
            """,
        subcommands: [Show.self, Path.self, Edit.self, Check.self])

    struct Show: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the settings in force.",
            discussion: """
                Those that differ from their defaults are marked.

                  gardenctl config show
                """)

        @OptionGroup var common: CommonOptions

        func request() -> SettingsGet { SettingsGet() }

        func rendered(_ response: SettingsReport, _ style: Style) -> String { settingsText(response, style) }
    }

    struct Path: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "path",
            abstract: "Print where the settings file stands.",
            discussion: """
                The one that the daemon reads; without a daemon, the one that it would read.

                  gardenctl config path
                """)

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let path = try ConfigFile(asking: client, in: context).path
            let report: JSON = ["file": .string(path)]
            try context.output.print(common.json ? report.text : path)
        }
    }

    struct Edit: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Edit the settings file, then check and reload it.",
            discussion: """
                Opens $VISUAL, else $EDITOR, else vi. A file that does not exist is begun as the commented example. In the \
                end it is told which settings have other values than before.

                  gardenctl config edit
                """)

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            guard context.isInteractive else {
                throw .usage("an editor needs a terminal; `gardenctl config path` tells which file to change instead")
            }
            let gardend = Program.gardend(in: context)
            let file = try ConfigFile(asking: client, in: context)
            if !file.exists { try file.create(with: gardend) }
            let editor = Editor(environment: context.environment)
            let status = try editor.edit(file.path)
            guard status == 0 else { throw .system("\(editor) ended with \(status); nothing is reloaded") }
            let verdict = try file.check(with: gardend, output: .standardError)
            guard verdict == 0 else { throw .told(status: verdict) }
            try reload(client, since: file.settings, context)
        }

        /// - Parameter before: the settings before the file was edited. A daemon that watches the file has often read it
        ///   before it is asked to, and then finds nothing more to change.
        private func reload(_ client: Client, since before: SettingsReport?, _ context: ProcessContext)
            throws(CommandError)
        {
            do throws(CommandError) {
                var report = try client.ask(DaemonReload()).value()
                if let before { report.changed = try client.ask(SettingsGet()).value().names(differingFrom: before) }
                try context.output.print(common.json ? report.json.text : reloadText(report))
            } catch {
                guard error.exitStatus == EX_UNAVAILABLE else { throw error }
                try context.errors.print("gardenctl: nobody is at home; the settings hold when gardend starts")
            }
        }
    }

    struct Check: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check the settings file without using it.",
            discussion: """
                It is read by gardend itself, whose exit status is passed on.

                  gardenctl config check
                """)

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let file = try ConfigFile(asking: client, in: context)
            let output = common.json ? Program.Destination.standardError : .sameAsOurs
            let status = try file.check(with: .gardend(in: context), output: output)
            if common.json {
                let report: JSON = ["file": .string(file.path), "ok": .bool(status == 0)]
                try context.output.print(report.text)
            }
            if status != 0 { throw .told(status: status) }
        }
    }
}
