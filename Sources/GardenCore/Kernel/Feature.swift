import GardenAPI

/// One part of the garden, declared in one place (ARCHITECTURE, "To add a feature").
public final class Feature: Sendable {
    typealias FindRepair = @Sendable (GardenState, Moment, Environment) -> Repair?
    typealias FindDueDates = @Sendable (GardenState, Environment) -> [DueDate]
    /// Gives its part of the state the values that a new garden has.
    typealias Reset = @Sendable (_ state: inout GardenState, _ new: GardenState) -> Void
    typealias Check = @Sendable (GardenState, Moment, Environment) -> HealthCheck?

    /// Its name in `daemon.hello`; `nil` for a feature that every garden has had since the first release.
    public let name: String?
    public let methods: [Method]
    public let events: [AnyEventKind]
    /// Whether `journal.undo` can take back a person's changes in this feature (RULES U1).
    public let undo: Undoability
    /// The parts of the state in which its events replace something that undo brings back.
    let parts: [StatePart]
    /// A correction that comes before anything may fall due, such as for a clock that was set. At most one at a time.
    let repair: FindRepair?
    /// The actions that fall due by themselves. Only the next one on each clock is needed.
    let dueDates: FindDueDates?
    /// What `daemon.doctor` says about the garden itself; `nil` while there is nothing to say.
    let check: Check?
    /// What it adds to other features, each by a type of its own (``Features/additions(_:)``).
    let additions: [any Sendable]
    /// Its part of what begins again with a reset of everything (RULES U6).
    let reset: Reset
    /// Actors that are no person. Undo passes over their changes.
    let automaticActors: Set<String>
    let reactions: [Reaction]

    init(
        _ name: String?, undo: Undoability, parts: [StatePart] = [], methods: [Method] = [],
        @EventKinds events: () -> [AnyEventKind] = { [] },
        repair: FindRepair? = nil, dueDates: FindDueDates? = nil, check: Check? = nil,
        additions: [any Sendable] = [], reset: @escaping Reset = { _, _ in }, automaticActors: Set<String> = [],
        reactions: [Reaction] = []
    ) {
        self.name = name
        self.undo = undo
        self.parts = parts
        self.methods = methods
        self.events = events()
        self.repair = repair
        self.dueDates = dueDates
        self.check = check
        self.additions = additions
        self.reset = reset
        self.automaticActors = automaticActors
        self.reactions = reactions
    }
}

/// Whether a feature's changes can be undone, and if not, why.
public enum Undoability: Sendable, Equatable {
    case possible
    case impossible(because: String)
    /// Only the changes with an event of these types that no other one caused.
    case onlyWith([String])
    /// As the requests that its own are short for: the feature of their first event decides.
    case likeItsEvents
}
