import GardenAPI
import Testing

@testable import GardenCore
@testable import GardenStore

/// The check of the whole journal with a state that it must lead to.
struct VerificationTests {
    private static let sample = SampleGarden(events: 300)
    private static let differs = "the journal leads to a state other than the current one"

    private let folder: TestFolder
    private let store: JournalStore

    init() throws {
        folder = try TestFolder()
        store = try folder.open()
        try store.commit(Self.sample.changes)
    }

    /// As the daemon's child process checks it.
    private func verify(_ state: GardenState) throws -> JournalVerification {
        try JournalVerification.run(database: folder.paths.database, expecting: state)
    }

    private func found(_ firstBad: Int?, _ problem: String) -> Verification {
        Verification(events: Self.sample.state.seq, ok: false, firstBad: firstBad, problem: problem)
    }

    /// The state after some of the changes.
    private static func state(after changes: Int) throws -> GardenState {
        var state = GardenState()
        for change in sample.changes.prefix(changes) { try state.replay(change) }
        return state
    }

    private static func wrongState() throws -> GardenState {
        var state = try sample.replayed()
        state.points.balance += 1
        return state
    }

    @Test func aStateThatTheJournalLeadsToIsSound() throws {
        for count in [1, Self.sample.changes.count / 2, Self.sample.changes.count] {
            let state = try Self.state(after: count)
            let found = try verify(state)
            #expect(found.answer == Verification(events: state.seq, ok: true) && found.check == .valid)
            #expect(try store.verification(of: state) == found.answer)
        }
        #expect(store.damage == nil)
    }

    @Test func anotherStateInMemoryIsFound() throws {
        let found = try verify(Self.wrongState())
        #expect(found.answer == self.found(nil, Self.differs) && found.check == .damaged(Self.differs))
        #expect(try store.verification(of: Self.wrongState()) == found.answer)
        #expect(store.damage == StoreError(Self.differs, .damaged))
    }

    /// Otherwise one would do that has a part of a change.
    @Test func aStateWithinAChangeIsFound() throws {
        let index = try #require(Self.sample.changes.firstIndex { $0.events.count > 1 })
        var state = try Self.state(after: index)
        try state.replay(Self.sample.changes[index].events[0])
        #expect(try verify(state).check == .damaged(Self.differs))
    }

    @Test func aJournalThatEndsBeforeTheStateIsFound() throws {
        let last = try #require(Self.sample.changes.last)
        try folder.execute("DELETE FROM change WHERE seq = \(last.seq)")
        let found = try verify(Self.sample.replayed())
        #expect(found.answer == self.found(last.seq, "it is missing"))
        #expect(found.check == .damaged("the journal is damaged: event \(last.seq) is missing"))
    }

    /// They were written meanwhile.
    @Test func changesAfterTheStateAreChecked() throws {
        let last = try #require(Self.sample.changes.last)
        try folder.execute("UPDATE change SET actor = 'someone' WHERE seq = \(last.seq)")
        let state = try Self.state(after: Self.sample.changes.count - 1)
        let problem = "it differs from what was written"
        let found = try verify(state)
        #expect(
            found.answer == Verification(events: state.seq, ok: false, firstBad: last.seq, problem: problem))
        #expect(found.check == .damaged("the journal is damaged: event \(last.seq) differs from what was written"))
    }

    @Test func aRowThatCannotBeReadIsOfItsEvent() throws {
        let change = Self.sample.changes[7]
        try folder.execute("UPDATE change SET events = CAST('?' AS BLOB) WHERE seq = \(change.seq)")
        let found = try verify(Self.sample.replayed())
        let problem = "an event of change \(change.seq) cannot be read"
        #expect(found.answer == self.found(change.seq, problem))
        #expect(found.check == .damaged("the journal is damaged: \(problem)"))
    }

    @Test func wrongReadModelsAreNoDamageOfTheJournal() throws {
        try folder.execute("UPDATE session SET seconds = seconds + 1 WHERE id = 2")
        let found = try verify(Self.sample.replayed())
        let problem = "session 2 is different in the session table"
        #expect(found.answer == self.found(nil, problem) && found.check == .wrongReadModels)

        #expect(try store.verification(of: Self.sample.replayed()) == found.answer)
        // They are wrong until they are rebuilt.
        let next = try verify(Self.sample.replayed())
        #expect(next.answer.problem?.hasSuffix("the next start of gardend rebuilds them") == true)
        #expect(next.check == .wrongReadModels && store.damage == nil)
    }

    @Test func aRowThatNoEventExplainsIsFound() throws {
        try folder.execute(
            """
            INSERT INTO logLine SELECT 999, source, day, isHeader, moved, removed, restored FROM logLine WHERE id = 2
            """)
        let found = try verify(Self.sample.replayed())
        #expect(found.answer == self.found(nil, "the log table has a line without an event"))
        #expect(found.check == .wrongReadModels)
    }
}
