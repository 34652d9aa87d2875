import GardenEngine
import Testing

@testable import GardenAPI

@Suite struct RequestLineTests {
    private typealias Entry = Result<RequestMessage, MalformedRequest>

    private static func line(_ text: String) -> RequestLine { line(Array(text.utf8)) }
    private static func line(_ bytes: [UInt8]) -> RequestLine { bytes.withUnsafeBufferPointer { RequestLine($0) } }

    private static func request(_ id: RequestID?, _ method: String, _ params: [(String, JSON)] = []) -> Entry {
        .success(RequestMessage(id: id, method: method, params: JSONObject(params)))
    }

    private static func malformed(
        _ id: RequestID?, _ code: ErrorCode, _ message: String, _ details: [(String, JSON)] = []
    ) -> Entry {
        .failure(MalformedRequest(id: id, error: GardenError(code, message, details)))
    }

    // MARK: Requests and notifications

    @Test(
        arguments: [
            (#"{"jsonrpc":"2.0","id":1,"method":"a.b"}"#, request(.integer(1), "a.b")),
            (#"{"jsonrpc":"2.0","id":-7,"method":"a.b","params":{}}"#, request(.integer(-7), "a.b")),
            (#"{"jsonrpc":"2.0","id":"x","method":"a.b","params":{"c":1}}"#, request(.string("x"), "a.b", [("c", 1)])),
            (#"{"jsonrpc":"2.0","id":"","method":""}"#, request(.string(""), "")),
            (#" {"params":{"c":[]},"method":"a","id":0,"jsonrpc":"2.0"} "#, request(.integer(0), "a", [("c", [])])),
            (#"{"jsonrpc":"2.0","id":9223372036854775807,"method":"a"}"#, request(.integer(.max), "a")),
            (#"{"jsonrpc":"2.0","id":1,"method":"a","more":true}"#, request(.integer(1), "a")),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"c":1,"c":2}}"#,
                request(.integer(1), "a", [("c", 1), ("c", 2)])
            ),
            (#"{"jsonrpc":"2.0","method":"a"}"#, request(nil, "a")),
            (#"{"jsonrpc":"2.0","method":"a","params":{"c":null}}"#, request(nil, "a", [("c", nil)])),
        ] as [(String, Result<RequestMessage, MalformedRequest>)])
    func readsRequestsAndNotifications(text: String, entry: Result<RequestMessage, MalformedRequest>) {
        #expect(Self.line(text) == .single(entry))
    }

    @Test(arguments: [#"[1,2,3]"#, "[7]", "[]"])
    func aNotificationWithListParamsIsNotAnswered(params: String) {
        // From the examples of JSON-RPC 2.0, §7.
        let text = #"{"jsonrpc":"2.0","method":"update","params":\#(params)}"#
        #expect(Self.line(text) == .single(Self.request(nil, "update")))
        #expect(Self.line("[\(text)]") == .batch([Self.request(nil, "update")]))
    }

    // MARK: Malformed ones

    private static let version = "jsonrpc is missing; give \"2.0\""
    private static let method = "method is missing or not a string"

    @Test(
        arguments: [
            ("1", malformed(nil, .invalidRequest, "a request must be an object, not 1")),
            ("\"a\"", malformed(nil, .invalidRequest, "a request must be an object, not \"a\"")),
            ("null", malformed(nil, .invalidRequest, "a request must be an object, not null")),
            ("{}", malformed(nil, .invalidRequest, version)),
            (#"{"foo":"boo"}"#, malformed(nil, .invalidRequest, version)),
            (#"{"id":1,"method":"a"}"#, malformed(.integer(1), .invalidRequest, version)),
            (
                #"{"jsonrpc":"1.0","id":1,"method":"a"}"#,
                malformed(.integer(1), .invalidRequest, "jsonrpc must be \"2.0\", not \"1.0\"")
            ),
            (
                #"{"jsonrpc":2.5,"id":1,"method":"a"}"#,
                malformed(.integer(1), .invalidRequest, "jsonrpc must be \"2.0\", not 2.5")
            ),
            (#"{"jsonrpc":"2.0","id":"x"}"#, malformed(.string("x"), .invalidRequest, method)),
            (#"{"jsonrpc":"2.0","id":1,"method":1}"#, malformed(.integer(1), .invalidRequest, method)),
            (#"{"jsonrpc":"2.0","id":1,"method":null}"#, malformed(.integer(1), .invalidRequest, method)),
            (#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, malformed(nil, .invalidRequest, method)),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}"#,
                malformed(.integer(1), .invalidParams, "params must be an object, not a list")
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"a","params":"bar"}"#,
                malformed(.integer(1), .invalidParams, "params must be an object, not \"bar\"")
            ),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"a","params":null}"#,
                malformed(.integer(1), .invalidParams, "params must be an object, not null")
            ),
            (
                #"{"jsonrpc":"2.0","method":"a","params":"bar"}"#,
                malformed(nil, .invalidParams, "params must be an object, not \"bar\"")
            ),
        ] as [(String, Result<RequestMessage, MalformedRequest>)])
    func reportsTheErrorOfAMalformedRequest(text: String, entry: Result<RequestMessage, MalformedRequest>) {
        #expect(Self.line(text) == .single(entry))
    }

    @Test(arguments: [
        ("null", "null"), ("true", "true"), ("1.5", "1.5"), ("1.0", "1.0"),
        ("9223372036854775808", "9.223372036854776e+18"),
        ("[1]", "a list"), ("{}", "an object"),
    ])
    func anIdIsAStringOrAnInteger(id: String, shown: String) {
        let entry = Self.malformed(nil, .invalidRequest, "id must be a string or an integer, not \(shown)")
        #expect(Self.line(#"{"jsonrpc":"2.0","id":\#(id),"method":"a"}"#) == .single(entry))
    }

    @Test func aMalformedRequestIsQuotedTruncated() {
        let text = JSON.string(String(repeating: "é", count: 1000)).text
        let message = "a request must be an object, not \"\(String(repeating: "é", count: 40))\"…"
        #expect(Self.line(text) == .single(Self.malformed(nil, .invalidRequest, message)))
    }

    @Test func anEndlessCharacterIsQuotedTruncated() {
        let text = "\"e\(String(repeating: "\u{301}", count: 1 << 18))\""
        let message = "a request must be an object, not \"e\(String(repeating: "\u{301}", count: 399))\"…"
        #expect(Self.line(text) == .single(Self.malformed(nil, .invalidRequest, message)))
    }

    @Test(
        arguments: [
            ("{", "at byte 1, a member name in quotes is expected"),
            (
                #"{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]"#,
                "at byte 35, a comma or a closing brace is expected"
            ),
            (" ", "at byte 1, a value is expected, but the text ends"),
            ("[{},", "at byte 4, a value is expected, but the text ends"),
            (#"{}{}"#, "at byte 2, there is text after the value"),
        ])
    func invalidJSONIsAParseError(text: String, where place: String) {
        #expect(Self.line(text) == .single(Self.malformed(nil, .parseError, "the line is not valid JSON: \(place)")))
    }

    @Test func invalidUTF8IsAParseError() {
        let message = "the line is not valid JSON: at byte 1, the text is not valid UTF-8"
        #expect(Self.line([0x22, 0xFF, 0x22]) == .single(Self.malformed(nil, .parseError, message)))
    }

    // MARK: Batches

    @Test func anEmptyBatchIsOneInvalidRequest() {
        #expect(Self.line("[ ]") == .single(Self.malformed(nil, .invalidRequest, "the batch is empty")))
    }

    @Test func aBatchHoldsAtMostAHundredRequests() {
        func batch(_ count: Int) -> String {
            let requests = (0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"a"}"# }
            return "[\(requests.joined(separator: ","))]"
        }
        #expect(Self.line(batch(1)) == .batch([Self.request(.integer(0), "a")]))
        #expect(Self.line(batch(100)) == .batch((0..<100).map { Self.request(.integer($0), "a") }))
        let tooLarge = Self.malformed(
            nil, .tooLarge, "the batch has 101 requests; at most 100 are allowed", [("limit", 100)])
        #expect(Self.line(batch(101)) == .single(tooLarge))
    }

    @Test func aLineHoldsAtMost16384Values() {
        func list(_ count: Int, _ end: String) -> String { "[" + String(repeating: "1,", count: count - 2) + "1" + end }
        let most = 1 << 14
        let batch = Self.malformed(
            nil, .tooLarge, "the batch has 16383 requests; at most 100 are allowed", [("limit", 100)])
        #expect(Self.line(list(most, "]")) == .single(batch))
        let many = Self.malformed(nil, .tooLarge, "the line has more than 16384 values", [("limit", 16384)])
        // The bytes after it are not read, JSON or not.
        for end in ["]", "", ",oh"] { #expect(Self.line(list(most + 1, end)) == .single(many)) }
        let params = #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":\#(list(most, "]"))}}"#
        #expect(Self.line(params) == .single(many))
    }

    @Test func eachBatchEntryIsReadSeparately() {
        let text = """
            [{"jsonrpc":"2.0","id":1,"method":"a"},1,{"jsonrpc":"2.0","method":"b"},[],{"foo":"boo"},\
            {"jsonrpc":"2.0","id":"5","method":"a","params":[]},{"jsonrpc":"2.0","id":null,"method":"a"},\
            {"jsonrpc":"2.0","id":1,"method":"c","params":{"d":2}}]
            """
        let entries = [
            Self.request(.integer(1), "a"),
            Self.malformed(nil, .invalidRequest, "a request must be an object, not 1"),
            Self.request(nil, "b"),
            Self.malformed(nil, .invalidRequest, "a request must be an object, not a list"),
            Self.malformed(nil, .invalidRequest, Self.version),
            Self.malformed(.string("5"), .invalidParams, "params must be an object, not a list"),
            Self.malformed(nil, .invalidRequest, "id must be a string or an integer, not null"),
            Self.request(.integer(1), "c", [("d", 2)]),
        ]
        #expect(Self.line(text) == .batch(entries))
    }
}
