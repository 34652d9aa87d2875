import GardenAPI

/// The garden at a glance, for people: what runs, what is at hand and what it costs, and what has grown.
///
/// What no feature of this release fills is left out.
func statusText(_ status: GardenStatus, _ style: Style) -> String {
    let garden = status.currentGarden
    var paragraphs = [
        staleWarning(status, style), dayAheadHint(status),
        timerText(status.timer, color: garden?.color, style), purseText(status, style),
    ].compactMap(\.self)
    if !status.gardens.isEmpty { paragraphs.append(gardensText(status.gardens, style)) }
    return paragraphs.joined(separator: "\n\n")
}

/// That the state which is shown is an old one (RULES L4); `nil` where it is not.
func staleWarning(_ status: GardenStatus, _ style: Style) -> String? {
    guard status.stale else { return nil }
    return style.warning(
        "STALE: changes cannot be saved to disk; this is the last saved state. Find out why: gardenctl doctor")
}

/// The balance, the rate and its days left: `1250 points · rate ×1.5 · 2 days left`.
private func purseText(_ status: GardenStatus, _ style: Style) -> String {
    let rate = status.rate
    var parts = [style.bold(points(status.points.balance)), "rate \(times(rate.rate))"]
    if rate.tier > 0 { parts.append(daysLeft(rate.daysLeft)) }
    if !rate.applied { parts.append("not applied") }
    return parts.joined(separator: " · ")
}

/// The garden on one line for scripts: phase, category, time left, session, then a word for each thing amiss.
///
/// Where nothing runs, `-` stands for the category. A daemon that is away is the phase `away`.
func statusLine(_ glance: StatusSnapshot) -> String {
    let value = { glance.value(of: $0) }
    var words = [value(.phase), value(.category), value(.remaining), value(.session)].map { $0.isEmpty ? "-" : $0 }
    words += [value(.paused), value(.stale)].filter { !$0.isEmpty }
    return words.joined(separator: " ")
}

extension GardenStatus {
    /// The garden that the running phase belongs to; `nil` when stopped.
    var currentGarden: Garden? {
        guard let category = timer.category else { return nil }
        return gardens.first { $0.category == category }
    }
}
