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
    public var settings: Settings
    public var zone: ZoneRules
    /// The presence by the login session (RULES P15).
    public var loginPresence = Presence.unknown
    /// The decks of drills, the person's own among them (RULES D1).
    public var decks: DeckLibrary

    public init(settings: Settings, zone: ZoneRules, decks: DeckLibrary = DeckLibrary()) {
        self.settings = settings
        self.zone = zone
        self.decks = decks
    }

    /// The calendar of logical days (RULES L1).
    public var calendar: LogicalDay { LogicalDay(startHour: settings.dayStartHour, zone: zone) }
}
