import GardenAPI
import GardenCore
import GardenEngine
import TestSupport
import Testing
import TimeKit

/// Imports as one change, in one turn or in parts (RULES I1, I2, I6).
struct ImportTests {
    private static func visit(_ number: Int, latitude: JSON? = nil) -> JSON {
        [
            "line": .integer(number + 10),
            "visit": [
                "at": .string("2025-12-\(number < 10 ? "0" : "")\(number)T08:00:00Z"),
                "latitude": latitude ?? .integer(number),
                "longitude": 7, "title": .string("Place \(number)"), "labels": ["Imported"],
            ],
        ]
    }

    private static func visits(_ numbers: ClosedRange<Int>) -> JSON { .array(numbers.map { visit($0) }) }

    private static func apply(_ entries: JSON, _ garden: Garden) throws {
        try garden.ask("import.apply", ["import": "i", "source": "places.gpx", "entries": entries])
    }

    private static func commit(_ garden: Garden, _ more: (String, JSON)...) throws -> JSON {
        try garden.ask("import.commit", .object(JSONObject([("import", "i")] + more)))
    }

    private static func added(_ count: Int, known: Int = 0) -> JSON {
        let added: JSON = count == 0 ? [] : [["kind": "visit", "count": .integer(count)]]
        return ["added": added, "known": .integer(known), "newCategories": [], "skipped": 0, "skippedEntries": []]
    }

    private static func titles(_ garden: Garden) throws -> [String] {
        let visits = try garden.ask("visit.list")["visits"]?.arrayValue ?? []
        return visits.compactMap { $0["title"]?.stringValue }.sorted()
    }

    private static func places(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "Place \($0)" }.sorted() }

    /// The log's lines about imports and undo.
    private static func log(_ garden: Garden) throws -> [String] {
        try garden.ask("log.list")["lines"]?.arrayValue?.compactMap { line in
            ["import", "undo"].contains(line["kind"]?.stringValue) ? line["text"]?.stringValue : nil
        } ?? []
    }

    private static func check(_ garden: Garden) throws {
        #expect(try garden.ask("journal.verify")["ok"] == true)
        #expect(try garden.state.partedChange == nil)
    }

    // MARK: One change

    @Test(
        "I1: a short import is one change, which one undo takes back and one redo brings; a second one changes nothing")
    func aShortImportIsOneChange() throws {
        let garden = try Garden()
        try Self.apply(Self.visits(1...2), garden)
        #expect(
            try garden.ask("import.apply", ["import": "i", "source": "places.gpx", "entries": Self.visits(3...3)]) == [
                "staged": 3
            ])
        #expect(try Self.commit(garden) == Self.added(3))
        #expect(
            garden.events.summary == [
                "09:00:00 change.partMade", "09:00:00 label.added", "09:00:00 visit.added", "09:00:00 visit.added",
                "09:00:00 visit.added", "09:00:00 change.completed", "09:00:00 import.applied",
            ])
        #expect(
            garden.events.first { $0["type"] == "import.applied" }?["data"] == [
                "source": "places.gpx", "added": [["kind": "visit", "count": 3]], "what": "3 visits from places.gpx",
            ])
        #expect(try Self.titles(garden) == Self.places(1...3))
        #expect(try Self.log(garden) == ["[09:00] imported 3 visits from places.gpx"])
        let undoable = try garden.ask("journal.undoable").arrayValue ?? []
        #expect(
            undoable.map { $0.only("method", "what", "possible") } == [
                ["method": "import.commit", "what": "imported 3 visits from places.gpx", "possible": true]
            ])

        let seq = try garden.state.seq
        try Self.apply(Self.visits(1...3), garden)
        #expect(try Self.commit(garden) == Self.added(0, known: 3))
        #expect(try garden.state.seq == seq)

        try garden.ask("journal.undo")
        #expect(try Self.titles(garden) == [])
        #expect(try garden.ask("label.list") == [])
        try garden.ask("journal.redo")
        #expect(try Self.titles(garden) == Self.places(1...3))
        #expect(try garden.refusal("journal.redo") == "refused cannot_undo")
        try Self.check(garden)
    }

    @Test("I1: an import in parts is one change, whatever others do between its parts", arguments: [1, 2, 3, 4])
    func anImportInPartsIsOneChange(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        try garden.ask("visit.add", ["latitude": 50, "longitude": 7, "title": "Mine"])
        try Self.apply(Self.visits(1...5), garden)
        #expect(try Self.commit(garden) == Self.added(5))
        let types = garden.events.compactMap { $0["type"]?.stringValue }
        #expect(types.filter { $0 == "change.partMade" }.count == (5 + entriesOfPart - 1) / entriesOfPart)
        #expect(types.suffix(3) == ["change.completed", "import.applied", "log.written"])
        #expect(try Self.titles(garden) == ["Mine"] + Self.places(1...5))
        let before = try garden.ask("visit.list")
        let undoable = try garden.ask("journal.undoable").arrayValue ?? []
        #expect(
            undoable.map { $0["what"]?.stringValue } == ["imported 5 visits from places.gpx", "added the visit Mine"])

        for _ in 1...2 {
            let undone = try garden.ask("journal.undo")["undone"]?.arrayValue ?? []
            #expect(undone.map { $0["what"]?.stringValue } == ["imported 5 visits from places.gpx"])
            #expect(try Self.titles(garden) == ["Mine"])
            #expect(try garden.ask("label.list") == [])
            let redone = try garden.ask("journal.redo")["redone"]?.arrayValue ?? []
            #expect(redone.map { $0["what"]?.stringValue } == ["imported 5 visits from places.gpx"])
            #expect(try garden.ask("visit.list") == before)
        }
        try garden.ask("journal.undo")
        try garden.ask("journal.undo")
        #expect(try Self.titles(garden) == [])
        #expect(
            try Self.log(garden).map { $0.dropFirst(8) } == ["imported 5 visits from places.gpx"]
                + ["undone", "redone", "undone", "redone", "undone"].map { "\($0): imported 5 visits from places.gpx" }
                + ["undone: added visit 1"])
        try Self.check(garden)
    }

    @Test("I1: undo of a later import that is in parts is asked for by itself")
    func partsAreUndoneByThemselves() throws {
        let garden = try Garden(entriesOfPart: 2)
        try garden.ask("visit.add", ["latitude": 50, "longitude": 7, "title": "Mine"])
        try Self.apply(Self.visits(1...5), garden)
        let seq = try #require(
            try Self.commit(garden)["known"].map { _ in try garden.ask("journal.undoable").arrayValue?[0]["seq"] }
                ?? nil)
        try garden.ask("visit.add", ["latitude": 51, "longitude": 7, "title": "Later"])
        let error = try garden.answer("journal.undo", ["count": 2])["error"]
        #expect(error?["data"]?["why"] == "parts")
        #expect(try Self.titles(garden).count == 7)
        try garden.ask("journal.undo", ["change": seq])
        #expect(try Self.titles(garden) == ["Later", "Mine"])
        try garden.ask("journal.redo")
        #expect(try Self.titles(garden).count == 7)
        try Self.check(garden)
    }

    // MARK: Entries

    @Test("I2: an entry that cannot be added is left out and named", arguments: [128, 1])
    func aBadEntryIsLeftOut(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        try Self.apply([Self.visit(1), Self.visit(2, latitude: 91), Self.visit(3)], garden)
        #expect(
            try Self.commit(garden) == [
                "added": [["kind": "visit", "count": 2]], "known": 0, "newCategories": [], "skipped": 1,
                "skippedEntries": [
                    ["entry": 2, "line": 12, "why": "latitude must be a number from -90 to 90, not \"91\""]
                ],
            ])
        #expect(try Self.titles(garden) == ["Place 1", "Place 3"])
        try Self.check(garden)
    }

    @Test(
        "I1: as many visits are known as there are, also in the trash, and two of a file are two", arguments: [128, 1])
    func whatIsThereIsKnown(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        let place: JSON = ["visit": ["at": "2025-12-01T08:00:00Z", "latitude": 1, "longitude": 2]]
        try Self.apply([place, place, ["visit": ["latitude": 1, "longitude": 2]]], garden)
        #expect(try Self.commit(garden) == Self.added(3))
        try garden.ask("visit.remove", ["id": 1])
        try Self.apply([place, place, place], garden)
        #expect(try Self.commit(garden) == Self.added(1, known: 2))
        #expect(try garden.ask("visit.list")["visits"]?.arrayValue?.count == 3)
        try Self.check(garden)
    }

    @Test("I1: a dry run says what would be added, changes nothing, and leaves the entries", arguments: [128, 1])
    func aDryRunChangesNothing(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        try Self.apply([Self.visit(1), Self.visit(1), Self.visit(2)], garden)
        let seq = try garden.state.seq
        for _ in 1...2 { #expect(try Self.commit(garden, ("dryRun", true), ("key", "k")) == Self.added(3)) }
        #expect(try garden.state.seq == seq)
        #expect(try Self.titles(garden) == [])
        #expect(try Self.commit(garden) == Self.added(3))
        try Self.check(garden)
    }

    @Test(
        "a repeat with the same key gets the same answer, also when nothing is sent ahead any more",
        arguments: [128, 1])
    func aKeyHolds(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        try Self.apply(Self.visits(1...3), garden)
        #expect(try Self.commit(garden, ("key", "k")) == Self.added(3))
        #expect(try Self.commit(garden, ("key", "k")) == Self.added(3))
        #expect(try garden.refusal("import.commit", ["import": "i"]) == "not_found")
        #expect(try Self.titles(garden) == Self.places(1...3))
    }

    @Test("what is sent ahead is of one source, bounded, and dropped after 10 minutes")
    func whatIsSentAheadIsBounded() throws {
        let garden = try Garden()
        try Self.apply(Self.visits(1...1), garden)
        let other: JSON = ["import": "i", "source": "other.gpx", "entries": Self.visits(2...2)]
        #expect(try garden.refusal("import.apply", other) == "refused out_of_range")
        let seq = try garden.state.seq
        #expect(try #require(garden.machine.engine).wakeups.bootMilliseconds == 600_000)
        try garden.send(["advance": 599])
        #expect(try garden.ask("import.apply", ["import": "j", "source": "a", "entries": []]) == ["staged": 0])
        try garden.send(["advance": 599])
        #expect(try garden.ask("import.commit", ["import": "i", "dryRun": true]) == Self.added(1))
        try garden.send(["advance": 1])
        #expect(try garden.refusal("import.commit", ["import": "i"]) == "not_found")
        #expect(try #require(garden.machine.engine).wakeups.bootMilliseconds == nil)
        #expect(try garden.state.seq == seq)

        let text = String(repeating: "a", count: 10_000)
        let entry: JSON = ["visit": ["latitude": 1, "longitude": 2, "comment": .string(text)]]
        let many: JSON = ["import": "i", "source": "a", "entries": .array([JSON](repeating: entry, count: 100))]
        for _ in 1...33 { try garden.ask("import.apply", many) }
        #expect(try garden.refusal("import.apply", many) == "refused too_many")
        try garden.send(["down": 1])
        #expect(try garden.refusal("import.commit", ["import": "i"]) == "not_found")
    }

    // MARK: In between

    /// A garden with an import of 6 visits, of which the first parts are made.
    private static func begun(parts: Int, _ garden: Garden) throws -> (Engine, Reply) {
        try garden.ask("visit.add", ["latitude": 50, "longitude": 7, "title": "Mine"])
        let (engine, client) = (
            try #require(garden.machine.engine), ClientIdentity(staging: StagingArea(entriesOfPart: 2))
        )
        func decide(_ method: String, _ params: JSON) -> Reply {
            let line = LineWriter.request(id: .integer(9), method: method, params: params.encoded)
            return engine.decide(.text(line), from: client, at: garden.machine.now)
        }
        _ = engine.catchUp(to: garden.machine.now)
        _ = decide("import.apply", ["import": "i", "source": "places.gpx", "entries": visits(1...6)])
        let reply = decide("import.commit", ["import": "i", "key": "k"])
        for _ in 0..<parts { _ = engine.makeNextPart(at: garden.machine.now) }
        return (engine, reply)
    }

    @Test("while an import goes on, only what it adds and what goes through changes is refused")
    func othersGoOn() throws {
        let garden = try Garden()
        let (engine, reply) = try Self.begun(parts: 1, garden)
        func answer(_ method: String, _ params: JSON) throws -> JSON {
            let line = LineWriter.request(id: .integer(1), method: method, params: params.encoded)
            let reply = engine.decide(.text(line), at: garden.machine.now)
            _ = engine.commit()
            return try JSON.parse(reply.line)
        }
        for (method, params) in [
            ("journal.undo", [:]), ("journal.redo", [:]), ("visit.edit", ["id": 2, "title": "Changed"]),
            ("visit.remove", ["id": 3]),
        ] as [(String, JSON)] {
            #expect(try answer(method, params)["error"]?["data"]?["reason"] == "busy", "\(method)")
        }
        #expect(try answer("visit.edit", ["id": 1, "title": "Still mine"])["result"] != nil)
        #expect(try answer("visit.add", ["latitude": 51, "longitude": 7, "title": "New"])["result"] != nil)
        while engine.hasParts { _ = engine.makeNextPart(at: garden.machine.now) }
        #expect(try JSON.parse(reply.line)["result"] == Self.added(6))
        #expect(try Self.titles(garden) == (["New", "Still mine"] + Self.places(1...6)).sorted())
        let undoable = try garden.ask("journal.undoable").arrayValue ?? []
        #expect(
            undoable.map { $0["method"]?.stringValue } == ["import.commit", "visit.add", "visit.edit", "visit.add"])
        try garden.ask("journal.undo")
        #expect(try Self.titles(garden) == ["New", "Still mine"])
        try Self.check(garden)
    }

    @Test("a reset, a purge, and the same key wait for a change in parts, and a batch does not")
    func whatGoesThroughChangesWaits() throws {
        let garden = try Garden()
        try garden.ask("visit.add", ["latitude": 49, "longitude": 7])
        try garden.ask("visit.remove", ["id": 1])
        let (engine, reply) = try Self.begun(parts: 1, garden)
        func reason(_ line: JSON) throws -> [JSON?] {
            let reply = garden.decide(line, engine)
            _ = engine.commit()
            let answer = try JSON.parse(reply.line)
            return (answer.arrayValue ?? [answer]).map { $0["error"]?["data"]?["reason"] }
        }
        func request(_ method: String, _ params: JSON) -> JSON {
            ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        }
        for (method, params) in [
            ("garden.reset", ["all": true]), ("visit.purge", ["id": 1]), ("log.note", ["text": "a", "key": "k"]),
        ] as [(String, JSON)] {
            #expect(try reason(request(method, params)) == ["busy"], "\(method)")
        }
        while engine.hasParts { _ = engine.makeNextPart(at: garden.machine.now) }
        #expect(try JSON.parse(reply.line)["result"] == Self.added(6))
        let batch: JSON = [request("journal.undo", [:]), request("log.note", ["text": "a"])]
        #expect(try reason(batch) == ["in_batch", nil])
        #expect(!engine.hasParts)
        try garden.ask("visit.purge", ["id": 1])
        try Self.check(garden)
    }

    @Test("what is being taken back cannot be changed meanwhile")
    func whatIsTakenBackStaysAsItIs() throws {
        let garden = try Garden()
        var (engine, reply): (Engine, Reply?) = try Self.begun(parts: 2, garden)
        withExtendedLifetime(reply) {}
        reply = nil
        _ = engine.makeNextPart(at: garden.machine.now)
        #expect(engine.hasParts)
        let line = LineWriter.request(
            id: .integer(1), method: "visit.edit", params: Array(#"{"id":2,"title":"a"}"#.utf8))
        let edit = engine.decide(.text(line), at: garden.machine.now)
        #expect(try JSON.parse(edit.line)["error"]?["data"]?["reason"] == "busy")
        while engine.hasParts { _ = engine.makeNextPart(at: garden.machine.now) }
        #expect(try Self.titles(garden) == ["Mine"])
        try Self.check(garden)
    }

    @Test("an import is answered when the disk refuses something else, and is taken back")
    func anotherRefusalEndsAnImport() throws {
        let garden = try Garden()
        let (engine, reply) = try Self.begun(parts: 2, garden)
        garden.store.isRefusing = true
        let line = LineWriter.request(id: .integer(1), method: "log.note", params: Array(#"{"text":"a"}"#.utf8))
        let note = engine.decide(.text(line), at: garden.machine.now)
        _ = engine.commit()
        for reply in [note, reply] {
            try #require(reply.isReady)
            #expect(try JSON.parse(reply.line)["error"]?["data"]?["code"] == "storage_failed")
        }
        garden.store.isRefusing = false
        try garden.send(["advance": 60])
        #expect(try Self.titles(garden) == ["Mine"])
        try Self.check(garden)
    }

    @Test("a commit of a part that the disk may have taken is taken back")
    func anUncertainPartIsTakenBack() throws {
        let garden = try Garden()
        let (engine, reply) = try Self.begun(parts: 2, garden)
        (garden.store.isRefusing, garden.store.isWriting) = (true, true)
        garden.store.refusal = StoreError("the simulated disk does not say", .uncertain)
        _ = engine.makeNextPart(at: garden.machine.now)
        #expect(try JSON.parse(reply.line)["error"]?["data"]?["code"] == "storage_failed")
        (garden.store.isRefusing, garden.store.isWriting) = (false, false)
        try garden.send(["down": 60])
        #expect(try Self.titles(garden) == ["Mine"])
        try Self.check(garden)
    }

    @Test("U2: the undo of an import of yesterday is also in the log of yesterday", arguments: [128, 2])
    func theLogOfThatDayHasIt(entriesOfPart: Int) throws {
        let garden = try Garden(entriesOfPart: entriesOfPart)
        try Self.apply(Self.visits(1...5), garden)
        _ = try Self.commit(garden)
        try garden.send(["advance": 86_400])
        try garden.ask("journal.undo")
        let lines = try garden.ask("log.list", ["day": "2026-01-01"])["lines"]?.arrayValue ?? []
        #expect(
            lines.compactMap { $0["text"]?.stringValue }.filter { $0.contains("imported") } == [
                "[09:00] imported 5 visits from places.gpx",
                "[09:00] undone: imported 5 visits from places.gpx (entered 2026-01-02 09:00)",
            ])
    }

    @Test("an import is whole or not there after the daemon was killed between its parts", arguments: 0...4)
    func aKillLeavesNothing(parts: Int) throws {
        let garden = try Garden()
        let (_, reply) = try Self.begun(parts: parts, garden)
        #expect(reply.isReady == (parts == 4))
        try garden.send(["down": 60_000])
        #expect(try Self.titles(garden) == (parts == 4 ? ["Mine"] + Self.places(1...6) : ["Mine"]))
        try Self.check(garden)
        #expect(try garden.ask("journal.undoable").arrayValue?.count == (parts == 4 ? 2 : 1))
        #expect(try Self.log(garden).isEmpty == (parts < 4))
        try Self.apply(Self.visits(1...6), garden)
        #expect(try Self.commit(garden) == (parts == 4 ? Self.added(0, known: 6) : Self.added(6)))
    }

    @Test(
        "a kill between the parts of an undo, or of a redo, leaves all of it as it was", arguments: [1, 2, 3],
        [false, true])
    func aKillDuringUndoLeavesAllAsItWas(parts: Int, isRedo: Bool) throws {
        let garden = try Garden(entriesOfPart: 2)
        try Self.apply(Self.visits(1...6), garden)
        _ = try Self.commit(garden)
        if isRedo { try garden.ask("journal.undo") }
        let (engine, before) = (try #require(garden.machine.engine), try garden.ask("visit.list"))
        let method = isRedo ? "journal.redo" : "journal.undo"
        let reply = engine.decide(
            .text(LineWriter.request(id: .integer(1), method: method, params: Array("{}".utf8))), at: garden.machine.now
        )
        // The three parts are tried first.
        for _ in 0..<3 + parts { _ = engine.makeNextPart(at: garden.machine.now) }
        #expect(try !reply.isReady && garden.state.partedChange != nil)
        try garden.send(["down": 60_000])
        #expect(try garden.ask("visit.list") == before)
        try Self.check(garden)
        try garden.ask(method)
        #expect(try Self.titles(garden) == (isRedo ? Self.places(1...6) : []))
        try Self.check(garden)
    }

    @Test("what was added is taken back when the client leaves, or the disk refuses")
    func aClientThatLeavesTakesItsImportWithIt() throws {
        let garden = try Garden()
        var (engine, reply): (Engine, Reply?) = try Self.begun(parts: 2, garden)
        reply = nil
        while engine.hasParts { _ = engine.makeNextPart(at: garden.machine.now) }
        withExtendedLifetime(reply) {}
        #expect(try Self.titles(garden) == ["Mine"])
        try Self.check(garden)

        let other = try Garden()
        (engine, reply) = try Self.begun(parts: 2, other)
        other.store.isRefusing = true
        _ = engine.makeNextPart(at: other.machine.now)
        let error = try JSON.parse(try #require(reply).line)["error"]
        #expect(error?["data"]?["code"] == "storage_failed")
        #expect(!engine.hasParts)
        other.store.isRefusing = false
        try other.send(["advance": 60_000])
        #expect(try Self.titles(other) == ["Mine"])
        try Self.check(other)
    }

    @Test("U4: an import of which something was changed since cannot be undone, and stays whole")
    func aChangedEntryPreventsUndo() throws {
        let garden = try Garden(entriesOfPart: 2)
        try Self.apply(Self.visits(1...6), garden)
        _ = try Self.commit(garden)
        try garden.ask("visit.edit", ["id": 2, "title": "Changed"])
        let seq = try #require(try garden.ask("journal.undoable").arrayValue?[1]["seq"])
        let (before, undoable) = (try garden.ask("visit.list"), try garden.ask("journal.undoable"))
        let head = try garden.state.seq
        let error = try garden.answer("journal.undo", ["change": seq])["error"]
        #expect(
            error?["data"]?.only("reason", "why", "method") == [
                "reason": "cannot_undo", "why": "changed_since", "method": "visit.edit",
            ])
        #expect(try garden.ask("visit.list") == before)
        #expect(try garden.ask("journal.undoable") == undoable)
        // It was tried before anything was written.
        #expect(try garden.state.seq == head)
        try Self.check(garden)
        try garden.ask("journal.undo")
        try garden.ask("journal.undo")
        #expect(try Self.titles(garden) == [])
    }
}
