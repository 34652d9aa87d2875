import GardenAPI
import Glibc
import TestSupport
import Testing

/// `kill -9` at any moment (API §1: an answer is sent only after what it promises is on disk).
struct KillTests {
    /// One change that a client asks for, with a key of its own.
    private struct Sent {
        var method: String
        var params: JSON
    }

    private static let rounds = FatalCall.isThorough ? 200 : 60

    @Test func killsUnderLoadNeitherLoseNorRepeatAChange() throws {
        let seed = SeededGenerator.seedOfRun
        let rerun = "to repeat it: GARDEN_SEED=\(seed) swift test --filter KillTests"
        print("killsUnderLoadNeitherLoseNorRepeatAChange: \(rerun)")
        var random = SeededGenerator(seed: seed)
        let home = try Home(in: "/dev/shm")
        var daemon: Gardend? = try Gardend(in: home)
        let deadline = try #require(try daemon?.connect().call("timer.start", ["minutes": 600])["endsAt"])
        var (journal, categoryCount, acknowledged) = ([JSON](), 0, 0)

        for round in 1...Self.rounds {
            let load = try Load(daemon: try #require(daemon), round: round)
            categoryCount += Load.categoryCount
            // The kill may happen at any moment, from before the first answer to after the last.
            let (results, events) = try load.run(milliseconds: Int.random(in: 0...25, using: &random)) {
                daemon?.program.signal(SIGKILL)
            }
            #expect(try daemon?.program.wait() == .killed(SIGKILL))
            daemon = nil
            if round % 10 == 0 {
                // A daemon killed during its start changes nothing either.
                let early = try Program([Binaries.gardend], environment: home.environment)
                passTime(untilMilliseconds: monotonicMilliseconds() + Int.random(in: 0...100, using: &random))
                early.signal(SIGKILL)
                try early.wait()
            }
            let next = try Gardend(in: home)
            daemon = next

            let client = try next.connect()
            try #require(try client.call("timer.get")["endsAt"] == deadline, "round \(round); \(rerun)")
            // The journal only grew, and contains every event that a subscriber received.
            let since = journal.last?.seq ?? 0
            journal += try client.journal(since: since)
            try #require(journal.map(\.seq) == Array(1...journal.count), "round \(round); \(rerun)")
            for event in events { try #require(journal[event.seq - 1] == event, "round \(round); \(rerun)") }
            // Answered requests get the same answer; the rest is repeated.
            let before = try client.call("daemon.hello")["seq"]
            for (sent, result) in zip(load.sent, results) {
                guard let result else { continue }
                try #require(try client.call(sent.method, sent.params) == result, "round \(round); \(rerun)")
                acknowledged += 1
            }
            try #require(try client.call("daemon.hello")["seq"] == before, "round \(round); \(rerun)")
            for sent in load.sent { try client.call(sent.method, sent.params) }
            if round % 25 == 0 {
                try #require(try client.call("journal.verify")["ok"] == true, "round \(round); \(rerun)")
            }
        }

        let client = try #require(try daemon?.connect())
        journal += try client.journal(since: journal.last?.seq ?? 0)
        // Each repeated change was applied exactly once and in order.
        var steps: [String: [String]] = [:]
        for event in journal where event.type.hasPrefix("category.") {
            steps[event.at("data.name")?.stringValue ?? "", default: []].append(event.type)
        }
        #expect(steps.count == categoryCount)
        #expect(
            steps.values.allSatisfy { $0 == ["category.added", "category.edited", "category.removed"] }, "\(rerun)")
        #expect(journal.filter { $0.type == "timer.started" }.count == 1, "\(rerun)")
        #expect(acknowledged > Self.rounds, "only \(acknowledged) changes were answered before their kill; \(rerun)")
        #expect(try client.call("journal.verify")["ok"] == true, "\(rerun)")
        print("\(acknowledged) of \(3 * categoryCount) changes were answered before their kill")
    }

    /// The load of one daemon until it is killed: two clients that send changes, one that queries, one that listens.
    private final class Load {
        /// The number of categories that each round adds, edits and removes.
        static let categoryCount = 8

        private(set) var sent: [Sent] = []
        private let writers: [Client]
        private let reader: Client
        private let listener: Client

        init(daemon: Gardend, round: Int) throws {
            writers = try [daemon.connect(), daemon.connect()]
            reader = try daemon.connect()
            listener = try daemon.subscriber()
            for category in 0..<Self.categoryCount {
                let name = JSON.string("r\(round)-\(category)")
                let steps: [(String, JSONObject)] = [
                    ("category.add", JSONObject([("name", name), ("color", "red")])),
                    ("category.edit", JSONObject([("name", name), ("color", "blue")])),
                    ("category.remove", JSONObject([("name", name)])),
                ]
                for (index, (method, params)) in steps.enumerated() {
                    var params = params
                    params.append("key", .string("\(round)/\(category)/\(index)"))
                    sent.append(Sent(method: method, params: .object(params)))
                }
            }
        }

        /// Sends everything, and kills the daemon after this long.
        ///
        /// - Returns: the results, by the place of their request, and the received events.
        func run(milliseconds: Int, kill: () -> Void) throws -> (results: [JSON?], events: [JSON]) {
            let moment = monotonicMilliseconds() + milliseconds
            for (index, sent) in sent.enumerated() {
                // A category belongs to one client, so its steps stay in order.
                try writers[index / 3 % 2].send(Client.line(id: index, sent.method, sent.params))
                if index % 4 == 0 {
                    try reader.request(["timer.get", "category.list", "daemon.status"][index / 4 % 3])
                }
            }
            passTime(untilMilliseconds: moment)
            kill()
            // Output sent before the kill is a promise, whether or not it was read.
            var results = [JSON?](repeating: nil, count: sent.count)
            for writer in writers {
                while let answer = try writer.next() {
                    guard let id = answer["id"]?.integerValue, let result = answer["result"] else {
                        throw TestFailure("a change was refused: \(answer.text)")
                    }
                    results[id] = result
                }
            }
            while let answer = try reader.next() { #expect(answer["result"] != nil) }
            var events: [JSON] = []
            while let notification = try listener.nextNotification() { events.append(notification["params"] ?? nil) }
            return (results, events)
        }
    }
}

/// Lets a random time pass before a kill.
///
/// It is no wait for an event: an event would come at a moment that the daemon chooses, between two turns, and a kill must find
/// it anywhere, also within a write.
private func passTime(untilMilliseconds moment: Int) {
    // The only pause of these tests, for the reason above.
    poll(nil, 0, Int32(max(0, moment - monotonicMilliseconds())))
}

private func monotonicMilliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}

extension Client {
    /// All events after one.
    func journal(since: Int) throws -> [JSON] {
        var events: [JSON] = []
        while true {
            let seq = events.last?.seq ?? since
            let page = try call("journal.list", ["since": .integer(seq), "limit": 1000]).arrayValue ?? []
            if page.isEmpty { return events }
            events += page
        }
    }
}
