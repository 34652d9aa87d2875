import GardenAPI

/// One part of the garden, declared whole. Nothing that belongs to a feature is listed anywhere else; ``Features/all`` is
/// where the others meet it.
public struct Feature: Sendable {
    /// What `daemon.hello` calls it; `nil` for one that every garden has had from the first release on.
    public let name: String?
    public let methods: [RegisteredMethod]
    public let events: [AnyEventKind]
    /// Whether `journal.undo` can take back what a person changes in it (RULES U1).
    public let undo: Undoability
    /// What must be put right before anything else may fall due, such as a clock that was set. At most one at a time.
    let repair: @Sendable (GardenState, Moment, Environment) -> Repair?
    /// What falls due by itself: at most one a clock need be named, the next.
    let dueDates: @Sendable (GardenState, Environment) -> [DueDate]
    let reactions: Reactions

    init(
        _ name: String?, undo: Undoability, methods: [RegisteredMethod] = [],
        @EventKinds events: () -> [AnyEventKind] = { [] },
        repair: @escaping @Sendable (GardenState, Moment, Environment) -> Repair? = { _, _, _ in nil },
        dueDates: @escaping @Sendable (GardenState, Environment) -> [DueDate] = { _, _ in [] },
        reactions: Reactions = Reactions()
    ) {
        self.name = name
        self.undo = undo
        self.methods = methods
        self.events = events()
        self.repair = repair
        self.dueDates = dueDates
        self.reactions = reactions
    }
}

/// Whether a feature's changes can be undone, and where not, why.
public enum Undoability: Sendable, Equatable {
    case possible
    case impossible(because: String)
}

/// What a feature does about things that happen to all of them. Each is called, in the order of the features, within the
/// change that it reacts to, and emits events of its own: none of it is hidden in the applying of another's event.
struct Reactions: Sendable {
    /// The garden begins.
    var birth: @Sendable (inout Transition) -> Void = { _ in }
    /// A new day has begun (RULES L5). A line of its log belongs behind its header: a feature that writes one here comes
    /// after `.log` in ``Features/all``.
    var crossing: @Sendable (inout Transition, Crossing) -> Void = { _, _ in }
    /// Its part of the header that the new day's log begins with (RULES A3), after every feature has done its crossing.
    var dayHeader: @Sendable (Transition, Crossing) -> [String] = { _, _ in [] }
    /// The current day was corrected (RULES L10).
    var dayCorrected: @Sendable (inout Transition, DayCorrection) -> Void = { _, _ in }
    /// A category is gone (RULES T2).
    var categoryRemoved: @Sendable (inout Transition, RemovedCategory) -> Void = { _, _ in }
    /// The settings are others.
    var settingsChanged: @Sendable (inout Transition, EventReference) -> Void = { _, _ in }
    /// The clocks stand otherwise than before (RULES P9, P10).
    var clocksChanged: @Sendable (inout Transition, ClockChange) -> Void = { _, _ in }
}

extension Transition {
    /// Lets every feature do its part.
    mutating func react(_ react: (Reactions, inout Transition) -> Void) {
        for feature in Features.all { react(feature.reactions, &self) }
    }
}
