import GardenAPI
import TimeKit

/// How the clocks of one boot stood to each other when last looked at. A change of the first difference means that the
/// wall clock was set; of the second, that the machine slept.
public struct ClockReference: WireObject, Equatable {
    public static let name = "ClockReference"
    /// Sleep and steps shorter than this are the clocks' own noise (RULES P10).
    static let noticeableMilliseconds = 1000

    public var bootId: String
    public var wallMinusBootMilliseconds: Int
    public var bootMinusAwakeMilliseconds: Int

    public static let fields = Fields(
        ClockReference.init,
        .required("bootId", \.bootId, "the boot its clocks count from"),
        .required("wallMinusBootMilliseconds", \.wallMinusBootMilliseconds, "CLOCK_REALTIME less CLOCK_BOOTTIME"),
        .required("bootMinusAwakeMilliseconds", \.bootMinusAwakeMilliseconds, "CLOCK_BOOTTIME less CLOCK_MONOTONIC"))
}

extension ClockReference {
    public init(_ moment: Moment) {
        self.init(
            bootId: moment.bootId, wallMinusBootMilliseconds: moment.wall.milliseconds - moment.bootMilliseconds,
            bootMinusAwakeMilliseconds: moment.bootMilliseconds - moment.awakeMilliseconds)
    }

    /// By how much the wall clock was set since.
    func step(at moment: Moment) -> Int {
        moment.wall.milliseconds - moment.bootMilliseconds - wallMinusBootMilliseconds
    }

    /// How long the machine slept since.
    func asleep(at moment: Moment) -> Int {
        moment.bootMilliseconds - moment.awakeMilliseconds - bootMinusAwakeMilliseconds
    }

    /// What the wall shows, or showed, when a phase's clock shows so many milliseconds.
    func wall(at milliseconds: Int, of phase: StartablePhase) -> Instant {
        let bootMilliseconds =
            switch phase {
            case .focus: milliseconds + bootMinusAwakeMilliseconds
            case .rest: milliseconds
            }
        return Instant(milliseconds: bootMilliseconds + wallMinusBootMilliseconds)
    }
}
