import GRDB
import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore
@testable import GardenStore

/// The chain of visits (RULES V3, V4), changed from outside with SQL.
struct VisitChainTests {
    private static func replacing(_ text: String, with other: String, in title: String) -> String {
        """
        UPDATE change SET events = CAST(replace(CAST(events AS TEXT), '\(text)', '\(other)') AS BLOB)
        WHERE CAST(events AS TEXT) LIKE '%"\(title)"%'
        """
    }

    @Test func anHonestChainIsValid() throws {
        let garden = try ChainGarden()
        let chain = garden.sample.state.visits.chain
        #expect(
            try garden.check()
                == VisitCheck(visits: 3, head: chain.head, signed: 0, publicKey: nil, ok: true, firstBad: nil))
        #expect(chain.lines == 3)
        #expect(try ChainGarden().check().head == chain.head)
        let empty = GardenState().visits.chain
        #expect(empty == VisitChain(lines: 0, head: String(repeating: "0", count: 64)))
    }

    @Test(
        "each change from outside is found, at the first visit that is wrong",
        arguments: [
            // A coordinate of the visit, and of its line.
            (replacing(",35000000,140000000,", with: ",35000000,140000001,", in: "Visit 2"), 2, "something else"),
            (replacing("\"lon\\\":140.000000", with: "\"lon\\\":140.000001", in: "Visit 2"), 2, "SHA-256"),
            // The hash of its line: a byte.
            (
                "UPDATE change SET events = CAST(replace(CAST(events AS TEXT), '\",\"', '\",\"0') AS BLOB)"
                    + " WHERE CAST(events AS TEXT) LIKE '%\"Visit 2\"%'", 2, "SHA-256"
            ),
            // A deleted row: of the journal, with what lists show of it, of the lists alone, and the last one.
            ("DELETE FROM change WHERE CAST(events AS TEXT) LIKE '%\"Visit 2\"%'", 2, "missing"),
            (
                "DELETE FROM change WHERE CAST(events AS TEXT) LIKE '%\"Visit 2\"%'; DELETE FROM visit WHERE id = 2", 2,
                "missing"
            ),
            ("DELETE FROM visit WHERE id = 2", 2, "lists show"),
            ("DELETE FROM change WHERE CAST(events AS TEXT) LIKE '%\"Visit 3\"%'", 3, "missing"),
            // A removed visit, the last one, and two with changed places.
            (replacing("visit.added/1 [2,", with: "visit.edited/1 [2,", in: "Visit 2"), 2, "missing"),
            (replacing("visit.added/1 [3,", with: "visit.edited/1 [3,", in: "Visit 3"), 3, "missing"),
            (
                "UPDATE change SET seq = -1 WHERE seq = 2; UPDATE change SET seq = 2 WHERE seq = 3;"
                    + " UPDATE change SET seq = 3 WHERE seq = -1", 1, "missing"
            ),
            // A visit of another garden.
            (
                replacing("\"garden\\\":\\\"0", with: "\"garden\\\":\\\"1", in: "Visit 2"), 2, "SHA-256"
            ),
            // What lists show.
            (
                "UPDATE visit SET core = (SELECT core FROM visit WHERE id = 3), longitude = 141000000 WHERE id = 2", 2,
                "lists show"
            ),
        ])
    func changesAreFound(sql: String, id: Int, problem: String) throws {
        let garden = try ChainGarden()
        try garden.change(sql)
        let check = try garden.check()
        #expect(check.ok == false)
        #expect(check.firstBad?.id == id)
        #expect(check.firstBad?.problem.contains(problem) == true, "\(check.firstBad?.problem ?? "")")
    }

    @Test func aLineOfAnotherGardenIsFoundEvenWithItsHash() throws {
        let garden = try ChainGarden()
        let event = try #require(garden.sample.events.first { $0.type == "visit.added" })
        var effect = try #require(try EventKind.visitAdded.effect(of: event))
        effect.seal = VisitSeal(
            line: effect.core.line(id: 1, deviceId: "another", after: VisitChain.empty.head))
        var check = VisitChainCheck()
        let shown = effect.visit(addedBy: event.seq)
        check.check(effect, at: event.seq, deviceId: garden.sample.state.identity.deviceId, shown: shown)
        #expect(check.firstBad == VisitFinding(id: 1, problem: "its line is of another garden"))
    }

    @Test func anExportedVisitHasItsLine() throws {
        let garden = try ChainGarden()
        let visits = try Self.exported([:], garden)
        #expect(visits.map(\.visit.id) == [1, 2, 3])
        #expect(visits.allSatisfy { VisitSeal.hash(of: $0.line) == $0.hash })
        #expect(visits.last?.hash == garden.sample.state.visits.chain.head)
        #expect(throws: GardenError.notFound(kind: "visit", id: 9)) { try garden.ask("visit.export", ["id": 9]) }
    }

    @Test func visitsAreExportedInPages() throws {
        let garden = try ChainGarden()
        let all = try Self.exported([:], garden)
        #expect(try Self.exported(["limit": 2], garden) == Array(all[..<2]))
        #expect(try Self.exported(["after": 1], garden) == Array(all[1...]))
        #expect(try Self.exported(["after": 1, "limit": 1], garden) == [all[1]])
        #expect(try Self.exported(["after": 3, "limit": 1000], garden) == [])
        #expect(throws: GardenError.notFound(kind: "visit", id: 9)) { try garden.ask("visit.export", ["after": 9]) }
    }

    private static func exported(_ params: JSON, _ garden: ChainGarden) throws -> [ExportedVisit] {
        let answer = try garden.ask("visit.export", params)
        var result = try answer.begin()
        while result == nil { result = try answer.advance() }
        return try [ExportedVisit](json: JSON.parse(result ?? []))
    }
}
