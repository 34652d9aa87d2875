import GardenAPI
import TimeKit

/// What decides when the long rest comes: it counts completed focus sessions only (RULES P26).
public struct LongRestCycle: WireObject, Equatable {
    public static let name = "LongRestCycle"
    /// A timer that is stopped for longer begins another cycle: that was a long rest, too.
    private static let longestStopMilliseconds = 3_600_000

    /// How many sessions were completed since the last long rest began; a stop that has not ended is not considered.
    private var completed: Int
    /// Since when the timer has been stopped; `nil` while a phase is in progress, and before the first.
    private var stoppedAt: Instant?

    public static let fields = Fields(
        LongRestCycle.init,
        .required("completed", \.completed, "the sessions completed since the last long rest began"),
        .nullable("stoppedAt", \.stoppedAt, "since when the timer has been stopped"))

    private init(completed: Int, stoppedAt: Instant?) { (self.completed, self.stoppedAt) = (completed, stoppedAt) }

    init() { self.init(completed: 0, stoppedAt: nil) }

    /// How many sessions were completed since the last long rest began, or since the timer was stopped for long.
    func completed(at now: Instant) -> Int {
        guard let stoppedAt, now.milliseconds - stoppedAt.milliseconds > Self.longestStopMilliseconds else {
            return completed
        }
        return 0
    }

    /// A phase begins.
    mutating func begin(_ run: ActivePhase) {
        completed = run.longRest ? 0 : completed(at: run.startedAt.instant)
        stoppedAt = nil
    }

    /// The wall clock was set (RULES P10).
    mutating func step(milliseconds: Int) { stoppedAt = stoppedAt?.advanced(byMilliseconds: milliseconds) }

    /// The timer stops, perhaps only until the next phase begins.
    mutating func stop(at instant: Instant) { stoppedAt = instant }

    /// A focus session ran to its end.
    mutating func complete() { completed += 1 }

    /// Sessions that were completed last do not count.
    mutating func discard(_ count: Int) { completed = max(0, completed - count) }

    /// How many sessions less count if the last one does not.
    var countOfLast: Int { min(1, completed) }
}

extension StatePart {
    /// When the long rest comes, in which an answer that is undone counts its session again.
    static let longRestCycle = StatePart(
        "longRestCycle", Members(sums: ["completed"], yielding: ["stoppedAt"]),
        read: { state, _ in state.longRestCycle },
        write: { state, _, cycle in if let cycle { state.longRestCycle = cycle } })
}
