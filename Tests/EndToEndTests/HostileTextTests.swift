import GardenAPI
import Glibc
import TestSupport
import Testing

/// What a terminal gets while a hostile daemon and hostile files are shown: no control byte but gardenctl's own.
struct HostileTextTests {
    // MARK: A daemon

    /// The reference of the protocol, from the daemon of this build.
    private static func document() throws -> JSON {
        let outcome = try run(
            [Binaries.gardend, "simulate"], input: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.discover\"}\n")
        let line = try #require(outcome.output.split(separator: "\n").first)
        return try #require(try JSON.parse(Array(line.utf8), depth: 128)["result"])
    }

    /// What the daemon answers to everything.
    enum Kind: CaseIterable {
        case results, largeNumbers, smallNumbers, refusals, wrongResults

        func behavior(_ document: JSON) -> HostileDaemon.Behavior {
            let text = JSON.string(Hostile.text)
            switch self {
            case .results: return results(SchemaSamples(text: Hostile.text), document)
            case .largeNumbers: return results(SchemaSamples(text: Hostile.text, integer: .max), document)
            case .smallNumbers:
                return results(SchemaSamples(text: Hostile.text, integer: .min, takesLast: true), document)
            case .refusals:
                let candidates: JSON = [text, ["id": 1, "name": text, "category": text]]
                let data: JSON = ["code": "refused", "why": text, "candidates": candidates]
                return .refusal(["code": -32000, "message": text, "data": data])
            case .wrongResults: return .result(text)
            }
        }

        private func results(_ samples: SchemaSamples, _ document: JSON) -> HostileDaemon.Behavior {
            let events = samples.events(of: document)
            let last: JSON = [
                "seq": .integer(events.count + 1), "at": "2026-11-21T09:25:00.000+01:00", "type": .string(lastEvent),
                "text": .string(Hostile.text), "data": [:],
            ]
            return .results(samples.results(of: document), events: events + [last])
        }
    }

    /// The type of the last event that the daemon sends.
    private static let lastEvent = "the.last"

    /// A command line of gardenctl.
    private struct Line {
        let words: [String]
        /// Whether it prints data that has tabs or CR LF.
        var hasTabsAndReturns = false
        /// What it writes before it is ended; `nil` for a command that ends by itself.
        var endsAfter: String?
    }

    /// Values of arguments by their names in the help; others are 1.
    private static let values = [
        "minutes": "25", "setting": "timer.focus_minutes", "latitude,longitude": "35.6812,139.7671",
        "method": "timer.get",
        "photo": "9f86d081", "name": "x", "kind": "task",
    ]

    /// Lines with options, for commands that do nothing without them, and for the formats. The others are made from the help.
    private static let furtherLines = [
        "status -f waybar", "status -f bar", "status -f {category}{task}{timezone}", "garden x", "garden x --svg -",
        "garden --ascii --all",
        "report --html -", "visit export --format gpx", "visit export --format geojson", "visit export --format geo",
        "visit list --trash", "visit add --lat 1 --lon 1 --title x", "visit edit 1 --title x", "task add x",
        "task edit 1 --title x", "task done 1", "task done --all -c x --yes", "task move 1 1", "add x", "retag x",
        "shop edit 1 --name x", "shop add x 1", "inventory set 1 --name x", "category edit 1 --name x",
        "label edit 1 --name x", "group edit 1 --name x", "member edit 1 --name x", "reset --all --yes",
        "reset x --yes",
        "visit purge 1 --yes", "undo --dry-run", "rate force --tier 1", "events --follow -n 40",
        "stats heatmap --month",
        "points adjust +5 x",
    ]

    /// Every command of the program, with the arguments that it needs, for people and as JSON; and further lines.
    ///
    /// - Parameter asJSON: whether those as JSON are among them.
    private static func lines(asJSON: Bool) throws -> [Line] {
        let help = try run(["\(Binaries.folder)/gardenctl", "--experimental-dump-help"]).output
        let commands = commandLines(of: try #require(try JSON.parse(help)["command"])).filter { $0.last != "help" }
        try #require(commands.count > 100)
        let endless = [["watch"]]
        let json = commands.filter { !endless.contains($0) }.map { Line(words: $0 + ["--json"]) }
        let further = furtherLines.map { Line(words: $0.split(separator: " ").map(String.init)) }
        // Its own bell is like that of the hostile text.
        let quiet = commands.map { Line(words: $0 + (endless.contains($0) ? ["--no-bell"] : [])) }
        return quiet + (asJSON ? json : []) + further + [
            Line(words: ["status", "-f", "plain"], hasTabsAndReturns: true),
            Line(words: ["visit", "export", "--format", "csv"], hasTabsAndReturns: true),
            Line(words: ["visit", "export", "--format", "text"], hasTabsAndReturns: true),
            Line(words: ["events", "--follow", "--json"], endsAfter: lastEvent),
            Line(words: ["watch", "--json"], endsAfter: lastEvent),
            Line(words: ["watch", "--plain"], hasTabsAndReturns: true, endsAfter: Hostile.word),
        ]
    }

    private static func commandLines(of command: JSON) -> [[String]] {
        func isShown(_ json: JSON) -> Bool { json["shouldDisplay"] != .bool(false) }
        let subcommands = (command["subcommands"]?.arrayValue ?? []).filter(isShown)
        guard subcommands.isEmpty else {
            return subcommands.flatMap { subcommand in
                commandLines(of: subcommand).map { [subcommand["commandName"]?.stringValue ?? ""] + $0 }
            }
        }
        let arguments = (command["arguments"]?.arrayValue ?? []).filter {
            isShown($0) && $0["kind"] == "positional" && $0["isOptional"] != .bool(true)
        }
        return [arguments.map { values[$0["valueName"]?.stringValue ?? ""] ?? "1" }]
    }

    /// A line on a terminal: what it wrote, and how it ended.
    private func shown(_ line: Line, _ environment: [String: String], endsIt: Bool = true) throws -> (
        TerminalBytes, Program.End
    ) {
        let terminal = try PseudoTerminal(isPlain: true)
        // Declines what is asked, and ends what fills the screen.
        terminal.type("qqq\n\u{4}")
        let program = try terminal.start(
            ["\(Binaries.folder)/gardenctl"] + line.words, environment: environment, showsErrors: true)
        if let text = line.endsAfter, endsIt {
            try terminal.awaitOutput(text)
            program.signal(SIGTERM)
        }
        try terminal.readToEnd(of: program)
        let bytes = TerminalBytes(
            bytes: terminal.bytes, hasTabsAndReturns: line.hasTabsAndReturns,
            isScreen: terminal.output.contains("\u{1B}[?1049h"))
        return (bytes, try program.wait())
    }

    private func environment(of home: Home) -> [String: String] {
        home.environment.merging(["TERM": "xterm-256color", "COLORTERM": "truecolor", "EDITOR": "true"]) { $1 }
    }

    /// Each kind takes up to a minute of the processor, so all of them come at night, also those as JSON (contrib/nightly.sh). By
    /// day a refusal, which all commands print with the same code, is shown for some of them.
    @Test(arguments: FatalCall.isThorough ? Kind.allCases : [.results, .refusals])
    func aHostileDaemonReachesNoTerminal(kind: Kind) throws {
        let home = try Home()
        let daemon = try HostileDaemon(kind.behavior(Self.document()), at: home.socket)
        let fails = kind == .refusals || kind == .wrongResults
        var count = 0
        let lines = try Self.lines(asJSON: kind == .results && FatalCall.isThorough)
        let step = kind == .results ? 1 : FatalCall.step
        for line in stride(from: 0, to: lines.count, by: step).map({ lines[$0] }) {
            let (bytes, end) = try shown(line, environment(of: home), endsIt: !fails)
            #expect(bytes.foreign == [], "\(line.words)")
            if case .killed(let signal) = end { #expect(signal == SIGTERM && line.endsAfter != nil, "\(line.words)") }
            if bytes.text.contains(Hostile.word) { count += 1 }
        }
        // What is shown nowhere proves nothing.
        #expect(count > 90 / step, "\(count)")
        withExtendedLifetime(daemon) {}
    }

    @Test("a file and a pipe get the data of a format as it is")
    func dataIsExactInAPipe() throws {
        let home = try Home()
        let daemon = try HostileDaemon(Kind.results.behavior(Self.document()), at: home.socket)
        for (format, isExact) in [("csv", true), ("text", true), ("gpx", false)] {
            let outcome = try run(
                ["\(Binaries.folder)/gardenctl", "visit", "export", "--format", format], environment: home.environment)
            #expect(outcome.end == .exited(0), "\(format): \(outcome.errors)")
            #expect(outcome.output.contains(Hostile.text.replacing("\"", with: "\"\"")) == isExact, "\(format)")
            // XML can hold the rest of it.
            #expect(outcome.output.contains("\u{9B}31m\u{7F}\u{202E}Y\u{2028}"), "\(format)")
        }
        withExtendedLifetime(daemon) {}
    }

    // MARK: Files, words and variables

    @Test func hostileFilesAndWordsReachNoTerminal() throws {
        let home = try Home()
        let folder = home.folder.path
        let daemon = try HostileDaemon(.result([:]), at: home.socket)
        let xml = Hostile.inXML
        let gpx = "xmlns=\"http://www.topografix.com/GPX/1/1\""
        let point = "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,1]},\"properties\""
        let json = JSON.string(Hostile.text).text
        let files = [
            "{\"type\":\(json)}", "{\"type\":\"FeatureCollection\",\"features\":[\(json)]}",
            "\(point):{\"at\":\(json)}}", "\(point):{\"kind\":{\(json):1}}}", "\(point):{\"accuracy\":\(json)}}",
            "<\(xml)/>", "<a\u{200F}/>", "<gpx xmlns=\"\(xml)\"/>", "<?xml version=\"1.0\" encoding=\"\(xml)\"?><a/>",
            "<gpx \(gpx)><wpt lat=\"\(xml)\" lon=\"1\"/></gpx>",
            "<gpx \(gpx)><wpt lat=\"1\" lon=\"1\"><time>\(xml)</time></wpt></gpx>",
            "<gpx><wpt lat=\"1\" lon=\"1\"><type>1</type></wpt><\(xml)></gpx>",
            "<kml><Placemark><Point><coordinates>\(xml)</coordinates></Point></Placemark></kml>",
            "{\"semanticSegments\":[{\"startTime\":\(json),\"visit\":{\"topCandidate\":{\"placeLocation\":\(json)}}}]}",
        ]
        var lines: [[String]] = []
        for (index, text) in files.enumerated() {
            try write(text, to: "\(folder)/\(index)")
            lines.append(["import", "\(folder)/\(index)"])
        }
        // TOML allows C1 and what reorders text in names, in texts and in comments.
        for (index, text) in ["\"\(xml)\" = 1", "a = \(xml)", "[timer]\nfocus_minutes = \"\(xml)\"", "x\u{1B}[2J"]
            .enumerated()
        {
            try write(text, to: "\(folder)/deck-\(index).toml")
            lines.append(["drill", "deck", "check", "\(folder)/deck-\(index).toml"])
            try makeFolders("\(folder)/config-\(index)/garden")
            try write(text, to: "\(folder)/config-\(index)/garden/config.toml")
        }
        let name = Hostile.name.replacing("/", with: "")
        try write("x", to: "\(folder)/\(name)")
        lines += [
            ["visit", "import", "\(folder)/\(name)"], ["visit", "import", name], ["visit", "photo", "add", "1", name],
            ["visit", "photo", "add", "1", "\(folder)/\(name)"], ["garden", "x", "--svg", "/\(name)/x"],
            ["report", "--html", "/\(name)/x"], ["drill", "deck", "check", name], ["--socket", name, "status"], [name],
            ["task", name], ["help", name], ["--\(name)"], ["status", "--\(name)"], ["status", "-f", "{\(name)}"],
            ["status", "-f", name], ["start", "-m", name], ["extend", name], ["call", "x", name],
            ["config", "get", name],
            ["config", "set", name, "1"], ["config", "set", "timer.focus_minutes", name], ["visit", "near", name],
            ["help", "concepts", name], ["events", "--topic", name], ["task", "done", name], ["undo", name],
        ]
        for words in lines {
            let (bytes, _) = try shown(Line(words: words), environment(of: home))
            #expect(bytes.foreign == [], "\(words)")
            #expect(!bytes.bytes.isEmpty, "\(words)")
        }
        withExtendedLifetime(daemon) {}

        // Without a daemon: its last words, its settings, and the variables that lead to it.
        unlink(home.socket)
        try write("\(Hostile.text)\n\(Hostile.text)", to: home.lastWords)
        var variables = (0..<4).map { ["XDG_CONFIG_HOME": "\(folder)/config-\($0)"] }
        variables += ["GARDEN_SOCKET", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "HOME", "TMPDIR", "TZ"].map {
            [$0: "/\(name)"]
        }
        for changed in variables {
            for words in [
                ["status"], ["doctor"], ["config", "check"], ["config", "edit"],
                ["config", "set", "timer.focus_minutes", "1"],
            ] {
                let (bytes, _) = try shown(Line(words: words), environment(of: home).merging(changed) { $1 })
                #expect(bytes.foreign == [], "\(words) \(changed)")
            }
        }
    }

    // MARK: Bounds

    @Test(
        "an answer has one limit of time and one of memory, whatever comes instead of it",
        arguments: [
            ("{\"jsonrpc\":\"2.0\",\"id\":\"other\",\"result\":1}\n", "it answers a request that was not made"),
            (
                "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"text\":\"LONG\"}}\n",
                "MiB of events came, but no answer"
            ),
            ("{\"jsonrpc\":\"2.0\",\"method\":\"LONG\",\"params\":{}}\n", "MiB came, but no answer"),
            ("LONG", "a line is longer than"),
        ])
    func aFloodEnds(unit: String, words: String) throws {
        let home = try Home()
        let long = unit.replacing("LONG", with: String(repeating: "x", count: 10_000))
        let bytes = Array(String(repeating: long, count: max(1, 100_000 / long.utf8.count)).utf8)
        let daemon = try HostileDaemon(.endless(bytes), at: home.socket)
        let outcome = try run(
            ["/bin/sh", "-c", "ulimit -v 600000; exec \(Binaries.folder)/gardenctl status --timeout 3600"],
            environment: home.environment)
        #expect(outcome.end == .exited(69))
        #expect(outcome.errors.contains("does not speak the protocol of gardend: "), "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        withExtendedLifetime(daemon) {}
    }
}
