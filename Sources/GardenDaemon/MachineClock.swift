import GardenAPI
import GardenCore
import SystemdKit
import TimeKit

/// The clocks of the machine: the one place where the daemon asks for the time.
final class MachineClock {
    let bootId: String

    /// - Parameter bootId: as ``Machine/bootId()`` tells it.
    init(bootId: String) { self.bootId = bootId }

    /// One reading of all clocks. They are read one after another, so it is done again where the machine slept, or was
    /// held up, between: that would look as if a clock had been set.
    func now() -> Moment {
        while true {
            let begun = Int(Clocks.boottimeMilliseconds)
            let moment = Moment(
                wall: Instant(milliseconds: Int(Clocks.realtimeMilliseconds)), awakeMilliseconds: awakeMilliseconds,
                bootMilliseconds: Int(Clocks.boottimeMilliseconds), bootId: bootId)
            if moment.bootMilliseconds - begun < 100 { return moment }
        }
    }

    /// CLOCK_MONOTONIC.
    var awakeMilliseconds: Int { Int(Clocks.monotonicMilliseconds) }

    /// CLOCK_MONOTONIC, where a millisecond is long.
    var awakeMicroseconds: Int { Int(Clocks.monotonicMicroseconds) }
}
