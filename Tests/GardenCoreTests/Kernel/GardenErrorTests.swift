import Testing

@testable import GardenAPI
@testable import GardenCore

@Suite struct GardenErrorTests {
    /// The whole table of API §1.
    private static let table: [(word: String, number: Int)] = [
        ("parse_error", -32700), ("invalid_request", -32600), ("method_not_found", -32601), ("invalid_params", -32602),
        ("internal", -32603), ("not_found", -32001), ("already_running", -32002), ("not_running", -32003),
        ("insufficient_points", -32004), ("storage_failed", -32005), ("overloaded", -32006), ("too_large", -32007),
        ("already_exists", -32008), ("refused", -32009),
    ]

    @Test func errorCodesMatchTheAPI() {
        #expect(ErrorCode.allCases.map(\.rawValue) == Self.table.map(\.word))
        #expect(ErrorCode.allCases.map(\.number) == Self.table.map(\.number))
    }

    @Test(arguments: ErrorCode.allCases)
    func everyCodeRoundTrips(code: ErrorCode) throws {
        let error = GardenError(code, "why\n", [("limit", 3), ("name", "a"), ("candidates", ["a", "b"])])
        let text = """
            {"code":\(code.number),"message":"why\\n",\
            "data":{"code":"\(code.rawValue)","limit":3,"name":"a","candidates":["a","b"]}}
            """
        #expect(error.json.text == text)
        #expect(try GardenError(json: error.json) == error)
    }

    @Test(
        arguments: [
            (
                .notFound(kind: "category", id: 7),
                #"{"code":-32001,"message":"no category has the id 7","data":{"code":"not_found","kind":"category","id":7}}"#
            ),
            (
                .notFound(kind: "item", name: "a\"b"),
                #"{"code":-32001,"message":"no item is named \"a\\\"b\"","data":{"code":"not_found","kind":"item","name":"a\"b"}}"#
            ),
            (
                .alreadyExists(kind: "category", name: "Work"),
                #"{"code":-32008,"message":"a category named \"Work\" already exists","data":{"code":"already_exists","kind":"category","name":"Work"}}"#
            ),
            (
                .refused(.nothingLeft, "no", [("limit", 1)]),
                #"{"code":-32009,"message":"no","data":{"code":"refused","reason":"nothing_left","limit":1}}"#
            ),
            (
                .invalidParam("minutes", "is missing"),
                #"{"code":-32602,"message":"minutes is missing","data":{"code":"invalid_params","param":"minutes"}}"#
            ),
            (
                GardenError(ValidationError(path: ["run", "deadline"], problem: "is missing")),
                #"{"code":-32602,"message":"run.deadline is missing","data":{"code":"invalid_params","param":"run.deadline"}}"#
            ),
            (
                GardenError(ValidationError(expected: "an object", found: [])),
                #"{"code":-32602,"message":"the value must be an object, not a list","data":{"code":"invalid_params"}}"#
            ),
        ] as [(GardenError, String)])
    func errorsIncludeTheirDetails(error: GardenError, text: String) {
        #expect(error.json.text == text)
    }

    @Test(arguments: [
        (RefusalReason.defaultCategory, "default_category"), (.keyReused, "key_reused"), (.nothingLeft, "nothing_left"),
        (.outOfRange, "out_of_range"),
    ])
    func refusalReasonsMatchTheAPI(reason: RefusalReason, word: String) {
        #expect(GardenError.refused(reason, "").details == JSONObject([("reason", .string(word))]))
    }
}
