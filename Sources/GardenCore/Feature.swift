import GardenAPI

/// One part of the garden, declared in one place. No other place lists anything that belongs to a feature, except that
/// ``Features/all`` lists the features.
public final class Feature: Sendable {
    typealias FindRepair = @Sendable (GardenState, Moment, Environment) -> Repair?
    typealias FindDueDates = @Sendable (GardenState, Environment) -> [DueDate]

    /// Its name in `daemon.hello`; `nil` for a feature that every garden has had since the first release.
    public let name: String?
    public let methods: [RegisteredMethod]
    public let events: [AnyEventKind]
    /// Whether `journal.undo` can take back a person's changes in this feature (RULES U1).
    public let undo: Undoability
    /// The parts of the state in which its events replace something that undo brings back.
    let parts: [StatePart]
    /// A correction that comes before anything may fall due, such as for a clock that was set. At most one at a time.
    let repair: FindRepair?
    /// The actions that fall due by themselves. Only the next one on each clock is needed.
    let dueDates: FindDueDates?
    let reactions: Reactions

    init(
        _ name: String?, undo: Undoability, parts: [StatePart] = [], methods: [RegisteredMethod] = [],
        @EventKinds events: () -> [AnyEventKind] = { [] },
        repair: FindRepair? = nil, dueDates: FindDueDates? = nil,
        reactions: Reactions = Reactions()
    ) {
        self.name = name
        self.undo = undo
        self.parts = parts
        self.methods = methods
        self.events = events()
        self.repair = repair
        self.dueDates = dueDates
        self.reactions = reactions
    }
}

/// Whether a feature's changes can be undone, and if not, why.
public enum Undoability: Sendable, Equatable {
    case possible
    case impossible(because: String)
    /// As the requests that its own are short for: the feature of their first event decides.
    case likeItsEvents
}

/// How a feature reacts to things that affect all features. Each reaction is called in feature order, within the change
/// that it reacts to, and emits events of its own: applying another feature's event hides no side effects.
struct Reactions: Sendable {
    /// The garden begins.
    var birth: @Sendable (inout Transition) -> Void = { _ in }
    /// A new day has begun (RULES L5). A log line belongs after the day's header, so a feature that writes one here
    /// comes after `.log` in ``Features/all``.
    var crossing: @Sendable (inout Transition, Crossing) -> Void = { _, _ in }
    /// Its part of the header of the new day's log (RULES A3), after every feature has performed its crossing.
    var dayHeader: @Sendable (borrowing Transition, Crossing) -> [String] = { _, _ in [] }
    /// The current day was corrected (RULES L10).
    var dayCorrected: @Sendable (inout Transition, DayCorrection) -> Void = { _, _ in }
    /// A category was removed (RULES T2).
    var categoryRemoved: @Sendable (inout Transition, RemovedCategory) -> Void = { _, _ in }
    /// A task was removed (RULES T12).
    var taskRemoved: @Sendable (inout Transition, RemovedTask) -> Void = { _, _ in }
    /// A focus session ran to its end (RULES P4).
    var focusCompleted: @Sendable (inout Transition, CompletedFocus) -> Void = { _, _ in }
    /// What a focus session counts was corrected (RULES P14).
    var focusCorrected: @Sendable (inout Transition, CorrectedFocus) -> Void = { _, _ in }
    /// The settings changed.
    var settingsChanged: @Sendable (inout Transition, EventReference) -> Void = { _, _ in }
    /// The time zone changed (RULES L7, T14).
    var timezoneChanged: @Sendable (inout Transition, EventReference) -> Void = { _, _ in }
    /// The presence changed (RULES P14, P15).
    var presenceChanged: @Sendable (inout Transition, PresenceChange) -> Void = { _, _ in }
    /// The clocks were set or the machine slept (RULES P9, P10).
    var clocksChanged: @Sendable (inout Transition, ClockChange) -> Void = { _, _ in }
}

extension Transition {
    /// Runs one reaction of every feature.
    mutating func react(_ react: (Reactions, inout Transition) -> Void) {
        for feature in Features.all { react(feature.reactions, &self) }
    }
}
