import GardenAPI

/// The files in the hooks directory, in the order in which they are started.
public struct HookFilesNeed: Need, Equatable {
    public typealias Outcome = [Hook]

    public static let policy = NeedPolicy(
        reasonNotInBatch: nil, refusalOfMore: "too many requests read the hooks directory; try again later")

    public init() {}
}

/// A run of the hooks of an event, one after the other, with a sample.
public struct HookTestNeed: Need, Equatable {
    /// How the runs have ended, or why there were none.
    public typealias Outcome = Result<HookTestReport, GardenError>

    public static let policy = NeedPolicy(
        reasonNotInBatch: "runs programs", mostWaiting: 1,
        refusalOfMore: "another hook test is running; wait until it ends")

    public let input: HookInput
    /// The only hook to run; `nil` for all of the event.
    public let file: String?

    public init(_ input: HookInput, file: String?) {
        self.input = input
        self.file = file
    }
}

extension HookList: PreparedQuery {
    func prepare(in context: QueryContext) -> Preparation<HookFilesNeed> { .needs(HookFilesNeed()) }

    /// The files, with the failures of their last runs.
    func answer(with files: [Hook], in context: QueryContext) -> [Hook] {
        files.map { hook in
            var hook = hook
            hook.failure = context.state.hooks.failure(of: hook.file)
            let dropped = context.state.hooks.droppedCount(of: hook.file, at: context.moment.wall)
            hook.dropped = dropped > 0 ? dropped : nil
            return hook
        }
    }
}

extension HookTest: PreparedQuery {
    func prepare(in context: QueryContext) throws(GardenError) -> Preparation<HookTestNeed> {
        .needs(HookTestNeed(try context.sampleHookInput(event), file: file))
    }

    func answer(with outcome: HookTestNeed.Outcome, in context: QueryContext) throws(GardenError) -> HookTestReport {
        try outcome.get()
    }
}
