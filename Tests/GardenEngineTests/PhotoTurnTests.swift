import GardenAPI
import GardenCore
import GardenStore
import TestSupport
import Testing
import TimeKit

@testable import GardenEngine

/// Requests that take a photo (RULES V9).
final class PhotoTurnTests {
    /// A folder whose uploads are checked when the test says so, and what was done to it.
    private final class Files: PhotoFiles {
        let folder = "/photos"
        var calls: [String] = []
        var refusal: StoreError?
        var onKeep: () -> Void = {}

        func startCheck(of upload: String) { calls.append("check \(upload)") }
        func keep(_ photo: VisitPhoto, from upload: String) throws(StoreError) {
            calls.append("keep \(upload) as \(photo.name.prefix(1))")
            onKeep()
            if let refusal { throw refusal }
        }
        func removeUpload(_ upload: String) { calls.append("drop \(upload)") }
        func remove(_ name: String) { calls.append("remove \(name.prefix(1))") }
    }

    private final class Machine: Platform {
        let pid = 0
        let settingsFile: String? = nil
        let files = Files()
        var photoFiles: (any PhotoFiles)? { files }
        func readEnvironment() -> Environment { Environment(settings: .standard, zone: .utc) }
        func startBackup() {}
        func discardBackup(_ backup: GardenBackup) {}
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

    private let machine = Machine()
    private let store: FlakyStore
    private let engine: Engine
    private let now = Moment(
        wall: Instant(milliseconds: 1_767_258_000_000), awakeMilliseconds: 0, bootMilliseconds: 0, bootId: "boot")

    init() throws {
        store = try FlakyStore(JournalStore.inMemory())
        engine = try Engine(
            store: store, archive: MemoryArchive(), platform: machine, environment: machine.readEnvironment(), now: now,
            heartbeat: nil, names: .test)
        _ = engine.catchUp(to: now)
        for _ in 1...2 {
            _ = ask(#"{"jsonrpc":"2.0","id":1,"method":"visit.add","params":{"latitude":1,"longitude":2}}"#)
        }
    }

    private static func photo(_ digit: Character) -> VisitPhoto {
        VisitPhoto(name: String(repeating: digit, count: 64), bytes: 5, type: .jpeg)
    }

    /// Decides a line in a turn of its own.
    private func ask(_ line: String) -> Reply {
        _ = engine.catchUp(to: now)
        let reply = engine.decide(.text(Array(line.utf8)), at: now)
        while !reply.isDecided { engine.decideNext(reply, at: now) }
        _ = engine.commit()
        return reply
    }

    private func add(_ upload: String, to id: Int = 1, key: String? = nil) -> Reply {
        let key = key.map { ",\"key\":\"\($0)\"" } ?? ""
        return ask(
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"visit.addPhoto\",\"params\":{\"id\":\(id),\"upload\":\"\(upload)\"\(key)}}"
        )
    }

    /// The check of an upload ends.
    private func end(_ digit: Character) -> [String] {
        engine.endPhotoCheck(.success(Self.photo(digit)), at: now).map(\.type)
    }

    private func text(_ reply: Reply) -> String { String(decoding: reply.line, as: UTF8.self) }

    /// What was done to the folder since the last look.
    private func calls() -> [String] {
        defer { machine.files.calls = [] }
        return machine.files.calls
    }

    @Test func theFileHasItsNameBeforeTheCommitAndNothingElseWaits() throws {
        let reply = add("u")
        #expect(calls() == ["check u"] && !reply.isReady && !engine.hasWork)
        let other = ask(#"{"jsonrpc":"2.0","id":2,"method":"points.adjust","params":{"amount":5,"reason":"x"}}"#)
        #expect(other.isReady && engine.state.points.balance == 5)

        let before = try store.lastSeq()
        var seqAtKeep: Int?
        machine.files.onKeep = { [store] in seqAtKeep = try? store.lastSeq() }
        #expect(end("a") == ["visit.edited"])
        #expect(seqAtKeep == before)
        #expect(calls() == ["keep u as a", "drop u"])
        #expect(
            text(reply).contains("\"photos\":[{\"name\":\"\(Self.photo("a").name)\",\"bytes\":5,\"type\":\"jpeg\"}]"))
        #expect(try store.lastSeq() == engine.state.seq)
        #expect(engine.isPhotoNeeded(Self.photo("a").name) && !engine.isPhotoNeeded(Self.photo("b").name))
    }

    @Test func uploadsAreCheckedOneAfterTheOther() {
        let replies = [add("u"), add("v", to: 2)]
        #expect(calls() == ["check u"])
        #expect(end("a") == ["visit.edited"])
        #expect(calls() == ["keep u as a", "drop u", "check v"])
        #expect(end("b") == ["visit.edited"])
        #expect(replies.map { text($0).contains("\"result\"") } == [true, true])
        #expect(calls() == ["keep v as b", "drop v"])
    }

    @Test(
        arguments: [
            (PhotoProblem.missing, "not_found", "drop u"), (.unsuitable("it is empty"), "not_a_photo", "drop u"),
            (.unreadable("I/O error"), "storage_failed", nil),
        ] as [(PhotoProblem, String, String?)])
    func withoutAPhotoNothingChanges(_ problem: PhotoProblem, word: String, call: String?) {
        let before = engine.state
        let reply = add("u")
        #expect(engine.endPhotoCheck(.failure(problem), at: now).isEmpty)
        #expect(text(reply).contains("\"\(word)\""))
        #expect(engine.state == before)
        #expect(calls() == ["check u", call].compactMap(\.self))
    }

    @Test func theRequestOfAClientThatLeftAddsNothing() {
        var reply: Reply? = add("u")
        #expect(reply?.isReady == false)
        reply = nil
        #expect(end("a") == [])
        #expect(calls() == ["check u", "drop u"])
    }

    @Test func aRepeatedRequestGetsTheFirstAnswer() {
        let first = add("u", key: "k")
        #expect(end("a") == ["visit.edited"])
        #expect(text(add("u", key: "k")) == text(first))
        #expect(calls() == ["check u", "keep u as a", "drop u"])
    }

    @Test func aFolderThatRefusesTheFileAddsNothing() {
        machine.files.refusal = StoreError("the disk is full")
        let before = engine.state
        let reply = add("u")
        #expect(end("a") == [])
        #expect(text(reply).contains(#""code":"storage_failed","reason":"the disk is full""#))
        #expect(engine.state == before)
        #expect(calls() == ["check u", "keep u as a"])
    }

    @Test("a commit that fails leaves no file, unless another visit has it, or the commit may have been written")
    func aCommitThatFailsLeavesNoFile() {
        for (digit, isShared, error, isRemoved) in [
            ("a", false, StoreError("the disk is full"), true), ("b", true, StoreError("the disk is full"), false),
            ("c", false, StoreError("I/O error", .uncertain), false),
        ] as [(Character, Bool, StoreError, Bool)] {
            if isShared {
                let other = add("other", to: 2)
                #expect(end(digit) == ["visit.edited"])
                #expect(text(other).contains("\"result\""))
            }
            let reply = add("u")
            _ = calls()
            (store.isRefusing, store.refusal) = (true, error)
            #expect(end(digit) == [])
            #expect(text(reply).contains(#""code":"storage_failed""#))
            #expect(calls() == ["keep u as \(digit)"] + (isRemoved ? ["remove \(digit)"] : []))
            store.isRefusing = false
            _ = engine.retry(at: now)
            #expect(engine.storageError == nil)
        }
    }

    @Test func whatNeedsNoLookAtTheFileIsRefusedAtOnce() {
        #expect(text(add("u", to: 9)).contains(#""code":"not_found","kind":"visit""#))
        for digit in "1234" {
            let reply = add("u")
            #expect(end(digit) == ["visit.edited"])
            #expect(text(reply).contains("\"result\""))
        }
        _ = calls()
        #expect(text(add("u")).contains(#""reason":"too_many_photos""#))
        #expect(calls() == ["drop u"])
        let line = #"{"jsonrpc":"2.0","id":1,"method":"visit.addPhoto","params":{"id":1,"upload":"u"}}"#
        #expect(text(ask("[\(line),\(line)]")).contains(#""reason":"in_batch""#))
        #expect(calls() == [])
    }

    @Test func aVisitThatFillsUpMeanwhileRefuses() {
        let replies = (1...5).map { add("u\($0)") }
        for digit in "12345" { _ = end(digit) }
        #expect(replies.map { text($0).contains("\"result\"") } == [true, true, true, true, false])
        #expect(text(replies[4]).contains(#""reason":"too_many_photos""#))
        #expect(calls().suffix(2) == ["check u5", "drop u5"])
    }

    @Test func onlySoManyRequestsWait() {
        let replies = (0..<65).map { add("u\($0)") }
        #expect(text(add("last")).contains(#""reason":"busy""#))
        #expect(replies.allSatisfy { !$0.isReady })
    }
}
