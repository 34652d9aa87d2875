import GardenAPI
import Testing

@testable import GardenCore
@testable import GardenStore

/// Signed visits, changed by a program that knows the form of the journal and not the key (RULES V4).
struct VisitSignatureTests {
    private static let key = IdentityKey.simulated
    private static let forger = IdentityKey.simulatedOther
    private static let notByTheKey = "its signature is not by the garden's key \(key.publicKey)"

    private func garden() throws -> ChainGarden { try ChainGarden(signedBy: Self.key) }

    @Test func anHonestSignedChainIsValid() throws {
        let garden = try garden()
        let head = garden.sample.state.visits.chain.head
        let expected = VisitCheck(
            visits: 3, head: head, signed: 2, publicKey: Self.key.publicKey, ok: true, firstBad: nil)
        #expect(try garden.check() == expected)
        #expect(try garden.check(garden.replayed()) == expected)
    }

    @Test func aByteOfASignatureIsFound() throws {
        let garden = try garden()
        try garden.rewrite(EventKind.visitAdded) { effect in
            guard effect.id == 3, let signature = effect.seal?.signature else { return }
            effect.seal?.signature = (signature.hasPrefix("A") ? "B" : "A") + signature.dropFirst()
        }
        #expect(try garden.check().firstBad == VisitFinding(id: 3, problem: Self.notByTheKey))
    }

    @Test func aRemovedSignatureIsFound() throws {
        let garden = try garden()
        try garden.rewrite(EventKind.visitAdded) { $0.seal?.signature = nil }
        #expect(try garden.check().firstBad == VisitFinding(id: 1, problem: "its signature is missing"))
    }

    @Test func aSignatureOnAVisitByHandIsFound() throws {
        let garden = try garden()
        try garden.rewrite(EventKind.visitAdded) { effect in
            guard effect.id == 2, let line = effect.seal?.line else { return }
            effect.seal?.signature = Self.key.signature(of: line)
        }
        let problem = "it has a signature that it must not have"
        #expect(try garden.check().firstBad == VisitFinding(id: 2, problem: problem))
    }

    @Test func aVisitShownAsSignedIsFound() throws {
        let garden = try garden()
        try garden.change("UPDATE visit SET isSigned = 1 WHERE id = 2")
        let problem = "lists show something else than its event"
        #expect(try garden.check().firstBad == VisitFinding(id: 2, problem: problem))
    }

    @Test func aChainMadeAgainWithTheOldSignaturesIsFound() throws {
        let garden = try garden()
        try garden.forge { seal, _ in seal.signature }
        // The line of the first visit is as it was; the one after the changed visit has another hash before it.
        #expect(try garden.check(garden.replayed()).firstBad == VisitFinding(id: 3, problem: Self.notByTheKey))
    }

    @Test func aChainSignedByAnotherKeyIsFound() throws {
        let garden = try garden()
        try garden.forge { seal, effect in effect.id == 2 ? nil : Self.forger.signature(of: seal.line) }
        #expect(try garden.check(garden.replayed()).firstBad == VisitFinding(id: 1, problem: Self.notByTheKey))
    }

    @Test func anotherKeyInTheJournalIsFound() throws {
        let garden = try garden()
        try garden.rewrite(EventKind.identityCreated) { $0.publicKey = Self.forger.publicKey }
        let problem = "its signature is not by the garden's key \(Self.forger.publicKey)"
        #expect(try garden.check().firstBad == VisitFinding(id: 1, problem: problem))
    }

    @Test func aKeyThatWasNeverJournaledIsFound() throws {
        let garden = try garden()
        try garden.change(
            """
            UPDATE change SET events = CAST(replace(CAST(events AS TEXT), 'identity.created', 'identity.unknown') AS BLOB)
            """)
        let problem = "it is signed, and no key was journaled before it"
        #expect(try garden.check().firstBad == VisitFinding(id: 1, problem: problem))
    }

    @Test func aSignedVisitOfAnotherGardenIsFound() throws {
        let garden = try garden()
        var moved: VisitSeal?
        try garden.rewrite(EventKind.visitAdded) { effect in
            if effect.id == 1 {
                var seal = VisitSeal(line: effect.core.line(id: 1, deviceId: "another", after: VisitChain.empty.head))
                seal.signature = Self.forger.signature(of: seal.line)
                moved = seal
                effect.seal = seal
            }
        }
        #expect(moved != nil)
        #expect(try garden.check().firstBad == VisitFinding(id: 1, problem: "its line is of another garden"))
    }

    // MARK: The limits that RULES V4 states

    @Test("a chain made again without signatures is not found by itself after a start; the numbers and the head differ")
    func aChainWithoutSignaturesIsALimit() throws {
        let garden = try garden()
        let before = try garden.check()
        try garden.forge { _, _ in nil }
        // The daemon still knows the last line.
        let problem = "it is not the last line that the garden knows"
        #expect(try garden.check().firstBad == VisitFinding(id: 3, problem: problem))
        let after = try garden.check(garden.replayed())
        #expect(after.ok && after.signed == 0 && after.visits == before.visits)
        #expect(after.head != before.head && before.signed == 2)
    }

    @Test("a chain made again with another key in the journal is not found by itself after a start; the key differs")
    func aChainWithAnotherKeyIsALimit() throws {
        let garden = try garden()
        try garden.forge { seal, effect in effect.id == 2 ? nil : Self.forger.signature(of: seal.line) }
        try garden.rewrite(EventKind.identityCreated) { $0.publicKey = Self.forger.publicKey }
        #expect(try !garden.check().ok)
        let after = try garden.check(garden.replayed())
        #expect(after.ok && after.publicKey == Self.forger.publicKey)
    }

    // MARK: Export

    @Test func anExportedVisitHasItsSignatureAndKey() throws {
        let garden = try garden()
        let answer = try garden.ask("visit.export", [:])
        var result = try answer.begin()
        while result == nil { result = try answer.advance() }
        let visits = try [ExportedVisit](json: JSON.parse(result ?? []))
        #expect(visits.map(\.publicKey) == [Self.key.publicKey, nil, Self.key.publicKey])
        for visit in visits {
            let isSigned = IdentityPublicKey(Self.key.publicKey).hasSigned(visit.line, visit.signature ?? "")
            #expect(isSigned == visit.visit.signed && isSigned == (visit.signature != nil))
        }
    }
}
