import GardenAPI
import TimeKit

/// One reading of all the clocks: the core has no other notion of now (ARCHITECTURE: time is an argument).
public struct Moment: Sendable, Equatable {
    /// The wall clock (CLOCK_REALTIME).
    public var wall: Instant
    /// Milliseconds the machine has been awake since it booted (CLOCK_MONOTONIC).
    public var awakeMilliseconds: Int
    /// Milliseconds since it booted, sleep included (CLOCK_BOOTTIME).
    public var bootMilliseconds: Int
    /// The boot that the two counters belong to.
    public var bootId: String

    public init(wall: Instant, awakeMilliseconds: Int, bootMilliseconds: Int, bootId: String) {
        self.wall = wall
        self.awakeMilliseconds = awakeMilliseconds
        self.bootMilliseconds = bootMilliseconds
        self.bootId = bootId
    }

    /// The moment that many milliseconds earlier if the machine slept throughout.
    func beforeSleeping(milliseconds: Int) -> Moment {
        Moment(
            wall: wall.advanced(byMilliseconds: -milliseconds), awakeMilliseconds: awakeMilliseconds,
            bootMilliseconds: bootMilliseconds - milliseconds, bootId: bootId)
    }
}

/// What rules depend on besides the state and the moment: the settings, the rules of the current zone, the decks of
/// drills, and what the login session reports.
public struct Environment: Sendable, Equatable {
    private struct Values: Sendable, Equatable {
        var settings: Settings
        var zone: ZoneRules
        var loginPresence = Presence.unknown
        var decks: DeckLibrary
    }

    private var values: Shared<Values>

    public init(settings: Settings, zone: ZoneRules, decks: DeckLibrary = DeckLibrary()) {
        values = Shared(Values(settings: settings, zone: zone, decks: decks))
    }

    public var settings: Settings {
        get { values.value.settings }
        set { change { $0.settings = newValue } }
    }
    public var zone: ZoneRules {
        get { values.value.zone }
        set { change { $0.zone = newValue } }
    }
    /// The presence by the login session (RULES P15).
    public var loginPresence: Presence {
        get { values.value.loginPresence }
        set { change { $0.loginPresence = newValue } }
    }
    /// The decks of drills, the person's own among them (RULES D1).
    public var decks: DeckLibrary {
        get { values.value.decks }
        set { change { $0.decks = newValue } }
    }

    private mutating func change(_ body: (inout Values) -> Void) {
        var values = values.value
        body(&values)
        self.values = Shared(values)
    }

    /// The calendar of logical days (RULES L1).
    public var calendar: LogicalDay { LogicalDay(startHour: settings.dayStartHour, zone: zone) }
}
