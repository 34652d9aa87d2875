import GardenAPI
import GardenEngine
import TestSupport
import Testing

/// Queries that are answered with what the same query was answered with in the same millisecond.
@Suite("The cache of queries")
struct QueryCacheTests {
    /// Lines in which `#` is a number, and lines that only look as if it were the id.
    private static let queries = [
        ##"{"jsonrpc":"2.0","id":#,"method":"daemon.status"}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"daemon.status","params":{}}"##,
        ##"{"jsonrpc": "2.0", "id": #, "method": "timer.get"}"##,
        ##"{"method":"points.get","jsonrpc":"2.0","id":#}"##,
        ##"{"method":"daemon.status","jsonrpc":"2.0","id":#}"##,
        ##"{"method":"category.list","jsonrpc":"2.0","id":#}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"shop.list"}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"category.list","params":{}}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"log.list","params":{"limit":#}}"##,
        ##"{"jsonrpc":"2.0","id":7,"method":"log.list","params":{"limit":#}}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"journal.explain","params":{"what":"balance","limit":10}}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"inventory.list"}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"task.list"}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"task.get","params":{"id":#}}"##,
        ##"{"jsonrpc":"2.0","method":"task.get","params":{"id":#}}"##,
        ##"{"jsonrpc":"2.0","method":"task.get","params":{"id":#},"\u0069d":#}"##,
        ##"{"jsonrpc":"2.0","method":"points.get","\u0069d":#}"##,
        ##"{"jsonrpc":"2.0","id":"#","method":"points.get"}"##,
        ##"{"jsonrpc":"2.0","id":0#,"method":"points.get"}"##,
        ##"{"jsonrpc":"2.0","id":-#,"method":"points.get"}"##,
        ##"{"jsonrpc":"2.0","id":#.0,"method":"points.get"}"##,
        ##"{"jsonrpc":"2.0","id":#,"id":#,"method":"points.get"}"##,
        ##"{"jsonrpc":"2.0","id":1234567890123456#,"method":"points.get"}"##,
        ##"{"jsonrpc":"2.0","id" : #,"method":"points.get"}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"points.get"}x"##,
        ##"[{"jsonrpc":"2.0","id":#,"method":"points.get"}]"##,
        ##"[{"jsonrpc":"2.0","id":#,"method":"points.get"},{"jsonrpc":"2.0","id":#,"method":"timer.get"}]"##,
    ]

    private static let changes = [
        ##"{"jsonrpc":"2.0","id":#,"method":"points.adjust","params":{"amount":5,"reason":"found"}}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"timer.start","params":{"restart":true}}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"timer.stop"}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"log.note","params":{"text":"once more"}}"##,
        ##"{"jsonrpc":"2.0","id":#,"method":"task.done","params":{"id":#}}"##,
    ]

    /// The same line for the parser, in a form that is never looked up: the name of the last id has an escaped letter.
    private static func escaped(_ line: String) -> String {
        // An error of the syntax says at which byte.
        guard (try? JSON.parse(Array(line.utf8))) != nil else { return line }
        return line.replacing(#""id""#, with: #""\u0069d""#)
    }

    @Test("answers and states are the same as in a garden without the cache", arguments: 1...20)
    func noAnswerDiffers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (cached, plain) = (try Garden(), try Garden())
        for garden in [cached, plain] {
            for title in ["Tea", "Soup", "Bread"] {
                try garden.ask("task.add", ["title": .string(title), "points": 10, "standing": true])
            }
        }
        var repeatedCount = 0
        for step in 0..<250 {
            let now: JSON? = Int.random(in: 0..<8, using: &random) == 0 ? ["advance": 1] : nil
            let refuses = Int.random(in: 0..<12, using: &random) == 0
            let count = Int.random(in: 1...12, using: &random)
            let lines = (0..<count).map { _ in
                let isChange = Int.random(in: 0..<12, using: &random) == 0
                let line = (isChange ? Self.changes : Self.queries).randomElement(using: &random)!
                return line.replacing(/#/) { _ in "\(Int.random(in: 1...3, using: &random))" }
            }
            let answers = try [cached, plain].map { garden in
                if let now { try garden.send(now) }
                garden.store.isRefusing = refuses
                return try garden.askInOneTurn(garden === cached ? lines : lines.map(Self.escaped))
            }
            repeatedCount += answers[0].repeatedCount
            #expect(answers[1].repeatedCount == 0)
            try #require(answers[0].answers == answers[1].answers, "step \(step): \(lines)")
            try #require(try cached.state == plain.state, "step \(step): \(lines)")
        }
        #expect(repeatedCount > 20)
    }
}

extension Garden {
    /// The answers to the lines of one turn; an empty text for a line without an answer. And how many lines were not decided
    /// because another had the same answer.
    fileprivate func askInOneTurn(_ lines: [String]) throws -> (answers: [String], repeatedCount: Int) {
        var repeatedCount = 0
        let engine = try #require(machine.engine)
        _ = engine.catchUp(to: machine.now)
        let replies = lines.map { line -> () -> String in
            let repeated = Array(line.utf8).withUnsafeBytes { engine.repeatedAnswer(to: $0, at: machine.now) }
            if engine.isSettled, let (answer, number) = repeated {
                var bytes: [UInt8] = []
                answer.write(id: number, to: &bytes)
                repeatedCount += 1
                return { String(decoding: bytes, as: UTF8.self) }
            }
            let reply = engine.decide(.text(Array(line.utf8)), at: machine.now)
            while !reply.isDecided { engine.decideNext(reply, at: machine.now) }
            return { reply.isEmpty ? "" : String(decoding: reply.line, as: UTF8.self) }
        }
        _ = engine.commit()
        while engine.hasWork { engine.work() }
        return (replies.map { $0() }, repeatedCount)
    }
}
