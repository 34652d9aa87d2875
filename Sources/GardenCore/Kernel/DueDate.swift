import GardenAPI
import TimeKit

/// Something that happens by itself when a clock reaches a value.
public struct DueDate {
    public enum ClockID: Sendable {
        /// CLOCK_MONOTONIC, which stops while the machine sleeps.
        case awake
        /// CLOCK_BOOTTIME.
        case boot
        /// CLOCK_REALTIME.
        case wall
    }

    public let clock: ClockID
    /// On that clock; for the wall clock, since 1970.
    public let milliseconds: Int
    /// The wall time that its events carry.
    let at: Instant
    /// The cause that the journal records.
    let cause: String
    let perform: (inout Transition, DueContext) -> Void

    /// - Parameter at: `nil` for a date on the wall clock, which is that instant itself.
    init(
        on clock: ClockID, _ milliseconds: Int, at: Instant? = nil, cause: String,
        perform: @escaping (inout Transition, DueContext) -> Void
    ) {
        self.clock = clock
        self.milliseconds = milliseconds
        self.at = at ?? Instant(milliseconds: milliseconds)
        self.cause = cause
        self.perform = perform
    }

    func isReached(at limit: Moment) -> Bool {
        switch clock {
        case .awake: return milliseconds <= limit.awakeMilliseconds
        case .boot: return milliseconds <= limit.bootMilliseconds
        case .wall: return milliseconds <= limit.wall.milliseconds
        }
    }

    /// The moment at which the due date's clock shows ``milliseconds``.
    ///
    /// The other clocks show what they did at the wall time ``at``. So a phase that begins at this moment on another
    /// clock ends exactly when it says (RULES P10), although sleeps and steps too short to be noticed move the clocks
    /// against each other.
    ///
    /// - Parameter isAsleep: whether the machine sleeps from before this moment until `limit`.
    func moment(until limit: Moment, isAsleep: Bool) -> Moment {
        var moment = limit
        moment.wall = at
        let early = limit.wall.milliseconds - at.milliseconds
        moment.bootMilliseconds -= early
        // During a sleep, awake time stops.
        if !isAsleep { moment.awakeMilliseconds -= early }
        switch clock {
        case .awake: moment.awakeMilliseconds = milliseconds
        case .boot: moment.bootMilliseconds = milliseconds
        case .wall: break
        }
        return moment
    }
}

/// Facts about the time around a due action.
struct DueContext {
    /// Everything due up to this moment is performed: now, or when the machine fell asleep.
    let limit: Moment
    let availability: Availability
}

/// Whether the daemon was available when something fell due. This decides what may start by itself (RULES P5, P8, P9).
enum Availability {
    case served
    /// The daemon was away for longer than the grace.
    case absent(until: Moment)
    /// The machine slept for longer than the grace.
    case asleep
}

/// A repair or a due action: performed once, at its own moment.
public struct DueItem {
    /// The cause that the journal records.
    public let cause: String
    /// The moment that its events carry, which may lie before now.
    public let moment: Moment
    /// Whether this is the daemon's start, after which no startup remains.
    public let isStart: Bool
    public let perform: (inout Transition) -> Void

    init(cause: String, moment: Moment, isStart: Bool = false, perform: @escaping (inout Transition) -> Void) {
        self.cause = cause
        self.moment = moment
        self.isStart = isStart
        self.perform = perform
    }
}

/// A correction that a feature makes before anything falls due.
typealias Repair = DueItem

/// When the loop must wake next, on each clock; `nil` if nothing is due.
public struct Wakeups: Sendable, Equatable {
    /// CLOCK_MONOTONIC.
    public var awakeMilliseconds: Int?
    /// CLOCK_BOOTTIME.
    public var bootMilliseconds: Int?
    /// CLOCK_REALTIME.
    public var wall: Instant?

    public init() {}

    /// When the first of some due dates comes.
    public init(for dates: [DueDate]) {
        for due in dates {
            let milliseconds = due.milliseconds
            switch due.clock {
            case .awake: awakeMilliseconds = min(awakeMilliseconds ?? milliseconds, milliseconds)
            case .boot: bootMilliseconds = min(bootMilliseconds ?? milliseconds, milliseconds)
            case .wall: wall = min(wall ?? due.at, due.at)
            }
        }
    }
}

extension GardenState {
    /// The actions that fall due without a request, in feature order.
    public func dueDates(under environment: Environment) -> [DueDate] {
        isBorn ? Features.dueDates.flatMap { $0(self, environment) } : []
    }
}
