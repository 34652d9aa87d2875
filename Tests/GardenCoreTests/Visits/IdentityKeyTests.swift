import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// The garden's key and its signatures (RULES V3, V4). The expected bytes are from Python's `cryptography`.
struct IdentityKeyTests {
    private static let publicKey = "ebVWLo/mVPlAeLES6KmLp5AfhTrmlb7X4OORC60ElmQ="
    private static let otherPublicKey = "PD7RRr20v975Z4znW+lJ4kWXvUSvs0JxhDNZATxFU3k="

    private func garden() throws -> CoreGarden { try CoreGarden(at: "2026-03-10T12:00:00+09:00", zone: "Asia/Tokyo") }

    private func locate(
        _ garden: CoreGarden, _ source: VisitSource = .geoclue, key: IdentityKey?
    ) throws(GardenError) -> Visit {
        let place = LocatedPlace(
            latitude: DecimalNumber("35.681236"), longitude: DecimalNumber("139.767125"), accuracy: nil, source: source)
        return try garden.perform(VisitHere(), with: .init(.success(place), key: key))
    }

    private func seal(_ garden: CoreGarden) throws -> VisitSeal? {
        let event = try #require(garden.events.last { $0.type == "visit.added" })
        return try EventKind.visitAdded.effect(of: event)?.seal
    }

    @Test("V3: a line has the signature of any other program for Ed25519")
    func aSignatureIsEd25519() {
        let line =
            #"{"acc":8.5,"at":"2026-03-10T03:59:59.000Z","garden":"\#(String(repeating: "0", count: 32))","id":7,"#
            + #""lat":35.681236,"lon":139.767125,"prev":"\#(String(repeating: "0", count: 64))","source":"geoclue"}"#
        let signature = "TcjStV2IlLtSiPKahFLAzwt7hZw8tf8+BChDWHBkW5cGEjB885LruzmEsEWyvNR6JqSfZSYMEyRff62T0o4NBg=="
        let key = IdentityPublicKey(Self.publicKey)
        #expect(IdentityKey.simulated.publicKey == Self.publicKey)
        #expect(IdentityKey.simulatedOther.publicKey == Self.otherPublicKey)
        #expect(key.hasSigned(line, signature))
        #expect(key.hasSigned(line, IdentityKey.simulated.signature(of: line)))
        #expect(!key.hasSigned(line + " ", signature))
        #expect(!key.hasSigned(line, IdentityKey.simulatedOther.signature(of: line)))
        #expect(!key.hasSigned(line, "no Base64"))
        #expect(!IdentityPublicKey("AAAA").hasSigned(line, signature))
        #expect(IdentityKey(bytes: []) == nil)
        #expect(IdentityKey(bytes: Array(1...32)) == .simulated)
    }

    @Test("V3: the first located visit journals the key, and is signed; a visit by hand is not")
    func aLocatedVisitIsSigned() throws {
        let garden = try garden()
        let manual = try garden.perform(VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2)))
        #expect(manual.source == .manual && !manual.signed)
        #expect(garden.events.map(\.type) == ["visit.added"])
        #expect(try seal(garden)?.signature == nil)

        let located = try locate(garden, key: .simulated)
        #expect(located.source == .geoclue && located.signed)
        #expect(garden.events.map(\.type) == ["identity.created", "visit.added"])
        #expect(
            try garden.published(EventKind.identityCreated)
                == [Published(at: "2026-03-10T12:00:00.000+09:00", data: VisitKey(publicKey: Self.publicKey))])
        let seal = try #require(try seal(garden))
        #expect(IdentityPublicKey(Self.publicKey).hasSigned(seal.line, seal.signature ?? ""))
        #expect(try garden.ask(VisitGet(id: 2)) == located)

        #expect(try locate(garden, .command, key: .simulated).signed)
        #expect(garden.events.map(\.type) == ["visit.added"])
        #expect(try garden.perform(VisitEdit(id: 2, title: .set("Station"))).signed)
        #expect(garden.state.visits.signed == 2)
    }

    @Test("V4: without the journaled key, visits are added and not signed, and the key is never replaced")
    func anotherKeySignsNothing() throws {
        let garden = try garden()
        #expect(try !locate(garden, key: nil).signed)
        #expect(garden.state.visits.publicKey == nil)
        #expect(try locate(garden, key: .simulated).signed)
        #expect(try !locate(garden, key: nil).signed)
        #expect(try !locate(garden, key: .simulatedOther).signed)
        #expect(garden.state.visits.publicKey == Self.publicKey)
        #expect(try locate(garden, key: .simulated).signed)
    }

    @Test("V4: a new key is journaled, and signs from then on")
    func aKeyIsRenewed() throws {
        let garden = try garden()
        #expect(try locate(garden, key: .simulated).signed)
        let answer = try garden.change { t in t.renewIdentity(.simulatedOther) }
        #expect(answer == VisitKey(publicKey: Self.otherPublicKey))
        #expect(garden.events.map(\.type) == ["identity.renewed"])
        #expect(try !locate(garden, key: .simulated).signed)
        #expect(try locate(garden, key: .simulatedOther).signed)
        #expect(garden.state.visits.keys.map(\.publicKey) == [Self.publicKey, Self.otherPublicKey])
        let seq = garden.state.visits.keys.last?.since ?? 0
        #expect(garden.state.visits.publicKey(at: seq - 1) == Self.publicKey)
        #expect(garden.state.visits.publicKey(at: seq) == Self.otherPublicKey)
    }

    @Test("V1: no request of a client has another source than manual")
    func theWireHasNoSource() throws {
        let unknown = #expect(throws: ValidationError.self) {
            try VisitAdd(json: ["latitude": 1, "longitude": 2, "source": "geoclue"])
        }
        #expect(unknown?.message.hasPrefix("source is unknown; allowed: at, latitude, ") == true)
        let garden = try garden()
        let nowhere = LocatedPlace(
            latitude: DecimalNumber(0), longitude: DecimalNumber(0), accuracy: nil, source: .geoclue)
        let error = #expect(throws: GardenError.self) {
            try garden.perform(VisitHere(), with: .init(.success(nowhere), key: .simulated))
        }
        #expect(error?.code == .refused)
        #expect(error?.message == "latitude and longitude are both 0, which a device without a place reports")
        #expect(garden.state.visits.publicKey == nil)
    }
}
