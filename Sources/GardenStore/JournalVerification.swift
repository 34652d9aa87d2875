import GRDB
import GardenAPI
import GardenCore

/// What a check of the whole journal has found, with a state that its events must lead to.
public struct JournalVerification: Sendable, Equatable {
    /// For the client that asked.
    public let answer: Verification
    /// For the store.
    public let check: JournalCheck

    /// Checks every row of a journal that a daemon has open, as it was at the beginning.
    ///
    /// - Parameter state: the state of the daemon. The journal may have later events.
    /// - Throws: if the journal cannot be read.
    public static func run(database: String, expecting state: GardenState) throws(StoreError) -> JournalVerification {
        try JournalVerification(of: state) { () throws(DatabaseCheck.Problem) in
            try DatabaseCheck.runBesideDaemon(database, expecting: state)
        }
    }

    fileprivate init(
        of state: GardenState, _ check: () throws(DatabaseCheck.Problem) -> DatabaseCheck.Summary
    ) throws(StoreError) {
        do throws(DatabaseCheck.Problem) {
            let problem = try check().readModelProblem
            answer = Verification(
                events: state.seq, ok: problem == nil, firstBad: problem?.seq, problem: problem?.problem)
            self.check = problem == nil ? .valid : .wrongReadModels
        } catch {
            if case .unreadable(let error) = error { throw error }
            var fault: ReplayError?
            if case .damaged(_, let event) = error { fault = event }
            let words = error.words("the journal")
            answer = Verification(
                events: state.seq, ok: false, firstBad: fault?.seq, problem: fault?.problem ?? words)
            self.check = .damaged(words)
        }
    }
}

extension JournalStore {
    public func verification(of state: GardenState) throws(StoreError) -> Verification {
        // Pages in SQLite's cache would hide what has become of them on the disk.
        queue.releaseMemory()
        let found = try readingMuch { db in
            try JournalVerification(of: state) { () throws(DatabaseCheck.Problem) in
                try DatabaseCheck.run(db, expecting: state)
            }
        }
        note(found.check)
        return found.answer
    }
}
