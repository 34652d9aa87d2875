import GardenAPI
import TimeKit

/// How far the clocks of one boot were apart when last read. A change of the first difference means that the wall clock
/// was set; a change of the second means that the machine slept.
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

    /// By how much the wall clock was set since then.
    func step(at moment: Moment) -> Int {
        moment.wall.milliseconds - moment.bootMilliseconds - wallMinusBootMilliseconds
    }

    /// How long the machine slept since then.
    func asleep(at moment: Moment) -> Int {
        moment.bootMilliseconds - moment.awakeMilliseconds - bootMinusAwakeMilliseconds
    }

    /// The moment when the machine fell asleep, if it slept noticeably since then; otherwise `moment` itself.
    func awakeUntil(_ moment: Moment) -> Moment {
        let asleep = asleep(at: moment)
        return asleep >= Self.noticeableMilliseconds ? moment.beforeSleeping(milliseconds: asleep) : moment
    }
}
