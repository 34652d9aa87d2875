import GardenAPI
import TimeKit

extension GardenState {
    /// When a paused phase is mentioned (RULES P28); `nil` if it has been, or no person is there.
    ///
    /// With a person who returns, it is due at once: the return is the last change, and nothing is due before it.
    func pauseMention(under settings: Settings) -> DueDate? {
        guard case .paused(let run, var pause) = timer, pause.isMentioned != true, pause.lastSign == nil,
            settings.remindPausedMinutes > 0,
            presence.current.isPresent
        else { return nil }
        // A sleep that paused it is mentioned at its end, by the question whether it counts.
        let since = pause.since.advanced(byMilliseconds: pause.absenceMilliseconds ?? 0)
        let due = max(since.advanced(byMilliseconds: settings.remindPausedMinutes * 60_000), lastChangeAt)
        pause.isMentioned = true
        let mentioned = TimerState.paused(run, pause)
        return DueDate(on: .wall, due.milliseconds, cause: EventKind.timerStillPaused.type) { t, _ in
            t.changeTimer(.timerStillPaused, to: mentioned)
        }
    }
}
