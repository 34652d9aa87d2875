import CommandGuide
import GardenAPI
import GardenCore

/// The manual page of the settings, made from their own descriptions, like the example.
enum SettingsPage {
    static var text: String {
        var page = Mdoc(
            name: "garden-config", section: 5, date: CommandPage.date, release: GardenVersion.current,
            about: "configuration of Pocket Garden")
        page.heading("SYNOPSIS")
        page.line("Pa $XDG_CONFIG_HOME/garden/config.toml")
        page.line("Pp")
        page.line("Pa ~/.config/garden/config.toml")
        page.heading("DESCRIPTION")
        page.paragraphs(description)
        page.heading("SETTINGS")
        write(to: &page)
        for section in FeatureCommands.pageSections {
            page.heading(section.heading)
            page.paragraphs(section.paragraphs)
            page.literal(section.example)
        }
        page.heading("EXAMPLES")
        page.prose("Longer sessions, and a long rest (break) after every fourth:")
        page.literal(["[timer]", "focus_minutes = 50", "rest_minutes = 10", "long_rest_every = 4"])
        page.line("Pp")
        page.prose("Create a file to start from, and check it after editing:")
        page.literal(["gardend example-config > ~/.config/garden/config.toml", "gardend check-config"])
        page.heading("SEE ALSO")
        page.line("Xr gardenctl 1 ,")
        page.line("Xr gardend 1")
        return page.text
    }

    private static let description = [
        """
        The file is TOML. It is optional: every setting has a default. `gardenctl config edit` opens it; a new file \
        lists all settings with their meanings and defaults. `gardenctl config show` lists the current values.
        """,
        """
        It is reloaded when you save it, at SIGHUP, and by `gardenctl reload`. A file with an error is rejected as a \
        whole, and the old settings remain; the message names the setting and what is allowed. `gardenctl config \
        check` checks the file beforehand. A new length takes effect with the next phase.
        """,
    ]

    private static func assignments(_ row: JSON) -> [String] {
        guard case .object(let row) = row else { return [] }
        return row.members.map { "\($0.name) = \($0.value.text)" }
    }

    private static func write(to page: inout Mdoc) {
        let defaults = Settings.standard.json
        var section = ""
        for field in Settings.fields {
            let parts = field.name.split(separator: ".", maxSplits: 1).map(String.init)
            if parts[0] != section {
                if !section.isEmpty { page.line("El") }
                section = parts[0]
                page.subheading("[\(section)]")
                page.line("Bl -tag -width Ds")
            }
            page.line("It Va \(Mdoc.argument(parts.last ?? ""))")
            page.prose(field.meaning)
            guard let rows = defaults[field.name]?.arrayValue, field.schema["items"]?["type"] != "string" else {
                page.prose("\(allowed(field.schema)) Default: `\(defaults[field.name]?.text ?? "")`.")
                continue
            }
            page.prose("A list of tables. Default:")
            page.literal(rows.flatMap { ["[[\(field.name)]]"] + Self.assignments($0) })
        }
        page.line("El")
    }

    /// The allowed values, as a sentence.
    private static func allowed(_ schema: JSON) -> String {
        if let words = schema["items"]?["enum"]?.arrayValue?.map(\.text) {
            return "A list of any of \(words.joined(separator: ", "))."
        }
        if schema["items"]?["type"] == "string" { return "A list of strings." }
        if let words = schema["enum"]?.arrayValue?.map(\.text), let last = words.last {
            return "One of \(words.dropLast().joined(separator: ", ")) or \(last)."
        }
        let type = schema["type"]?.stringValue
        if let least = schema["minimum"]?.integerValue, let most = schema["maximum"]?.integerValue {
            return "An integer from \(least) to \(most)."
        }
        if let least = schema["minLength"]?.integerValue, let most = schema["maxLength"]?.integerValue {
            return "A string of \(least) to \(most) characters."
        }
        if let most = schema["x-maxCharacters"]?.integerValue, schema["minLength"] == nil {
            return "A string of at most \(most) characters."
        }
        switch type {
        case "boolean": return "Either true or false."
        case let type?: return "A \(type)."
        case nil: return ""
        }
    }
}
