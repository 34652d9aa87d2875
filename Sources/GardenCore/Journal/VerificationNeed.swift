import GardenAPI

/// A check of the whole journal, and a comparison of what it leads to with the state in use.
public struct VerificationNeed: Need {
    /// A damaged journal is a ``Verification``, too.
    public typealias Outcome = Result<Verification, StoreError>

    public static let policy = NeedPolicy(
        reasonNotInBatch: nil, refusalOfMore: "too many requests wait for a verification; try again later",
        recipients: .allBefore)

    /// The state after the last event on the disk.
    public let state: GardenState

    init(of state: GardenState) { self.state = state }
}

extension JournalVerify: PreparedQuery {
    func prepare(in context: QueryContext) -> Preparation<VerificationNeed> {
        .needs(VerificationNeed(of: context.state))
    }

    func answer(with outcome: VerificationNeed.Outcome, in context: QueryContext) throws(GardenError) -> Verification {
        do throws(StoreError) { return try outcome.get() } catch { throw .unreadable(error.reason) }
    }
}
