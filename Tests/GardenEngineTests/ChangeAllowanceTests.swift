import GardenAPI
import GardenCore
import Testing

@testable import GardenEngine

/// How many changes a program makes by itself (RULES H4).
struct ChangeAllowanceTests {
    private let allowance = ChangeAllowance(of: "the hook log.written")

    /// How many changes are allowed at a time.
    private func taken(atSeconds seconds: Int, of count: Int) -> Int {
        (0..<count).count { _ in (try? allowance.take(atMilliseconds: seconds * 1000)) != nil }
    }

    @Test func sixHundredAtOnceAndInAnHour() {
        #expect(taken(atSeconds: 50, of: 1000) == 600)
        #expect(taken(atSeconds: 55, of: 10) == 0)
        // One each six seconds.
        #expect(taken(atSeconds: 56, of: 10) == 1)
        #expect(taken(atSeconds: 50 + 1800, of: 1000) == 299)
        #expect(taken(atSeconds: 50 + 7200, of: 1000) == 600)
        #expect(allowance.refusedCount == 400 + 10 + 9 + 701 + 400)
    }

    @Test func aRefusalSaysWhenTheNextOneIsPossible() {
        _ = taken(atSeconds: 0, of: 600)
        let message =
            "the hook log.written has made 600 changes within an hour, the most that a program may make by itself; "
            + "the next one is possible in 4 s"
        #expect(throws: GardenError.refused(.rateLimited, message, [("seconds", .integer(4))])) {
            try allowance.take(atMilliseconds: 2001)
        }
    }

    @Test("a known program cannot take another name; its changes are counted, its queries are not")
    func aKnownProgramIsLimited() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        var client = ClientIdentity(known: "hook:log.written", allowance)
        func send(_ method: String, _ params: JSON) -> GardenError? {
            let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
            let reply = engine.decide(.text(request.encoded), from: client, at: garden.machine.now)
            _ = engine.commit()
            client = reply.client
            return reply.error
        }
        #expect(send("daemon.hello", ["actor": "someone"]) == nil)
        #expect(client.actor == "hook:log.written")
        for number in 1...600 { #expect(send("log.note", ["text": .string("\(number)")]) == nil) }
        let refusal = try #require(send("log.note", ["text": "one more"]))
        #expect(refusal.code == .refused)
        #expect(refusal.details["reason"] == "rate_limited")
        #expect(send("timer.get", [:]) == nil)
        #expect(try garden.store.change(ofEvent: engine.head)?.actor == "hook:log.written")
        // Another client is not limited.
        client = ClientIdentity()
        #expect(send("log.note", ["text": "by hand"]) == nil)
    }
}
