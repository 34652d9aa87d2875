import Testing

@Suite struct SourceTextTests {
    private static let snippets: [(String, String)] = [
        ("let a = 1 // b", "let a = 1     "),
        ("a /* b /* c */ d */ e", "a                   e"),
        ("a(\"b // c\") // d", "a(\"      \")     "),
        (#"a("\"b") c"#, #"a("   ") c"#),
        (#"a("b \(c("d")) e")"#, #"a("   (c(" "))  ")"#),
        (##"a(#"b " \(c) \#(d)"#)"##, ##"a(#"           (d)"#)"##),
        ("a(\"\"\"\n  b \" // c\n  \\(d)\n  \"\"\") // e", "a(\"\"\"\n          \n   (d)\n  \"\"\")     "),
        ("#if a\n\"b\"\n#endif", "#if a\n\" \"\n#endif"),
        ("\"é\" // 庭\nc", "\"  \"       \nc"),
    ]

    @Test(arguments: snippets)
    func onlyCodeRemains(text: String, code: String) {
        #expect(SourceText(path: "a.swift", text).code == code)
    }

    @Test func proseIsTheRest() {
        let source = SourceText(path: "a.swift", "a(\"b \\(c) d\") // é\n")
        #expect(source.lines.map(\.prose) == ["   b \\    d   // é", ""])
    }

    @Test func commentedLinesAreRecorded() {
        let source = SourceText(path: "a.swift", "a\n// b\nc // d\n/* e\nf */ g\n\"// h\"\n")
        #expect(source.lines.map(\.hasComment) == [false, true, true, true, true, false, false])
    }

    @Test(arguments: [
        ("Task.init", "Task.", true), ("a(Task.self)", "Task.", true), ("TaskItem.self", "Task.", false),
        ("SubTask.self", "Task.", false), ("print(a)", "print(", true), ("fingerprint(a)", "print(", false),
        ("yearlyDate()", "Date()", false), ("Date()", "Date()", true), ("asynchronous", "async", false),
        ("yearlyDate(); Date()", "Date()", true), ("() async -> Int", "async", true),
        ("a.random(in: b)", ".random(", true),
    ])
    func onlySeparateWordsMatch(code: String, word: String, expected: Bool) {
        #expect(code.hasWord(word) == expected)
    }

    @Test func placesHaveFileLineAndText() {
        let source = SourceText(path: "Sources/A/b.swift", "// getenv\n    getenv(c)\n")
        #expect(source.places(of: "getenv") == ["Sources/A/b.swift:2: getenv(c)"])
    }
}
