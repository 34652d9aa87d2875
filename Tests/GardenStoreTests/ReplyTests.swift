import GRDB
import GardenAPI
import GardenCore
import Testing

@testable import GardenStore

/// The answers to changes with a key, which are kept until the second rollover after the change (API §1).
struct ReplyTests {
    let sample = SampleGarden(events: 20)
    /// Up to the first change with a key.
    let changes: [Change]
    let keyed: Change

    init() throws {
        let index = sample.changes.firstIndex { $0.reply != nil }
        let last = try #require(index)
        changes = Array(sample.changes[...last])
        keyed = sample.changes[last]
    }

    private func keys(_ store: JournalStore) throws -> [String] {
        try store.reading { try String.fetchAll($0, sql: "SELECT \"key\" FROM reply ORDER BY \"key\"") }
    }

    @Test func aKeyReturnsItsChangeAndItsAnswer() throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        let keys = sample.changes.compactMap(\.reply?.key)
        #expect(keys.count > 1)
        #expect(try keys.compactMap { try store.change(withKey: $0) } == sample.answered)
        #expect(try store.change(withKey: keys[0].uppercased()) == nil)
        #expect(try store.change(withKey: "") == nil)
    }

    @Test func aKeyReturnsItsNewestChange() throws {
        let store = try JournalStore.inMemory()
        var changes = Array(sample.changes.prefix(3))
        changes[0].reply = KeyedReply(key: "k", answer: [1], rollovers: 0)
        changes[2].reply = KeyedReply(key: "k", answer: [], rollovers: 0)
        try store.commit(changes)
        #expect(try store.change(withKey: "k") == changes[2].asAnswered)
        #expect(try store.checkedChanges(after: 0, limit: .max).changes == changes.map(\.asKept))
    }

    @Test func anAnswerIsDroppedOnceItsKeyExpires() throws {
        let store = try JournalStore.inMemory()
        try store.commit([.plain([.plain(1)], key: "a", rollovers: 0), .plain([.plain(2)], key: "b", rollovers: 1)])
        #expect(try keys(store) == ["a", "b"])
        try store.commit([.plain([.plain(3)], key: "c", rollovers: 2)])
        #expect(try keys(store) == ["b", "c"])
        #expect(try store.change(withKey: "a") == nil)
        try store.commit([.plain([.plain(4)], key: "d", rollovers: 2)])
        #expect(try keys(store) == ["b", "c", "d"])
        // An expired key may be used again.
        let again = Change.plain([.plain(5)], key: "a", rollovers: 9)
        try store.commit([again])
        #expect(try keys(store) == ["a"])
        #expect(try store.change(withKey: "a") == again)
        // The keys themselves are of the journal, and stay.
        let kept = try store.checkedChanges(after: 0, limit: .max).changes.map(\.reply?.key)
        #expect(kept == ["a", "b", "c", "d", "a"])
    }

    @Test func answersAreAlsoDroppedAfterARestart() throws {
        let folder = try TestFolder()
        var store = try folder.open()
        try store.commit([.plain([.plain(1)], key: "a", rollovers: 0), .plain([.plain(2)], key: "b", rollovers: 2)])
        #expect(try keys(store) == ["b"])
        try store.close()
        store = try folder.open()
        #expect(try keys(store) == ["b"])
        try store.commit([.plain([.plain(3)], key: "c", rollovers: 3)])
        #expect(try keys(store) == ["b", "c"])
        try store.close()
        store = try folder.open()
        try store.commit([.plain([.plain(4)], key: "d", rollovers: 4)])
        #expect(try keys(store) == ["c", "d"])
    }

    @Test func aRefusedCommitDropsNoAnswer() throws {
        let store = try JournalStore.inMemory()
        try store.commit([.plain([.plain(1)], key: "a", rollovers: 0)])
        let changes = [Change.plain([.plain(2)], key: "b", rollovers: 2), .plain([.plain(3)])]
        try store.blockNextCommit(at: 3)
        #expect(throws: StoreError.blockedCommit) { try store.commit(changes) }
        try store.unblock(at: 3)
        #expect(try keys(store) == ["a"])
        try store.commit(changes)
        #expect(try keys(store) == ["b"])
    }

    @Test(arguments: [
        "\"key\" = 'other'", "seq = seq + 1", "seq = 1", "rollovers = rollovers + 1", "answer = x'7b7d'",
        "answer = x''", "answer = substr(answer, 2)", "digest = x'00'", "digest = (SELECT digest FROM change LIMIT 1)",
    ])
    func aModifiedAnswerIsDamage(assignment: String) throws {
        let store = try JournalStore.inMemory()
        try store.commit(changes)
        try store.writing { try $0.execute(sql: "UPDATE reply SET \(assignment)") }
        let found = try store.reading { try Row.fetchOne($0, sql: "SELECT \"key\", seq FROM reply") }
        let row = try #require(found)
        let (key, seq): (String, Int) = (row[0], row[1])
        let problem = "the answer to change \(seq) has been altered: its digest differs"
        #expect(throws: StoreError("the database is damaged: \(problem)", .damaged)) { try store.change(withKey: key) }

        let folder = try TestFolder()
        try folder.fill(changes)
        try folder.execute("UPDATE reply SET \(assignment)")
        let before = try folder.contents()
        #expect(refusal(folder)?.damaged?.problem == "is damaged: \(problem)")
        #expect(try folder.contents() == before)
    }

    @Test func anAnswerWithoutItsChangeIsDamage() throws {
        let store = try JournalStore.inMemory()
        try store.commit(changes)
        try store.writing { try $0.execute(sql: "DELETE FROM change WHERE seq = \(keyed.seq)") }
        let problem = "change \(keyed.seq) is missing, but its answer is stored"
        let key = try #require(keyed.reply).key
        #expect(throws: StoreError("the database is damaged: \(problem)", .damaged)) { try store.change(withKey: key) }
    }

    /// The chain alone does not show its end.
    @Test(arguments: ["DELETE FROM change", "DELETE FROM change WHERE seq >= (SELECT max(seq) FROM reply)"])
    func aTruncatedJournalIsDetectedByItsAnswers(sql: String) throws {
        let folder = try TestFolder()
        try folder.fill(sample.changes)
        try folder.execute(sql)
        let before = try folder.contents()
        #expect(refusal(folder)?.damaged != nil)
        #expect(try folder.contents() == before)
    }
}
