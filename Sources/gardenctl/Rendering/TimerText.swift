import GardenAPI

/// The timer for people: the phase, its task if it has one, and the progress.
func timerText(_ timer: FocusTimer, color: CategoryColor? = nil, _ style: Style) -> String {
    switch timer.phase {
    case .stopped:
        let past = timer.session > 0 ? " after session \(timer.session)" : ""
        return "\(style.bold("Stopped"))\(past)\nStart one: gardenctl start"
    case .focus, .rest:
        let task = timer.taskTitle.map { printable($0).cut(to: style.columns) }
        return [heading(timer, style), task, progress(timer, color, style)].compactMap(\.self).joined(separator: "\n")
    }
}

private func heading(_ timer: FocusTimer, _ style: Style) -> String {
    let name = timer.phase == .focus ? "Focus" : timer.longRest ? "Long rest" : "Rest"
    var parts = [style.bold(name)]
    if let category = timer.category { parts.append(printable(category)) }
    if timer.session > 0 { parts.append("\(timer.phase == .focus ? "" : "after ")session \(timer.session)") }
    if timer.paused { parts.append(style.warning("PAUSED\(reason(timer.pauseReason))")) }
    return parts.joined(separator: " · ")
}

private func reason(_ reason: PauseReason?) -> String {
    switch reason {
    case .request?, nil: ""
    case .sleep?: " by a sleep"
    case .lock?: " by the lock"
    }
}

private func progress(_ timer: FocusTimer, _ color: CategoryColor?, _ style: Style) -> String {
    let bar = bar(timer.elapsedSeconds, of: timer.totalSeconds, width: 24)
    let filled = color.map { style.painted(bar.filled, $0) } ?? bar.filled
    let end: String
    if let endsAt = timer.endsAt { end = "ends at \(endsAt.clock)" } else { end = "`gardenctl resume` to continue" }
    return "\(minutesAndSeconds(timer.remainingSeconds)) left  \(filled)\(style.dim(bar.empty))  "
        + "\(timer.percent)%  \(end)"
}

extension FocusTimer {
    /// How much of the phase has passed, in whole percent, rounded down.
    var percent: Int { totalSeconds > 0 ? elapsedSeconds * 100 / totalSeconds : 0 }
}
