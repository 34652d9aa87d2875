import GRDB
import GardenAPI
import GardenCore
import Testing

@testable import GardenStore

struct ChainTests {
    let sample = SampleGarden(events: 20)

    @Test(arguments: [
        "seq = 1000", "change = change + 1", "at = at + 1", "type = 'timer.resumed'", "version = 0",
        "data = x'7b7d20'", "data = x''", "digest = x'00'",
        "digest = (SELECT digest FROM event WHERE seq = 6)",
    ])
    func aChangeInAnyColumnOfAnEventBreaksTheChain(assignment: String) throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        try folder.execute("UPDATE event SET \(assignment) WHERE seq = 7")
        let problem = "is damaged: event 7 is not as it was written"
        #expect(refusal(folder)?.damaged?.problem == problem)

        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        try store.writing { try $0.execute(sql: "UPDATE event SET \(assignment) WHERE seq = 7") }
        let checked = try store.checkedEvents(after: 0, limit: .max)
        #expect(checked.events == Array(sample.events.prefix(6)))
        #expect(checked.firstBad == 7)
    }

    @Test(arguments: [
        "at = at + 1", "cause = cause || 's'", "params = x''", "\"key\" = 'other'", "answer = x'7b7d20'",
        "rollovers = rollovers + 1", "digest = x'00'", "id = 1000",
    ])
    func aChangeInAnyColumnOfAChangeIsFound(assignment: String) throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        try folder.execute("UPDATE change SET \(assignment) WHERE id = 4")
        #expect(refusal(folder)?.damaged != nil)
    }

    @Test(arguments: [
        "DELETE FROM event WHERE seq = 7", "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)",
        "DELETE FROM change WHERE id = (SELECT max(id) FROM change)", "DELETE FROM event", "DROP TABLE session",
        "CREATE TABLE stranger (id)", "PRAGMA application_id = 1", "PRAGMA user_version = 0",
        "PRAGMA user_version = 2", "DROP INDEX changeByKey",
    ])
    func whatIsMissingOrTooMuchIsFound(sql: String) throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        try folder.execute(sql)
        #expect(refusal(folder)?.damaged != nil)
    }

    @Test func theEncodingOfADigestIsFixed() {
        let event = Event(
            seq: 1, at: Instant(milliseconds: -2), type: "a.b", version: 3, data: Array("{\"é\":1}".utf8))
        let digest = RowDigest.digest(of: event, inChange: 4, after: RowDigest.beginning)
        #expect(hex(digest) == "9817bfb62437788d3dfc183cd7e548e8728eb96c3cde2b3c06ec847050819989")
        let change = Change(
            id: 1, at: Instant(milliseconds: 2), cause: "c", params: [1], key: nil, answer: [], rollovers: 5, events: []
        )
        #expect(hex(RowDigest.digest(of: change)) == "9f2e3bdf72d0752eaf5f3c0509eb26b90569cf47df5113d46d0a25b1c4c595c0")
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
