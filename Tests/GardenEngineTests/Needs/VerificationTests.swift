import GardenAPI
import GardenCore
import GardenEngine
import Testing

/// Which requests a verification answers, and with what.
struct VerificationTests {
    private let garden: NeedGarden

    init() throws { garden = try NeedGarden() }

    private func verify() -> Reply { garden.ask("journal.verify", [:]) }

    /// The states that verifications which begin now compare with.
    private func states() -> [GardenState] { garden.needs().compactMap { ($0 as? VerificationNeed)?.state } }

    private func end(_ outcome: VerificationNeed.Outcome) -> OutcomeUse {
        garden.engine.end(VerificationNeed.self, with: outcome, at: garden.now).use
    }

    private func end(events: Int) { #expect(end(.success(Verification(events: events, ok: true))) == .unused) }

    private func hasEvents(_ count: Int, _ reply: Reply) -> Bool {
        reply.isReady && reply.text.contains(#""result":{"events":\#(count),"ok":true}"#)
    }

    /// It says nothing about what happened after it began.
    @Test func aRequestThatCameWhileOneRanSharesTheNext() {
        let first = [verify(), verify()]
        let before = garden.engine.state
        #expect(states() == [before])
        garden.adjust(5)
        let late = [verify(), verify()]
        #expect(states() == [])
        end(events: 1)
        #expect(first.allSatisfy { hasEvents(1, $0) } && late.allSatisfy { !$0.isReady })

        let after = garden.engine.state
        #expect(after != before && states() == [after])
        end(events: 2)
        #expect(late.allSatisfy { hasEvents(2, $0) } && states() == [])
    }

    @Test func theStateIsThatOfTheBeginning() {
        let reply = verify()
        garden.adjust(5)
        #expect(states() == [garden.engine.state] && !reply.isReady)
    }

    /// One that runs for clients that left takes no room from others.
    @Test func clientsThatLeftLeaveRoom() {
        var left: [Reply]? = (0..<VerificationNeed.policy.mostWaiting).map { _ in verify() }
        #expect(states().count == 1)
        #expect(verify().text.contains(#""reason":"busy""#) && left?.isEmpty == false)
        left = nil
        let late = verify()
        #expect(!late.isReady)
        end(events: 1)
        #expect(!late.isReady && states().count == 1)
        end(events: 1)
        #expect(hasEvents(1, late))
    }

    @Test func aVerificationThatFailsIsNoDamage() {
        let reply = verify()
        #expect(states().count == 1)
        #expect(end(.failure(StoreError("no disk"))) == .refusedByDisk)
        #expect(reply.text.contains(#""message":"cannot read the journal: no disk","data":{"code":"storage_failed""#))
        #expect(garden.engine.storageError == nil)
    }
}
