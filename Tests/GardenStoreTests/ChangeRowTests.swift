import Foundation
import GRDB
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// The form of a change in its row.
struct ChangeRowTests {
    private static let at = Timestamp(instant: Instant(milliseconds: -1), offsetSeconds: 34_200)

    private static func event(
        _ seq: Int, _ type: String, _ version: Int, because cause: EventReference? = nil, _ effect: String,
        at: Timestamp = at
    ) -> Event {
        Event(seq: seq, at: at, type: type, version: version, cause: cause, effect: Array(effect.utf8))
    }

    /// An event without a cause, two that it caused, one that the third caused, and an independent one.
    private static let events = [
        event(1, "a.b", 1, "[1,\"é <2 /3 \\n\"]"),
        event(2, "c.dE", 12, because: EventReference(seq: 1, type: "a.b"), "[]"),
        event(3, "e.f", 3, because: EventReference(seq: 1, type: "a.b"), "[[1,2],null]"),
        event(4, "a.b", 1, because: EventReference(seq: 3, type: "e.f"), "a blank at the end "),
        event(5, "g", 1, ""),
        // At times of its own, also before 1970.
        event(6, "h", 2, because: EventReference(seq: 5, type: "g"), "[3]", at: other),
        event(7, "h", 2, "[4]", at: Timestamp(instant: at.instant, offsetSeconds: -3600)),
    ]
    private static let other = Timestamp(instant: Instant(milliseconds: -86_400_000), offsetSeconds: 0)

    private static func change(_ events: [Event]) -> Change {
        Change(
            at: at, recordedAt: Instant(milliseconds: 5000), method: "m.n", actor: "an actor", params: Array("{}".utf8),
            reply: nil, events: recorded(events))
    }

    /// Events know when their change was written.
    private static func recorded(_ events: [Event]) -> [Event] {
        events.map { event in
            var event = event
            event.recordedAt = Instant(milliseconds: 5000)
            return event
        }
    }

    private let change = Self.change(Self.events)

    @Test func eachEventIsStoredOnOneLine() {
        let text = """
            a.b/1 [1,"é <2 /3 \\n"]
            c.dE/12<1 []
            e.f/3<2 [[1,2],null]
            a.b/1<1 a blank at the end\u{20}
            g/1\u{20}
            h/2<1@-86400000,0 [3]
            h/2@-1,-3600 [4]
            """
        #expect(String(decoding: EventLines.text(of: Self.events, at: Self.at), as: UTF8.self) == text)
    }

    @Test func aChangeRoundTrips() throws {
        let store = try JournalStore.inMemory()
        try store.commit([change])
        let digest = RowDigest.digest(of: change, after: RowDigest.beginning)
        #expect(try store.reading(ChangeRow.last) == ChangeRow(change, digest: digest))
        #expect(try store.allEvents() == Self.recorded(Self.events))
        let columns = "seq, at, \"offset\", recorded, method, actor, params, \"key\""
        let stored = try store.reading { try Row.fetchOne($0, sql: "SELECT \(columns) FROM change") }
        #expect(
            stored == [
                "seq": 1, "at": -1, "offset": 34_200, "recorded": 5000, "method": "m.n", "actor": "an actor",
                "params": Data("{}".utf8), "key": nil,
            ])
    }

    @Test func derivableColumnsAreNull() throws {
        let store = try JournalStore.inMemory()
        var change = self.change
        (change.recordedAt, change.events) = (change.at.instant, Self.events)
        // An event at another time knows when its change was written.
        change.events[5].recordedAt = change.at.instant
        change.method = change.events[0].type
        change.actor = Actor.due
        change.params = []
        try store.commit([change])
        let stored = try store.reading {
            try Row.fetchOne($0, sql: "SELECT recorded, method, actor, params, \"key\" FROM change")
        }
        #expect(stored == ["recorded": nil, "method": nil, "actor": nil, "params": nil, "key": nil])
        #expect(try store.checkedChanges(after: 0, limit: 9).changes == [change])
    }

    @Test func eachOfManyEventsKeepsItsCause() throws {
        let events = (1...300).map { (seq) -> Event in
            // Each third has none; of the others the cause is any before it.
            let cause: Int? = seq % 3 == 1 ? nil : 1 + seq * 7 % (seq - 1)
            let reference = cause.map { EventReference(seq: $0, type: "t\($0 % 5)") }
            return Self.event(seq, "t\(seq % 5)", seq, because: reference, "[]")
        }
        let store = try JournalStore.inMemory()
        try store.commit([Self.change(events)])
        #expect(try store.allEvents() == Self.recorded(events))
    }

    @Test(arguments: [
        "", "\n", "a.b", "a.b/1", "a.b []", "a.b/ []", "a.b/x []", "a.b/1.5 []", "a.b/99999999999999999999 []",
        "a.b/1 []\n", "\na.b/1 []", "a.b/1<1 []", "a.b/1<0 []", "a.b/1 []\na.b/1<0 []", "a.b/1 []\na.b/1<2 []",
        "a.b/1 []\na.b/1<-1 []", "a.b/1 []\na.b/1<x []", "a.b/1 []\na.b/1<1<1 []",
        "a.b/1@ []", "a.b/1@5 []", "a.b/1@5, []", "a.b/1@,5 []", "a.b/1@--5,0 []", "a.b/1@5,0x []",
    ])
    func anInvalidEventTextIsDamage(text: String) throws {
        let store = try JournalStore.inMemory()
        try store.commit([change])
        try store.writing { try $0.execute(sql: "UPDATE change SET events = CAST(? AS BLOB)", arguments: [text]) }
        let checked = try store.checkedChanges(after: 0, limit: 9)
        #expect(checked.changes == [])
        #expect(checked.firstBad == 1)
        let reason = "the database is damaged: an event of change 1 cannot be read"
        #expect(throws: StoreError(reason, .damaged)) { try store.allEvents() }
        #expect(throws: StoreError(reason, .damaged)) { try store.change(ofEvent: 1) }
    }
}
