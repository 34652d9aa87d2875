import GRDB
import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore
@testable import GardenStore

/// The chain of visits (RULES V3, V4), changed from outside with SQL.
struct VisitChainTests {
    private struct Garden {
        var sample = SampleGarden()
        let store: JournalStore

        /// Three visits, the last one in a commit of its own.
        init() throws {
            store = try JournalStore.inMemory()
            for id in 1...3 {
                sample.ask(
                    "visit.add", ["latitude": 35, "longitude": .integer(138 + id), "title": .string("Visit \(id)")],
                    history: store)
            }
            try store.commit(sample.changes)
        }

        func ask(_ method: String, _ params: JSON) throws -> ListAnswer {
            guard case .object(let object) = params,
                let registered = Features.methods.first(where: { $0.request.method == method }),
                case .list(let begin) = try registered.read(object)
            else { preconditionFailure("\(method) \(params.text) is no list") }
            return try begin(
                QueryContext(
                    state: sample.state, moment: sample.moment, environment: sample.environment, history: store,
                    isStale: false))
        }

        func check() throws -> VisitCheck {
            let answer = try ask("visit.verify", [:])
            var result = try answer.begin()
            while result == nil { result = try answer.advance() }
            let check = try VisitCheck(json: JSON.parse(result ?? []))
            #expect(answer.finding == check.firstBad)
            return check
        }

        func change(_ sql: String) throws { try store.writing { try $0.execute(sql: sql) } }
    }

    private static func replacing(_ text: String, with other: String, in title: String) -> String {
        """
        UPDATE change SET events = CAST(replace(CAST(events AS TEXT), '\(text)', '\(other)') AS BLOB)
        WHERE CAST(events AS TEXT) LIKE '%"\(title)"%'
        """
    }

    @Test func anHonestChainIsValid() throws {
        let garden = try Garden()
        let chain = garden.sample.state.visits.chain
        #expect(try garden.check() == VisitCheck(visits: 3, head: chain.head, ok: true, firstBad: nil))
        #expect(chain.lines == 3)
        #expect(try Garden().check().head == chain.head)
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
        let garden = try Garden()
        try garden.change(sql)
        let check = try garden.check()
        #expect(check.ok == false)
        #expect(check.firstBad?.id == id)
        #expect(check.firstBad?.problem.contains(problem) == true, "\(check.firstBad?.problem ?? "")")
    }

    @Test func aLineOfAnotherGardenIsFoundEvenWithItsHash() throws {
        let garden = try Garden()
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
        let garden = try Garden()
        let answer = try garden.ask("visit.export", [:])
        var result = try answer.begin()
        while result == nil { result = try answer.advance() }
        let visits = try [ExportedVisit](json: JSON.parse(result ?? []))
        #expect(visits.map(\.visit.id) == [1, 2, 3])
        #expect(visits.allSatisfy { VisitSeal.hash(of: $0.line) == $0.hash })
        #expect(visits.last?.hash == garden.sample.state.visits.chain.head)
        #expect(throws: GardenError.notFound(kind: "visit", id: 9)) { try garden.ask("visit.export", ["id": 9]) }
    }
}
