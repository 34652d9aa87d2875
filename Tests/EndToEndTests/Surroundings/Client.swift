import GardenAPI
import Glibc
import TestSupport

/// A client without any rules of its own: it writes the given bytes, and reads lines.
final class Client {
    let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasEnded = false
    private var lastId = 0
    /// Events and resyncs received while an answer was awaited.
    private var notifications: [JSON] = []

    /// Keeps the daemon running as long as its clients.
    private let daemon: Gardend?

    init(_ path: String, of daemon: Gardend? = nil) throws {
        self.daemon = daemon
        descriptor = try UnixSockets.connected(to: path)
    }

    /// A client with a connected socket, which it owns from now on.
    init(connected descriptor: Int32) {
        daemon = nil
        self.descriptor = descriptor
    }

    deinit {
        // A child of another test has a copy of the descriptor until it begins its program, so the close alone may come later.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    // MARK: Writing

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw TestFailure(call: "send") }
            sent += count
        }
    }

    /// Closes the sending end, and continues to read.
    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    // MARK: Reading

    /// The next line without its line feed; `nil` at the end.
    func nextLine() throws -> String? {
        while true {
            if let line = receivedLine() { return String(decoding: line, as: UTF8.self) }
            if hasEnded { return nil }
            let what = "a line from the daemon"
            _ = try awaitReadiness(
                of: [descriptor], by: daemon?.pid, what: daemon.map { "\(what) (\($0.endOfLog))" } ?? what)
            receive()
        }
    }

    /// The next received line; `nil` if none is complete.
    private func receivedLine() -> [UInt8]? {
        let length = buffer.withUnsafeBytes { bytes -> Int? in
            guard let begin = bytes.baseAddress, start < bytes.count,
                let end = memchr(begin + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(end) - begin - start
        }
        guard let length else { return nil }
        defer { start += length + 1 }
        return Array(buffer[start..<(start + length)])
    }

    /// Reads the available bytes, if any.
    ///
    /// - Returns: whether the daemon's end is still open.
    @discardableResult
    func receive() -> Bool {
        if start > 0 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        if count > 0 { buffer += chunk[..<count] }
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { hasEnded = true }
        return !hasEnded
    }

    /// The next message, be it an answer or a notification; `nil` at the end.
    func next() throws -> JSON? {
        guard let line = try nextLine() else { return nil }
        return try JSON.parse(line)
    }

    /// The complete lines received so far, answers and notifications.
    func receivedLines() -> [[UInt8]] {
        var lines: [[UInt8]] = []
        while let line = receivedLine() { lines.append(line) }
        return lines
    }

    /// Reads this many lines, whatever they contain.
    func skipLines(_ count: Int) throws {
        for _ in 0..<count {
            guard try nextLine() != nil else { throw TestFailure("the connection ended before all answers came") }
        }
    }

    // MARK: Requests

    /// Sends a request, and returns its line, which can be sent again.
    @discardableResult
    func request(_ method: String, _ params: JSON = [:]) throws -> Int {
        lastId += 1
        try send(Self.line(id: lastId, method, params))
        return lastId
    }

    static func line(id: Int, _ method: String, _ params: JSON = [:]) -> String {
        let json: JSON = ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
        return json.text + "\n"
    }

    /// The next complete answer; events in between are kept for ``event(_:)``.
    func answer() throws -> JSON {
        while let message = try next() {
            guard message["method"] != nil else { return message }
            notifications.append(message)
        }
        throw TestFailure("the daemon closed the connection before it answered")
    }

    /// The whole answer to a request.
    func ask(_ method: String, _ params: JSON = [:]) throws -> JSON {
        let id = try request(method, params)
        let answer = try answer()
        guard answer["id"] == .integer(id) else { throw TestFailure("\(answer.text) is no answer to \(id)") }
        return answer
    }

    /// The result of a request.
    @discardableResult
    func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
        let answer = try ask(method, params)
        guard let result = answer["result"] else { throw TestFailure("\(method) was refused: \(answer.text)") }
        return result
    }

    /// The code of a refusal; `nil` if the request is not refused.
    func refusal(of method: String, _ params: JSON = [:]) throws -> String? {
        try ask(method, params)["error"]?["data"]?["code"]?.stringValue
    }

    // MARK: Events

    /// The next event or resync; `nil` at the end of the connection.
    func nextNotification() throws -> JSON? {
        if !notifications.isEmpty { return notifications.removeFirst() }
        guard let message = try next() else { return nil }
        guard message["method"] != nil else { throw TestFailure("an event was awaited, not \(message.text)") }
        return message
    }

    /// The params of the next event of a type; those of other types before it are passed over.
    @discardableResult
    func event(_ type: String) throws -> JSON {
        while let message = try nextNotification() {
            if let params = message["params"], params["type"] == .string(type) { return params }
        }
        throw TestFailure("the connection ended before \(type) came")
    }

    /// The events up to one of a type, that one included.
    func events(through type: String) throws -> [JSON] {
        var events: [JSON] = []
        while let message = try nextNotification() {
            guard let params = message["params"] else { continue }
            events.append(params)
            if params["type"] == .string(type) { return events }
        }
        throw TestFailure("the connection ended before \(type) came")
    }
}

extension JSON {
    /// The value at a path of names: `timer.phase`.
    func at(_ path: String) -> JSON? {
        path.split(separator: ".").reduce(self as JSON?) { $0?[String($1)] }
    }

    /// The same without members named `uid` or like `itemUid`, at any depth.
    var withoutUids: JSON {
        switch self {
        case .array(let elements): return .array(elements.map(\.withoutUids))
        case .object(let object):
            let kept = object.members.filter { $0.name != "uid" && !$0.name.hasSuffix("Uid") }
            return .object(JSONObject(kept.map { ($0.name, $0.value.withoutUids) }))
        default: return self
        }
    }

    var type: String { self["type"]?.stringValue ?? "" }
    var seq: Int { self["seq"]?.integerValue ?? -1 }
}

extension Client {
    /// Waits for the end of the check of everything, after a start that followed no clean stop.
    func awaitJournalCheck() throws {
        var detail: JSON?
        try WaitLimit.wait(for: "the end of the journal's check", by: daemon?.pid) {
            detail = try call("daemon.doctor").arrayValue?.first { $0["name"] == "journal" }?["detail"]
            return detail != "being checked completely, because the last run did not end normally"
        }
        guard detail == "checked completely after the start" else { throw TestFailure("no check was made") }
    }

    /// Waits until answers begin or cease to be stale: subscribers then get a resync.
    func awaitResync() throws {
        while let message = try nextNotification() {
            if message["method"] == "resync" { return }
        }
        throw TestFailure("the connection ended before a resync came")
    }
}
