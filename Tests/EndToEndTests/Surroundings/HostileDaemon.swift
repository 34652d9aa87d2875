import Foundation
import GardenAPI
import Glibc
import TestSupport

/// A program that listens where gardend should, and answers each request at once with what it was made with.
final class HostileDaemon: Sendable {
    /// What it answers.
    enum Behavior: Sendable {
        /// The results of the methods, and after a subscription these events.
        case results([String: JSON], events: [JSON])
        /// This error, for every method.
        case refusal(JSON)
        /// This result, for every method.
        case result(JSON)
        /// These bytes, for every method, and again and again until the client has gone.
        case endless([UInt8])
    }

    private let listener: Int32
    private let behavior: Behavior

    init(_ behavior: Behavior, at path: String) throws {
        unlink(path)
        self.behavior = behavior
        listener = try UnixSockets.bound(SOCK_STREAM, to: path)
        guard listen(listener, 16) == 0 else { throw TestFailure(call: "listen") }
        Thread { [listener] in
            while true {
                let client = acceptConnection(on: listener)
                guard client >= 0 else { return }
                Thread { Self.serve(client, behavior) }.start()
            }
        }.start()
    }

    deinit {
        // Wakes the thread that accepts.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func serve(_ client: Int32, _ behavior: Behavior) {
        defer { close(client) }
        var framer = LineFramer()
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(client, &chunk, chunk.count)
            guard count > 0 else { return }
            chunk[..<count].withUnsafeBytes { framer.append($0) }
            while case .text(let line)? = framer.next() {
                guard let request = try? JSON.parse(line), send(lines(answering: request, behavior), to: client) else {
                    return
                }
                if case .endless(let bytes) = behavior {
                    while send(bytes, to: client) {}
                    return
                }
            }
        }
    }

    private static func lines(answering request: JSON, _ behavior: Behavior) -> [UInt8] {
        let method = request["method"]?.stringValue ?? ""
        var answer = JSONObject([("jsonrpc", "2.0"), ("id", request["id"] ?? .null)])
        var events: [JSON] = []
        switch behavior {
        case .results(let results, let all):
            answer.append("result", results[method] ?? .null)
            if method == "events.subscribe" { events = all }
        // Commands that ask for the present, or change something, need an answer to it first.
        case .refusal(let error): answer.append("error", error)
        case .result(let result): answer.append("result", result)
        case .endless: return []
        }
        let notifications = events.map { event -> JSON in ["jsonrpc": "2.0", "method": "event", "params": event] }
        return ([.object(answer)] + notifications).flatMap { Array("\($0.text)\n".utf8) }
    }

    private static func send(_ bytes: [UInt8], to client: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
