import ArgumentParser
import GardenAPI
import Glibc

/// The commands for the settings.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show, change and check the configuration.",
        discussion: """
              gardenctl config show
              gardenctl config set timer.focus_minutes 50
              gardenctl config edit
            """,
        subcommands: [Show.self, Get.self, Set.self, Path.self, Edit.self, Check.self],
        defaultSubcommand: Show.self)

    struct Show: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the current settings.",
            discussion: """
                Settings that differ from their defaults are marked.

                  gardenctl config show
                """)

        @OptionGroup var common: CommonOptions

        func request() -> SettingsGet { SettingsGet() }

        func rendered(_ response: SettingsReport, _ style: Style) -> String { settingsText(response, style) }
    }

    struct Path: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "path",
            abstract: "Print the path of the configuration file.",
            discussion: """
                This is the file that the daemon reads, or would read if it were running.

                  gardenctl config path
                """)

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let path = try ConfigFile(asking: client, in: context).path
            let report: JSON = ["file": .string(path)]
            try context.output.printData(common.json ? report.text : path)
        }
    }

    struct Edit: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Edit the configuration file, then check and reload it.",
            discussion: """
                It opens the file in $VISUAL, otherwise in $EDITOR, otherwise in vi. If there is no file yet, it \
                starts with a copy of the commented example. If the file has an error, it asks whether to edit it \
                again. At the end, it lists the settings that have changed.

                  gardenctl config edit
                """)

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            guard context.isInteractive else {
                throw .usage(
                    "the editor needs a terminal. To find the file and edit it another way: gardenctl config path")
            }
            let gardend = Program.gardend(in: context)
            let file = try ConfigFile(asking: client, in: context)
            if !file.exists { try file.create(with: gardend) }
            let editor = Editor(environment: context.environment)
            while true {
                try editor.edit(file.path, onFailure: "the configuration is not reloaded")
                let checked = try file.check(with: gardend, output: .standardError)
                if checked == 0 { break }
                guard try context.wantsToEditAgain() else {
                    try context.printError("gardenctl: the file is kept as it is; gardend keeps the old settings")
                    throw .alreadyReported(status: checked)
                }
            }
            try client.reload(since: file.settings, asJSON: common.json, context)
        }
    }

    struct Check: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check the configuration file without applying it.",
            discussion: """
                gardend reads the file; gardenctl exits with the status of gardend.

                  gardenctl config check
                """)

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let file = try ConfigFile(asking: client, in: context)
            let status: Int32
            if common.json {
                let (checked, errors) = try file.errors(with: .gardend(in: context))
                status = checked
                var report = JSONObject([("file", .string(file.path)), ("ok", .bool(status == 0))])
                if status != 0 {
                    report.append("error", .string(errors))
                } else if !errors.isEmpty {
                    let warnings = errors.split(separator: "\n").map {
                        String($0).replacing("warning: ", with: "", maxReplacements: 1)
                    }
                    report.append("warnings", .array(warnings.map { .string($0) }))
                }
                try context.output.printData(JSON.object(report).text)
            } else {
                status = try file.check(with: .gardend(in: context), output: .sameAsOurs)
            }
            if status != 0 { throw .alreadyReported(status: status) }
        }
    }
}
