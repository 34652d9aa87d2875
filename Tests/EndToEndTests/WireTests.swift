import GardenAPI
import Testing

/// The wire, from outside (API §1).
struct WireTests {
    /// The answers to invalid request lines: the error's code and the id.
    @Test func aMalformedLineGetsAnErrorAndTheConnectionStaysOpen() throws {
        let daemon = try Gardend(in: Home())
        let client = try daemon.connect()
        let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        let table: [(line: String, word: String, id: JSON)] = [
            ("nonsense", "parse_error", nil),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,", "parse_error", nil),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.get\",\"params\":{\"x\":\(deep)}}", "parse_error", nil),
            ("{\"jsonrpc\":\"2.0\",\"id\":1}", "invalid_request", 1),
            ("{\"id\":1,\"method\":\"timer.get\"}", "invalid_request", 1),
            ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"timer.get\"}", "invalid_request", nil),
            ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"timer.get\"}", "invalid_request", nil),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"timer.get\"}", "invalid_request", nil),
            (
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.get\",\"method\":\"timer.stop\"}", "invalid_request",
                1
            ),
            ("17", "invalid_request", nil),
            ("[]", "invalid_request", nil),
            ("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"timer.fly\"}", "method_not_found", 2),
            ("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"timer.get\",\"params\":[]}", "invalid_params", 3),
            ("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"timer.get\",\"params\":{\"x\":1}}", "invalid_params", 4),
            (
                "{\"jsonrpc\":\"2.0\",\"id\":\"5\",\"method\":\"timer.start\",\"params\":{\"minutes\":0}}",
                "invalid_params", "5"
            ),
        ]
        for (line, word, id) in table {
            try client.send(line + "\n")
            let answer = try client.answer()
            #expect(answer.at("error.data.code") == .string(word), "\(line)")
            #expect(answer["id"] == id, "\(line)")
        }
        #expect(try client.call("timer.get")["phase"] == "stopped")
    }

    @Test func aRefusalNamesTheInvalidParam() throws {
        let client = try Gardend(in: Home()).connect()
        let unknown = try client.ask("timer.start", ["minuts": 5])
        #expect(unknown.at("error.code") == -32602)
        #expect(unknown.at("error.data.param") == "minuts")
        let wrong = try client.ask("timer.start", ["minutes": 1441])
        #expect(wrong.at("error.data.param") == "minutes")
    }

    @Test func depth64IsAccepted() throws {
        let client = try Gardend(in: Home()).connect()
        // The request and its params are two of them.
        let nested = String(repeating: "[", count: 62) + String(repeating: "]", count: 62)
        try client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.get\",\"params\":{\"x\":\(nested)}}\n")
        #expect(try client.answer().at("error.data.code") == "invalid_params")
    }

    @Test func invalidUTF8IsAParseError() throws {
        let client = try Gardend(in: Home()).connect()
        let begin = Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"daemon.hello\",\"params\":{\"client\":\"".utf8)
        for bad in [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]] as [[UInt8]] {
            try client.send(begin + bad + Array("\"}}\n".utf8))
            #expect(try client.answer().at("error.data.code") == "parse_error", "\(bad)")
        }
        #expect(try client.call("daemon.hello", ["client": "é"])["server"] == "gardend")
    }

    @Test func aLineOverTheLimitIsTooLargeAndTheNextOneIsServed() throws {
        let client = try Gardend(in: Home()).connect()
        func line(bytes: Int) -> String {
            let frame = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.get\"}"
            return frame + String(repeating: " ", count: bytes - frame.utf8.count)
        }
        try client.send(line(bytes: Limits.lineBytes) + "\r\n")
        #expect(try client.answer().at("result.phase") == "stopped")
        for bytes in [Limits.lineBytes + 1, 5 * Limits.lineBytes] {
            try client.send(line(bytes: bytes) + "\n")
            let answer = try client.answer()
            #expect(answer.at("error.code") == -32007)
            #expect(answer.at("error.data") == ["code": "too_large", "limit": 1_048_576])
            #expect(answer["id"] == .null)
        }
        #expect(try client.call("timer.get")["phase"] == "stopped")
    }

    @Test func carriageReturnsAreToleratedAndEmptyLinesIgnored() throws {
        let client = try Gardend(in: Home()).connect()
        try client.send("\n\r\n\n\(Client.line(id: 7, "timer.get").dropLast())\r\n\n")
        #expect(try client.answer()["id"] == 7)
        #expect(try client.call("timer.get")["phase"] == "stopped")
    }

    @Test func batchEntriesAreDecidedInOrderAndSeparately() throws {
        let client = try Gardend(in: Home()).connect()
        try client.send(
            """
            [{"jsonrpc":"2.0","id":1,"method":"category.add","params":{"name":"Work"}},\
            {"jsonrpc":"2.0","id":2,"method":"category.add","params":{"name":"work"}},\
            {"jsonrpc":"2.0","method":"category.add","params":{"name":"Told"}},17,\
            {"jsonrpc":"2.0","id":3,"method":"category.list"}]

            """)
        let answers = try #require(try client.answer().arrayValue)
        #expect(answers.map { $0["id"] } == [1, 2, .null, 3])
        #expect(answers[0].at("result.name") == "Work")
        #expect(answers[1].at("error.data.code") == "already_exists")
        #expect(answers[2].at("error.data.code") == "invalid_request")
        #expect(answers[3]["result"]?.arrayValue?.map { $0["name"] } == ["Default", "Work"])
    }

    @Test func aBatchOfMoreThanAHundredIsRefused() throws {
        let client = try Gardend(in: Home()).connect()
        func batch(_ count: Int) -> String {
            let entries = (1...count).map { id in
                String(Client.line(id: id, "category.add", ["name": .string("c\(id)")]).dropLast())
            }
            return "[" + entries.joined(separator: ",") + "]\n"
        }
        try client.send(batch(101))
        let refusal = try client.answer()
        #expect(refusal.at("error.data") == ["code": "too_large", "limit": 100])
        #expect(try client.call("category.list").arrayValue?.count == 1)
        try client.send(batch(100))
        #expect(try client.answer().arrayValue?.count == 100)
        #expect(try client.call("category.list").arrayValue?.count == 101)
    }

    @Test func notificationsAreNeitherAnsweredNorExecuted() throws {
        let client = try Gardend(in: Home()).connect()
        try client.send(
            """
            {"jsonrpc":"2.0","method":"timer.start"}
            {"jsonrpc":"2.0","method":"timer.fly"}
            {"jsonrpc":"2.0","method":"timer.get"}
            [{"jsonrpc":"2.0","method":"timer.start"},{"jsonrpc":"2.0","method":"timer.get"}]

            """)
        #expect(try client.call("timer.get")["phase"] == "stopped")
    }

    @Test func aClientThatShutsDownItsSendingEndGetsItsAnswers() throws {
        let client = try Gardend(in: Home()).connect()
        for id in 1...200 { try client.send(Client.line(id: id, "timer.get")) }
        client.endWriting()
        for id in 1...200 { #expect(try client.answer()["id"] == .integer(id)) }
        #expect(try client.next() == nil)
    }

    /// As of `printf '{…}' | socat - UNIX-CONNECT:…`.
    @Test func theLastLineNeedsNoLineFeed() throws {
        let client = try Gardend(in: Home()).connect()
        let line = Client.line(id: 7, "log.note", ["text": "a"]).filter { $0 != "\n" }
        try client.send(line)
        client.endWriting()
        #expect(try client.answer()["id"] == 7)
        #expect(try client.next() == nil)
    }

    @Test func aRequestMayArriveByteByByte() throws {
        let daemon = try Gardend(in: Home())
        let (slow, other) = (try daemon.connect(), try daemon.connect())
        let line = Array(Client.line(id: 9, "category.add", ["name": "Größe"]).utf8)
        for (index, byte) in line.enumerated() {
            try slow.send([byte])
            // The daemon has a turn between the bytes.
            if index % 8 == 0 { try other.call("timer.get") }
        }
        #expect(try slow.answer().at("result.name") == "Größe")
    }

    @Test func manyRequestsInOneWriteAreAllAnsweredInOrder() throws {
        let client = try Gardend(in: Home()).connect()
        let lines = (1...1000).map { id in
            id % 10 == 0
                ? Client.line(id: id, "category.add", ["name": .string("c\(id)")]) : Client.line(id: id, "timer.get")
        }
        try client.send(lines.joined())
        for id in 1...1000 { #expect(try client.answer()["id"] == .integer(id)) }
        #expect(try client.call("category.list").arrayValue?.count == 101)
    }

    @Test func aConnectionOverTheLimitIsRefusedAndClosed() throws {
        let home = try Home()
        try write("[server]\nmax_connections = 3\n", to: home.config)
        let daemon = try Gardend(in: home)
        var clients = try (1...3).map { _ in try daemon.connect() }
        for client in clients { #expect(try client.call("daemon.hello").at("limits.connections") == 3) }
        let surplus = try daemon.connect()
        let word = try #require(try surplus.next())
        #expect(word["id"] == .null)
        #expect(word.at("error.code") == -32006)
        #expect(word.at("error.data.code") == "overloaded")
        #expect(try surplus.next() == nil)

        clients.removeLast()
        // The close of that client was noticed once the others were served in later turns.
        try clients[0].call("timer.get")
        try clients[0].call("timer.get")
        #expect(try daemon.connect().call("timer.get")["phase"] == "stopped")
    }
}
