import GardenAPI
import GardenCore
import GardenEngine
import Testing

/// A change that waits for its backup, and everything that may happen meanwhile.
struct BackupTests {
    private let garden: NeedGarden
    private let backup = GardenBackup(path: "/backups/b.sqlite", restoreCommand: "gardend restore --force b")
    private let began = ["obtain BackupNeed"]

    init() throws {
        garden = try NeedGarden()
        garden.adjust(100)
        _ = garden.ask("task.add", ["title": "Read"])
        _ = garden.ask("task.done", ["id": 1])
    }

    private static let resetAll = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"all":true,"key":"k"}}"#

    /// The backup was made.
    private func end() -> (events: [Event], use: OutcomeUse) {
        garden.engine.end(BackupNeed.self, with: .success(backup), at: garden.now)
    }

    private static let done =
        #"{"jsonrpc":"2.0","id":9,"result":{"exp":1,"balance":100,"backup":"/backups/b.sqlite","#
        + #""restore":"gardend restore --force b"}}"# + "\n"

    @Test func theAnswerAndTheChangeComeAfterTheBackup() throws {
        var ready = 0
        let reply = garden.ask(Self.resetAll)
        reply.onReady = { ready += 1 }
        #expect(garden.tasks() == began && !reply.isReady && garden.engine.state.points.balance == 100)
        // While it is made, there is nothing to do.
        #expect(garden.tasks() == [])

        let (events, use) = end()
        #expect(events.map(\.type) == ["garden.reset", "log.written"] && use == .used)
        #expect(ready == 1 && reply.text == Self.done)
        #expect(garden.engine.state.points.balance == 0)
        #expect(try garden.store.lastSeq() == garden.engine.state.seq)
        // The same key again: the first answer, at once, also in a batch or from a disk that refuses.
        #expect(garden.ask(Self.resetAll).text == Self.done)
        #expect(garden.ask("[\(Self.resetAll),\(Self.resetAll)]").text.contains(#""balance":100,"backup""#))
        garden.store.isRefusing = true
        #expect(garden.ask(Self.resetAll).text == Self.done)
        #expect(garden.tasks() == [])
    }

    @Test func aBackupWithoutALaterChangeIsMadeAgain() {
        let reply = garden.ask(Self.resetAll)
        #expect(garden.tasks() == began)
        garden.adjust(5)
        let (events, use) = end()
        #expect(events.isEmpty && use == .unused)
        #expect(!reply.isReady && garden.engine.state.points.balance == 105)
        #expect(garden.tasks() == began)
        #expect(end().use == .used)
        #expect(reply.text.contains(#""result":{"exp":1,"balance":105,"#))
        #expect(garden.engine.state.points.balance == 0)
    }

    @Test func aGardenThatAlwaysChangesIsNotReset() {
        let reply = garden.ask(Self.resetAll)
        for number in 1...3 {
            #expect(garden.tasks() == began)
            garden.adjust(number)
            #expect(end().use == .unused)
        }
        #expect(garden.tasks() == [])
        #expect(
            reply.text.contains(
                #""message":"the garden changed again and again while its backup was made; nothing was changed, try again","#
                    + #""data":{"code":"refused","reason":"busy"}"#))
        #expect(garden.engine.state.points.balance == 106)
        // The next one begins to count from the beginning.
        let next = garden.ask(Self.resetAll)
        #expect(garden.tasks() == began)
        #expect(end().use == .used && next.text.contains(#""balance":106"#))
    }

    @Test func withoutABackupNothingIsReset() {
        let before = garden.engine.state
        let reply = garden.ask(Self.resetAll)
        #expect(garden.tasks() == began)
        // No backup of another try would be better.
        garden.adjust(0)
        let failure = BackupNeed.Outcome.failure(StoreError("No space left on device"))
        let (events, use) = garden.engine.end(BackupNeed.self, with: failure, at: garden.now)
        #expect(events.isEmpty && use == .refusedByDisk)
        #expect(
            reply.text.contains(
                #""message":"cannot write to disk, nothing was changed: the backup: No space left on device","#
                    + #""data":{"code":"storage_failed","reason":"the backup: No space left on device"}"#))
        #expect(garden.engine.state == before && garden.tasks() == [])
    }

    @Test func aDiskThatRefusesTheResetItselfLeavesEverything() {
        let before = garden.engine.state
        let reply = garden.ask(Self.resetAll)
        #expect(garden.tasks() == began)
        garden.store.isRefusing = true
        #expect(end().use == .refusedByDisk)
        #expect(reply.text.contains(#""code":"storage_failed""#) && garden.engine.state == before)
        // No backup is made for a disk that refuses.
        #expect(garden.ask(Self.resetAll).text.contains(#""code":"storage_failed""#) && garden.tasks() == [])
        garden.store.isRefusing = false
        _ = garden.engine.retry(at: garden.now)
        let again = garden.ask(Self.resetAll)
        #expect(garden.tasks() == began)
        #expect(end().use == .used && again.text == Self.done)
    }

    @Test(
        "the backup of a reset that may be in the journal is kept, and the answer names it", arguments: [false, true])
    func aResetThatMayBeSavedKeepsItsBackup(isSaved: Bool) throws {
        let before = garden.engine.state
        let reply = garden.ask(Self.resetAll)
        #expect(garden.tasks() == began)
        let store = garden.store
        (store.isRefusing, store.isWriting, store.refusal) = (true, isSaved, StoreError("I/O error", .uncertain))
        let (events, use) = end()
        #expect(events.isEmpty && use == .uncertain)
        #expect(
            reply.text
                == #"{"jsonrpc":"2.0","id":9,"error":{"code":-32005,"message":"cannot write to disk, and whether the change "#
                + #"was saved is unknown: I/O error; the backup made before it is kept: /backups/b.sqlite","#
                + #""data":{"code":"storage_failed","reason":"I/O error","outcome":"unknown","#
                + #""backup":"/backups/b.sqlite","restore":"gardend restore --force b"}}}"# + "\n")
        #expect(garden.engine.state == before)
        // The next start finds what is in the journal; the same key then has the answer, or the reset is still to be made.
        store.isRefusing = false
        let restarted = try garden.restarted()
        #expect(restarted.state.points.balance == (isSaved ? 0 : 100))
        let again = restarted.decide(.text(Array(Self.resetAll.utf8)), at: garden.now)
        _ = restarted.commit()
        #expect(again.isReady == isSaved)
        if isSaved { #expect(again.text == Self.done) }
    }

    @Test func aClientThatLeavesTakesItsResetWithIt() {
        let before = garden.engine.state
        do {
            _ = garden.ask(Self.resetAll)
            // It leaves before its backup begins: there is nothing to do but to forget it.
        }
        #expect(garden.tasks() == ["drop BackupNeed"])
        do {
            let reply = garden.ask(Self.resetAll)
            #expect(garden.tasks() == began && !reply.isReady)
        }
        let (events, use) = end()
        #expect(events.isEmpty && use == .unused)
        #expect(garden.engine.state == before && garden.tasks() == [])
    }

    @Test func resetsFollowEachOtherEachWithItsBackup() {
        let first = garden.ask(Self.resetAll)
        let second = garden.ask(#"{"jsonrpc":"2.0","id":10,"method":"garden.reset","params":{"all":true}}"#)
        let repeated = garden.ask(Self.resetAll)
        #expect(garden.tasks() == began)
        #expect(end().use == .used && first.isReady && !second.isReady)
        #expect(garden.tasks() == began)
        #expect(end().use == .used)
        // The first answer needs no backup.
        #expect(garden.tasks() == ["drop BackupNeed"])
        #expect(second.text.contains(#""exp":0,"balance":0"#))
        #expect(repeated.text == Self.done)
    }

    @Test func aBatchCannotWaitForABackup() {
        let other = #"{"jsonrpc":"2.0","id":1,"method":"points.get"}"#
        for line in ["[\(Self.resetAll),\(other)]", "[\(other),\(Self.resetAll)]"] {
            let before = garden.engine.state
            #expect(
                garden.ask(line).text.contains(
                    #""message":"garden.reset makes a backup first, which a batch cannot wait for; send it by itself","#
                        + #""data":{"code":"refused","reason":"in_batch"}"#))
            #expect(garden.engine.state == before && garden.tasks() == [])
        }
    }

    @Test func aBatchGetsWhatNeedsNoBackup() {
        let line = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"category":"Nope"}}"#
        #expect(garden.ask("[\(line),\(line)]").text.contains(#""code":"not_found""#))
        #expect(garden.tasks() == [])
    }

    /// With a key, its answer is kept, so it is decided like any other change.
    @Test func aResetOfAnEmptyGardenChangesNothingAndItsBackupIsNotUsed() {
        let line = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"category":"Default"}}"#
        let (first, second) = (garden.ask(line), garden.ask(line))
        #expect(garden.tasks() == began)
        #expect(end().use == .used && first.text.contains(#""exp":1,"backup""#))
        #expect(garden.tasks() == began)
        let seq = garden.engine.state.seq
        #expect(end().use == .unused)
        #expect(
            second.text
                == #"{"jsonrpc":"2.0","id":9,"result":{"category":"Default","exp":0},"meta":{"unchanged":true}}"# + "\n"
        )
        #expect(garden.engine.state.seq == seq)
    }

    @Test func theKeyOfAResetThatChangedNothingIsKept() {
        let keyed = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"category":"Default","key":"k1"}}"#
        let first = garden.ask("garden.reset", ["category": "Default"])
        #expect(garden.tasks() == began)
        #expect(end().use == .used && first.text.contains(#""exp":1"#))
        // It is answered at once.
        let second = garden.ask(keyed)
        #expect(
            second.text
                == #"{"jsonrpc":"2.0","id":9,"result":{"category":"Default","exp":0},"meta":{"unchanged":true}}"# + "\n"
        )
        let repeated = garden.ask(keyed)
        #expect(repeated.text == second.text && garden.tasks() == [])
    }

    /// Its turn comes after another reset has left nothing to change.
    @Test func theKeyOfAResetThatWaitedIsKept() {
        let keyed = #"{"jsonrpc":"2.0","id":9,"method":"garden.reset","params":{"category":"Default","key":"k1"}}"#
        let (first, second) = (garden.ask("garden.reset", ["category": "Default"]), garden.ask(keyed))
        #expect(garden.tasks() == began)
        #expect(end().use == .used && first.text.contains(#""exp":1"#))
        #expect(garden.tasks() == began)
        #expect(end().use == .unused)
        let repeated = garden.ask(keyed)
        #expect(repeated.text == second.text && garden.tasks() == [])
    }

    @Test func whatNeedsNoBackupIsAnsweredAtOnce() {
        #expect(garden.ask("garden.reset", ["category": "Nope"]).text.contains(#""code":"not_found""#))
        _ = garden.ask("category.add", ["name": "Empty"])
        #expect(
            garden.ask("garden.reset", ["category": "empty"]).text
                == #"{"jsonrpc":"2.0","id":9,"result":{"category":"Empty","exp":0},"meta":{"unchanged":true}}"# + "\n")
        #expect(garden.tasks() == [])
    }
}
