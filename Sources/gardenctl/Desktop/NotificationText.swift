import GardenAPI
import TextKit

/// The notifications that can be answered, the newest first.
func notificationsText(_ notifications: [GardenNotification], _ style: Style) -> String {
    guard !notifications.isEmpty else { return "There is nothing to answer." }
    return notifications.map { notification in
        var lines = [style.hanging("\(notification.id)  ", style.bold(printable(notification.summary)))]
        let indent = String(repeating: " ", count: "\(notification.id)".count + 2)
        lines += notification.body.split(separator: "\n").map { style.hanging(indent, printable(String($0))) }
        let actions = notification.actions.map { "\($0.action.rawValue) (\(printable($0.label)))" }.joined(
            separator: ", ")
        lines.append(style.hanging(indent, style.dim("gardenctl ack \(notification.id) …: \(actions)")))
        return lines.joined(separator: "\n")
    }.joined(separator: "\n")
}

/// What an answer did.
func outcomeText(_ outcome: NotificationOutcome, _ style: Style) -> String {
    if let task = outcome.task {
        let title = style.bold(printable(task.title))
        let until = task.snoozedUntil.map { " until \($0.clock(seenAt: task.updatedAt))" } ?? ""
        return outcome.action == .snooze ? "Snoozed \(title)\(until)" : "Done: \(title)"
    }
    switch outcome.action {
    case .keep where outcome.kind == .open: return timerText(outcome.timer, style)
    case .keep: return outcome.kind == .unattended ? "The sessions count." : "The session counts."
    case .discard where outcome.session != nil:
        return "The session was discarded, and so was what it earned.\(missingText(outcome))"
    case .discard where outcome.kind == .unattended:
        let count = outcome.removed?.count ?? 0
        let what = count == 1 ? "was removed, and so was what it" : "were removed, and so was what they"
        return "\(count.counted("session")) \(what) earned.\(missingText(outcome))"
    case .untilLock:
        guard let session = outcome.session else { return timerText(outcome.timer, style) }
        return "The session counts until the lock: \(whatCounts(session))."
    case .untilIdle:
        guard let session = outcome.session else { return timerText(outcome.timer, style) }
        return "The session counts until you left: \(whatCounts(session))."
    default: return timerText(outcome.timer, style)
    }
}

/// `45 min, Fri 2026-03-13 17:00–17:45`: the question may be answered days later.
private func whatCounts(_ session: Session) -> String {
    "\(length(session.seconds / 60 * 60)), \(dateAndTimes(session))"
}

extension NotificationOutcome {
    /// Whether a discard stopped the phase; otherwise it was about sessions that had ended.
    var endsPhaseInProgress: Bool { session == nil && removed == nil && timer.phase == .stopped }
}

extension FocusTimer {
    /// The longest open session, in seconds (RULES P27).
    private static let longestOpenSeconds = 86_400

    /// Whether the time that an answer counted has brought the session to its end, which follows at once.
    var isAtItsEnd: Bool {
        phase == .focus && !paused && (open ? elapsedSeconds >= Self.longestOpenSeconds : remainingSeconds == 0)
    }
}

/// How to change what an answer did to a session that has ended; `nil` if it did nothing to one.
func correctionHint(_ outcome: NotificationOutcome) -> String? {
    guard let id = outcome.session?.id else { return nil }
    switch outcome.action {
    case .discard: return "To count it after all: gardenctl session edit \(id) --outcome completed"
    case .untilLock, .untilIdle: return "To correct it: gardenctl session edit \(id) --end TIME"
    default: return nil
    }
}

/// A session that an answer has completed, and what it brought.
func completedText(_ session: Session, _ style: Style) -> String {
    """
    Completed: \(sessionLine(session, style))
    \(earnedText(session)). To correct it: gardenctl session edit \(session.id) --end TIME
    """
}

/// The points that could not be taken back, as a sentence after another; empty if there are none.
private func missingText(_ outcome: NotificationOutcome) -> String {
    guard let missing = outcome.missingPoints, missing > 0 else { return "" }
    return " \(points(missing)) of that \(missing == 1 ? "is" : "are") spent already."
}

/// The setting that ends questions which a person answers the same way each time.
func settingHint(_ setting: String, _ style: Style) -> String {
    "To be asked later, or with 0 never: gardenctl config set \(printable(setting)) 30"
}

/// Who shows a sample, or why no one does.
func sampleText(_ sample: NotificationSample, _ style: Style) -> String {
    let body = sample.body.isEmpty ? "" : "\n\(printable(sample.body))"
    let text = "\(style.bold(printable(sample.summary)))\(body)"
    if let server = sample.server { return "\(text)\n\(style.dim("shown by \(printable(server))"))" }
    return "\(text)\n\(style.warning("not shown: \(printable(sample.problem ?? "no notification server"))"))"
}
