import Foundation
import GardenAPI
import GardenCore
import GardenEngine
import Testing

@testable import GardenDaemon

/// How much of this process is in memory (proc_pid_statm(5)).
private func residentPages() throws -> Int {
    let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(Int(numbers[1]))
}

/// The settings file as text (API §6).
struct ConfigTests {
    private func settings(_ text: String?) throws(SettingsProblem) -> Settings {
        try ConfigFile(path: "/c.toml") { (_) throws(SettingsProblem) in text }.reading().settings
    }

    @Test func aRequiredFileThatIsMissingIsRefused() throws {
        let missing = { (_: String) throws(SettingsProblem) -> String? in nil }
        #expect(try ConfigFile(path: "/c.toml", read: missing).reading().settings == .standard)
        #expect(throws: SettingsProblem(message: "/c.toml does not exist")) {
            try ConfigFile(path: "/c.toml", mustExist: true, read: missing).reading()
        }
    }

    @Test func withoutAFileEverySettingHasItsDefault() throws {
        #expect(try settings(nil) == .standard)
        #expect(try settings("") == .standard)
        #expect(try settings("# nothing\n\n[timer]\n") == .standard)
    }

    @Test func everySettingCanBeSet() throws {
        let text = """
            [day]
            start_hour = 5
            timezone = "Asia/Tokyo"
            [timer]
            focus_minutes = 50
            rest_minutes = 10
            long_rest_minutes = 30
            long_rest_every = 4
            start_rest = "never"
            start_focus = "always"
            sleep_grace_seconds = 0
            ending_soon_seconds = 60
            [server]
            max_connections = 8
            """
        var expected = Settings.standard
        expected.dayStartHour = 5
        expected.dayTimezone = "Asia/Tokyo"
        expected.focusMinutes = 50
        expected.restMinutes = 10
        expected.longRestMinutes = 30
        expected.longRestEvery = 4
        expected.startRest = .never
        expected.startFocus = .always
        expected.sleepGraceSeconds = 0
        expected.endingSoonSeconds = 60
        expected.maxConnections = 8
        #expect(try settings(text) == expected)
    }

    /// TOML has several ways to write one table.
    @Test(arguments: [
        "[timer]\nfocus_minutes = 50", "timer.focus_minutes = 50", "timer = { focus_minutes = 50 }",
        "[timer]\r\nfocus_minutes = 5_0 # minutes\r\n", "[timer]\nfocus_minutes = 0x32",
        "[\"timer\"]\n'focus_minutes' = 50",
    ])
    func everyTOMLFormOfATableIsRead(text: String) throws {
        var expected = Settings.standard
        expected.focusMinutes = 50
        #expect(try settings(text) == expected)
    }

    nonisolated static let refusals: [(text: String, setting: String?, words: [String])] = [
        ("[timer]\nfocus_minutes =\n", nil, ["/c.toml, line 2, column 16: "]),
        ("timer]\n", nil, ["/c.toml, line 1, column 6: "]),
        ("[timer]\nfocus_minutes = 1\nfocus_minutes = 2\n", nil, ["line 3"]),
        ("[timer]\nfocus_minutes = 0\n", "timer.focus_minutes", ["from 1 to 1440", "0"]),
        ("[timer]\nfocus_minutes = 1441\n", "timer.focus_minutes", ["from 1 to 1440", "1441"]),
        ("[timer]\nfocus_minutes = 1.5\n", "timer.focus_minutes", ["1.5"]),
        ("[timer]\nfocus_minutes = inf\n", "timer.focus_minutes", []),
        ("[timer]\nfocus_minutes = true\n", "timer.focus_minutes", ["true"]),
        ("[timer]\nfocus_minutes = [1]\n", "timer.focus_minutes", ["a list"]),
        ("[timer]\nfocus_minutes = 2026-01-01\n", "timer.focus_minutes", []),
        ("[timer]\nstart_rest = \"Always\"\n", "timer.start_rest", ["always", "present", "never"]),
        ("[timer.focus_minutes]\nx = 1\n", "timer.focus_minutes", ["from 1 to 1440"]),
        ("timer = 5\n", "timer", []),
        ("[day]\nstart_hour = 24\n", "day.start_hour", ["0 to 23", "24"]),
        ("[server]\nmax_connections = 0\n", "server.max_connections", ["1 to 4096"]),
    ]

    @Test(arguments: refusals)
    func anInvalidFileIsRefusedWithTheReason(text: String, setting: String?, words: [String]) throws {
        let problem = try #require(throws: SettingsProblem.self) { try settings(text) }
        #expect(problem.setting == setting)
        #expect(problem.message.hasPrefix("/c.toml"))
        for word in words { #expect(problem.message.contains(word), "\(problem.message)") }
    }

    @Test func aFileThatCannotBeReadIsRefused() {
        let problem = SettingsProblem(message: "/c.toml: Permission denied")
        #expect(throws: problem) {
            try ConfigFile(path: "/c.toml") { (_) throws(SettingsProblem) in throw problem }.reading()
        }
    }

    @Test func aChangedFileIsReadAgain() throws {
        let texts = ["[timer]\nfocus_minutes = 50", "[timer]\nfocus_minutes = 0", "[timer]\nfocus_minutes = 50"]
        var count = 0
        let file = ConfigFile(path: "/c.toml") { (_) throws(SettingsProblem) in texts[count] }
        #expect(try file.reading().settings.focusMinutes == 50)
        count = 1
        let problem = try #require(throws: SettingsProblem.self) { try file.reading() }
        #expect(throws: problem) { try file.reading() }
        count = 2
        #expect(try file.reading().settings.focusMinutes == 50)
    }

    /// Each save of a file is a new text to read. A process of its own makes visible what remains of them.
    @Test func filesThatAreReadLeaveNoMemory() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let values = (0..<900).map { "[[entries]]\nshow = \"s\($0)\"\n" }.joined()
            func read(_ count: Int) throws {
                for number in 0..<count {
                    let file = try TOMLFile("title = \(number)\n\(values)", path: "/d.toml", mostValues: 10_000)
                    #expect(file.table.members.count == 2)
                }
            }
            try read(50)
            let before = try residentPages()
            try read(500)
            // One of them has 360 KB.
            #expect(try residentPages() - before < 250)
        }
    }

    // MARK: The example

    @Test func theUnchangedExampleIsTheDefaults() throws {
        #expect(try settings(ExampleConfig.text) == .standard)
    }

    @Test func theExampleWithEverySettingUncommentedIsTheDefaults() throws {
        let lines = ExampleConfig.text.split(separator: "\n", omittingEmptySubsequences: false)
        let uncommented = lines.map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
        let text = uncommented.joined(separator: "\n")
        #expect(try settings(text) == .standard)
        for field in Settings.fields {
            let (section, name) = (field.name.prefix { $0 != "." }, field.name.drop { $0 != "." }.dropFirst())
            let heading = try #require(uncommented.firstIndex { $0 == "[\(section)]" }, "\(section)")
            let line = try #require(
                uncommented[heading...].firstIndex { $0.hasPrefix("\(name) = ") || $0 == "[[\(field.name)]]" },
                "\(field.name)")
            // Above each are its meaning and its allowed values.
            #expect(lines[..<line].last { $0.hasPrefix("# ") && !$0.hasPrefix("# Allowed: ") } == "# \(field.meaning)")
        }
        // The table of the rate has six rows of two.
        #expect(
            uncommented.filter { !$0.hasPrefix("#") && $0.contains(" = ") }.count == Settings.fields.count - 1 + 6 * 2)
    }

    // MARK: Hostile texts

    /// A name of so many parts.
    private nonisolated static func name(_ parts: Int) -> String {
        Array(repeating: "a", count: parts).joined(separator: ".")
    }

    @Test(arguments: [
        "\(name(20_000)) = 1", "[\(name(20_000))]", "\"#\".\(name(20_000)) = 1", "[\"=\".\(name(20_000))]",
        "'\"'.\(name(20_000)) = 1", "x = { \(name(20_000)) = 1 }", "x = [{ \(name(20_000)) = 1 }]",
        "x = { y = \"\"\"a\"\"\"\"\", \(name(20_000)) = 1 }", "x = { y = \"\\\"\", \(name(20_000)) = 1 }",
        "x = { y = '\\', \(name(20_000)) = 1 }", "a . a . a . a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1",
        "x = \(String(repeating: "[", count: 200))\(String(repeating: "]", count: 200))",
        "x = \(String(repeating: "{ a = ", count: 20))1\(String(repeating: " }", count: 20))",
    ])
    func aDeepNameIsRefusedBeforeItIsParsed(line: String) throws {
        let problem = try #require(throws: SettingsProblem.self) { try settings("# first\n\(line)\n") }
        let words = ["a name has more than 16 parts", "values are nested more than 16 deep"]
        #expect(problem.message.hasPrefix("/c.toml, line 2, column "), "\(problem.message)")
        #expect(words.contains { problem.message.hasSuffix(": \($0)") }, "\(problem.message)")
    }

    /// Reading holds the loop.
    @Test(arguments: [
        ((0..<1001).map { "a\($0) = 1\n" }.joined(), "line 1001, column 9"),
        ("x = [\n\(String(repeating: "1,\n", count: 2000))]\n", "line 1001, column 1"),
        (String(repeating: "[[a]]\n", count: 1001), "line 1001, column 1"),
        ("x = {\((0..<1000).map { "a\($0) = 1" }.joined(separator: ","))}\n", "line 1, column 8894"),
    ])
    func aFileOfTooManyValuesIsRefused(text: String, place: String) {
        #expect(throws: SettingsProblem(message: "/c.toml, \(place): more than 1000 values")) { try settings(text) }
    }

    @Test func aFileOfAThousandValuesIsParsed() throws {
        let unknown = try unknown((0..<1000).map { "a\($0) = 1\n" }.joined())
        #expect(unknown.count == 11)
        #expect(unknown[0].hasPrefix("/c.toml, line 1: a0 is unknown; "), "\(unknown[0])")
        #expect(unknown[10] == "/c.toml: 990 more names are unknown; they are ignored")
    }

    /// Dots, brackets and quotes that nest nothing.
    @Test(arguments: [
        "# \(name(100))\n", "[day]\ntimezone = \"system\" # \(name(100))\n",
        "[timer]\nfocus_minutes = 25 # [[[[[[[[[[[[[[[[[[[[\n",
        "[day]\ntimezone = 'system' # '\n[timer]\nfocus_minutes = 25\n",
        "[day]\ntimezone = \"\"\"\\\n   system\"\"\"\n",
    ])
    func harmlessTextsAreRead(text: String) throws {
        #expect(try settings(text) == .standard)
    }

    @Test(arguments: [
        ("\\u0000", "line 1: the character NUL is not allowed"),
        ("\\U00000000", "line 1: the character NUL is not allowed"),
        ("\0", "line 1, column 30: the control character U+0000 is not allowed here"),
    ])
    func aNULIsRefused(text: String, problem: String) {
        #expect(throws: SettingsProblem(message: "/c.toml, \(problem)")) {
            try settings("day.timezone = \"Europe/Berlin\(text)x\"")
        }
    }

    /// The search for it looks at each value once, however deep it is.
    @Test func aDeepNULIsFound() {
        let names = (1...7).map { Array(repeating: "a", count: $0).joined(separator: ".") }
        let text = names.map { "[[\($0)]]\n" }.joined() + "x = \"\\u0000\"\n"
        #expect(throws: SettingsProblem(message: "/c.toml, line 8: the character NUL is not allowed")) {
            try settings(text)
        }
        let deeper = (1...9).map { "[[\(Array(repeating: "a", count: $0).joined(separator: "."))]]\n" }.joined()
        #expect(
            throws: SettingsProblem(message: "/c.toml, line 9, column 1: values are nested more than 16 deep")
        ) { try settings(deeper) }
    }

    /// A value that is refused is found in a long file.
    @Test(arguments: [
        ("# mine\n[timer]\nfocus_minutes = 0\n", "line 3: timer.focus_minutes must be "),
        ("timer = {\u{20}rest_minutes = 1, focus_minutes = 0 }\n", "line 1: timer.focus_minutes must be "),
        ("[stats]\ndays_off = [\n  \"sunday\",\n  \"someday\"\n]\n", "line 4: stats.days_off.1 must be "),
    ])
    func aRefusedValueIsNamedWithItsLine(text: String, words: String) throws {
        let problem = try #require(throws: SettingsProblem.self) { try settings(text) }
        #expect(problem.message.hasPrefix("/c.toml, \(words)"), "\(problem.message)")
    }

    @Test("all that is wrong is named at once, in the order of the file")
    func allThatIsWrongIsNamed() throws {
        let text = """
            [timer]
            rest_minuts = 5
            focus_minutes = 0
            start_rest = "Always"
            [day]
            start_hour = 24
            [foo]
            """
        let problem = try #require(throws: SettingsProblem.self) { try settings(text) }
        #expect(problem.setting == "timer.focus_minutes")
        #expect(
            problem.messages == [
                "/c.toml, line 2: timer.rest_minuts is unknown (did you mean timer.rest_minutes?)",
                "/c.toml, line 3: timer.focus_minutes must be an integer from 1 to 1440, not 0",
                "/c.toml, line 4: timer.start_rest must be one of \"always\", \"present\", \"never\", not \"Always\"",
                "/c.toml, line 6: day.start_hour must be an integer from 0 to 23, not 24",
                "/c.toml, line 7: foo is unknown; allowed: day.…, timer.…, rewards.…, tasks.…, shop.…, rate.…, log.…, server.…, "
                    + "hooks.…, notifications.…, stats.…, drills.…, visits.…",
            ])
        #expect(problem.message == problem.messages.joined(separator: "; "))
        let ten = Settings.fields.filter { $0.schema["type"] == "integer" }.prefix(12).map { "\($0.name) = -1\n" }
        let first = try #require(throws: SettingsProblem.self) { try settings(ten.joined()) }
        #expect(first.setting == "day.start_hour")
        #expect(first.messages.count == 10)
        let unknown = (0..<12).map { "a\($0) = 1\n" }.joined()
        let last = try #require(throws: SettingsProblem.self) { try settings("\(unknown)timer.focus_minutes = 0\n") }
        #expect(last.messages.count == 10)
        #expect(
            last.messages.last == "/c.toml, line 13: timer.focus_minutes must be an integer from 1 to 1440, not 0")
    }

    // MARK: Unknown names

    /// What is not used. The other settings are.
    private func unknown(_ text: String) throws -> [String] {
        let reading = try ConfigFile(path: "/c.toml") { (_) throws(SettingsProblem) in text }.reading()
        #expect(reading.settings == .standard)
        return reading.unknown
    }

    nonisolated static let unknownNames: [(text: String, unknown: [String])] = [
        ("[timer]\n[day]\n", []),
        (
            "[timer]\nfocus_minuts = 1\n",
            ["line 2: timer.focus_minuts is unknown (did you mean timer.focus_minutes?); it is ignored"]
        ),
        (
            "\n[timer]\nfocus_minuts = 1\nrest_minuts = 1\n",
            [
                "line 3: timer.focus_minuts is unknown (did you mean timer.focus_minutes?); it is ignored",
                "line 4: timer.rest_minuts is unknown (did you mean timer.rest_minutes?); it is ignored",
            ]
        ),
        ("focus_minutes = 1\n", ["line 1: focus_minutes is unknown"]),
        ("[timmer]\n", ["line 1: timmer is unknown; "]),
        ("[timer.later]\nx = 1\n", ["line 2: timer.later.x is unknown"]),
    ]

    @Test(
        "a name of a later release, or a misspelt one, does not keep the others from being read",
        arguments: unknownNames)
    func anUnknownNameIsIgnored(text: String, unknown names: [String]) throws {
        let unknown = try unknown(text)
        #expect(unknown.count == names.count)
        for (found, name) in zip(unknown, names) { #expect(found.hasPrefix("/c.toml, \(name)"), "\(found)") }
        #expect(try settings("server.max_connections = 8\n\(text)").maxConnections == 8)
    }
}
