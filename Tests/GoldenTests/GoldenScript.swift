import GardenAPI
import TestSupport
import Testing

/// One subject's requests and directives, with the daemon's exact output.
struct GoldenScript: CustomTestStringConvertible {
    var name: String
    var run = ScriptRun()
    /// Whether the file has each line of the output as indented JSON: for an answer that is too long to be reviewed
    /// otherwise.
    var isIndented = false

    static let all = [
        GoldenScript(name: "timer"),
        GoldenScript(name: "gardens"),
        GoldenScript(name: "day", run: ScriptRun(start: "2026-03-28T10:00:00+01:00", timezone: "Europe/Berlin")),
        GoldenScript(name: "rollover", run: ScriptRun(start: "2026-11-20T23:50:00+09:00", timezone: "Asia/Tokyo")),
        GoldenScript(name: "daemon"),
        GoldenScript(name: "discover", isIndented: true),
        GoldenScript(name: "journal"),
        GoldenScript(name: "errors"),
        GoldenScript(name: "batch"),
        GoldenScript(name: "keys"),
        GoldenScript(name: "notifications"),
        GoldenScript(name: "hooks"),
        GoldenScript(name: "sleep"),
        GoldenScript(name: "down"),
        GoldenScript(name: "reboot"),
        GoldenScript(name: "step"),
        GoldenScript(name: "presence"),
        GoldenScript(name: "points"),
        GoldenScript(name: "shop"),
        GoldenScript(name: "rate"),
        GoldenScript(name: "inventory"),
        GoldenScript(name: "log"),
        GoldenScript(name: "sessions"),
        GoldenScript(name: "statistics"),
        GoldenScript(name: "drills"),
        GoldenScript(name: "correct"),
        GoldenScript(name: "tasks"),
        GoldenScript(name: "quick-add"),
        GoldenScript(name: "undo"),
        GoldenScript(name: "reset"),
        GoldenScript(name: "visits"),
        GoldenScript(name: "visit-purge"),
        GoldenScript(name: "imports", run: ScriptRun(entriesOfPart: 2)),
        GoldenScript(name: "reminders", run: ScriptRun(start: "2026-01-05T08:00:00+09:00", timezone: "Asia/Tokyo")),
    ]

    var testDescription: String { name }

    var script: SourceFile { SourceFile(path: "Tests/GoldenTests/Scripts/\(name).jsonl") }
    var expected: SourceFile {
        SourceFile(path: "Tests/GoldenTests/Scripts/\(name).expected.\(isIndented ? "json" : "jsonl")")
    }

    /// Some output, as the file has it.
    func golden(_ output: String) throws -> String {
        guard isIndented else { return output }
        return try output.split(separator: "\n").map { line in
            let json = try JSON.parse(String(line))
            // Differences that indenting hides, such as blanks or another form of a number, are not allowed.
            #expect(json.text == line)
            return json.indented() + "\n"
        }.joined()
    }

    /// The requests it makes, those of batches one by one.
    func requests() throws -> [JSON] {
        Self.values(in: try script.text()).flatMap { $0.arrayValue ?? [$0] }.filter { $0["method"] != nil }
    }

    /// The answers it is to get, those of batches one by one.
    func answers() throws -> [JSON] {
        try expectedValues().flatMap { $0.arrayValue ?? [$0] }.filter { $0["method"] == nil }
    }

    /// The events it is to cause, as their notifications carry them.
    func events() throws -> [JSON] { Self.events(among: try expectedValues()) }

    private func expectedValues() throws -> [JSON] {
        let text = try expected.text()
        return isIndented ? [try JSON.parse(text)] : Self.values(in: text)
    }

    static func events(in output: String) -> [JSON] { events(among: values(in: output)) }

    private static func events(among values: [JSON]) -> [JSON] {
        values.filter { $0["method"] == "event" }.compactMap { $0["params"] }
    }

    /// The lines that are JSON; remarks and broken lines are not.
    private static func values(in text: String) -> [JSON] {
        text.split(separator: "\n").compactMap { try? JSON.parse(String($0)) }
    }
}
