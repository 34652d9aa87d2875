import GardenAPI

/// One reading of all the clocks: the core has no other notion of now (ARCHITECTURE: time is an argument).
public struct Moment: Sendable, Equatable {
    /// The wall clock (CLOCK_REALTIME).
    public var wall: Instant
    /// Milliseconds the machine has been awake since it booted (CLOCK_MONOTONIC).
    public var awakeMilliseconds: Int
    /// Milliseconds since it booted, sleep included (CLOCK_BOOTTIME).
    public var bootMilliseconds: Int
    /// Which boot those two count from.
    public var bootId: String

    public init(wall: Instant, awakeMilliseconds: Int, bootMilliseconds: Int, bootId: String) {
        self.wall = wall
        self.awakeMilliseconds = awakeMilliseconds
        self.bootMilliseconds = bootMilliseconds
        self.bootId = bootId
    }

    /// The moment that many milliseconds earlier, had the machine slept all the while.
    func beforeSleeping(milliseconds: Int) -> Moment {
        Moment(
            wall: wall.advanced(byMilliseconds: -milliseconds), awakeMilliseconds: awakeMilliseconds,
            bootMilliseconds: bootMilliseconds - milliseconds, bootId: bootId)
    }
}

/// How the clocks of one boot stood to each other when last looked at. A change of the first difference means that the
/// wall clock was set; of the second, that the machine slept.
public struct ClockReference: WireObject, Equatable {
    public static let name = "ClockReference"

    public var bootId = ""
    public var wallMinusBootMilliseconds = 0
    public var bootMinusAwakeMilliseconds = 0

    public init() {}

    public init(_ moment: Moment) {
        bootId = moment.bootId
        wallMinusBootMilliseconds = moment.wall.milliseconds - moment.bootMilliseconds
        bootMinusAwakeMilliseconds = moment.bootMilliseconds - moment.awakeMilliseconds
    }

    public static let fields: [Field<ClockReference>] = [
        .required("bootId", \.bootId, "the boot its clocks count from"),
        .required("wallMinusBootMilliseconds", \.wallMinusBootMilliseconds, "CLOCK_REALTIME less CLOCK_BOOTTIME"),
        .required("bootMinusAwakeMilliseconds", \.bootMinusAwakeMilliseconds, "CLOCK_BOOTTIME less CLOCK_MONOTONIC"),
    ]

    /// By how much the wall clock was set since.
    func step(at moment: Moment) -> Int {
        moment.wall.milliseconds - moment.bootMilliseconds - wallMinusBootMilliseconds
    }

    /// How long the machine slept since.
    func asleep(at moment: Moment) -> Int {
        moment.bootMilliseconds - moment.awakeMilliseconds - bootMinusAwakeMilliseconds
    }
}

/// What holds at a moment without being state: the settings, and the rules of the zone in force.
public struct Conditions: Sendable, Equatable {
    public var settings: Settings
    public var zone: ZoneRules

    public init(settings: Settings, zone: ZoneRules) {
        self.settings = settings
        self.zone = zone
    }

    /// The calendar of logical days (RULES L1).
    public var calendar: LogicalDay { LogicalDay(startHour: settings.dayStartHour, zone: zone) }
}
