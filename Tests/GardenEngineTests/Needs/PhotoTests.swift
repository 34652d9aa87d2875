import GardenAPI
import GardenCore
import Testing

@testable import GardenEngine

/// Requests that take a photo (RULES V9).
final class PhotoTests {
    private let garden: NeedGarden

    init() throws {
        garden = try NeedGarden()
        for _ in 1...2 { _ = garden.ask("visit.add", ["latitude": 1, "longitude": 2]) }
    }

    private static func photo(_ digit: Character) -> VisitPhoto {
        VisitPhoto(name: String(repeating: digit, count: 64), bytes: 5, type: .jpeg)
    }

    private func add(_ upload: String, to id: Int = 1, key: String? = nil) -> Reply {
        garden.ask("visit.addPhoto", ["id": .integer(id), "upload": .string(upload)], key: key)
    }

    /// The check of an upload ends.
    private func end(_ outcome: PhotoNeed.Outcome) -> (events: [String], use: OutcomeUse) {
        let (events, use) = garden.engine.end(PhotoNeed.self, with: outcome, at: garden.now)
        return (events.map(\.type), use)
    }

    private func end(_ digit: Character) -> (events: [String], use: OutcomeUse) { end(.success(Self.photo(digit))) }

    /// What the machine should do with uploads now.
    private func tasks() -> [String] {
        var tasks: [String] = []
        while let task = garden.engine.nextTask(at: garden.now) {
            switch task {
            case .obtain(let need): tasks.append("check \((need as? PhotoNeed)?.upload ?? "?")")
            case .drop(let need): tasks.append("drop \((need as? PhotoNeed)?.upload ?? "?")")
            }
        }
        return tasks
    }

    private func isNeeded(_ digit: Character) -> Bool {
        garden.engine.history.needsPhoto(Self.photo(digit).name, in: garden.engine.state)
    }

    @Test func theChangeComesWithThePhotoAndNothingElseWaits() throws {
        let reply = add("u")
        #expect(tasks() == ["check u"] && !reply.isReady)
        garden.adjust(5)
        #expect(garden.engine.state.points.balance == 5)

        let ended = end("a")
        #expect(ended.events == ["visit.edited"] && ended.use == .used)
        #expect(
            reply.text.contains("\"photos\":[{\"name\":\"\(Self.photo("a").name)\",\"bytes\":5,\"type\":\"jpeg\"}]"))
        #expect(try garden.store.lastSeq() == garden.engine.state.seq)
        #expect(isNeeded("a") && !isNeeded("b"))
    }

    @Test func uploadsAreCheckedOneAfterTheOther() {
        let replies = [add("u"), add("v", to: 2)]
        #expect(tasks() == ["check u"])
        #expect(end("a").use == .used)
        #expect(tasks() == ["check v"])
        #expect(end("b").use == .used)
        #expect(replies.map { $0.text.contains("\"result\"") } == [true, true])
        #expect(tasks() == [])
    }

    @Test(
        arguments: [
            (PhotoProblem.missing, "not_found", .unused), (.unsuitable("it is empty"), "not_a_photo", .unused),
            (.unreadable("I/O error"), "storage_failed", .refusedByDisk),
            (.unwritable("the disk is full"), "storage_failed", .refusedByDisk),
        ] as [(PhotoProblem, String, OutcomeUse)])
    func withoutAPhotoNothingChanges(_ problem: PhotoProblem, word: String, use: OutcomeUse) {
        let before = garden.engine.state
        let reply = add("u")
        #expect(tasks() == ["check u"])
        let ended = end(.failure(problem))
        #expect(ended.events == [] && ended.use == use)
        #expect(reply.text.contains("\"\(word)\""))
        #expect(garden.engine.state == before && tasks() == [])
    }

    @Test func theRequestOfAClientThatLeftAddsNothing() {
        var (first, second): (Reply?, Reply?) = (add("u"), add("v"))
        #expect(tasks() == ["check u"] && first?.isReady == false && second?.isReady == false)
        (first, second) = (nil, nil)
        let ended = end("a")
        #expect(ended.events == [] && ended.use == .unused)
        // The other one is not even checked.
        #expect(tasks() == ["drop v"])
    }

    @Test func aRepeatedRequestGetsTheFirstAnswer() {
        let (first, waiting) = (add("u", key: "k"), add("u", key: "k"))
        #expect(tasks() == ["check u"])
        #expect(end("a").use == .used)
        #expect(tasks() == ["drop u"] && waiting.text == first.text)
        #expect(add("u", key: "k").text == first.text)
        #expect(tasks() == [])
    }

    @Test("a commit that fails says whether the photo may be needed")
    func aCommitThatFailsSaysSo() {
        for (error, use) in [
            (StoreError("the disk is full"), .refusedByDisk), (StoreError("I/O error", .uncertain), .uncertain),
        ] as [(StoreError, OutcomeUse)] {
            let reply = add("u")
            #expect(tasks() == ["check u"])
            (garden.store.isRefusing, garden.store.refusal) = (true, error)
            let ended = end("a")
            #expect(ended.events == [] && ended.use == use)
            #expect(reply.text.contains(#""code":"storage_failed""#) && !isNeeded("a"))
            garden.store.isRefusing = false
            _ = garden.engine.retry(at: garden.now)
            #expect(garden.engine.storageError == nil)
        }
    }

    @Test func whatNeedsNoLookAtTheFileIsRefusedAtOnce() {
        #expect(add("u", to: 9).text.contains(#""code":"not_found","kind":"visit""#))
        #expect(tasks() == ["drop u"])
        for digit in "1234" {
            let reply = add("u")
            #expect(tasks() == ["check u"] && end(digit).use == .used)
            #expect(reply.text.contains("\"result\""))
        }
        #expect(add("u").text.contains(#""reason":"too_many_photos""#))
        #expect(tasks() == ["drop u"])
        let line = #"{"jsonrpc":"2.0","id":1,"method":"visit.addPhoto","params":{"id":2,"upload":"u"}}"#
        #expect(garden.ask("[\(line),\(line)]").text.contains(#""reason":"in_batch""#))
        #expect(tasks() == [])
    }

    @Test func aVisitThatFillsUpMeanwhileRefuses() {
        let replies = (1...5).map { add("u\($0)") }
        for (number, digit) in "1234".enumerated() {
            #expect(tasks() == ["check u\(number + 1)"] && end(digit).use == .used)
        }
        // It is refused before its file is looked at.
        #expect(tasks() == ["drop u5"])
        #expect(replies.map { $0.text.contains("\"result\"") } == [true, true, true, true, false])
        #expect(replies[4].text.contains(#""reason":"too_many_photos""#))
    }

    @Test func onlySoManyRequestsWait() {
        let replies = (0..<64).map { add("u\($0)") }
        #expect(add("last").text.contains(#""reason":"busy""#))
        #expect(replies.allSatisfy { !$0.isReady })
        // The copy stays for the next try.
        #expect(tasks() == ["check u0"])
    }
}
