import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// A purge of visits (RULES V8). After it, ``CoreGarden`` replays the journal without the erased data.
struct VisitPurgeTests {
    private static let texts = ["Secret title", "Secret shop", "Secret street", "secretive", "Secret comment"]

    private func garden() throws -> CoreGarden { try CoreGarden(at: "2026-03-10T12:00:00+09:00", zone: "Asia/Tokyo") }

    /// A garden with a visit that was edited, removed, and restored by undo, and that is in the trash.
    private func gardenWithTrash() throws -> CoreGarden {
        let garden = try garden()
        try garden.perform(
            VisitAdd(
                at: "2026-03-10 11:00", latitude: DecimalNumber("12.345678"), longitude: DecimalNumber("98.765432"),
                title: "Secret title", facility: "Secret shop", address: "Secret street", kind: "secretive",
                comment: "Secret comment", labels: ["park"], group: "Trip", members: ["Ann"]))
        try garden.perform(VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), title: "Other"))
        try garden.perform(VisitEdit(id: 1, title: .set("Secret title, edited"), labels: .set(["sea"])))
        try garden.perform(VisitRemove(id: 1))
        #expect(try garden.undo(2).count == 2)
        #expect(try garden.redo(2).count == 2)
        return garden
    }

    private func content(_ garden: CoreGarden) -> String {
        garden.history.changes.flatMap(\.events).map { String(decoding: $0.effect, as: UTF8.self) }
            .joined(separator: "\n")
    }

    @Test("V8: nothing of a purged visit is left but its number, the hash of its line, and the days of its removals")
    func aPurgeErases() throws {
        let garden = try gardenWithTrash()
        let (before, uid) = (garden.state, try garden.ask(VisitGet(id: 1)).uid)
        let events = garden.history.changes.flatMap(\.events)
        for text in Self.texts + ["12345678", "98765432"] { #expect(content(garden).contains(text), "\(text)") }
        #expect(
            try garden.perform(VisitPurge(id: 1), with: ["/b"]) == PurgedVisit(id: 1, uid: uid, backups: ["/b"]))
        for text in Self.texts + ["12345678", "98765432", "12.345678"] {
            #expect(!content(garden).contains(text), "\(text)")
        }
        #expect(
            try garden.published(EventKind.visitPurged)
                == [Published(at: "2026-03-10T12:00:00.000+09:00", data: VisitPurged(id: 1, uid: uid, events: 7))])
        var expected = before
        expected.visits.setTrashed(0, on: "2026-03-10")
        expected.seq += 1
        #expect(garden.state == expected)
        #expect(try garden.ask(VisitList(trashed: true)).visits == [])
        #expect(try garden.ask(VisitList()).visits.map(\.visit.id) == [2])
        // Labels, groups and members stay.
        #expect(try garden.ask(LabelList()).map(\.tag.name) == ["park", "sea"])
        // What each event had is known by its digest.
        let erased = garden.history.changes.flatMap(\.events).filter { $0.erasedDigest != nil }
        #expect(erased.count == 7)
        for event in erased {
            #expect(event.erasedDigest == ContentDigest.sha256(events[event.seq - 1].effect))
        }
    }

    @Test("V8: an event about a purged visit is published with its number alone")
    func erasedEventsArePublished() throws {
        let garden = try gardenWithTrash()
        try garden.perform(VisitPurge(id: 1), with: [])
        let publisher = EventPublisher(garden.state, zone: .utc)
        let data = try garden.history.changes.flatMap(\.events).filter { $0.erasedDigest != nil }
            .compactMap { try JSON.parse(publisher.message($0))["data"] }
        let added = try Visit(json: #require(data.first))
        #expect(
            added
                == Visit(
                    id: 1, uid: added.uid, at: "1970-01-01T00:00:00.000+00:00", day: "1970-01-01",
                    latitude: Degrees(millionths: 0), longitude: Degrees(millionths: 0), accuracy: nil, source: .manual,
                    details: VisitDetails(), signed: false, trashedAt: nil, purged: true))
        let what = JSON.string("changed visit 1, which was purged")
        #expect(data.compactMap { $0["what"] } == Array(repeating: what, count: 4))
    }

    @Test("V8: only a visit that lists no longer show is purged, and once")
    func refusals() throws {
        let garden = try gardenWithTrash()
        #expect(
            try garden.refusal(of: VisitPurge(id: 2), with: []) == .refused(.notInTrash, ["kind": "visit", "id": 2]))
        #expect(try garden.refusal(of: VisitPurge(id: 3), with: []) == Refusal(.notFound, ["kind": "visit", "id": 3]))
        #expect(
            try garden.refusal(of: VisitPurge(uid: "00000000-1"), with: [])
                == Refusal(.notFound, ["kind": "visit", "uid": "00000000-1"]))
        try garden.perform(VisitPurge(id: 1), with: [])
        #expect(try garden.refusal(of: VisitPurge(id: 1), with: []) == Refusal(.notFound, ["kind": "visit", "id": 1]))
        for refusal in [
            try garden.refusal(of: VisitRestore(id: 1)), try garden.refusal(of: VisitEdit(id: 1, title: .set("a"))),
            try garden.refusal(of: VisitRemove(id: 1)),
        ] { #expect(refusal == Refusal(.notFound, ["kind": "visit", "id": 1])) }
    }

    @Test("V8: a visit that has left the trash, that undo took back, or that is from before a reset is purged, too")
    func hiddenVisitsArePurged() throws {
        let garden = try garden()
        for title in ["Pruned", "Hidden"] {
            try garden.perform(VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), title: title))
        }
        try garden.perform(VisitRemove(id: 1))
        garden.at("2026-05-10T12:00:00+09:00")
        #expect(try garden.ask(VisitList(trashed: true)).visits == [])
        try garden.perform(VisitPurge(id: 1), with: [])
        try garden.perform(VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), title: "Undone"))
        #expect(try garden.undo(1).count == 1)
        try garden.perform(VisitPurge(id: 3), with: [])
        try garden.perform(GardenReset(all: true), with: .success(GardenBackup(path: "/b", restoreCommand: "restore")))
        try garden.perform(VisitPurge(id: 2), with: [])
        for text in ["Pruned", "Undone", "Hidden"] { #expect(!content(garden).contains(text), "\(text)") }
        #expect(garden.state.visits.chain.lines == 3)
    }

    @Test("V8: a visit that the daemon signed still counts as signed, and its line stays in the chain")
    func aSignedVisitIsPurged() throws {
        let garden = try garden()
        let place = LocatedPlace(
            latitude: DecimalNumber(3), longitude: DecimalNumber(4), accuracy: nil, source: .geoclue)
        try garden.perform(VisitHere(title: "a"), with: .init(.success(place), key: .simulated))
        try garden.perform(VisitHere(title: "b"), with: .init(.success(place), key: .simulated))
        try garden.perform(VisitRemove(id: 1))
        let visits = garden.state.visits
        try garden.perform(VisitPurge(id: 1), with: [])
        #expect(garden.state.visits.chain == visits.chain && garden.state.visits.signed == 2)
    }

    // MARK: Undo

    @Test("U1, U4: neither a purge nor a change of a purged visit is undone; the changes after it are")
    func undo() throws {
        let garden = try gardenWithTrash()
        try garden.perform(LogNote(text: "before"))
        try garden.perform(VisitPurge(id: 1), with: [])
        try garden.perform(LogNote(text: "after"))
        #expect(try garden.undo(2).map(\.what) == ["noted [12:00] after", "noted [12:00] before"])
        let list = try garden.ask(JournalUndoable())
        #expect(list.map(\.why) == ["purged", "behind", "behind", "behind"])
        #expect(list[0].what == "changed visit 1, which was purged")
        #expect(try garden.refusal(of: JournalUndo()).details["why"] == "purged")
        #expect(try garden.redo(2).count == 2)
    }

    @Test("V8: what undo does with a visit is in the log under its number")
    func theLogHasNumbers() throws {
        let garden = try gardenWithTrash()
        let lines = garden.state.log.inOrder.map(\.text)
        #expect(lines.contains("[12:00] undone: removed visit 1"))
        #expect(lines.contains("[12:00] redone: added the label sea, edited visit 1"))
        #expect(!lines.contains { $0.contains("Secret") })
    }
}
