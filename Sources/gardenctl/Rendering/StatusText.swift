import GardenAPI

/// The garden at a glance, for people: what runs, and what has grown.
///
/// What no feature of this release fills is left out.
func statusText(_ status: GardenStatus, _ style: Style) -> String {
    let garden = status.currentGarden
    var paragraphs = [timerText(status.timer, color: garden?.color, style)]
    if !status.gardens.isEmpty { paragraphs.append(gardensText(status.gardens, style)) }
    if status.stale {
        let warning = "STALE: the disk refuses changes, and this is the last state it took. See `gardenctl doctor`."
        paragraphs.insert(style.warning(warning), at: 0)
    }
    return paragraphs.joined(separator: "\n\n")
}

/// The garden on one line for scripts: phase, category, time left, session, then a word for each thing amiss.
///
/// Where nothing runs, `-` stands for the category. A daemon that is away is the phase `away`.
func statusLine(_ glance: Glance) -> String {
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
