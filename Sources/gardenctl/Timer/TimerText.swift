import GardenAPI
import TextKit
import TimeKit

/// The timer for people: the phase, its task if it has one, the progress, and why it is paused.
///
/// - Parameters:
///   - color: of the category's garden; `nil` for none.
///   - now: when the timer was read; `nil` for the moment of its last change.
func timerText(
    _ timer: FocusTimer, color: CategoryColor? = nil, now: Timestamp? = nil, _ style: Style
) -> String {
    switch timer.phase {
    case .stopped:
        let past = timer.session > 0 ? " after session \(timer.session)" : ""
        return "\(style.bold("Stopped"))\(past)\nTo start a focus session: gardenctl start"
    case .focus, .rest:
        let task = timer.taskTitle.map { printable($0).cut(to: style.columns) }
        let lines = [timerHeading(timer, style), task, progress(timer, color, style), pauseText(timer, now, style)]
        return lines.compactMap(\.self).joined(by: "\n")
    }
}

/// The phase, its category, the number of the session, and whether it is paused: `Focus · Reading · session 2`.
func timerHeading(_ timer: FocusTimer, _ style: Style) -> String {
    guard timer.phase != .stopped else { return style.bold("Stopped") }
    let name = timer.phase == .focus ? "Focus" : timer.longRest ? "Long rest" : "Rest"
    let number = timer.session > 0 ? "\(timer.phase == .focus ? "" : "after ")session \(timer.session)" : nil
    let state = timer.paused ? "PAUSED" : nil
    let others = [name, number, state].compactMap(\.self).map { $0.columns + " · ".count }.reduce(0, +)
    let category = timer.category.map { printable($0).cut(to: style.columns.map { max(8, $0 - others) }) }
    return [style.bold(name), category, number, state.map(style.warning)].compactMap(\.self).joined(by: " · ")
}

/// The time left, the bar, and the end; on two lines if the terminal is narrow.
private func progress(_ timer: FocusTimer, _ color: CategoryColor?, _ style: Style) -> String {
    guard !timer.open else {
        let next = timer.paused ? "`gardenctl resume` to continue" : "`gardenctl finish` to complete it"
        let passed = "\(hoursMinutesAndSeconds(timer.elapsedSeconds)) so far"
        let isNarrow = style.columns.map { passed.count + 2 + next.count > $0 } ?? false
        return "\(passed)\(isNarrow ? "\n" : "  ")\(next)"
    }
    let left = "\(hoursMinutesAndSeconds(timer.remainingSeconds)) left"
    let percent = "\(timer.percent)%"
    let end = timer.endText ?? "`gardenctl resume` to continue"
    let (whole, gaps) = (24, 3 * "  ".count)
    let isNarrow = style.columns.map { left.count + whole + percent.count + end.count + gaps > $0 } ?? false
    // On two lines, the end is no longer beside it.
    let room = style.columns.map { $0 - left.count - "100%".count - 2 * "  ".count } ?? whole
    let bar = bar(timer.elapsedSeconds, of: timer.totalSeconds, width: max(4, min(whole, room)))
    let filled = color.map { style.painted(bar.filled, $0) } ?? bar.filled
    return "\(left)  \(filled)\(style.dim(bar.empty))  \(percent)\(isNarrow ? "\n" : "  ")\(end)"
}

/// Since when a phase is paused, and why if no person paused it; `nil` if it is not paused.
private func pauseText(_ timer: FocusTimer, _ now: Timestamp?, _ style: Style) -> String? {
    guard let pausedAt = timer.pausedAt else { return nil }
    let since = pausedAt.clock(seenAt: now ?? pausedAt)
    switch timer.pauseReason {
    case .request?, nil: return now == nil ? nil : "Paused at \(since)."
    case .unattended?:
        return lines("Paused at \(since): no sign of you for 4 hours after that.", style)
    case .lock?: return lines("Paused at \(since): the desktop was locked.", style)
    case .sleep?:
        let asleep = timer.absenceSeconds.map { " for \(length($0))" } ?? ""
        let hint = ("To count that time:", "gardenctl resume --count-absence")
        let isNarrow = style.columns.map { hint.0.count + 1 + hint.1.count > $0 } ?? false
        return "\(lines("Paused at \(since): the machine slept or was off\(asleep).", style))\n"
            + "\(hint.0)\(isNarrow ? "\n  " : " ")\(hint.1)"
    }
}

private func lines(_ text: String, _ style: Style) -> String {
    text.wrapped(to: style.columns).joined(by: "\n")
}

extension FocusTimer {
    /// The time that bars show: what is left, or what has passed of an open session.
    var shownSeconds: Int { open ? elapsedSeconds : remainingSeconds }

    /// How much of the phase has passed, as a part of a whole: of an open session, the minutes of the hour, as on a clock.
    var progress: (part: Int, whole: Int) { open ? (elapsedSeconds % 3600, 3600) : (elapsedSeconds, totalSeconds) }

    /// How much of the phase has passed, in whole percent, rounded down; 0 of an open session.
    var percent: Int { steps(elapsedSeconds, of: totalSeconds, in: 100) }

    /// When the phase ends, with the date if that is another day; `nil` while it is paused.
    var endText: String? {
        guard let endsAt else { return nil }
        // No phase is as long as a year.
        let seconds = min(max(0, remainingSeconds), 366 * 86_400)
        let read = Timestamp(
            instant: endsAt.instant.advanced(byMilliseconds: -seconds * 1000),
            offsetSeconds: endsAt.offsetSeconds)
        return "ends at \(endsAt.clock(seenAt: read))"
    }
}
