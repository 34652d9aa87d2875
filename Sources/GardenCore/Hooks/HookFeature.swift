import GardenAPI

extension Feature {
    /// The user's own programs, started by events. The daemon runs them; the garden only knows which of them fail.
    static let hooks = Feature(
        "hooks", undo: .impossible(because: "it does not change the garden"),
        methods: [.query(HookList.self), .query(HookTest.self)],
        events: {
            EventKind.hookFailed
            EventKind.hookRecovered
            EventKind.hookDropped
        })
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
        !["hook.failed", "hook.recovered", "hook.dropped", "daemon.stopping"].contains(type)
    }
}

/// The first failure of a hook, and its first success after that (RULES H2).
extension HookOutcome: MachineReport {
    public var subject: String { "hook \(file)" }

    public var cause: String { (problem == nil ? EventKind.hookRecovered.type : EventKind.hookFailed.type) }

    public func isNews(to state: GardenState) -> Bool {
        (state.hooks.failure(of: file) != nil) != (problem != nil)
    }

    public func perform(in t: inout Transition) {
        guard isNews(to: t.state) else { return }
        if let problem {
            t.emit(
                .hookFailed, HookFailure(file: file, event: event.type, eventSeq: event.seq, problem: problem))
        } else {
            t.emit(.hookRecovered, HookRecoveryEffect(file: file))
        }
    }
}

/// Runs of a hook that were dropped, because too many waited (RULES H2).
public struct HookDropReport: MachineReport {
    /// The file, relative to the hooks directory.
    public var file: String
    public var count: Int
    /// The number of the report, so that none takes the place of another one that waits for the disk.
    public var number: Int

    public init(file: String, count: Int, number: Int) {
        self.file = file
        self.count = count
        self.number = number
    }

    public var subject: String { "dropped runs \(number) of hook \(file)" }

    public var cause: String { EventKind.hookDropped.type }

    public func isNews(to state: GardenState) -> Bool { true }

    public func perform(in t: inout Transition) {
        t.emit(.hookDropped, HookDropEffect(file: file, count: count))
    }
}

extension Actor {
    /// What the name of a hook begins with.
    public static let hookPrefix = "hook:"
}
