import Foundation
import GardenAPI
import Glibc
import TestSupport
import Testing

@testable import gardenctl

/// A scripted daemon on a real socket, in its own thread. It listens as soon as it is created.
final class FakeDaemon: @unchecked Sendable {
    private let listener: Int32
    private let hasEnded = DispatchSemaphore(value: 0)
    private var received: [JSON] = []
    private let hello: JSON
    /// That a client was awaited in vain.
    private var absence: (any Error)?

    /// - Parameters:
    ///   - hello: its answer to a client that sends its name before a request.
    ///   - script: its actions, client by client, in a thread of its own.
    init(_ socketPath: String, hello: Hello = .sample(), _ script: @escaping @Sendable (FakeDaemon) -> Void) {
        unlink(socketPath)
        self.hello = hello.json
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
        let bound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(bound == 0 && listen(listener, 8) == 0, "\(socketPath): \(String(cString: strerror(errno)))")
        Thread {
            script(self)
            close(self.listener)
            self.hasEnded.signal()
        }.start()
    }

    /// A daemon with one client, which gets those results in turn.
    convenience init(_ socketPath: String, hello: Hello = .sample(), answering results: JSON...) {
        self.init(socketPath, hello: hello) { daemon in
            let client = daemon.acceptClient()
            for result in results {
                client.receive()
                client.answer(result)
            }
            client.receive()
        }
    }

    /// A client that never connects leaves the script without a connection, and fails a test that asks for the requests.
    func acceptClient() -> ClientConnection {
        do { _ = try awaitReadiness(of: [listener], what: "a client of the scripted daemon") } catch {
            absence = error
            return ClientConnection(self, -1)
        }
        return ClientConnection(self, acceptConnection(on: listener))
    }

    /// All received requests, once the script has ended.
    func requests() -> [JSON] {
        hasEnded.wait()
        if let absence { Issue.record(absence) }
        return received
    }

    /// One connection, from the daemon's side.
    final class ClientConnection {
        private let daemon: FakeDaemon
        private let descriptor: Int32
        private var framer = LineFramer()
        private var lastID = JSON.null

        fileprivate init(_ daemon: FakeDaemon, _ descriptor: Int32) {
            self.daemon = daemon
            self.descriptor = descriptor
        }

        deinit { close(descriptor) }

        /// Closes the connection without an answer.
        func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        /// Waits for the next request; `nil` at the end of the connection.
        @discardableResult
        func receive() -> JSON? {
            while true {
                if case .text(let line) = framer.next() {
                    guard let request = try? JSON.parse(line) else { return nil }
                    // A client that changes something, or asks for the present, first sends its name.
                    if request["method"] == "daemon.hello", request["params"] == ["actor": "cli"] {
                        sendLine(["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": daemon.hello])
                        continue
                    }
                    lastID = request["id"] ?? .null
                    daemon.received.append(request)
                    return request
                }
                var chunk = [UInt8](repeating: 0, count: 4096)
                let count = read(descriptor, &chunk, chunk.count)
                guard count > 0 else { return nil }
                chunk[..<count].withUnsafeBytes { framer.append($0) }
            }
        }

        /// - Parameter meta: what the answer says besides its result.
        func answer(_ result: JSON, meta: JSON = .null) {
            var line = JSONObject([("jsonrpc", "2.0"), ("id", lastID), ("result", result)])
            if meta != .null { line.append("meta", meta) }
            sendLine(.object(line))
        }

        /// Sends a byte of an answer every 50 ms until the client has gone.
        func drip() {
            var gone = pollfd(fd: descriptor, events: 0, revents: 0)
            repeat { send(" ") } while poll(&gone, 1, 50) == 0
        }

        func refuse(_ error: GardenError) {
            sendLine(["jsonrpc": "2.0", "id": lastID, "error": error.json])
        }

        func notify(_ method: String, _ params: JSON) {
            sendLine(["jsonrpc": "2.0", "method": .string(method), "params": params])
        }

        func sendLine(_ line: JSON) { send("\(line.text)\n") }

        /// Sends the text unchanged, in pieces of this many bytes.
        func send(_ text: String, pieceBytes: Int = .max) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(pieceBytes))
                let count = Glibc.send(descriptor, piece, piece.count, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
