import GardenAPI
import GardenCore

/// The commented example of `config.toml`, made from the settings' own descriptions.
public nonisolated enum ExampleConfig {
    public static let text: String = {
        var lines = [
            "# The configuration of Pocket Garden. Each commented line shows a default.",
            "# Changes take effect when you save the file. To check it first: gardenctl config check",
        ]
        var section = ""
        let defaults = Settings.standard.json
        for field in Settings.fields {
            let parts = field.name.split(separator: ".", maxSplits: 1).map(String.init)
            if parts[0] != section {
                section = parts[0]
                lines += ["", "[\(section)]"]
            }
            lines += ["", "# \(field.meaning)"]
            if let allowed = allowed(field.schema) { lines.append("# Allowed: \(allowed).") }
            lines += assignment(parts[0], parts[1], defaults[field.name] ?? .null, field.schema)
        }
        return lines.joined(separator: "\n") + "\n"
    }()

    /// The setting with its default, commented out; a list of tables in TOML's own form.
    private static func assignment(_ section: String, _ name: String, _ value: JSON, _ schema: JSON) -> [String] {
        guard let rows = value.arrayValue, schema["items"]?["type"] != "string" else {
            return ["#\(name) = \(value.text)"]
        }
        return rows.flatMap { row -> [String] in
            guard case .object(let row) = row else { return [] }
            return ["#[[\(section).\(name)]]"] + row.members.map { "#\($0.name) = \($0.value.text)" }
        }
    }

    private static func isListOfWords(_ schema: JSON) -> Bool { schema["items"]?["enum"] != nil }

    private static func allowed(_ schema: JSON) -> String? {
        if isListOfWords(schema) { return schema["items"].flatMap(allowed).map { "a list of \($0)" } }
        if let words = schema["enum"]?.arrayValue { return words.map(\.text).joined(separator: ", ") }
        guard let least = schema["minimum"]?.integerValue, let most = schema["maximum"]?.integerValue else {
            return nil
        }
        return "\(least) to \(most)"
    }
}
