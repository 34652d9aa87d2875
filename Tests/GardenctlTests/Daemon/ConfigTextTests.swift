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
                "[timer]\n  focus_minutes= 50   # long enough\n"
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
        ])
    func aValueChanges(text: String, setting: String, value: String, result: String) throws {
        var file = ConfigText(text)
        try file.set(setting, to: value)
        #expect(file.text == result)
        try file.set(setting, to: value)
        #expect(file.text == result)
    }

    @Test(
        "what a line does not hold is refused, and the text stays",
        arguments: [
            ("[a]\nb = [\n1]\n", ConfigText.Problem.isLong), ("[a]\nb = \"\"\"\nx\"\"\"\n", .isLong),
            ("[a]\nb = { c = 1 }\n", .isLong), ("[a]\nb = 1\nb = 2\n", .isAmbiguous),
            ("a.b = 1\n[a]\nb = 2\n", .isAmbiguous),
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
