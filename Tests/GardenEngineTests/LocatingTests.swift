import GardenAPI
import GardenCore
import GardenStore
import TestSupport
import Testing
import TimeKit

@testable import GardenEngine

/// Requests that wait for the place where the machine is (RULES V11).
final class LocatingTests {
    /// A machine that finds its place when the test says so.
    private final class Machine: Platform {
        let pid = 0
        let settingsFile: String? = nil
        let photoFiles: (any PhotoFiles)? = nil
        var settings = Settings.standard
        var searches: [VisitLocator] = []
        var key = IdentityKeyFile.Reading.unreadable("identity.key is no key")
        func readEnvironment() -> Environment { Environment(settings: settings, zone: .utc) }
        func startBackup() {}
        func discardBackup(_ backup: GardenBackup) {}
        func backups(with effect: WrittenEffect) -> [String] { [] }
        func startLocating(by locator: VisitLocator) { searches.append(locator) }
        func show(_ sample: PlannedNotification) -> Result<String, NotificationProblem> {
            .failure(NotificationProblem(message: "no desktop"))
        }
        func listHooks() -> [Hook] { [] }
        func testHooks(with input: HookInput, file: String?) -> GardenError? {
            .noHook(for: input.event.type, file: file)
        }
        func checkHealth() -> [HealthCheck] { [] }
        func readIdentityKey() -> IdentityKeyFile.Reading { key }
        func createIdentityKey() -> Result<IdentityKey, StoreError> { .success(.simulatedOther) }
    }

    private let machine = Machine()
    private let store: FlakyStore
    private let engine: Engine
    private let now = Moment(
        wall: Instant(milliseconds: 1_767_258_000_000), awakeMilliseconds: 0, bootMilliseconds: 0, bootId: "boot")
    private let place = LocatedPlace(
        latitude: DecimalNumber(1), longitude: DecimalNumber(2), accuracy: nil, source: .command)

    init() throws {
        store = try FlakyStore(JournalStore.inMemory())
        engine = try Engine(
            store: store, archive: MemoryArchive(), platform: machine, environment: machine.readEnvironment(), now: now,
            heartbeat: nil, names: .test)
        _ = engine.catchUp(to: now)
    }

    /// Decides a line in a turn of its own.
    private func ask(_ line: String) -> Reply {
        _ = engine.catchUp(to: now)
        let reply = engine.decide(.text(Array(line.utf8)), at: now)
        while !reply.isDecided { engine.decideNext(reply, at: now) }
        _ = engine.commit()
        return reply
    }

    private func here(_ title: String, key: String? = nil) -> Reply {
        let key = key.map { ",\"key\":\"\($0)\"" } ?? ""
        return ask(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"visit.here\",\"params\":{\"title\":\"\(title)\"\(key)}}")
    }

    private func text(_ reply: Reply) -> String { String(decoding: reply.line, as: UTF8.self) }

    @Test func theAnswerComesWithThePlaceAndNothingElseWaits() throws {
        var ready = 0
        let reply = here("A")
        reply.onReady = { ready += 1 }
        #expect(machine.searches == [.geoclue] && !reply.isReady && !engine.hasWork)
        let other = ask(#"{"jsonrpc":"2.0","id":2,"method":"points.adjust","params":{"amount":5,"reason":"x"}}"#)
        #expect(other.isReady && engine.state.points.balance == 5)

        #expect(engine.endLocating(.success(place), at: now).map(\.type) == ["visit.added"])
        #expect(ready == 1 && text(reply).contains(#""source":"command","title":"A""#))
        #expect(try store.lastSeq() == engine.state.seq)
    }

    @Test(
        "V3: a located visit is signed by the garden's key, which is made with the first one",
        arguments: [IdentityKeyFile.Reading.key(.simulated), .missing])
    func theVisitIsSigned(_ reading: IdentityKeyFile.Reading) {
        machine.key = reading
        let reply = here("A")
        #expect(engine.endLocating(.success(place), at: now).map(\.type) == ["identity.created", "visit.added"])
        #expect(text(reply).contains(#""signed":true"#))
        let key: IdentityKey = reading == .missing ? .simulatedOther : .simulated
        #expect(engine.state.visits.publicKey == key.publicKey)
    }

    @Test func allThatWaitShareASearchAndTheNextOneBeginsAnother() {
        let replies = [here("A"), here("B")]
        #expect(machine.searches.count == 1)
        #expect(engine.endLocating(.success(place), at: now).count == 2)
        #expect(replies.map { text($0).contains(#""latitude":1.0"#) } == [true, true])
        _ = here("C")
        #expect(machine.searches.count == 2)
    }

    @Test func theRequestOfAClientThatLeftAddsNothing() {
        var reply: Reply? = here("A")
        let other = here("B")
        #expect(reply?.isReady == false)
        reply = nil
        #expect(engine.endLocating(.success(place), at: now).count == 1)
        #expect(text(other).contains(#""id":1,"uid""#))
    }

    @Test(arguments: [LocatingError.Reason.denied, .noAgent, .timeout])
    func withoutAPlaceNothingIsAdded(_ reason: LocatingError.Reason) {
        let before = engine.state
        let reply = here("A")
        #expect(engine.endLocating(.failure(LocatingError(reason, "no place")), at: now).isEmpty)
        #expect(
            text(reply).contains(
                "\"message\":\"no place; to give the place instead: gardenctl visit add --lat LATITUDE --lon LONGITUDE\","
                    + "\"data\":{\"code\":\"refused\",\"reason\":\"\(reason.rawValue)\"}"))
        #expect(engine.state == before)
    }

    @Test func aRepeatedRequestGetsTheFirstAnswer() {
        let replies = [here("A", key: "k"), here("A", key: "k")]
        #expect(engine.endLocating(.success(place), at: now).count == 1)
        #expect(text(replies[0]) == text(replies[1]))
        #expect(text(here("A", key: "k")) == text(replies[0]))
        #expect(machine.searches.count == 1)
    }

    @Test func aDiskThatRefusesIsReported() {
        let replies = [here("A"), here("B")]
        store.isRefusing = true
        #expect(engine.endLocating(.success(place), at: now).isEmpty)
        for reply in replies { #expect(text(reply).contains(#""code":"storage_failed""#)) }
        #expect(text(here("C")).contains(#""code":"storage_failed""#))
        #expect(machine.searches.count == 1)
    }

    @Test func aBatchAndASettingRefuseIt() {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"visit.here"}"#
        #expect(text(ask("[\(line),\(line)]")).contains(#""reason":"in_batch""#))
        machine.settings.visits.locate = .off
        engine.update(environment: machine.readEnvironment())
        _ = engine.catchUp(to: now)
        #expect(text(ask(line)).contains(#""reason":"location_denied""#))
        #expect(machine.searches.isEmpty)
    }

    @Test func onlySoManyRequestsWait() {
        let replies = (0..<64).map { here("\($0)") }
        #expect(text(here("X")).contains(#""reason":"busy""#))
        #expect(engine.endLocating(.success(place), at: now).count == replies.count)
    }
}
