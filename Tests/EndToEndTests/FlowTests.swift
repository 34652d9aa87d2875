import Foundation
import GardenAPI
import TestSupport
import Testing

/// Clients that take too little, and those that ask too much (API §1: none of them delays another).
struct FlowTests {
    @Test func aClientThatNeverReadsIsThrottledWithoutDelayingOthers() throws {
        let daemon = try Gardend(in: Home())
        let (bulk, other) = (try daemon.connect(), try daemon.connect())
        let answerBytes = try other.ask("rpc.discover").text.utf8.count
        let line = Client.bulkyRequest
        let memoryBefore = try memoryKiB(of: daemon.pid)

        let bytes = try bulk.sendUntilRefused(line) { try other.call("timer.get") }
        // Enough turns to answer far more than its queue holds.
        for _ in 1...1000 { try other.call("timer.get") }
        // Its queue, one turn's answers more, what is read and not decided yet, and what waits in the socket.
        let decided = (Limits.queuedBytes / answerBytes + 64) * line.count
        #expect(bytes <= decided + 2 * (64 << 10) + (256 << 10), "\(bytes) bytes of requests were taken")
        #expect(bytes >= Limits.queuedBytes / answerBytes * line.count)
        #expect(try memoryKiB(of: daemon.pid) - memoryBefore < 64 << 10)

        // Nothing of it is lost once it reads.
        let whole = bytes / line.count
        try bulk.skipLines(whole)
        try other.call("timer.get")
    }

    @Test func floodedRequestsAreReadOnlyAsFastAsTheyAreDecided() throws {
        let daemon = try Gardend(in: Home())
        let (flood, other) = (try daemon.connect(), try daemon.connect())
        let request = Client.line(id: 1, "timer.get").dropLast()
        let line = "\(request)\(String(repeating: " ", count: 300))\n"
        let count = 10_000
        let writer = try Writer(Array(String(repeating: line, count: count).utf8), to: flood.descriptor)
        var (answers, rounds) = (0, 0)
        while try !awaitReadiness(of: [writer.endDescriptor, flood.descriptor], what: "the flood's end")[0] {
            flood.receive()
            answers += flood.receivedLines().count
            try other.call("timer.get")
            rounds += 1
        }
        // The flood is served in shares of a turn, and the other client in each turn between them.
        #expect(rounds >= 10, "the flood was answered in \(rounds) rounds of another client")
        // Unanswered requests wait in the socket, in the daemon for their turn, or as an answer in transit.
        let waiting = (count - answers) * line.utf8.count
        #expect(waiting < 1 << 20, "\(waiting) bytes were taken and not answered")
        try flood.skipLines(count - answers)
    }

    @Test func aClientThatWaitsForVerificationsIsNotReadAnyFurther() throws {
        let daemon = try Gardend(in: Home())
        let (bulk, other) = (try daemon.connect(), try daemon.connect())
        for _ in 1...20 { try other.pipeline((1...100).map { _ in ("timer.toggle", [:]) }) }
        let line = Array(Client.line(id: 1, "journal.verify").utf8)
        let bytes = try bulk.sendUntilRefused(line) { try other.call("timer.get") }
        // What is read and not decided yet, and what waits in the socket.
        #expect(bytes < 2 * (64 << 10) + (256 << 10), "\(bytes) bytes of requests were taken")
        for _ in 1...8 { #expect(try bulk.next()?["result"]?["ok"] == true) }
    }

    @Test func aClientThatReadAllLeavesNoTimerArmed() throws {
        let daemon = try Gardend(in: Home())
        let (bulk, other) = (try daemon.connect(), try daemon.connect())
        #expect(armedTimers(of: daemon.pid) == 1, "only the rollover is due")
        let line = Client.bulkyRequest
        let bytes = try bulk.sendUntilRefused(line) { try other.call("timer.get") }
        #expect(armedTimers(of: daemon.pid) == 2)
        try bulk.skipLines(bytes / line.count)
        try bulk.send(String(decoding: line[(bytes % line.count)...], as: UTF8.self))
        try bulk.skipLines(1)
        // The turn that sent the last answer is over when the next one is answered.
        try other.call("timer.get")
        #expect(armedTimers(of: daemon.pid) == 1)
    }

    /// How many of a process's timer descriptors have an expiration ahead.
    private func armedTimers(of pid: pid_t) -> Int {
        names(in: "/proc/\(pid)/fdinfo").count { descriptor in
            // The daemon may have closed it since the folder was read.
            let lines = (try? readText("/proc/\(pid)/fdinfo/\(descriptor)"))?.split(separator: "\n") ?? []
            return lines.contains { $0.hasPrefix("it_value:") && $0 != "it_value: (0, 0)" }
        }
    }

    @Test func aSubscriberThatDoesNotReadGetsOneResyncForTheMissedEvents() throws {
        let daemon = try Gardend(in: Home(in: "/dev/shm"))
        let (idle, busy) = (try daemon.subscriber(), try daemon.connect())
        let names = ["🌱", "🌳"].map { String(repeating: $0, count: 100) }
        try busy.call("category.add", ["name": .string(names[0])])
        // Such a change contains the name before and after.
        let changes = 3 * Limits.queuedBytes / 2 / (2 * 400)
        for begin in stride(from: 0, to: changes, by: 200) {
            try busy.pipeline(
                (begin..<(begin + 200)).map { index in
                    ("category.edit", ["id": 2, "newName": .string(names[(index + 1) % 2])])
                })
        }
        let head = try #require(try busy.call("daemon.hello")["seq"]?.integerValue)

        var (last, events, resyncs) = (1, 0, [Int]())
        while last < head {
            let message = try #require(try idle.nextNotification())
            let seq = try #require(message.at("params.seq")?.integerValue)
            if message["method"] == "resync" {
                #expect(message["params"] == ["seq": .integer(seq)])
                #expect(seq > last)
                resyncs.append(seq)
            } else {
                // Before and after the gap no event is missing.
                #expect(seq == last + 1)
                events += 1
            }
            last = seq
        }
        #expect(resyncs.count == 1)
        #expect(events > 0 && events < changes)

        try busy.call("category.add", ["name": "After"])
        #expect(try idle.event("category.added").seq == head + 1)
    }

    @Test func aSubscriberSinceZeroGetsEveryEventInOrderDuringChanges() throws {
        let daemon = try Gardend(in: Home(in: "/dev/shm"))
        let busy = try daemon.connect()
        try busy.pipeline((1...3000).map { ("shop.add", ["name": .string("c\($0)"), "price": 1]) })
        let reader = try daemon.connect()
        try reader.request("events.subscribe", ["since": 0])
        // While it reads past events, new ones follow.
        for id in 1...500 { try busy.request("shop.add", ["name": .string("d\(id)"), "price": 1]) }
        let answer = try #require(try reader.next())
        #expect(answer.at("result.snapshot.seq") == answer.at("result.seq"))
        for seq in 1...3501 {
            let event = try #require(try reader.nextNotification()?["params"])
            #expect(event.seq == seq)
            if seq > 3001 { #expect(event.at("data.name") == .string("d\(seq - 3001)")) }
        }
        for _ in 1...500 { #expect(try busy.answer()["result"] != nil) }
        #expect(try busy.call("journal.list", ["since": 3500, "limit": 2]).arrayValue?.map(\.seq) == [3501])
    }

    @Test func theAnswerToAChangePrecedesItsEvents() throws {
        let client = try Gardend(in: Home()).subscriber()
        try client.send(Client.line(id: 100, "timer.start", ["category": "Work"]))
        let messages = try (1...3).map { _ in try #require(try client.next()) }
        #expect(messages[0]["id"] == 100)
        #expect(messages[1].at("params.type") == "category.added")
        #expect(messages[2].at("params.type") == "timer.started")
    }

    @Test func noEventIsLostBetweenTheSnapshotAndTheFirstEvent() throws {
        let daemon = try Gardend(in: Home(in: "/dev/shm"))
        let busy = try daemon.connect()
        for id in 1...300 { try busy.request("category.add", ["name": .string("c\(id)")]) }
        for _ in 0..<20 {
            let reader = try daemon.connect()
            let subscription = try reader.call("events.subscribe")
            let seq = try #require(subscription["seq"]?.integerValue)
            #expect(subscription.at("snapshot.gardens")?.arrayValue?.count == seq)
            guard seq < 301 else { continue }
            #expect(try reader.nextNotification()?.at("params.seq") == .integer(seq + 1))
        }
        for _ in 1...300 { #expect(try busy.answer()["result"] != nil) }
    }

    @Test func eachSubscriberGetsItsTopicsUntilItUnsubscribes() throws {
        let daemon = try Gardend(in: Home())
        let (timer, categories, client) = (try daemon.connect(), try daemon.connect(), try daemon.connect())
        #expect(
            try timer.call("events.subscribe", ["topics": ["timer.*", "weather.changed"]])["ignored"]
                == ["weather.changed"])
        try categories.call("events.subscribe", ["topics": ["category.added"]])
        try client.call("timer.start", ["category": "Work"])
        try client.call("category.edit", ["name": "Work", "color": "red"])
        try client.call("timer.stop")
        try client.call("category.add", ["name": "Play"])
        #expect(
            try [timer.nextNotification(), timer.nextNotification()].map { $0?["params"]?.type } == [
                "timer.started", "timer.stopped",
            ])
        #expect(
            try [categories.nextNotification(), categories.nextNotification()].map { $0?.at("params.data.name") } == [
                "Work", "Play",
            ])
        #expect(try timer.call("events.unsubscribe") == true)
        try client.call("timer.start")
        // An event would come before the later answer, so none was sent.
        #expect(try timer.next(after: "daemon.hello") == [])
    }

    @Test func aFutureSinceIsRefused() throws {
        let client = try Gardend(in: Home()).connect()
        let refusal = try client.ask("events.subscribe", ["since": 2])
        #expect(refusal.at("error.data") == ["code": "invalid_params", "param": "since"])
    }

    private func memoryKiB(of pid: pid_t) throws -> Int {
        let line = try readText("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return Int(line?.filter(\.isNumber) ?? "") ?? 0
    }
}

extension Client {
    /// Sends as much as the socket accepts at once.
    func sendAtOnce(_ bytes: ArraySlice<UInt8>) -> Int {
        let sent = bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        return max(0, sent)
    }

    /// Sends the line repeatedly, until the daemon stops reading.
    ///
    /// - Parameter turn: lets the daemon have a turn.
    /// - Returns: the number of bytes sent.
    func sendUntilRefused(_ line: [UInt8], _ turn: () throws -> Void) throws -> Int {
        var bytes = 0
        var lines: [UInt8] = []
        for _ in 1...max(2, (64 << 10) / line.count) { lines += line }
        // The daemon has stopped reading when many of its turns have passed and the socket accepts nothing more.
        var turnsInVain = 0
        while turnsInVain < 100 {
            let sent = sendAtOnce(lines[(bytes % line.count)...])
            bytes += sent
            if sent > 0 && turnsInVain == 0 { continue }
            turnsInVain = sent > 0 ? 0 : turnsInVain + 1
            try turn()
        }
        return bytes
    }

    /// A request with a long answer. It is long itself, so that those that fit into a socket do not ask for gigabytes.
    static let bulkyRequest: [UInt8] = {
        let request = line(id: 1, "rpc.discover").dropLast()
        return Array("\(request)\(String(repeating: " ", count: 4000))\n".utf8)
    }()

    /// Sends requests all at once, and takes their answers.
    func pipeline(_ requests: [(method: String, params: JSON)]) throws {
        try send(requests.map { Self.line(id: 0, $0.method, $0.params) }.joined())
        for (method, _) in requests {
            let line = try nextLine()
            guard line?.contains("\"result\"") == true else { throw TestFailure("\(method) got: \(line ?? "the end")") }
        }
    }

    /// The notifications that precede the answer to a request.
    func next(after method: String) throws -> [JSON] {
        let id = try request(method)
        var notifications: [JSON] = []
        while let message = try next(), message["id"] != .integer(id) { notifications.append(message) }
        return notifications
    }
}

/// Writes to a descriptor in a thread of its own, until the other end has taken everything.
private final class Writer {
    /// Readable once all is written, or the other end is gone.
    let endDescriptor: Int32

    init(_ bytes: [UInt8], to descriptor: Int32) throws {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw TestFailure(call: "socketpair") }
        endDescriptor = ends[0]
        let end = ends[1]
        Thread.detachNewThread {
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { break }
                sent += count
            }
            close(end)
        }
    }

    deinit { close(endDescriptor) }
}
