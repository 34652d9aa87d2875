import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Visits, their trash, and what they are found by (RULES V1 … V10).
struct VisitRuleTests {
    private static let station = ("35.681236", "139.767125")

    private func garden() throws -> CoreGarden { try CoreGarden(at: "2026-03-10T12:00:00+09:00", zone: "Asia/Tokyo") }

    // MARK: Values

    @Test("V1, V2: a visit has a core and what is said about it; a blank field is empty; names are created")
    func aVisitIsAdded() throws {
        let garden = try garden()
        let visit = try garden.perform(
            VisitAdd(
                at: "2026-03-10 03:59", latitude: DecimalNumber("35.6812364"), longitude: DecimalNumber("139.7671245"),
                accuracy: DecimalNumber(8.46), title: "  Tokyo  Station ", facility: "   ", kind: "sightseeing",
                comment: "two\nlines", labels: ["park", "Sea"], group: "Trip", members: ["Ann"]))
        let expected = Visit(
            id: 1, uid: "00000000-6", at: "2026-03-10T03:59:00.000+09:00", day: "2026-03-09",
            latitude: Degrees(millionths: 35_681_236), longitude: Degrees(millionths: 139_767_125), accuracy: 8.5,
            source: .manual,
            details: VisitDetails(
                title: "Tokyo Station", kind: "sightseeing", comment: "two\nlines", labels: ["park", "Sea"],
                group: "Trip", members: ["Ann"]),
            signed: false, trashedAt: nil)
        #expect(visit == expected)
        #expect(
            garden.events.map(\.type) == ["label.added", "label.added", "group.added", "member.added", "visit.added"])
        #expect(
            try garden.published(EventKind.visitAdded)
                == [Published(at: "2026-03-10T12:00:00.000+09:00", data: visit)])
        #expect(try garden.ask(VisitGet(id: 1)) == visit)
        #expect(try garden.ask(VisitGet(uid: visit.uid)) == visit)
        #expect(garden.state.ledgerOfVisits == "1 line, 0 in the trash")
    }

    @Test(
        "V2: coordinates beyond the earth, no numbers, and (0, 0) are refused",
        arguments: [
            ("90.0000005", "0"), ("-91", "0"), ("0", "180.0000005"), ("0", "-181"), ("NaN", "0"), ("1", "east"),
            ("", "1"),
            ("0", "0"), ("0.0000004", "-0.0000004"), ("1e30", "1"),
        ])
    func coordinatesAreChecked(latitude: String, longitude: String) throws {
        let garden = try garden()
        let refusal = try garden.refusal(
            of: VisitAdd(latitude: DecimalNumber(latitude), longitude: DecimalNumber(longitude)))
        #expect(refusal.details["reason"] == "out_of_range")
    }

    @Test(
        "V2: coordinates are rounded half away from zero before they are checked",
        arguments: [
            ("90.0000004", 90_000_000), ("-0.0000005", -1), ("0.0000005", 1), ("-90", -90_000_000),
        ])
    func coordinatesAreRounded(text: String, millionths: Int) throws {
        let visit = try garden().perform(VisitAdd(latitude: DecimalNumber(text), longitude: DecimalNumber(-180)))
        #expect(visit.latitude == Degrees(millionths: millionths))
        #expect(visit.longitude == Degrees(millionths: -180_000_000))
    }

    @Test("V2: the future, and an accuracy that is too large, are refused")
    func timeAndAccuracyAreChecked() throws {
        let garden = try garden()
        for at in ["2026-03-10T12:00:00.001+09:00", "2026-03-11"] {
            let refusal = try garden.refusal(
                of: VisitAdd(at: at, latitude: DecimalNumber(1), longitude: DecimalNumber(2)))
            #expect(refusal.details["reason"] == "out_of_range")
        }
        for accuracy in ["-0.1", "100000.05", "near"] {
            let refusal = try garden.refusal(
                of: VisitAdd(
                    latitude: DecimalNumber(1), longitude: DecimalNumber(2), accuracy: DecimalNumber(accuracy)))
            #expect(refusal == .refused(.outOfRange, ["param": "accuracy"]))
        }
        let visit = try garden.perform(
            VisitAdd(
                at: "2026-03-10T12:00:00+09:00", latitude: DecimalNumber(1), longitude: DecimalNumber(2),
                accuracy: DecimalNumber("100000.04")))
        #expect(visit.accuracy == 100_000.0)
        #expect(
            try garden.perform(VisitAdd(at: "yesterday", latitude: DecimalNumber(1), longitude: DecimalNumber(2))).at
                == "2026-03-09T12:00:00.000+09:00")
    }

    @Test("V3: the canonical line of the example, and its hash")
    func theCanonicalLine() throws {
        let core = VisitCore(
            at: "2026-03-10T12:59:59.000+09:00", day: "2026-03-10", latitude: Degrees(millionths: 35_681_236),
            longitude: Degrees(millionths: 139_767_125), accuracy: 8.5, source: .geoclue)
        let zeros = String(repeating: "0", count: 64)
        let line = core.line(id: 7, deviceId: String(repeating: "0", count: 32), after: zeros)
        #expect(
            line == """
                {"acc":8.5,"at":"2026-03-10T03:59:59.000Z","garden":"00000000000000000000000000000000","id":7,\
                "lat":35.681236,"lon":139.767125,"prev":"\(zeros)","source":"geoclue"}
                """)
        #expect(
            VisitSeal(line: line).hash == "bf4ee8b34c534b9260332e7eec5f0e0465b55174f8e943ce88ae53fad8a52ae1")
    }

    @Test("V3: each line has the hash of the one before, also of one that undo took back")
    func theChain() throws {
        let garden = try garden()
        try garden.visit("a")
        let first = garden.state.visits.chain
        #expect(try garden.undo().count == 1)
        #expect(garden.state.visits.chain == first)
        try garden.visit("b")
        #expect(garden.state.visits.chain.lines == 2)
        let lines = try garden.events.compactMap { try EventKind.visitAdded.effect(of: $0)?.seal?.line }
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { $0.contains("\"prev\":\"\(first.head)\"") })
    }

    @Test("V1: a visit is shown by its title, else facility, else address, else its coordinates with 4 decimals")
    func theShownName() throws {
        let garden = try garden()
        try garden.perform(
            VisitAdd(
                latitude: DecimalNumber("-35.68125"), longitude: DecimalNumber("139.76"), title: "T", facility: "F",
                address: "A"))
        #expect(try garden.ask(VisitGet(id: 1)).shownName == "T")
        #expect(try garden.perform(VisitEdit(id: 1, title: .clear)).shownName == "F")
        #expect(try garden.perform(VisitEdit(id: 1, facility: .set("  "))).shownName == "A")
        #expect(try garden.perform(VisitEdit(id: 1, address: .clear)).shownName == "-35.6813, 139.7600")
    }

    @Test("V1: an edit keeps the core, and one that changes nothing is no event")
    func anEditKeepsTheCore() throws {
        let garden = try garden()
        let before = try garden.visit("a", labels: ["x"])
        let after = try garden.perform(VisitEdit(uid: before.uid, comment: .set("new"), labels: .clear))
        var expected = before
        (expected.details.comment, expected.details.labels) = ("new", [])
        #expect(after == expected)
        #expect(
            try garden.published(EventKind.visitEdited)
                == [Published(at: "2026-03-10T12:00:00.000+09:00", data: after, before: before)])
        try garden.perform(VisitEdit(id: 1, comment: .set("new")))
        #expect(garden.events == [])
        #expect(try garden.refusal(of: VisitEdit(id: 2)) == Refusal(.notFound, ["kind": "visit", "id": 2]))
        #expect(try garden.refusal(of: VisitEdit(uid: "x-1")) == Refusal(.notFound, ["kind": "visit", "uid": "x-1"]))
    }

    // MARK: Filters

    @Test("V6: the examples: values of one filter are alternatives, filters combine")
    func theExamplesOfFilters() throws {
        let garden = try garden()
        try garden.visit("b", labels: ["b"])
        try garden.perform(LabelAdd(name: "a"))
        try garden.perform(GroupAdd(name: "g"))
        try garden.perform(
            VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), address: "1 Chiyoda, TOKYO"))
        #expect(try garden.ids(VisitList(label: ["a", "B"])) == [1])
        #expect(try garden.ids(VisitList(label: ["a", "b"], group: ["g"])) == [])
        #expect(try garden.ids(VisitList(keyword: "tokyo")) == [2])
        #expect(throws: GardenError.notFound(kind: "label", name: "c")) { try garden.ids(VisitList(label: ["c"])) }
    }

    @Test("V6: each filter, both bounds in instants and days, and the order")
    func filters() throws {
        let garden = try garden()
        try garden.visit(
            "one", at: "2026-03-08T10:00:00+09:00", labels: ["x", "y"], group: "g", members: ["m"], kind: "Food")
        try garden.visit("two", at: "2026-03-09T03:59:59+09:00", labels: ["y"], members: ["n"])
        try garden.visit("three", at: "2026-03-09T04:00:00+09:00", kind: "straße")
        try garden.visit("four", at: "2026-03-09T04:00:00+09:00", group: "g")
        #expect(try garden.ids(VisitList()) == [4, 3, 2, 1])
        #expect(try garden.ids(VisitList(ascending: true)) == [1, 2, 3, 4])
        #expect(try garden.ids(VisitList(label: ["x", "y"], member: ["n", "m"])) == [2, 1])
        #expect(try garden.ids(VisitList(kind: ["food", "STRASSE"])) == [3, 1])
        #expect(try garden.ids(VisitList(group: ["G"])) == [4, 1])
        #expect(try garden.ids(VisitList(to: "2026-03-08")) == [2, 1])
        #expect(try garden.ids(VisitList(from: "2026-03-09")) == [4, 3])
        #expect(
            try garden.ids(VisitList(from: "2026-03-09T03:59:59+09:00", to: "2026-03-09T04:00:00+09:00")) == [4, 3, 2])
        #expect(try garden.ids(VisitList(keyword: "T")) == [3, 2])
        for limit in 1...4 {
            for ascending in [false, true] {
                var (ids, before): ([Int], Int?) = ([], nil)
                repeat {
                    let page = try garden.ask(VisitList(ascending: ascending, limit: limit, before: before))
                    ids += page.visits.map(\.visit.id)
                    before = page.next
                } while before != nil
                #expect(ids == (ascending ? [1, 2, 3, 4] : [4, 3, 2, 1]))
            }
        }
    }

    @Test("V5: near is at most 100 m, inclusive, with distances")
    func near() throws {
        let garden = try garden()
        for longitude in ["139.0010", "139.0011"] {
            try garden.perform(VisitAdd(latitude: DecimalNumber(35), longitude: DecimalNumber(longitude)))
        }
        try garden.perform(VisitAdd(latitude: DecimalNumber(0), longitude: DecimalNumber("-179.9995")))
        let place = NearPlace(latitude: DecimalNumber(35), longitude: DecimalNumber(139))
        #expect(try garden.ask(VisitNear(place: place)).map { [$0.visit.id, $0.meters.millimeters] } == [[1, 91_086]])
        var wider = place
        wider.radius = DecimalNumber("100.2")
        #expect(try garden.ask(VisitNear(place: wider)).map(\.meters.millimeters) == [100_194, 91_086])
        #expect(try garden.ask(VisitNear(place: wider, limit: 1)).map(\.visit.id) == [2])
        #expect(try garden.ask(VisitList(near: wider)).visits.map(\.meters?.millimeters) == [100_194, 91_086])
        let dateLine = NearPlace(
            latitude: DecimalNumber(0), longitude: DecimalNumber("179.9995"), radius: DecimalNumber(112))
        #expect(try garden.ask(VisitNear(place: dateLine)).map(\.meters.millimeters) == [111_195])
        wider.radius = DecimalNumber(0)
        let error = #expect(throws: GardenError.self) { try garden.ask(VisitNear(place: wider)) }
        #expect(error?.message == "radius must be from 0.1 to 20020000 metres, not \"0.0\"")
    }

    @Test("V10: facilities of visits nearby are suggested, and like copies labels, group and members")
    func suggestions() throws {
        let garden = try garden()
        try garden.visit("old", facility: "Café", labels: ["x"], group: "g", members: ["m"], kind: "food")
        try garden.visit("new", facility: "CAFÉ", kind: "meal")
        try garden.visit("other", facility: "Shop")
        try garden.perform(VisitRemove(id: 3))
        let place = NearPlace(latitude: DecimalNumber(1), longitude: DecimalNumber(2))
        #expect(
            try garden.ask(VisitSuggest(place: place)) == [
                SuggestedFacility(facility: "CAFÉ", title: "new", kind: "meal", visits: 2, meters: Meters(0))
            ])
        try garden.perform(LabelRemove(name: "x"))
        let visit = try garden.perform(VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), like: 1))
        #expect(visit.details == VisitDetails(group: "g", members: ["m"]))
        #expect(
            try garden.refusal(of: VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), like: 9))
                == Refusal(.notFound, ["kind": "visit", "id": 9]))
    }

    // MARK: Labels, groups, members

    @Test("V7: names are unique; a list has the number of visits and the newest; removing one keeps its visits")
    func labels() throws {
        let garden = try garden()
        try garden.visit("a", labels: ["x"])
        try garden.visit("b", labels: ["x", "y"])
        #expect(
            try garden.ask(LabelList()) == [
                ListedVisitTag(
                    tag: VisitTag(id: 1, uid: "00000000-2", name: "x", color: .green), visits: 2,
                    latest: .init(id: 2, at: "2026-03-10T12:00:00.000+09:00")),
                ListedVisitTag(
                    tag: VisitTag(id: 2, uid: "00000000-4", name: "y", color: CategoryColor("blue")), visits: 1,
                    latest: .init(id: 2, at: "2026-03-10T12:00:00.000+09:00")),
            ])
        #expect(try garden.refusal(of: LabelAdd(name: "X")) == Refusal(.alreadyExists, ["kind": "label", "name": "x"]))
        #expect(
            try garden.refusal(of: LabelEdit(name: "y", newName: "x"))
                == Refusal(.alreadyExists, ["kind": "label", "name": "x"]))
        try garden.perform(LabelEdit(name: "y", newName: "Z"))
        #expect(try garden.ask(VisitGet(id: 2)).details.labels == ["x", "Z"])
        try garden.perform(LabelRemove(name: "x"))
        #expect(garden.events.map(\.type) == ["label.removed"])
        #expect(try garden.ask(VisitGet(id: 2)).details.labels == ["Z"])
        try garden.perform(LabelAdd(name: "x"))
        #expect(try garden.ask(LabelList()).map(\.visits) == [0, 1])
        #expect(try garden.ask(MemberList()) == [])
        #expect(try garden.ask(GroupList()) == [])
    }

    @Test("V7: at most that many", arguments: [Limits.visitTags])
    func tooMany(limit: Int) throws {
        let garden = try garden()
        let names = (0..<limit).map { "label \($0)" }
        for start in stride(from: 0, to: limit, by: 100) {
            try garden.visit("a", labels: NameList(Array(names[start..<start + 100])))
        }
        #expect(
            try garden.refusal(of: VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), labels: ["more"]))
                == .refused(.tooMany, ["kind": "label", "limit": .integer(limit)]))
    }

    // MARK: Trash

    @Test("V8: a removed visit is in the trash for visits.trash_days, and can be restored until then")
    func trash() throws {
        let garden = try garden()
        garden.changeSettings { $0.visits.trashDays = 3 }
        let visit = try garden.visit("a", labels: ["x"])
        let removed = try garden.perform(VisitRemove(id: 1))
        #expect(removed.trashedAt == "2026-03-10T12:00:00.000+09:00")
        #expect(try garden.ids(VisitList()) == [])
        #expect(try garden.ask(LabelList()).map(\.visits) == [0])
        #expect(
            try garden.ask(VisitList(trashed: true)).visits
                == [ListedVisit(visit: removed, expiresOn: "2026-03-13")])
        #expect(try garden.perform(VisitRestore(id: 1)) == visit)
        #expect(try garden.ids(VisitList()) == [1])
        try garden.perform(VisitRestore(id: 1))
        #expect(garden.events == [])
        try garden.perform(VisitRemove(id: 1))
        garden.at("2026-03-13T03:59:59+09:00")
        #expect(try garden.ids(VisitList(trashed: true)) == [1])
        garden.at("2026-03-13T04:00:00+09:00")
        #expect(
            try garden.published(EventKind.visitPruned) == [
                Published(
                    at: "2026-03-13T04:00:00.000+09:00", data: VisitsPruned(before: "2026-03-11", visits: 1),
                    cause: "day.rolledOver")
            ])
        #expect(try garden.ids(VisitList(trashed: true)) == [])
        #expect(try garden.refusal(of: VisitRestore(id: 1)) == Refusal(.notFound, ["kind": "visit", "id": 1]))
        garden.at("2026-03-14T04:00:00+09:00")
        #expect(try garden.published(EventKind.visitPruned) == [])
    }

    @Test("V8, A6: nothing leaves the trash while more than a year is caught up at once")
    func theTrashWaitsForAPlausibleClock() throws {
        let garden = try garden()
        try garden.visit("a")
        try garden.perform(VisitRemove(id: 1))
        garden.at("2027-06-01T12:00:00+09:00")
        #expect(try garden.ids(VisitList(trashed: true)) == [1])
        garden.at("2027-06-02T12:00:00+09:00")
        #expect(try garden.ids(VisitList(trashed: true)) == [])
    }

    // MARK: Undo

    @Test("U4: an undo of a visit is refused after a change of the same field, and after its time in the trash")
    func undoIsExactOrRefused() throws {
        let garden = try garden()
        try garden.visit("a")
        try garden.perform(VisitEdit(id: 1, title: .set("b")))
        try garden.perform(VisitEdit(id: 1, kind: .set("food")))
        try garden.perform(VisitRemove(id: 1))
        #expect(try garden.undo(4).count == 4)
        #expect(try garden.refusal(of: VisitGetCommand.edit) == Refusal(.notFound, ["kind": "visit", "id": 1]))
        #expect(try garden.redo(4).count == 4)
        #expect(try garden.ask(VisitGet(id: 1)).details == VisitDetails(title: "b", kind: "food"))
        garden.at("2026-04-20T12:00:00+09:00")
        let refusal = try garden.refusal(of: JournalUndo())
        #expect(refusal.details["reason"] == "cannot_undo")
    }

    @Test("V1: a reset removes visits from all methods, and keeps ids and the chain")
    func reset() throws {
        let garden = try garden()
        try garden.visit("a", labels: ["x"])
        let chain = garden.state.visits.chain
        try garden.perform(
            GardenReset(all: true), with: .success(GardenBackup(path: "/b", restoreCommand: "restore")))
        #expect(try garden.ids(VisitList()) == [])
        #expect(try garden.ask(LabelList()) == [])
        #expect(garden.state.visits.chain == chain)
        #expect(try garden.visit("b", labels: ["x"]).id == 2)
        #expect(try garden.ids(VisitList(label: ["x"])) == [2])
    }
}

private enum VisitGetCommand {
    static let edit = VisitEdit(id: 1, title: .set("c"))
}

extension GardenState {
    fileprivate var ledgerOfVisits: String {
        "\(visits.chain.lines) line, \(visits.trash.map(\.visits).reduce(0, +)) in the trash"
    }
}

extension CoreGarden {
    /// A visit at one place.
    @discardableResult
    fileprivate func visit(
        _ title: String, at: String? = nil, facility: String? = nil, labels: NameList? = nil, group: String? = nil,
        members: NameList? = nil, kind: String? = nil
    ) throws -> Visit {
        try perform(
            VisitAdd(
                at: at, latitude: DecimalNumber(1), longitude: DecimalNumber(2), title: title, facility: facility,
                kind: kind, labels: labels, group: group, members: members))
    }

    fileprivate func ids(_ list: VisitList) throws -> [Int] { try ask(list).visits.map(\.visit.id) }
}
