import Foundation
import GRDB
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

struct ChainTests {
    let sample = SampleGarden(events: 20)
    /// A change in the middle, with a key, params, and several events, one of them caused by another.
    let change: Change

    init() throws {
        let found = sample.changes.first { change in
            change.reply != nil && change.events.count > 1 && change.events[1].cause?.seq == change.seq
        }
        change = try #require(found)
    }

    @Test(arguments: [
        "seq = seq + 1", "seq = 1000", "at = at + 1", "at = -at", "\"offset\" = \"offset\" + 60", "recorded = at + 1",
        "method = 'timer.stop'", "method = NULL", "actor = 'other'", "actor = NULL", "params = x'7b7d20'",
        "params = NULL", "\"key\" = 'other'", "\"key\" = NULL", "digest = x'00'", "digest = x''",
        "digest = (SELECT digest FROM change WHERE seq = 1)",
        // The events: another type, another version, no cause, another effect, one more, one less.
        "events = CAST(replace(events, 'timer.started', 'timer.resumed') AS BLOB)",
        "events = CAST(replace(events, '/1', '/0') AS BLOB)", "events = CAST(replace(events, '<1', '') AS BLOB)",
        "events = CAST(events || ' ' AS BLOB)", "events = CAST(events || x'0a' || 'timer.stopped/1 []' AS BLOB)",
        "events = substr(events, 1, instr(events, x'0a') - 1)",
    ])
    func aChangeInAnyColumnBreaksTheChain(assignment: String) throws {
        try expectDamage(assignment, problem: "event \(change.seq) differs from what was written")
    }

    @Test(arguments: [
        "events = x''", "events = CAST(replace(events, ' ', '') AS BLOB)",
        "events = CAST(replace(events, '<1', '<2') AS BLOB)", "events = CAST(replace(events, '<1', '<0') AS BLOB)",
        "events = CAST(replace(events, '/1', '/one') AS BLOB)", "events = CAST(events || x'0a' AS BLOB)",
    ])
    func eventsThatCannotBeReadAreDamage(assignment: String) throws {
        try expectDamage(assignment, problem: "an event of change \(change.seq) cannot be read")
    }

    private func expectDamage(_ assignment: String, problem: String) throws {
        let sql = "UPDATE change SET \(assignment) WHERE seq = \(change.seq)"
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        try folder.execute(sql)
        #expect(refusal(folder)?.damaged?.problem == "is damaged: \(problem)")

        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        try store.writing { try $0.execute(sql: sql) }
        let checked = try store.checkedChanges(after: 0, limit: .max)
        #expect(checked.changes == sample.changes.filter { $0.seq < change.seq }.map(\.asKept))
        #expect(checked.firstBad == change.seq)
    }

    @Test(arguments: ["events", "params", "digest", "method", "actor", "\"key\""])
    func aFlippedBitInAnyByteIsFound(column: String) throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        let select = "SELECT CAST(\(column) AS BLOB) FROM change WHERE seq = \(change.seq)"
        let stored = try store.reading { try Data.fetchOne($0, sql: select) }
        let bytes = [UInt8](try #require(stored))
        #expect(!bytes.isEmpty)
        let type = ["events", "params", "digest"].contains(column) ? "BLOB" : "TEXT"
        let update = "UPDATE change SET \(column) = CAST(? AS \(type)) WHERE seq = \(change.seq)"
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 1 << (index % 7)
            try store.writing { try $0.execute(sql: update, arguments: [Data(flipped)]) }
            let checked = try store.checkedChanges(after: change.seq - 1, limit: 1)
            #expect(checked.changes == [], "byte \(index)")
            #expect(checked.firstBad == change.seq, "byte \(index)")
        }
        try store.writing { try $0.execute(sql: update, arguments: [Data(bytes)]) }
        #expect(try store.checkedChanges(after: change.seq - 1, limit: 1).changes == [change.asKept])
    }

    @Test func aMissingChangeIsFound() throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        try folder.execute("DELETE FROM change WHERE seq = \(change.seq)")
        #expect(refusal(folder)?.damaged?.problem == "is damaged: event \(change.seq) differs from what was written")

        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        try store.writing { try $0.execute(sql: "DELETE FROM change WHERE seq = \(change.seq)") }
        for after in [0, change.seq - 1] {
            let checked = try store.checkedChanges(after: after, limit: .max)
            let sound = sample.changes.filter { $0.seq > after && $0.seq < change.seq }
            #expect(checked.changes == sound.map(\.asKept))
            #expect(checked.firstBad == change.seq)
        }
    }

    @Test func twoSwappedChangesAreFound() throws {
        let store = try JournalStore.inMemory()
        try store.commit([.plain([.plain(1)]), .plain([.plain(2)]), .plain([.plain(3, effect: "[1]")])])
        try store.writing {
            try $0.execute(
                sql: """
                    UPDATE change SET seq = 9 WHERE seq = 2; UPDATE change SET seq = 2 WHERE seq = 3;
                    UPDATE change SET seq = 3 WHERE seq = 9
                    """)
        }
        #expect(try store.checkedChanges(after: 0, limit: .max).firstBad == 2)
    }

    @Test(arguments: [
        "DELETE FROM change WHERE seq = 1", "UPDATE change SET seq = 0 WHERE seq = 1", "DELETE FROM readModel",
        "DELETE FROM grdb_migrations", "DROP TABLE change", "DROP TABLE reply", "DROP TABLE snapshot",
        "DROP TABLE readModel", "DROP TABLE probe", "DROP TABLE copied", "CREATE TABLE stranger (id)",
        "CREATE INDEX stranger ON change (at)", "INSERT INTO readModel (name) VALUES ('change')",
        "PRAGMA application_id = 1", "PRAGMA user_version = 0", "PRAGMA user_version = 1", "PRAGMA user_version = 3",
    ])
    func missingOrSurplusRowsAreFound(sql: String) throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        try folder.execute(sql)
        let before = try folder.contents()
        #expect(refusal(folder)?.damaged != nil)
        #expect(try folder.contents() == before)
    }

    /// The values were computed by hand from the documentation of ``RowDigest``, with another implementation of SHA-256.
    @Test func theEncodingOfADigestIsFixed() {
        let at = Timestamp(instant: Instant(milliseconds: -2), offsetSeconds: 3600)
        let first = Event(seq: 7, at: at, type: "a.b", version: 3, effect: Array("[1]".utf8))
        let second = Event(
            seq: 8, at: at, type: "c.d", version: 1, cause: EventReference(seq: 7, type: "a.b"), effect: [])
        let change = Change(
            at: at, recordedAt: Instant(milliseconds: 5), method: "m.n", actor: "\u{E9}",
            params: Array("{\"\u{E9}\":1}".utf8), reply: KeyedReply(key: "k", answer: [9], rollovers: 4),
            events: [first, second])
        let digest = RowDigest.digest(of: change, after: RowDigest.beginning)
        #expect(hex(digest) == "823417e61e49a065b44c2e106ba9edc86974731c6f72b2b7677c005b215c6da1")

        let inUTC = Timestamp(instant: Instant(milliseconds: -2), offsetSeconds: 0)
        let due = Change(
            at: inUTC, recordedAt: inUTC.instant, method: "a.b", actor: Actor.due, params: [], reply: nil,
            events: [Event(seq: 9, at: inUTC, type: "a.b", version: 1, effect: Array("[]".utf8))])
        #expect(
            hex(RowDigest.digest(of: due, after: digest))
                == "1f9e66bd714a33744a9e8327d965222a7873166b0988dab82e65c40d19e13b2e")

        let reply = KeyedReply(key: "k", answer: Array("[]".utf8), rollovers: 5)
        #expect(
            hex(RowDigest.digest(of: reply, ofChange: 7))
                == "55ed46b45a0fce0c9f5e6c5a8a3775ca1eb3191f8933bf121e72a1bf2f59df1e")
        let snapshot = RowDigest.digest(ofSnapshot: Array("[1]".utf8), version: 3, after: RowDigest.beginning)
        #expect(hex(snapshot) == "7da30bfe73b7ac06a4c1f34a78809176f91ab35b14375c468a85bad90dcbfef4")
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
