import Glibc

/// A point of the time in which the machine is awake (CLOCK_MONOTONIC): a wait goes on after a suspension as if there had been none.
public struct Deadline: Sendable {
    private let milliseconds: Int

    /// - Parameter delay: how far it is from now, in milliseconds.
    public init(after delay: Int32) { milliseconds = Self.now + Int(delay) }

    /// The time left for poll(2), in milliseconds; 0 if it is past.
    public var remainingMilliseconds: Int32 { Int32(clamping: max(0, milliseconds - Self.now)) }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
