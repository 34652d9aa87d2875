import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import TestSupport
import Testing
import TimeKit

/// A change that waits for its backup, and everything that may happen meanwhile.
struct BackedUpChangeTests {
    /// A machine on which a backup ends when the test says so.
    private final class SlowMachine: Platform {
        let pid = 0
        let settingsFile: String? = nil
        let photoFiles: (any PhotoFiles)? = nil
        var backups = 0
        /// The backups after which nothing was changed.
        var discarded = 0
        /// Called when a backup begins.
        var onStart: () -> Void = {}
        func readEnvironment() -> Environment { Environment(settings: .standard, zone: .utc) }
        func startBackup() {
            backups += 1
            onStart()
        }
        func discardBackup(_ backup: GardenBackup) { discarded += 1 }
        func backups(with effect: WrittenEffect) -> [String] { [] }
        func startLocating(by locator: VisitLocator) {}
        func show(_ sample: PlannedNotification) -> Result<String, NotificationProblem> {
            .failure(NotificationProblem(message: "no desktop"))
        }
        func listHooks() -> [Hook] { [] }
        func testHooks(with input: HookInput, file: String?) -> GardenError? {
            .noHook(for: input.event.type, file: file)
        }
        func checkHealth() -> [HealthCheck] { [] }
        func readIdentityKey() -> IdentityKeyFile.Reading { .key(.simulated) }
        func createIdentityKey() -> Result<IdentityKey, StoreError> { .success(.simulated) }
    }

    private let machine = SlowMachine()
    private let store: FlakyStore
    private let engine: Engine
    private let now = Moment(
        wall: Instant(milliseconds: 1_767_258_000_000), awakeMilliseconds: 0, bootMilliseconds: 0, bootId: "boot")
    private let backup = GardenBackup(path: "/backups/b.sqlite", restoreCommand: "gardend restore --force b")

    init() throws {
        store = try FlakyStore(JournalStore.inMemory())
        engine = try Engine(
            store: store, archive: MemoryArchive(), platform: machine, environment: machine.readEnvironment(), now: now,
            heartbeat: nil, names: .test)
        _ = engine.catchUp(to: now)
        for line in [
            #"{"jsonrpc":"2.0","id":1,"method":"points.adjust","params":{"amount":100,"reason":"begin"}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"task.add","params":{"title":"Read"}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"task.done","params":{"id":1}}"#,
        ] { _ = ask(line) }
    }

    private static let resetAll = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"all":true,"key":"k"}}"#

    /// Decides a line in a turn of its own, with the work that follows it.
    private func ask(_ line: String) -> Reply {
        _ = engine.catchUp(to: now)
        let reply = engine.decide(.text(Array(line.utf8)), at: now)
        while !reply.isDecided { engine.decideNext(reply, at: now) }
        _ = engine.commit()
        while engine.hasWork { engine.work(at: now) }
        return reply
    }

    private func text(_ reply: Reply) -> String { String(decoding: reply.line, as: UTF8.self) }

    private func adjust(_ amount: Int) {
        _ = ask(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"points.adjust\",\"params\":{\"amount\":\(amount),\"reason\":\"x\"}}"
        )
    }

    private static let done =
        #"{"jsonrpc":"2.0","id":9,"result":{"exp":1,"balance":100,"backup":"/backups/b.sqlite","#
        + #""restore":"gardend restore --force b"}}"# + "\n"

    @Test func theAnswerAndTheChangeComeAfterTheBackup() throws {
        var ready = 0
        let reply = ask(Self.resetAll)
        reply.onReady = { ready += 1 }
        #expect(machine.backups == 1 && !reply.isReady && engine.state.points.balance == 100)
        // While it is made, there is nothing to do.
        #expect(!engine.hasWork)

        let events = engine.endBackup(.success(backup), at: now)
        #expect(events.map(\.type) == ["garden.reset", "log.written"])
        #expect(ready == 1 && text(reply) == Self.done)
        #expect(engine.state.points.balance == 0 && !engine.hasWork && machine.backups == 1)
        #expect(try store.lastSeq() == engine.state.seq)
        // The same key again: the first answer, at once, also in a batch or from a disk that refuses.
        #expect(text(ask(Self.resetAll)) == Self.done)
        #expect(text(ask("[\(Self.resetAll),\(Self.resetAll)]")).contains(#""balance":100,"backup""#))
        store.isRefusing = true
        #expect(text(ask(Self.resetAll)) == Self.done)
        #expect(machine.backups == 1 && machine.discarded == 0)
    }

    @Test func aBackupWithoutALaterChangeIsMadeAgain() {
        let reply = ask(Self.resetAll)
        adjust(5)
        #expect(engine.endBackup(.success(backup), at: now).isEmpty)
        #expect(!reply.isReady && engine.hasWork && engine.state.points.balance == 105 && machine.discarded == 1)
        engine.work(at: now)
        #expect(machine.backups == 2 && !engine.hasWork)
        _ = engine.endBackup(.success(backup), at: now)
        #expect(text(reply).contains(#""result":{"exp":1,"balance":105,"#))
        #expect(engine.state.points.balance == 0)
    }

    @Test func aGardenThatAlwaysChangesIsNotReset() {
        let reply = ask(Self.resetAll)
        for number in 1...3 {
            #expect(machine.backups == number)
            adjust(number)
            _ = engine.endBackup(.success(backup), at: now)
            while engine.hasWork { engine.work(at: now) }
        }
        #expect(machine.backups == 3 && machine.discarded == 3)
        #expect(
            text(reply).contains(
                #""message":"the garden changed again and again while its backup was made; nothing was changed, try again","#
                    + #""data":{"code":"refused","reason":"busy"}"#))
        #expect(engine.state.points.balance == 106)
        // The next one begins to count from the beginning.
        let next = ask(Self.resetAll)
        _ = engine.endBackup(.success(backup), at: now)
        #expect(text(next).contains(#""balance":106"#))
    }

    @Test func withoutABackupNothingIsReset() {
        let before = engine.state
        let reply = ask(Self.resetAll)
        #expect(engine.endBackup(.failure(StoreError("No space left on device")), at: now).isEmpty)
        #expect(
            text(reply).contains(
                #""message":"cannot write to disk, nothing was changed: the backup: No space left on device","#
                    + #""data":{"code":"storage_failed","reason":"the backup: No space left on device"}"#))
        #expect(engine.state == before && !engine.hasWork)
    }

    @Test func aDiskThatRefusesTheResetItselfLeavesEverything() {
        let before = engine.state
        let reply = ask(Self.resetAll)
        store.isRefusing = true
        #expect(engine.endBackup(.success(backup), at: now).isEmpty)
        #expect(text(reply).contains(#""code":"storage_failed""#) && engine.state == before)
        #expect(machine.discarded == 1)
        // No backup is made for a disk that refuses.
        #expect(text(ask(Self.resetAll)).contains(#""code":"storage_failed""#) && machine.backups == 1)
        store.isRefusing = false
        _ = engine.retry(at: now)
        let again = ask(Self.resetAll)
        _ = engine.endBackup(.success(backup), at: now)
        #expect(text(again) == Self.done)
    }

    @Test(
        "the backup of a reset that may be in the journal is kept, and the answer names it", arguments: [false, true])
    func aResetThatMayBeSavedKeepsItsBackup(isSaved: Bool) throws {
        let before = engine.state
        let reply = ask(Self.resetAll)
        (store.isRefusing, store.isWriting, store.refusal) = (true, isSaved, StoreError("I/O error", .uncertain))
        #expect(engine.endBackup(.success(backup), at: now).isEmpty)
        #expect(
            text(reply)
                == #"{"jsonrpc":"2.0","id":9,"error":{"code":-32005,"message":"cannot write to disk, and whether the change "#
                + #"was saved is unknown: I/O error; the backup made before it is kept: /backups/b.sqlite","#
                + #""data":{"code":"storage_failed","reason":"I/O error","outcome":"unknown","#
                + #""backup":"/backups/b.sqlite","restore":"gardend restore --force b"}}}"# + "\n")
        #expect(engine.state == before && machine.discarded == 0)
        // The next start finds what is in the journal; the same key then has the answer, or the reset is still to be made.
        store.isRefusing = false
        let restarted = try Engine(
            store: store, archive: MemoryArchive(), platform: machine, environment: machine.readEnvironment(), now: now,
            heartbeat: nil, names: .test)
        _ = restarted.catchUp(to: now)
        #expect(restarted.state.points.balance == (isSaved ? 0 : 100))
        let again = restarted.decide(.text(Array(Self.resetAll.utf8)), at: now)
        _ = restarted.commit()
        #expect(again.isReady == isSaved && machine.discarded == 0)
        if isSaved { #expect(text(again) == Self.done) }
    }

    @Test func aClientThatLeavesTakesItsResetWithIt() {
        let before = engine.state
        do { _ = ask(Self.resetAll) }
        #expect(engine.endBackup(.success(backup), at: now).isEmpty)
        #expect(engine.state == before && !engine.hasWork && machine.discarded == 1)
    }

    @Test func aBackupThatCannotBeginIsReported() {
        let before = engine.state
        machine.onStart = { [engine, now] in
            _ = engine.endBackup(.failure(StoreError("cannot start it")), at: now)
        }
        let reply = ask(Self.resetAll)
        #expect(text(reply).contains(#""reason":"the backup: cannot start it""#))
        #expect(engine.state == before && !engine.hasWork && machine.backups == 1)
    }

    @Test func resetsFollowEachOtherEachWithItsBackup() {
        let first = ask(Self.resetAll)
        let second = ask(#"{"jsonrpc":"2.0","id":10,"method":"garden.reset","params":{"all":true}}"#)
        let repeated = ask(Self.resetAll)
        #expect(machine.backups == 1)
        _ = engine.endBackup(.success(backup), at: now)
        #expect(first.isReady && !second.isReady)
        while engine.hasWork { engine.work(at: now) }
        #expect(machine.backups == 2)
        _ = engine.endBackup(.success(backup), at: now)
        while engine.hasWork { engine.work(at: now) }
        // The first answer needs no backup.
        #expect(machine.backups == 2 && machine.discarded == 0)
        #expect(text(second).contains(#""exp":0,"balance":0"#))
        #expect(text(repeated) == Self.done)
        #expect(!engine.hasWork)
    }

    @Test func aBatchCannotWaitForABackup() {
        let other = #"{"jsonrpc":"2.0","id":1,"method":"points.get"}"#
        for line in ["[\(Self.resetAll),\(other)]", "[\(other),\(Self.resetAll)]"] {
            let before = engine.state
            #expect(
                text(ask(line)).contains(
                    #""message":"garden.reset makes a backup first, which a batch cannot wait for; send it by itself","#
                        + #""data":{"code":"refused","reason":"in_batch"}"#))
            #expect(engine.state == before && machine.backups == 0)
        }
    }

    @Test func aBatchGetsWhatNeedsNoBackup() {
        let line = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"category":"Nope"}}"#
        #expect(text(ask("[\(line),\(line)]")).contains(#""code":"not_found""#))
        #expect(machine.backups == 0)
    }

    @Test func aChangeThatNoLongerNeedsABackupGetsNone() {
        let line = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"category":"Default"}}"#
        let (first, second) = (ask(line), ask(line))
        _ = engine.endBackup(.success(backup), at: now)
        while engine.hasWork { engine.work(at: now) }
        #expect(text(first).contains(#""exp":1,"backup""#))
        #expect(text(second) == #"{"jsonrpc":"2.0","id":9,"result":{"category":"Default","exp":0}}"# + "\n")
        #expect(machine.backups == 1)
    }

    @Test func whatNeedsNoBackupIsAnsweredAtOnce() {
        let line = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"category":"Nope"}}"#
        #expect(text(ask(line)).contains(#""code":"not_found""#))
        _ = ask(#"{"jsonrpc":"2.0","id":1,"method":"category.add","params":{"name":"Empty"}}"#)
        let empty = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"category":"empty"}}"#
        #expect(text(ask(empty)) == #"{"jsonrpc":"2.0","id":9,"result":{"category":"Empty","exp":0}}"# + "\n")
        #expect(machine.backups == 0)
    }
}
