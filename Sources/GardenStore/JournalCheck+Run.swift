import GardenCore

extension JournalCheck {
    /// Checks every row of a journal that a daemon has open, as it was at the beginning.
    ///
    /// - Throws: if it cannot be read.
    public static func run(database: String) throws(StoreError) -> JournalCheck {
        do throws(DatabaseCheck.Problem) {
            return try DatabaseCheck.runBesideDaemon(database).readModelProblem == nil ? .valid : .wrongReadModels
        } catch {
            if case .unreadable(let error) = error { throw error }
            return .damaged(error.words("the journal"))
        }
    }
}
