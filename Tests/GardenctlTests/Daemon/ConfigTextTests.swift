import GardenAPI
import Testing

@testable import gardenctl

/// A changed value leaves the rest of a settings file as it is.
@Suite("Text of a settings file") struct ConfigTextTests {
    @Test(
        "the line of the setting changes, or one is added in its place",
        arguments: [
            ("", "timer.focus_minutes", "50", "[timer]\nfocus_minutes = 50\n"),
            (
                "[day]\nstart_hour = 5\n", "timer.focus_minutes", "50",
                "[day]\nstart_hour = 5\n\n[timer]\nfocus_minutes = 50\n"
            ),
            ("[timer]\nfocus_minutes = 25\n", "timer.focus_minutes", "50", "[timer]\nfocus_minutes = 50\n"),
            (
                "[timer]\n  focus_minutes=25   # long enough\n", "timer.focus_minutes", "50",
                "[timer]\n  focus_minutes=50   # long enough\n"
            ),
            (
                "# mine\n[timer]\n\n# How long.\n#focus_minutes = 25\n\n[shop]\nx = 1\n", "timer.focus_minutes", "50",
                "# mine\n[timer]\n\n# How long.\n#focus_minutes = 25\nfocus_minutes = 50\n\n[shop]\nx = 1\n"
            ),
            ("[timer]\na = 1\n\n\n[shop]\nx = 1", "timer.b", "2", "[timer]\na = 1\nb = 2\n\n\n[shop]\nx = 1"),
            ("timer.focus_minutes = 25\n", "timer.focus_minutes", "50", "timer.focus_minutes = 50\n"),
            (
                "[shop]\nfocus_minutes = 9\n[timer]\nfocus_minutes = 25", "timer.focus_minutes", "50",
                "[shop]\nfocus_minutes = 9\n[timer]\nfocus_minutes = 50"
            ),
            (
                "[day]\ntimezone = \"a # b\" # c\n", "day.timezone", "\"Asia/Tokyo\"",
                "[day]\ntimezone = \"Asia/Tokyo\" # c\n"
            ),
            (
                "[day]\ntimezone = \"a \\\" # b\"# c\n", "day.timezone", "\"x\"", "[day]\ntimezone = \"x\"# c\n"
            ),
            (
                "[ timer ] # pomodoro\nfocus_minutes = 25\r\n", "timer.focus_minutes", "5",
                "[ timer ] # pomodoro\nfocus_minutes = 5\r\n"
            ),
            ("\u{FEFF}[timer]\na = 1\n", "timer.b", "2", "\u{FEFF}[timer]\na = 1\nb = 2\n"),
            (
                "[[rate.tiers]]\nfrom = 0\n", "rate.from", "1", "[[rate.tiers]]\nfrom = 0\n\n[rate]\nfrom = 1\n"
            ),
            // A section within braces, of dotted names, and in quotes.
            ("timer = { a = 1 } # c\n", "timer.b", "2", "timer = { a = 1, b = 2 } # c\n"),
            ("timer = { a = 1, b = 3 }", "timer.b", "2", "timer = { a = 1, b = 2 }"),
            ("timer = {}\n[shop]\n", "timer.b", "2", "timer = { b = 2 }\n[shop]\n"),
            ("timer.a = 1\ny = 2\n[shop]\n", "timer.b", "2", "timer.a = 1\ntimer.b = 2\ny = 2\n[shop]\n"),
            ("[\"timer\"]\n'a' = 1\n", "timer.a", "2", "[\"timer\"]\n'a' = 2\n"),
            ("\"timer.a\" = 1\n", "timer.a", "2", "\"timer.a\" = 2\n"),
            // Values of several lines.
            ("[a]\nb = [\n  1,\n  2\n]\nc = 1\n", "a.b", "[3]", "[a]\nb = [3]\nc = 1\n"),
            ("[a]\nb = \"\"\"\nx # y\"\"\" # z\n", "a.b", "\"w\"", "[a]\nb = \"w\" # z\n"),
            ("[a]\nx = \"\"\"\n[b]\n#b = 1\n\"\"\"\n", "a.b", "2", "[a]\nx = \"\"\"\n[b]\n#b = 1\n\"\"\"\nb = 2\n"),
            ("[a]\nx = [\n#b = 1\n2]\n", "a.b", "2", "[a]\nx = [\n#b = 1\n2]\nb = 2\n"),
            // Beside tables that are written in another way.
            ("r.x = 1\n[[r.t]]\nf = 0\n", "r.y", "2", "r.x = 1\nr.y = 2\n[[r.t]]\nf = 0\n"),
            ("r = { a.b = 1 }\n", "r.x", "2", "r = { a.b = 1, x = 2 }\n"),
            // The line ends of Windows.
            ("[a]\r\nx = 1\r\n", "a.b", "2", "[a]\r\nx = 1\r\nb = 2\r\n"),
            ("[a]\r\nx = 1\r\n", "b.c", "2", "[a]\r\nx = 1\r\n\r\n[b]\r\nc = 2\r\n"),
        ])
    func aValueChanges(text: String, setting: String, value: String, result: String) throws {
        var file = ConfigText(text)
        try file.set(setting, to: value)
        #expect(file.text == result)
        try file.set(setting, to: value)
        #expect(file.text == result)
    }

    @Test(
        "what would lose something is refused, and the text stays",
        arguments: [
            ("[a]\nb = [\n1, # one\n2]\n", ConfigText.Problem.isLong), ("[a]\nb = { c = 1 }\n", .isLong),
            ("[[a.b]]\nc = 1\n", .isLong), ("[a]\nb = [{ c = 1 }]\n", .isLong), ("[a.b]\nc = 1\n", .isLong),
            ("\"a.b\" = 1\n[a]\nb = 2\n", .isAmbiguous),
            ("[a]\nb = 1\nb = 2\n", .isUnreadable(.init(line: 3, column: 1, message: "b is given twice"))),
            (
                "a.b = 1\n[a]\nb = 2\n",
                .isUnreadable(.init(line: 2, column: 2, message: "a is a table already; put both together"))
            ),
        ])
    func aLongValueIsRefused(text: String, problem: ConfigText.Problem) {
        var file = ConfigText(text)
        #expect(throws: problem) { try file.set("a.b", to: "3") }
        #expect(file.text == text)
    }

    @Test(
        "a list on one line is replaced, and its comment stays",
        arguments: [
            ("[a]\nb = [\"x\", \"y\"] # both\n", "[a]\nb = [\"z\"] # both\n"), ("[a]\nb = []\n", "[a]\nb = [\"z\"]\n"),
            ("[a]\n#b = []\n", "[a]\n#b = []\nb = [\"z\"]\n"),
        ])
    func aListIsReplaced(text: String, result: String) throws {
        var file = ConfigText(text)
        try file.set("a.b", to: "[\"z\"]")
        #expect(file.text == result)
    }

    @Test(arguments: [
        ("saturday sunday", #"["saturday", "sunday"]"#), ("saturday,sunday", #"["saturday", "sunday"]"#),
        ("friday", #"["friday"]"#), ("none", "[]"), (#"["friday"]"#, #"["friday"]"#), ("[]", "[]"),
    ])
    func aListIsWrittenInWords(text: String, notation: String) {
        #expect(ConfigCommand.Set.notation(of: text, for: "stats.days_off", like: ["monday"]) == notation)
        #expect(ConfigCommand.Set.notation(of: text, for: "stats.days_off", like: []) == notation)
    }

    @Test(
        "a setting that is a text or a list is written as the one that it is",
        arguments: [
            ("geoclue", "\"geoclue\""), ("off", "\"off\""), ("/bin/where", #"["/bin/where"]"#),
            ("/bin/where -a", #"["/bin/where", "-a"]"#), (#"["/bin/where", "a b"]"#, #"["/bin/where", "a b"]"#),
            ("\"off\"", "\"off\""),
        ], ["geoclue", ["/bin/before"], nil] as [JSON?])
    func aTextOrAListIsWrittenAsItIs(words: (text: String, notation: String), old: JSON?) {
        #expect(ConfigCommand.Set.notation(of: words.text, for: "visits.locate", like: old) == words.notation)
    }
}
