import GardenAPI
import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from intervals of Timewarrior (RULES I2).
struct TimewarriorTests {
    private static func read(_ text: String) -> ImportedFile {
        var reader = TimewarriorReader()
        reader.read(Array(text.utf8))
        return reader.file
    }

    private static func session(
        _ position: String, _ start: String, _ end: String, _ category: String? = nil, _ note: String? = nil
    ) throws -> ImportedSession {
        ImportedSession(
            position: position, start: .instant(try #require(Timestamp("2026-11-30T\(start):00Z"))),
            end: .instant(try #require(Timestamp("2026-11-30T\(end):00Z"))), category: category, note: note)
    }

    @Test("the tag that most intervals have is the category, the others are of the note")
    func intervals() throws {
        let file = Self.read(
            #"""
            [
            {"id":5,"start":"20261130T080000Z","end":"20261130T090000Z","tags":["2026","alpha","work"],"annotation":"ann \"q\""},
            {"id":4,"start":"20261130T090000Z","end":"20261130T093000Z","tags":["two words","work"]},
            {"id":3,"start":"20261130T093000Z","end":"20261130T100000Z","annotation":"alone"},
            {"id":2,"start":"20261130T100000Z","end":"20261130T103000Z","tags":["b","a"]},
            {"id":1,"start":"20261130T103000Z","tags":["work"]}
            ]
            """#)
        var expected = ImportedFile("Timewarrior")
        expected.sessions = [
            try Self.session("line 2, [0]", "08:00", "09:00", "work", "2026, alpha, ann \"q\""),
            try Self.session("line 3, [1]", "09:00", "09:30", "work", "two words"),
            try Self.session("line 4, [2]", "09:30", "10:00", nil, "alone"),
            try Self.session("line 5, [3]", "10:00", "10:30", "b", "a"),
        ]
        expected.leftOut = [LeftOut(position: "line 6, [4]", reason: "it goes on")]
        #expect(file == expected)
    }

    @Test("lines of data files, as Timewarrior and our own export write them")
    func dataFiles() throws {
        let file = Self.read(
            [
                #"inc 20261130T080000Z - 20261130T081000Z # "Deep Work" "The \"plan\"" # "a \\ b""#,
                #"inc 20261130T082000Z - 20261130T084000Z # "Deep Work" "The \"plan\"" # "a \\ b""#,
                "inc 20261130T090000Z - 20261130T092500Z # Reading\r", "",
                #"inc 20261130T093000Z - 20261130T094000Z # # "only \u00e9 \x # \"""#,
                "inc 20261130T094000Z - 20261130T095000Z",
                #"inc 20261130T100000Z - 20261130T101000Z # Reading back\slash 'g h' it's # words # as they are"#,
                "exc 20261225T000000Z - 20261226T000000Z", "inc 20261130T103000Z # Reading",
                ##"inc 20261130T104000Z - 20261130T105000Z # "#" Reading # "a" b"##,
            ].joined(separator: "\n"))
        var expected = ImportedFile("Timewarrior")
        expected.sessions = [
            try Self.session("line 1", "08:00", "08:10", "Deep Work", #"The "plan", a \ b"#),
            try Self.session("line 2", "08:20", "08:40", "Deep Work", #"The "plan", a \ b"#),
            try Self.session("line 3", "09:00", "09:25", "Reading"),
            try Self.session("line 5", "09:30", "09:40", nil, "only é x # \""),
            try Self.session("line 6", "09:40", "09:50"),
            try Self.session("line 7", "10:00", "10:10", "Reading", #"back\slash, g h, it's, words # as they are"#),
            try Self.session("line 10", "10:40", "10:50", "Reading", "#, a b"),
        ]
        expected.others = ["exclusion": 1]
        expected.leftOut = [LeftOut(position: "line 9", reason: "it goes on")]
        #expect(file == expected)
    }

    @Test(
        "lines that are no interval",
        arguments: [
            ("track 20261130T080000Z", "it begins with neither inc nor exc"),
            ("inc", "its beginning is missing, or not understood"),
            ("inc # work", "its beginning is missing, or not understood"),
            ("inc soon - 20261130T090000Z", "its beginning is missing, or not understood"),
            ("inc 20261130T080000Z - 202611", "its end is missing, or not understood; does it go on?"),
            ("inc 20261130T080000Z - ", "it goes on"),
            ("inc 20261130T080000Z 20261130T090000Z", "\"20261130T090000Z\" is not expected"),
            ("inc 20261130T080000Z - 20261130T090000Z # \"two wo", "a quotation in it does not end"),
            ("inc 20261130T080000Z - 20261130T090000Z # a # \"b\\", "a quotation in it does not end"),
            (
                "inc 20261130T080000Z - 20261130T090000Z # " + String(repeating: "a ", count: 40_000),
                "it is longer than 64 KiB"
            ),
        ])
    func mistakes(line: String, reason: String) throws {
        let file = Self.read("inc 20261130T080000Z - 20261130T090000Z\n\(line)")
        #expect(file.sessions == [try Self.session("line 1", "08:00", "09:00")])
        #expect(file.leftOut == [LeftOut(position: "line 2", reason: reason)])
    }

    @Test("wrong values and a truncated file")
    func wrongJSON() throws {
        let file = Self.read(
            """
            [{"start":"20261130T080000Z","end":17,"tags":"work"}, 3,
            {"start":"20261130T080000Z","end":"20261130T090000Z","tags":[null,7,{}],"annotation":["a","b"]},
            {"start":"20261130T0900
            """)
        #expect(file.sessions == [try Self.session("line 2, [2]", "08:00", "09:00", nil, "7, a, b")])
        #expect(
            file.leftOut == [
                LeftOut(position: "line 1, [0]", reason: "its end is missing, or not understood; does it go on?"),
                LeftOut(position: "line 1, [1]", reason: "its beginning is missing, or not understood"),
            ])
        #expect(file.damage == LeftOut(position: "line 3", reason: "the file ends within an entry"))
    }

    @Test func detection() throws {
        for (text, isInterval) in [
            (#"{"id":1,"start":"20261130T080000Z"}"#, true),
            (#"{"start":"20261130T080000Z","end":"20261130T090000Z"}"#, true),
            (#"{"start":"20261130T080000Z","end":"20261130T090000Z","description":"A"}"#, false),
            (#"{"id":1,"start":"2026-11-30T08:00:00Z"}"#, false), (#"{"start":"20261130T080000Z","end":3}"#, false),
        ] {
            #expect(TimewarriorReader.canRead(try JSON.parse(text)) == isInterval, "\(text)")
        }
        for (text, isData) in [
            ("\n\r\ninc 20261130T080000Z - 20261130T090000Z", true), ("exc 20261225T000000Z", true),
            ("inc 2026-11-30", false), ("inc", false), ("include x", false), ("", false),
        ] {
            #expect(TimewarriorReader.canRead(Array(text.utf8)) == isData, "\(text)")
        }
    }
}
