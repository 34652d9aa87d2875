import GardenAPI
import GardenCore
import SystemdKit

/// The clocks of the machine: the one place where the daemon asks for the time.
final class MachineClock {
    let bootId: String

    /// - Parameter bootId: as ``Machine/bootId()`` tells it.
    init(bootId: String) { self.bootId = bootId }

    func now() -> Moment {
        Moment(
            wall: Instant(milliseconds: Int(Clocks.realtimeMilliseconds)), awakeMilliseconds: awakeMilliseconds,
            bootMilliseconds: Int(Clocks.boottimeMilliseconds), bootId: bootId)
    }

    /// CLOCK_MONOTONIC.
    var awakeMilliseconds: Int { Int(Clocks.monotonicMilliseconds) }
}
