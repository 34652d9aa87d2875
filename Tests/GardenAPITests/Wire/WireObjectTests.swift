import Testing
import TimeKit

@testable import GardenAPI

/// An object like a request: it refuses unknown names.
private struct Errand: WireObject, Equatable {
    static let name = "Errand"
    static let refusesUnknownNames = true

    var title: String
    var count: Int
    var note: String?
    var due: CalendarDay?
    var color: CategoryColor
    var stops: [Int]
    var run: Run

    static let plain = Errand(title: "Water", count: 1, color: .green, stops: [], run: .begun)

    static let fields = Fields(
        Errand.init,
        .required("title", \.title, "what to do", .name),
        .defaulted("count", \.count, in: plain, "how often", .range(0...9, "times")),
        .optional("note", \.note, "a word on it", .line(5)),
        .nullable("due", \.due, "the day"),
        .defaulted("color", \.color, in: plain, "its colour"),
        .defaulted("stops", \.stops, in: plain, "where to stop"),
        .defaulted("run", \.run, in: plain, "the run it belongs to"))

    func validate() throws(ValidationError) {
        if note == "never", due != nil { throw ValidationError(path: ["due"], problem: "is not for never") }
    }
}

/// An object like an answer: it ignores unknown names.
private struct Run: WireObject, Equatable {
    static let name = "Run"

    var deadline: Int
    var done: Bool

    static let begun = Run(deadline: 0, done: false)

    static let fields = Fields(
        Run.init,
        .required("deadline", \.deadline, "its end", .range(0...3)),
        .required("done", \.done, "whether it is over"))
}

/// A request that takes nothing.
private struct Nothing: WireObject, Equatable {
    static let name = "Nothing"
    static let refusesUnknownNames = true
    static let fields = Fields(Nothing.init)
}

/// An object with its fields among those of another.
private struct Outer: WireObject, Equatable {
    static let name = "Outer"

    var id: Int
    var run: Run

    static let fields = Fields(
        Outer.init,
        .required("id", \.id, "its id", .id),
        .inlined(\.run))
}

@Suite struct WireObjectTests {
    private static let full = """
        {"title":"Water","count":2,"note":"soon","due":"2026-11-21","color":"red","stops":[1,2],\
        "run":{"deadline":3,"done":true}}
        """

    private static func errand(_ change: (inout Errand) -> Void) -> Errand {
        var errand = Errand.plain
        change(&errand)
        return errand
    }

    private static func read<Value: WireValue>(_ text: String, _ type: Value.Type = Value.self) throws -> Value {
        try Value(json: try JSON.parse(text))
    }

    // MARK: Reading

    @Test func readsEveryField() throws {
        let expected = Self.errand {
            $0.count = 2
            $0.note = "soon"
            $0.due = CalendarDay(year: 2026, month: 11, day: 21)
            $0.color = CategoryColor("red") ?? .green
            $0.stops = [1, 2]
            $0.run.deadline = 3
            $0.run.done = true
        }
        #expect(try Self.read(Self.full) == expected)
        #expect(expected.json.text == Self.full)
    }

    @Test(arguments: [
        #"{"title":"Water"}"#, #"{"title":" \t Water\u00a0\n"}"#, #"{"title":"Water","note":null,"due":null}"#,
        #"{"note":null,"count":1,"title":"Water"}"#, #"{"title":"Water","count":1.0}"#,
        #"{"title":"Water","count":1e0}"#,
    ])
    func anOmittedFieldReadsAsItsDefault(text: String) throws {
        #expect(try Self.read(text) == Self.errand { _ in })
    }

    @Test(
        arguments: [
            ("[]", nil, "the value must be an object, not a list"),
            ("null", nil, "the value must be an object, not null"),
            ("{}", "title", "title is missing"),
            (#"{"count":1}"#, "title", "title is missing"),
            (#"{"title":"a","title":"a"}"#, "title", "title is given twice"),
            (#"{"title":"a","note":null,"note":null}"#, "note", "note is given twice"),
            (#"{"title":null}"#, "title", "title must be a line of 1 to 100 characters, not null"),
            (#"{"title":1}"#, "title", "title must be a line of 1 to 100 characters, not 1"),
            (#"{"title":""}"#, "title", #"title must be a line of 1 to 100 characters, not """#),
            (#"{"title":"  "}"#, "title", #"title must be a line of 1 to 100 characters, not "  ""#),
            (
                #"{"title":"a\nb"}"#, "title",
                "title contains U+000A LINE FEED, which is a control character and is not allowed"
            ),
            (#"{"title":["a"]}"#, "title", "title must be a line of 1 to 100 characters, not a list"),
            (#"{"title":"a","count":null}"#, "count", "count must be an integer from 0 to 9 times, not null"),
            (#"{"title":"a","count":10}"#, "count", "count must be an integer from 0 to 9 times, not 10"),
            (#"{"title":"a","count":-1}"#, "count", "count must be an integer from 0 to 9 times, not -1"),
            (#"{"title":"a","count":1.5}"#, "count", "count must be an integer from 0 to 9 times, not 1.5"),
            (#"{"title":"a","count":"1"}"#, "count", #"count must be an integer from 0 to 9 times, not "1""#),
            (#"{"title":"a","count":true}"#, "count", "count must be an integer from 0 to 9 times, not true"),
            (#"{"title":"a","note":"sixsix"}"#, "note", #"note must be a line of 1 to 5 characters, not "sixsix""#),
            (#"{"title":"a","due":"x"}"#, "due", #"due must be a day such as "2026-11-21", not "x""#),
            (#"{"title":"a","due":"2026-02-29"}"#, "due", #"due must be a day such as "2026-11-21", not "2026-02-29""#),
            (#"{"title":"a","stops":{}}"#, "stops", "stops must be a list, not an object"),
            (#"{"title":"a","stops":[1,"2"]}"#, "stops.1", #"stops.1 must be an integer, not "2""#),
            (#"{"title":"a","stops":[1e99]}"#, "stops.0", "stops.0 must be a 64-bit integer, not 1e+99"),
            (#"{"title":"a","run":7}"#, "run", "run must be an object, not 7"),
            (#"{"title":"a","run":{}}"#, "run.deadline", "run.deadline is missing"),
            (
                #"{"title":"a","run":{"deadline":4}}"#, "run.deadline",
                "run.deadline must be an integer from 0 to 3, not 4"
            ),
            (#"{"title":"a","run":{"deadline":1,"done":1}}"#, "run.done", "run.done must be true or false, not 1"),
            (#"{"title":"a","run":{"done":true,"done":true}}"#, "run.done", "run.done is given twice"),
            (#"{"title":"a","note":"never","due":"2026-11-21"}"#, "due", "due is not for never"),
        ] as [(String, String?, String)])
    func refusesAnInvalidFieldValue(text: String, param: String?, message: String) throws {
        let mismatch = try #require(throws: ValidationError.self) { try Self.read(text, Errand.self) }
        #expect(mismatch.param == param)
        #expect(mismatch.message == message)
    }

    @Test(
        arguments: [
            (#"{"count":10,"note":1,"nobody":1}"#, "count must be an integer from 0 to 9 times, not 10"),
            (#"{"note":1,"count":10}"#, #"note must be a line of 1 to 5 characters, not 1"#),
            (#"{"nobody":1,"count":10}"#, "nobody is unknown; \(allowed)"),
            (#"{"count":1,"count":10,"nobody":1}"#, "count is given twice"),
            (#"{"run":{"done":1}}"#, "run.done must be true or false, not 1"),
            (#"{"run":{"done":true},"count":10}"#, "run.deadline is missing"),
            (#"{"note":"never","due":"2026-11-21"}"#, "title is missing"),
        ])
    func theFirstInvalidMemberIsReported(text: String, message: String) throws {
        let mismatch = try #require(throws: ValidationError.self) { try Self.read(text, Errand.self) }
        #expect(mismatch.message == message)
    }

    private static let allowed = "allowed: title, count, note, due, color, stops, run"

    @Test(arguments: [
        ("titel", "titel is unknown; did you mean title? \(allowed)"),
        ("TITLE", "TITLE is unknown; did you mean title? \(allowed)"),
        ("colour", "colour is unknown; did you mean color? \(allowed)"),
        ("deadline", "deadline is unknown; \(allowed)"),
        ("", " is unknown; \(allowed)"),
        (String(repeating: "x", count: 1000), "\(String(repeating: "x", count: 40)) is unknown; \(allowed)"),
    ])
    func anUnknownNameIsRefusedWithASuggestion(name: String, message: String) throws {
        let json: JSON = .object(JSONObject([("title", "a"), (name, 1)]))
        let mismatch = try #require(throws: ValidationError.self) { try Errand(json: json) }
        #expect(mismatch.message == message)
        #expect(mismatch.param == String(name.prefix(40)))
    }

    @Test func anUnexpectedParamIsRefused() throws {
        let mismatch = ValidationError(path: ["id"], problem: "is unknown; no parameters are allowed")
        #expect(throws: mismatch) { try Self.read(#"{"id":1}"#, Nothing.self) }
        #expect(try Self.read("{}", Nothing.self) == Nothing())
    }

    @Test func answersIgnoreUnknownNames() throws {
        let text = #"{"since":null,"deadline":2,"since":[],"done":true,"deadlines":1}"#
        #expect(try Self.read(text) == Run(deadline: 2, done: true))
    }

    // MARK: Writing

    @Test func writesNullOnlyForRequiredFields() {
        let text = """
            {"title":"Water","count":1,"due":null,"color":"green","stops":[],"run":{"deadline":0,"done":false}}
            """
        #expect(Self.errand { _ in }.json.text == text)
        #expect(Nothing().json.text == "{}")
    }

    @Test func fieldsDifferingReturnsTheFormerValues() {
        let before = Self.errand { $0.note = "soon" }
        let after = Self.errand {
            $0.title = "Weed"
            $0.due = CalendarDay(year: 2026, month: 11, day: 21)
            $0.stops = [1]
        }
        let expected: JSON = ["title": "Water", "note": "soon", "due": nil, "stops": []]
        #expect(before.fieldsDiffering(from: after) == expected)
        let reverse: JSON = ["title": "Weed", "note": nil, "due": "2026-11-21", "stops": [1]]
        #expect(after.fieldsDiffering(from: before) == reverse)
        #expect(after.fieldsDiffering(from: after) == [:])
    }

    @Test func fieldsDifferingUsesTheWireForm() throws {
        let other = Self.errand {
            $0.title = "Weed"
            $0.run.done = true
        }
        let before = try Self.read(Self.full, Errand.self)
        #expect(before.fieldsDiffering(from: other).text == Self.full)
        let run = Run.begun
        #expect(run.fieldsDiffering(from: other.run).text == #"{"done":false}"#)
        #expect(
            Outer(id: 0, run: .begun).fieldsDiffering(from: try Self.read(#"{"id":1,"deadline":1,"done":false}"#)).text
                == #"{"id":0,"deadline":0}"#)
    }

    @Test func canonicallyEquivalentTextsDiffer() {
        let composed = Self.errand { $0.title = "\u{e9}" }
        let decomposed = Self.errand { $0.title = "e\u{301}" }
        #expect(composed.fieldsDiffering(from: decomposed).text == "{\"title\":\"\u{e9}\"}")
    }

    @Test func inlinedFieldsAreMembersOfTheOuterObject() throws {
        let outer = Outer(id: 7, run: Run(deadline: 2, done: false))
        #expect(outer.json.text == #"{"id":7,"deadline":2,"done":false}"#)
        #expect(try Outer(json: outer.json) == outer)
        let mismatch = ValidationError(path: ["deadline"], problem: "must be an integer from 0 to 3, not 9")
        #expect(throws: mismatch) { try Self.read(#"{"id":7,"deadline":9,"done":false}"#, Outer.self) }
        #expect(throws: ValidationError(path: ["done"], problem: "is missing")) {
            try Self.read(#"{"id":7,"deadline":1}"#, Outer.self)
        }
    }

    // MARK: Records

    @Test func aRecordIsAListOfTheValues() throws {
        let errand = try Self.read(Self.full, Errand.self)
        let record = try JSON.parse(errand.record)
        #expect(record.text == #"["Water",2,"soon",20778,"red",[1,2],[3,1]]"#)
        #expect(try Errand(record: record) == errand)
        let outer = Outer(id: 7, run: Run(deadline: 2, done: true))
        #expect(try JSON.parse(outer.record).text == "[7,2,1]")
        #expect(try Outer(record: [7, 2, 1]) == outer)
    }

    @Test(
        arguments: [
            ("{}", "the value must be a record, not an object"),
            ("[7,2]", "done is missing"),
            ("[7,null,1]", "deadline is missing"),
            ("[7,null,2]", "deadline is missing"),
            (#"["7",null,2]"#, #"id must be an integer, not "7""#),
            ("[7,2,2]", "done must be 0 or 1, not 2"),
            ("[7,2,1,null]", "the value has 4 values; Outer has 3"),
        ])
    func anInvalidRecordIsRefused(text: String, message: String) throws {
        let record = try JSON.parse(text)
        let mismatch = try #require(throws: ValidationError.self) { try Outer(record: record) }
        #expect(mismatch.message == message)
    }

    // MARK: Schema

    @Test func theSchemaDescribesEveryField() {
        let run: JSON = ["$ref": "#/components/schemas/Run", "description": "the run it belongs to"]
        let expected: JSON = [
            "type": "object",
            "properties": [
                "title": [
                    "type": "string", "minLength": 1, "x-maxCharacters": 100, "x-maxBytes": 3200,
                    "description": "what to do",
                ],
                "count": [
                    "type": "integer", "format": "int64", "minimum": 0, "maximum": 9, "description": "how often",
                ],
                "note": [
                    "type": "string", "minLength": 1, "x-maxCharacters": 5, "x-maxBytes": 160,
                    "description": "a word on it",
                ],
                "due": ["anyOf": [["type": "string", "format": "date"], ["type": "null"]], "description": "the day"],
                "color": [
                    "type": "string",
                    "pattern": .string(
                        "^([Gg][Rr][Ee][Ee][Nn]|[Bb][Ll][Uu][Ee]|[Oo][Rr][Aa][Nn][Gg][Ee]|[Pp][Uu][Rr][Pp][Ll][Ee"
                            + "]|[Rr][Ee][Dd]|[Yy][Ee][Ll][Ll][Oo][Ww]|[Pp][Ii][Nn][Kk]|[Bb][Rr][Oo][Ww][Nn]|[Gg][Rr][A"
                            + "a][Yy]|[Bb][Ll][Aa][Cc][Kk]|[Gg][Rr][Ee][Yy]|"
                            + "#[0-9A-Fa-f]{3}([0-9A-Fa-f]{3})?)$"),
                    "description": "its colour",
                ],
                "stops": [
                    "type": "array", "items": ["type": "integer", "format": "int64"], "description": "where to stop",
                ],
                "run": run,
            ],
            "required": ["title"],
            "additionalProperties": false,
        ]
        #expect(Errand.definition == expected)
        #expect(Errand.schema == ["$ref": "#/components/schemas/Errand"])
        #expect([Errand].schema == ["type": "array", "items": ["$ref": "#/components/schemas/Errand"]])
    }

    @Test func schemasOfOpenAndEmptyObjects() {
        let bounds: JSON = ["type": "integer", "format": "int64", "minimum": 0, "maximum": 3, "description": "its end"]
        let done: JSON = ["type": "boolean", "description": "whether it is over"]
        let expected: JSON = [
            "type": "object", "properties": ["deadline": bounds, "done": done], "required": ["deadline", "done"],
        ]
        #expect(Run.definition == expected)
        #expect(Nothing.definition == ["type": "object", "properties": [:], "additionalProperties": false])
    }

    @Test func referredObjectsAreThoseOfTheFields() {
        #expect(Errand.fields.flatMap { $0.referredObjects.map { $0.name } } == ["Run"])
        #expect([[Run]].referredObjects.map { $0.name } == ["Run"])
        #expect(Int.referredObjects.isEmpty)
    }
}
