import Foundation
import GRDB
import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore
@testable import GardenStore

/// A garden with three visits, for changes from outside.
struct ChainGarden {
    var sample = SampleGarden()
    let store: JournalStore

    /// Three visits. The daemon located two of them.
    ///
    /// - Parameter key: signs the first and the last one; `nil` for visits by hand.
    init(signedBy key: IdentityKey? = nil) throws {
        store = try JournalStore.inMemory()
        for id in 1...3 {
            let (east, title) = (JSON.integer(138 + id), JSON.string("Visit \(id)"))
            if let key, id != 2 {
                let place = LocatedPlace(
                    latitude: DecimalNumber(35), longitude: try DecimalNumber(json: east), accuracy: nil,
                    source: .geoclue)
                let visit = try VisitHere(json: ["title": title])
                try sample.change("visit.added", history: store) { t throws(GardenError) in
                    _ = try visit.perform(with: PlaceNeed.Outcome(.success(place), key: key), in: &t)
                }
            } else {
                sample.ask("visit.add", ["latitude": 35, "longitude": east, "title": title], history: store)
            }
        }
        try store.commit(sample.changes)
    }

    func ask(_ method: String, _ params: JSON, _ state: GardenState? = nil) throws -> ListAnswer {
        guard case .object(let object) = params,
            let registered = Features.methods.first(where: { $0.request.method == method }),
            case .list(let begin) = try registered.read(object)
        else { preconditionFailure("\(method) \(params.text) is no list") }
        return try begin(
            QueryContext(
                state: Shared(state ?? sample.state), moment: sample.moment, environment: sample.environment,
                history: store,
                isStale: false))
    }

    /// - Parameter state: what a start would read; `nil` for what a daemon still knows.
    func check(_ state: GardenState? = nil) throws -> VisitCheck {
        let answer = try ask("visit.verify", [:], state)
        var result = try answer.begin()
        while result == nil { result = try answer.advance() }
        let check = try VisitCheck(json: JSON.parse(result ?? []))
        #expect(answer.report as? VisitFinding == check.firstBad)
        return check
    }

    func change(_ sql: String) throws { try store.writing { try $0.execute(sql: sql) } }

    private var changes: [Change] {
        get throws {
            try store.queue.read { db in
                var changes: [Change] = []
                try ChangeRow.forEach(db, after: 0) { row in
                    changes.append(row.change)
                    return true
                }
                return changes
            }
        }
    }

    /// The state that a start would make of the journal.
    func replayed() throws -> GardenState {
        var state = GardenState()
        for event in try changes.flatMap(\.events) { try state.replay(event) }
        return state
    }

    /// Changes the effects of a kind of event as a program that knows the form of the journal, with the tables that repeat them.
    func rewrite<Effect, Published>(
        _ kind: EventKind<Effect, Published>, _ body: (inout Effect) -> Void
    ) throws {
        let changes = try changes
        try store.writing { db in
            for var change in changes {
                for index in change.events.indices {
                    guard var effect = try kind.effect(of: change.events[index]) else { continue }
                    body(&effect)
                    change.events[index].effect = effect.record
                }
                try db.execute(
                    sql: "UPDATE change SET events = ? WHERE seq = ?",
                    arguments: [Data(EventLines.text(of: change.events, at: change.at)), change.seq])
            }
            try ReadModels.rebuild(db)
        }
    }

    /// Moves the second visit one microdegree to the east, and makes all lines and hashes again.
    ///
    /// - Parameter sign: the signature of a new line; `nil` for none.
    func forge(_ sign: (VisitSeal, VisitEffect) -> String?) throws {
        var head = VisitChain.empty.head
        try rewrite(EventKind.visitAdded) { effect in
            if effect.id == 2 { effect.core.longitude.millionths += 1 }
            let signature = effect.seal?.signature
            var seal = VisitSeal(
                line: effect.core.line(id: effect.id, deviceId: sample.state.identity.deviceId, after: head))
            seal.signature = signature
            seal.signature = sign(seal, effect)
            if effect.core.source != .manual { effect.isSigned = seal.signature != nil }
            effect.seal = seal
            head = seal.hash
        }
    }
}
