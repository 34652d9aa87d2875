import GardenAPI
import Glibc
import Testing

/// A client, however busy or rude, does not affect the others (API §1).
struct NeighbourTests {
    /// A daemon with some thousand events behind it.
    private func daemonWithHistory() throws -> (Gardend, Client) {
        let daemon = try Gardend(in: Home())
        let client = try daemon.connect()
        try client.call("timer.start")
        let toggle: JSON = ["jsonrpc": "2.0", "id": 1, "method": "timer.toggle"]
        let batch = JSON.array(Array(repeating: toggle, count: Limits.batchEntries)).text + "\n"
        for _ in 1...40 {
            try client.send(batch)
            _ = try #require(try client.nextLine())
        }
        return (daemon, client)
    }

    @Test func anAnswerIsNotSentToAClientThatReusesTheDescriptor() throws {
        // A verification ends while later clients have the descriptor's number.
        let daemon = try Gardend(in: Home())
        for round in 1...3000 {
            var gone: Client? = try daemon.connect()
            try gone?.send(Client.line(id: 4711, "journal.verify"))
            gone = nil
            let next = try daemon.connect()
            try next.send(Client.line(id: round, "timer.get"))
            let answer = try JSON.parse(try #require(try next.nextLine()))
            #expect(answer["id"] == .integer(round))
        }
    }

    @Test func aHeavyBatchIsDecidedInSlices() throws {
        let (daemon, other) = try daemonWithHistory()
        let bulk = try daemon.connect()
        let list: JSON = ["jsonrpc": "2.0", "id": 1, "method": "journal.list", "params": ["limit": 1000]]
        let batch = JSON.array(Array(repeating: list, count: Limits.batchEntries)).text + "\n"
        try bulk.send(batch)
        // A batch that is decided as a whole would be answered before any of these.
        for _ in 1...3 { try other.call("timer.get") }
        var byte = UInt8(0)
        #expect(recv(bulk.descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == -1 && errno == EAGAIN)
        #expect(try JSON.parse(try #require(try bulk.nextLine())).arrayValue?.count == Limits.batchEntries)
    }

    @Test func aBatchOfChangesIsAnsweredCompletelyAndInOrder() throws {
        let (_, client) = try daemonWithHistory()
        let entries = (1...Limits.batchEntries).map { id -> JSON in
            [
                "jsonrpc": "2.0", "id": .integer(id), "method": "category.add",
                "params": ["name": .string("category \(id)")],
            ]
        }
        try client.send(JSON.array(entries).text + "\n" + Client.line(id: 999, "category.list"))
        let answers = try JSON.parse(try #require(try client.nextLine())).arrayValue
        #expect(answers?.map { $0["id"] } == (1...Limits.batchEntries).map { .integer($0) })
        #expect(answers?.map { $0["result"]?["id"] } == (2...Limits.batchEntries + 1).map { .integer($0) })
        let list = try JSON.parse(try #require(try client.nextLine()))
        #expect(list["id"] == 999)
        #expect(list["result"]?.arrayValue?.count == Limits.batchEntries + 1)
    }

    @Test func manyShortConnectionsDoNotBlockNewOnes() throws {
        let daemon = try Gardend(in: Home())
        for round in 1...300 {
            for _ in 1...4 { _ = try daemon.connect() }
            guard round % 10 == 0 else { continue }
            try daemon.connect().call("daemon.hello")
        }
    }

    @Test func anInvalidSettingsFileDoesNotBlockTheDaemon() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        mkfifo(home.config, 0o600)
        #expect(try client.refusal(of: "daemon.reload") == "invalid_params")
        unlink(home.config)
        try write(String(repeating: "a.", count: 20_000) + "a = 1\n", to: home.config)
        #expect(try client.refusal(of: "daemon.reload") == "invalid_params")
        try client.call("timer.start")
    }
}
