import ArgumentParser
import GardenAPI
import Glibc

extension ConfigCommand {
    struct Get: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "get",
            abstract: "Print the value of a setting.",
            discussion: """
                  gardenctl config get timer.focus_minutes
                """)

        @OptionGroup var setting: SettingArgument
        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let value = try client.ask(SettingsGet()).value().value(of: setting.name)
            try context.output.printData(common.json ? value.text : value.stringValue ?? value.text)
        }
    }

    struct Set: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change a setting in the configuration file, then reload it.",
            discussion: """
                Everything else in the file stays as it is, comments included. An invalid value changes nothing.

                  gardenctl config set timer.focus_minutes 50
                  gardenctl config set day.timezone Asia/Tokyo
                  gardenctl config set stats.days_off saturday sunday
                  gardenctl config set visits.locate /usr/local/bin/where-am-i
                """)

        @OptionGroup var setting: SettingArgument

        @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Its new value.", valueName: "value"))
        var words: [String]

        @OptionGroup var common: CommonOptions

        func validate() throws { _ = try freeText(words) }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let gardend = Program.gardend(in: context)
            let file = try ConfigFile(asking: client, in: context)
            guard file.settings != nil || setting.name.contains(".") else {
                throw .usage(ConfigCommand.needsSection(setting.name, known: []))
            }
            let old = try file.settings?.value(of: setting.name)
            if old?.arrayValue?.contains(where: \.isObject) == true {
                throw ConfigText.Problem.isLong.commandError(setting.name)
            }
            let typed: String
            do { typed = try freeText(words) } catch { throw .usage("\(error)") }
            let value = Self.notation(of: typed, for: setting.name, like: old)
            if !file.exists { try file.create(with: gardend) }
            let before = try file.read()
            var text = ConfigText(before)
            do throws(ConfigText.Problem) { try text.set(setting.name, to: value) } catch {
                throw error.commandError(setting.name)
            }
            try file.replace(before, with: text.text, checkedBy: gardend)
            try client.reload(since: file.settings, asJSON: common.json, context)
            // Without a daemon, only the file has changed.
            guard !common.json, let old, let new = try? client.ask(SettingsGet()).value().value(of: setting.name),
                new != old
            else { return }
            let values = [old, new].map { printable($0.stringValue ?? $0.text) }
            try context.print("\(setting.name): \(values[0]) → \(values[1])")
        }

        /// The settings that are a list or one of these texts.
        private static let textsBesideLists: [String: Swift.Set<String>] = ["visits.locate": ["geoclue", "off"]]

        /// A value as TOML writes it: texts in quotes.
        ///
        /// - Parameter old: the value so far; `nil` if no daemon says it.
        static func notation(of text: String, for name: String, like old: JSON?) -> String {
            let isQuoted = text.count > 1 && (text.hasPrefix("\"") || text.hasPrefix("'"))
            if let texts = textsBesideLists[name] {
                return texts.contains(text) ? JSON.string(text).text : isQuoted ? text : list(of: text)
            }
            switch old {
            case .array: return list(of: text)
            case .string, .null: return isQuoted ? text : JSON.string(text).text
            case .integer, .number, .bool, .object, nil:
                // A word in place of a number is a text, so that the check says what is allowed.
                let isBare = text == "true" || text == "false" || Double(text) != nil
                return isBare || isQuoted ? text : JSON.string(text).text
            }
        }

        /// A list of words, or as TOML writes it.
        private static func list(of text: String) -> String {
            guard !text.hasPrefix("[") else { return text }
            let words = text == "none" ? [] : text.split { " ,".contains($0) }.map { JSON.string(String($0)).text }
            return "[\(words.joined(separator: ", "))]"
        }
    }

    struct SettingArgument: ParsableArguments {
        @Argument(help: ArgumentHelp("The setting, such as timer.focus_minutes.", valueName: "setting"))
        var name: String
    }
}

extension ConfigCommand {
    /// The message about a name without a section, with the setting that is probably meant.
    fileprivate static func needsSection(_ name: String, known: [String]) -> String {
        // "focus" is more often timer.focus_minutes than notifications.focus_ended.
        let alike = known.filter { $0.split(separator: ".").last?.contains(name.lowercased()) ?? false }
        let meant = alike.first { $0.hasPrefix("timer.") } ?? alike.first ?? "timer.focus_minutes"
        return "a setting needs its section, such as \(meant)\n  To list all: gardenctl config show"
    }
}

extension SettingsReport {
    /// The value of a setting.
    fileprivate func value(of name: String) throws(CommandError) -> JSON {
        guard case .object(let all) = values else { return .null }
        if let value = all[name] { return value }
        guard name.contains(".") else {
            throw .usage(ConfigCommand.needsSection(name, known: all.members.map(\.name)))
        }
        let hint = Suggestion.nearest(to: name, among: all.members.map(\.name)).map { "; did you mean \($0)?" } ?? ""
        throw .usage("there is no setting \(printable(name))\(hint)\n  To list all: gardenctl config show")
    }
}

extension ConfigText.Problem {
    fileprivate func commandError(_ name: String) -> CommandError {
        switch self {
        case .isLong: .usage("\(printable(name)) can take several lines; change it with: gardenctl config edit")
        case .isAmbiguous: .usage("\(printable(name)) is in the file twice; correct it with: gardenctl config edit")
        case .isUnreadable(let problem):
            .usage(
                """
                the file has an error in line \(problem.line), column \(problem.column): \(printable(problem.message))
                  To correct it: gardenctl config edit
                """)
        }
    }
}

extension Client {
    /// Has the daemon read the configuration file again, and reports what has changed.
    ///
    /// - Parameter before: the settings before the file was changed. A daemon that watches the file has often read it before
    ///   the request, and then reports no change.
    func reload(since before: SettingsReport?, asJSON: Bool, _ context: ProcessContext) throws(CommandError) {
        do throws(CommandError) {
            var report = try ask(DaemonReload()).value()
            if let before { report.changed = try ask(SettingsGet()).value().names(differingFrom: before) }
            guard !asJSON else { return try context.output.printData(report.json.text) }
            try context.print(reloadText(report))
        } catch {
            if case .refused(let refusal) = error, refusal.code == .storageFailed { throw error.afterChangeOfFile }
            guard case .connectionFailed(let failure) = error else { throw error }
            let remark =
                failure.error.isNotRunning
                ? "gardend is not running; the configuration takes effect when it starts"
                : "the configuration file is changed, but gardend does not answer; it takes effect when gardend reads it"
            try context.printError("gardenctl: \(remark)")
        }
    }
}

extension CommandError {
    /// A refusal of the disk, once the file of the settings is changed: the daemon applies it when it can note that.
    fileprivate var afterChangeOfFile: CommandError {
        guard case .refused(let refusal) = self else { return self }
        let reason = refusal.details["reason"]?.stringValue ?? refusal.message
        return .system(
            "the configuration file is changed; it takes effect when gardend can write to disk again: "
                + printable(reason))
    }
}

extension JSON {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
