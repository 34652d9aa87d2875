import GardenEngine
import Testing

@testable import GardenAPI

@Suite struct LineWriterTests {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    private static func incoming(_ text: String) throws -> ResponseLine { try ResponseLine(Array(text.utf8)) }

    private static let refusal = GardenError(
        .insufficientPoints, "coffee costs 30 points; 12 are left", [("price", 30), ("balance", 12), ("shortfall", 18)])

    @Test func writesAnswersInAFixedOrder() throws {
        let answer = LineWriter.answer(id: .integer(1), result: Array(#"{"a":[1,"b"]}"#.utf8))
        #expect(Self.text(answer) == #"{"jsonrpc":"2.0","id":1,"result":{"a":[1,"b"]}}"#)
        #expect(try ResponseLine(answer) == .answer(id: .integer(1), .success(["a": [1, "b"]])))
        let named = LineWriter.answer(id: .string("\"\n"), result: Array("null".utf8))
        #expect(Self.text(named) == #"{"jsonrpc":"2.0","id":"\"\n","result":null}"#)
        #expect(try ResponseLine(named) == .answer(id: .string("\"\n"), .success(nil)))
    }

    @Test func writesRefusalsInAFixedOrder() throws {
        let refusal = LineWriter.refusal(id: .string("x"), error: Self.refusal)
        let expected = """
            {"jsonrpc":"2.0","id":"x","error":{"code":-32004,"message":"coffee costs 30 points; 12 are left",\
            "data":{"code":"insufficient_points","price":30,"balance":12,"shortfall":18}}}
            """
        #expect(Self.text(refusal) == expected)
        #expect(try ResponseLine(refusal) == .answer(id: .string("x"), .failure(Self.refusal)))
    }

    @Test func aRefusalWithoutARequestHasANullId() throws {
        let error = GardenError(.parseError, "no")
        let refusal = LineWriter.refusal(id: nil, error: error)
        let expected =
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no","data":{"code":"parse_error"}}}"#
        #expect(Self.text(refusal) == expected)
        #expect(try ResponseLine(refusal) == .answer(id: nil, .failure(error)))
    }

    @Test func writesNotifications() throws {
        let notification = LineWriter.notification(method: "event", params: Array(#"{"seq":1}"#.utf8))
        #expect(Self.text(notification) == #"{"jsonrpc":"2.0","method":"event","params":{"seq":1}}"#)
        #expect(try ResponseLine(notification) == .notification(method: "event", params: ["seq": 1]))
    }

    @Test func writtenRequestsRoundTrip() {
        let request = LineWriter.request(id: .integer(7), method: "a.b", params: Array(#"{"c":1}"#.utf8))
        #expect(Self.text(request) == #"{"jsonrpc":"2.0","id":7,"method":"a.b","params":{"c":1}}"#)
        let message = RequestMessage(id: .integer(7), method: "a.b", params: JSONObject([("c", 1)]))
        #expect(request.withUnsafeBufferPointer { RequestLine($0) } == .single(.success(message)))
    }

    @Test func noWrittenLineContainsALineFeed() {
        let nasty = "a\nb\r\n"
        let lines = [
            LineWriter.answer(id: .string(nasty), result: JSON.string(nasty).encoded),
            LineWriter.refusal(id: .string(nasty), error: GardenError(.refused, nasty, [(nasty, .string(nasty))])),
            LineWriter.notification(method: nasty, params: JSON.string(nasty).encoded),
            LineWriter.request(id: .string(nasty), method: nasty, params: JSON.string(nasty).encoded),
        ]
        #expect(lines.allSatisfy { !$0.contains(UInt8(ascii: "\n")) && !$0.contains(UInt8(ascii: "\r")) })
    }

    @Test(
        arguments: [
            ("{", "the value is not valid JSON: at byte 1, a member name in quotes is expected"),
            ("[]", "the value is neither an answer nor a notification"),
            ("1", "the value is neither an answer nor a notification"),
            (#"{"jsonrpc":"2.0","id":1}"#, "the value is neither an answer nor a notification"),
            (#"{"jsonrpc":"2.0","id":1,"error":1}"#, "the value must be an error of JSON-RPC, not 1"),
        ])
    func refusesInvalidServerLines(text: String, message: String) throws {
        let mismatch = try #require(throws: ValidationError.self) { try Self.incoming(text) }
        #expect(mismatch.message == message)
    }

    /// A code of a later release: the message is kept.
    @Test(
        arguments: [
            (#"{"code":-32099,"message":"a","data":{"code":"too_early","day":1}}"#, ErrorCode.refused),
            (#"{"code":-32001,"message":"a","data":{"code":"too_early","day":1}}"#, .notFound),
        ])
    func errorsOfLaterReleasesAreAccepted(error: String, code: ErrorCode) throws {
        let expected = GardenError(code, "a", [("code", "too_early"), ("day", 1)])
        #expect(
            try Self.incoming(#"{"jsonrpc":"2.0","id":1,"error":\#(error)}"#)
                == .answer(id: .integer(1), .failure(expected)))
    }

    @Test func unknownMembersOfAnAnswerAreIgnored() throws {
        let line = #"{"jsonrpc":"2.0","later":true,"id":1,"result":2}"#
        #expect(try Self.incoming(line) == .answer(id: .integer(1), .success(2)))
    }
}
