import GardenAPI
import GardenEngine
import GardenStore
import Glibc
import Logging
import SystemdKit
import TestSupport
import Testing

@testable import GardenDaemon

/// What clients that take nothing can make the server hold (API §1).
@Suite("Memory that is held for clients")
struct HeldMemoryTests {
    /// Requests whose answers are large. Each client sends them and reads nothing.
    nonisolated static let kinds: [(name: String, lines: String)] = [
        ("batches", "[\(Array(repeating: Self.discover, count: 30).joined(separator: ","))]\n"),
        ("batches of lists", "[\(Array(repeating: Self.list, count: 30).joined(separator: ","))]\n"),
        ("incomplete lines", "[" + String(repeating: " ", count: 600_000)),
    ]

    private static let clients = 40
    /// A quarter of the product's, so that few turns reach it.
    private static let allowedBytes = 16 << 20
    nonisolated private static let discover = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#
    nonisolated private static let status = #"{"jsonrpc":"2.0","id":1,"method":"daemon.status"}"#
    nonisolated private static let list = #"{"jsonrpc":"2.0","id":1,"method":"journal.list","params":{"limit":1000}}"#
    /// A server that holds much for clients that read nothing, and the clients.
    private static func makeFullServer(at path: String, noteCharacters: Int) throws -> (Server, [DeafClient]) {
        let server = try makeServer(at: path, noteCharacters: noteCharacters)
        let line = Array("[\(Array(repeating: discover, count: 30).joined(separator: ","))]\n".utf8)
        var clients: [DeafClient] = []
        for _ in 0..<20 where server.heldBytes <= allowedBytes / 4 * 3 {
            let client = try DeafClient(path, sends: line)
            client.sendRest()
            clients.append(client)
            for _ in 0..<40 { server.turn() }
        }
        return (server, clients)
    }

    @Test("a list of an honest client is made to its end while others hold much, and so is a batch")
    func listsAndBatchesAreAnsweredWhileMemoryIsFull() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/socket"
        // The first slice of the list is small.
        let (server, deaf) = try Self.makeFullServer(at: path, noteCharacters: 20)
        defer { server.close() }
        #expect(
            server.heldBytes > Self.allowedBytes / 4 * 3,
            "\(server.heldBytes) held for \(deaf.count) clients, \(server.connectionCount)")
        let clients = try (0..<2).map { _ in try DeafClient(path) }
        clients[0].send(Array("\(Self.list)\n".utf8))
        clients[1].send(Array("[\(Self.status),\(Self.status)]\n".utf8))
        var answers = [0, 0]
        // No client asks or takes anything else meanwhile: each turn but the first is one that the server asked for.
        server.turn()
        for _ in 0..<2000 where answers != [1, 1] && server.wantsTurn {
            server.turn()
            for index in answers.indices { answers[index] += clients[index].readAnswers() }
        }
        #expect(answers == [1, 1])
    }

    /// A server with a history of some megabytes.
    private static func makeServer(at path: String, noteCharacters: Int = 900) throws -> Server {
        let (machine, platform) = (MachineClock(bootId: "test"), QuietPlatform())
        let engine = try Engine(
            store: try JournalStore.inMemory(), archive: MemoryArchive(), platform: platform,
            environment: platform.readEnvironment(), now: machine.now(), heartbeat: nil, names: .test)
        let text = String(repeating: "n", count: noteCharacters)
        let note = #"{"jsonrpc":"2.0","id":0,"method":"log.note","params":{"text":"\#(text)"}}"#
        _ = engine.catchUp(to: machine.now())
        for _ in 0..<1000 { _ = engine.decide(.text(Array(note.utf8)), at: machine.now()) }
        _ = engine.commit()
        return try Server(
            listener: try UnixSocket.listen(path: path), engine: engine, machine: machine, loop: try EventLoop(),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, allowedBytes: allowedBytes)
    }

    @Test(
        "is bounded for all together, whatever they ask, and a client that asks for little has its answers",
        arguments: kinds)
    func heldMemoryIsBounded(name: String, lines: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/socket"
        let server = try Self.makeServer(at: path)
        defer { server.close() }
        let status = Array("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"daemon.status\"}\n".utf8)
        let honest = try DeafClient(path)
        server.turn()
        let clients = try (0..<Self.clients).map { _ in try DeafClient(path, sends: Array(lines.utf8)) }
        var (most, answers, turns) = (0, 0, 0)
        for _ in 0..<200 {
            honest.send(status)
            server.turn()
            most = max(most, server.heldBytes)
            answers += honest.readAnswers()
            turns += 1
            for client in clients { client.sendRest() }
        }
        #expect(most < 36 << 20, "\(name): \(most >> 20) MiB")
        // Each of the others may have its share of a turn first.
        #expect(answers * (Self.clients + 1) >= turns, "\(name): \(answers) answers in \(turns) turns")
    }
}

/// A client that sends what the socket takes, and reads only if it is asked to.
private final class DeafClient {
    private let descriptor: Int32
    private var rest: ArraySlice<UInt8>

    init(_ path: String, sends bytes: [UInt8] = []) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        rest = bytes[...]
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) {
        rest += bytes
        sendRest()
    }

    func sendRest() {
        guard !rest.isEmpty else { return }
        let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count > 0 { rest = rest.dropFirst(count) }
    }

    /// Reads what is there.
    ///
    /// - Returns: how many answers end in it.
    func readAnswers() -> Int {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return bytes.prefix(max(0, count)).count { $0 == UInt8(ascii: "\n") }
    }
}
