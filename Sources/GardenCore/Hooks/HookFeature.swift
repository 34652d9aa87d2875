import GardenAPI

extension Feature {
    /// The user's own programs, started by events. The daemon runs them; the garden only knows which of them fail.
    static let hooks = Feature("hooks", undo: .impossible(because: "it does not change the garden")) {
        EventKind.hookFailed
        EventKind.hookRecovered
    }
}

/// How a run of a hook has ended (RULES H2).
public struct HookOutcome: Sendable, Equatable {
    /// The file, relative to the hooks directory.
    public var file: String
    /// The event that it was for.
    public var event: EventReference
    /// Why it failed, or was not started; `nil` if it succeeded.
    public var problem: String?

    public init(file: String, event: EventReference, problem: String?) {
        self.file = file
        self.event = event
        self.problem = problem
    }
}

extension EventCatalog {
    /// Whether hooks run on events of a type. A hook that fails must not start the next one, and nothing may run after a
    /// stop (RULES H2).
    public static func startsHooks(_ type: String) -> Bool {
        !["hook.failed", "hook.recovered", "daemon.stopping"].contains(type)
    }
}

extension Transition {
    /// Records a hook's first failure, and its first success after that (RULES H2).
    public mutating func note(_ outcome: HookOutcome) {
        let isFailing = state.hooks.failure(of: outcome.file) != nil
        switch outcome.problem {
        case let problem? where !isFailing:
            let failure = HookFailure(
                file: outcome.file, event: outcome.event.type, eventSeq: outcome.event.seq, problem: problem)
            emit(.hookFailed, failure)
        case nil where isFailing: emit(.hookRecovered, HookRecoveryEffect(file: outcome.file))
        default: break
        }
    }
}
