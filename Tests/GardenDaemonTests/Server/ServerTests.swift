import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import Glibc
import Logging
import SystemdKit
import TestSupport
import Testing

@testable import GardenDaemon

/// The server turn by turn, for cases that depend on which requests share a turn.
struct ServerTests {
    private static let platform = QuietPlatform()

    private static func makeServer(
        at path: String, sendMicroseconds: Int = 1000
    ) throws -> (server: Server, loop: EventLoop) {
        let machine = MachineClock(bootId: "test")
        let engine = try Engine(
            store: try JournalStore.inMemory(), archive: MemoryArchive(), platform: platform,
            environment: platform.readEnvironment(), now: machine.now(), heartbeat: nil, names: .test)
        let loop = try EventLoop()
        let server = try Server(
            listener: try UnixSocket.listen(path: path), engine: engine, machine: machine, loop: loop,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, sendMicroseconds: sendMicroseconds)
        return (server, loop)
    }

    /// A path in a folder of the test's own.
    private static func makeSocketPath() throws -> String {
        var template = Array("/tmp/garden-server-XXXXXX".utf8CString)
        return String(cString: try #require(mkdtemp(&template))) + "/socket"
    }

    private static func removeSocket(_ path: String) {
        unlink(path)
        rmdir(String(path.dropLast("/socket".count)))
    }

    private static func connect(_ path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        return descriptor
    }

    private static func send(_ text: String, to descriptor: Int32) {
        _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// The output to a client so far.
    private static func received(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private static let note = #"{"jsonrpc":"2.0","id":0,"method":"log.note","params":{"text":"n"}}"#

    private static func addNotes(_ count: Int, as client: Int32, _ server: Server) throws {
        for _ in 0..<count {
            send(note + "\n", to: client)
            server.turn()
            try #require(received(client).hasPrefix(#"{"jsonrpc":"2.0","id":0,"result""#))
        }
    }

    @Test func anAnswerIsDroppedWithItsClientAndNotSentToTheNext() throws {
        let path = try Self.makeSocketPath()
        defer { Self.removeSocket(path) }
        let (server, _) = try Self.makeServer(at: path)

        let gone = try Self.connect(path)
        server.turn()
        try Self.addNotes(150, as: gone, server)
        let list = #"{"jsonrpc":"2.0","id":4711,"method":"journal.list","params":{"limit":400}}"#
        Self.send(list + "\n", to: gone)
        // The list begins in this turn, and ends in the one that sees its client go and lets the next one in, which gets the
        // descriptor's number.
        server.turn()
        #expect(Self.received(gone) == "")
        // A child that another test starts meanwhile holds a copy of the descriptor, which close alone would leave open.
        shutdown(gone, Int32(SHUT_RDWR))
        close(gone)
        let next = try Self.connect(path)
        defer { close(next) }
        server.turn()
        server.turn()
        #expect(server.connectionCount == 1)
        Self.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"events.unsubscribe\"}\n", to: next)
        server.turn()
        #expect(Self.received(next) == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":true}\n")
    }

    @Test func aBatchGoesOnAfterAListThatTakesSeveralTurns() throws {
        let path = try Self.makeSocketPath()
        defer { Self.removeSocket(path) }
        let (server, _) = try Self.makeServer(at: path)
        let (client, other) = (try Self.connect(path), try Self.connect(path))
        defer { for descriptor in [client, other] { close(descriptor) } }
        server.turn()
        try Self.addNotes(150, as: other, server)
        let list = #"{"jsonrpc":"2.0","id":1,"method":"journal.list","params":{"limit":400}}"#
        let lines = "[\(list),\(Self.note),\(list)]\n" + #"{"jsonrpc":"2.0","id":2,"method":"timer.get"}"# + "\n"
        Self.send(lines, to: client)
        // Another client has its answer while the batch waits.
        Self.send(#"{"jsonrpc":"2.0","id":3,"method":"timer.get"}"# + "\n", to: other)
        server.turn()
        #expect(Self.received(client) == "")
        #expect(Self.received(other).hasPrefix(#"{"jsonrpc":"2.0","id":3,"result""#))
        var output = ""
        for _ in 0..<20 where output.count(where: { $0 == "\n" }) < 2 {
            server.turn()
            output += Self.received(client)
        }
        let answers = output.split(separator: "\n")
        #expect(answers.count == 2)
        let batch = try #require(try JSON.parse(Array(answers[0].utf8)).arrayValue)
        let counts = batch.map { $0["result"]?.arrayValue?.count ?? 0 }
        #expect(batch.map { $0["id"]?.integerValue } == [1, 0, 1])
        #expect(counts[0] > 150 && counts == [counts[0], 0, counts[0] + 1])
    }

    @Test func anInteractiveClientIsAnsweredBeforeBulkClients() throws {
        let path = try Self.makeSocketPath()
        defer { Self.removeSocket(path) }
        let (server, _) = try Self.makeServer(at: path)
        let question = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"daemon.status\"}\n"
        let bulk = try (1...20).map { _ in try Self.connect(path) }
        let interactive = try Self.connect(path)
        defer { for client in bulk + [interactive] { close(client) } }
        server.turn()
        for client in bulk { Self.send(String(repeating: question, count: 1000), to: client) }
        // Each of them has had a share by now, and none was enough.
        for _ in bulk { server.turn() }
        #expect(bulk.allSatisfy { !Self.received($0).isEmpty })

        Self.send(question, to: interactive)
        server.turn()
        #expect(Self.received(interactive).hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":"))
        // Not all of the others had their turn in that one, so an earlier client still waits.
        #expect(bulk.contains { Self.received($0).isEmpty })
    }

    /// Sending an event to thousands of subscribers takes longer than a turn: here, each turn sends to one.
    @Test func othersAreAnsweredWhileAnEventIsSentToManySubscribers() throws {
        let path = try Self.makeSocketPath()
        defer { Self.removeSocket(path) }
        let (server, _) = try Self.makeServer(at: path, sendMicroseconds: 0)
        let subscribers = try (1...5).map { _ in try Self.connect(path) }
        let (other, bulk) = (try Self.connect(path), try Self.connect(path))
        defer { for client in subscribers + [other, bulk] { close(client) } }
        server.turn()
        let subscribe = #"{"jsonrpc":"2.0","id":1,"method":"events.subscribe","params":{"topics":["log.written"]}}"#
        for subscriber in subscribers {
            Self.send(subscribe + "\n", to: subscriber)
            server.turn()
            #expect(Self.received(subscriber).hasPrefix(#"{"jsonrpc":"2.0","id":1,"result""#))
        }

        func note(_ id: Int) -> String {
            #"{"jsonrpc":"2.0","id":\#(id),"method":"log.note","params":{"text":"note \#(id)"}}"# + "\n"
        }
        var received = subscribers.map { _ in "" }
        func receive() {
            for (index, subscriber) in subscribers.enumerated() { received[index] += Self.received(subscriber) }
        }
        func counts(_ id: Int) -> [Int] { received.map { $0.ranges(of: "note \(id)\",\"category").count } }

        // The first share of a client that asks for much is taken; the rest waits in bulk. A turn sends to one subscriber.
        Self.send((10..<110).map(note).joined(), to: bulk)
        server.turn()
        receive()
        #expect(Self.received(bulk).hasPrefix(#"{"jsonrpc":"2.0","id":10,"result""#))
        #expect(counts(10).sorted() == [0, 0, 0, 0, 1])
        // Another change and its answer come before the others have the first event.
        Self.send(note(1), to: other)
        server.turn()
        receive()
        #expect(Self.received(other).hasPrefix(#"{"jsonrpc":"2.0","id":1,"result""#))
        #expect(counts(10).sorted() == [0, 0, 0, 1, 1])
        #expect(Self.received(bulk).isEmpty)
        var turns = 2
        while counts(10).contains(0), turns < 10 {
            server.turn()
            receive()
            turns += 1
            // It waits for the end of the pass.
            #expect(Self.received(bulk).isEmpty)
        }
        #expect(turns == 5)
        for _ in 0..<2000 where counts(109).contains(0) {
            server.turn()
            receive()
        }
        let ids = [1] + (10..<110)
        #expect(ids.map(counts) == ids.map { _ in [1, 1, 1, 1, 1] })
        // In the same order for all.
        #expect(Set(received).count == 1)
    }
}
