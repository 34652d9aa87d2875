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
