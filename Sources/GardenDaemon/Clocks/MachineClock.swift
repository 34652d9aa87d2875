import GardenAPI
import GardenCore
import SystemdKit
import TimeKit

/// The clocks of the machine: the one place where the daemon asks for the time.
final class MachineClock {
    let bootId: String

    /// - Parameter bootId: the result of ``Machine/bootId()``.
    init(bootId: String) { self.bootId = bootId }

    /// The clock of this boot.
    static func ofThisBoot() throws(StartProblem) -> MachineClock {
        guard let bootId = Machine.bootId() else {
            throw StartProblem(
                "cannot read the boot id, which distinguishes a reboot from a sleep; check whether /proc is restricted",
                exitCode: ExitStatus.inputOutput)
        }
        return MachineClock(bootId: bootId)
    }

    /// Reads all clocks. They are read one after another. If the machine slept or stalled in between, it would look as
    /// if a clock had been set, so the reading is repeated.
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

    /// CLOCK_MONOTONIC, for intervals below a millisecond.
    var awakeMicroseconds: Int { Int(Clocks.monotonicMicroseconds) }
}
