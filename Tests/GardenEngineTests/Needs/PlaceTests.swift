import GardenAPI
import GardenCore
import Testing

@testable import GardenEngine

/// Requests that wait for the place where the machine is (RULES V11).
final class PlaceTests {
    private let garden: NeedGarden
    private let place = LocatedPlace(
        latitude: DecimalNumber(1), longitude: DecimalNumber(2), accuracy: nil, source: .command)

    init() throws { garden = try NeedGarden() }

    private func here(_ title: String, key: String? = nil) -> Reply {
        garden.ask("visit.here", ["title": .string(title)], key: key)
    }

    /// The search ends.
    private func end(
        _ place: Result<LocatedPlace, LocatingError>? = nil, key: IdentityKey? = nil
    ) -> (events: [String], use: OutcomeUse) {
        let outcome = PlaceNeed.Outcome(place ?? .success(self.place), key: key)
        let (events, use) = garden.engine.end(PlaceNeed.self, with: outcome, at: garden.now)
        return (events.map(\.type), use)
    }

    @Test func theAnswerComesWithThePlaceAndNothingElseWaits() throws {
        var ready = 0
        let reply = here("A")
        reply.onReady = { ready += 1 }
        #expect(garden.needs() as? [PlaceNeed] == [PlaceNeed(.geoclue)] && !reply.isReady)
        garden.adjust(5)
        #expect(garden.engine.state.points.balance == 5)

        let ended = end()
        #expect(ended.events == ["visit.added"] && ended.use == .used)
        #expect(ready == 1 && reply.text.contains(#""source":"command","title":"A""#))
        #expect(try garden.store.lastSeq() == garden.engine.state.seq)
    }

    @Test("V3: a located visit is signed by the key that comes with the place")
    func theVisitIsSigned() {
        let reply = here("A")
        #expect(garden.needs().count == 1)
        #expect(end(key: .simulated).events == ["identity.created", "visit.added"])
        #expect(reply.text.contains(#""signed":true"#))
        #expect(garden.engine.state.visits.publicKey == IdentityKey.simulated.publicKey)
    }

    @Test("V3: the key is made with the first located visit, and never again")
    func theKeyIsMadeOnce() {
        var (reading, made) = (IdentityKeyFile.Reading.missing, 0)
        let file = IdentityKeyFile(
            read: { reading },
            create: {
                made += 1
                return .success(.simulatedOther)
            })
        let engine = garden.engine
        #expect(file.keyForLocatedVisit(of: engine.state.visits) == .simulatedOther && made == 1)
        reading = .key(.simulated)
        #expect(file.keyForLocatedVisit(of: engine.state.visits) == .simulated)
        _ = here("A")
        let reply = here("B")
        #expect(garden.needs().count == 1 && end(key: .simulated).use == .used && reply.isReady)
        reading = .missing
        #expect(file.keyForLocatedVisit(of: engine.state.visits) == nil && made == 1)
        reading = .unreadable("identity.key is no key")
        #expect(file.keyForLocatedVisit(of: engine.state.visits) == nil && made == 1)
    }

    @Test func allThatWaitShareASearchAndTheNextOneBeginsAnother() {
        let replies = [here("A"), here("B")]
        #expect(garden.needs().count == 1)
        #expect(end().events == ["visit.added", "visit.added"])
        #expect(replies.map { $0.text.contains(#""latitude":1.0"#) } == [true, true])
        #expect(garden.needs().isEmpty)
        let next = here("C")
        #expect(garden.needs().count == 1 && !next.isReady)
    }

    @Test func theRequestOfAClientThatLeftAddsNothing() {
        var reply: Reply? = here("A")
        let other = here("B")
        #expect(garden.needs().count == 1 && reply?.isReady == false)
        reply = nil
        #expect(end().events == ["visit.added"])
        #expect(other.text.contains(#""id":1,"uid""#))
    }

    @Test(arguments: [LocatingError.Reason.denied, .noAgent, .timeout])
    func withoutAPlaceNothingIsAdded(_ reason: LocatingError.Reason) {
        let before = garden.engine.state
        let reply = here("A")
        #expect(garden.needs().count == 1)
        let ended = end(.failure(LocatingError(reason, "no place")))
        #expect(ended.events == [] && ended.use == .unused)
        #expect(
            reply.text.contains(
                "\"message\":\"no place\",\"data\":{\"code\":\"refused\",\"reason\":\"\(reason.rawValue)\"}"))
        #expect(garden.engine.state == before)
    }

    @Test func aRepeatedRequestGetsTheFirstAnswer() {
        let replies = [here("A", key: "k"), here("A", key: "k")]
        #expect(garden.needs().count == 1)
        #expect(end().events == ["visit.added"])
        #expect(replies[0].text == replies[1].text)
        #expect(here("A", key: "k").text == replies[0].text)
        #expect(garden.needs().isEmpty)
    }

    @Test func aDiskThatRefusesIsReported() {
        let replies = [here("A"), here("B")]
        #expect(garden.needs().count == 1)
        garden.store.isRefusing = true
        #expect(end().use == .refusedByDisk)
        for reply in replies { #expect(reply.text.contains(#""code":"storage_failed""#)) }
        #expect(here("C").text.contains(#""code":"storage_failed""#))
        #expect(garden.needs().isEmpty)
    }

    @Test func aBatchAndASettingRefuseIt() {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"visit.here"}"#
        #expect(garden.ask("[\(line),\(line)]").text.contains(#""reason":"in_batch""#))
        garden.platform.settings.visits.locate = .off
        garden.engine.update(environment: garden.platform.readEnvironment())
        _ = garden.engine.catchUp(to: garden.now)
        #expect(garden.ask(line).text.contains(#""reason":"location_denied""#))
        #expect(garden.needs().isEmpty)
    }

    @Test func onlySoManyRequestsWait() {
        let replies = (0..<64).map { here("\($0)") }
        #expect(garden.needs().count == 1)
        #expect(here("X").text.contains(#""reason":"busy""#))
        #expect(end().events.count == replies.count)
    }
}
