import GardenAPI

/// One event on one line: seq, time, type, and a short summary.
func eventText(_ event: EventMessage, _ style: Style) -> String {
    let head = "\("\(event.seq)".indented(to: 6))  \(style.dim(event.at.dateAndTime))  "
    let summary = eventSummary(event)
    guard !summary.isEmpty else { return head + style.bold(event.type) }
    return "\(head)\(style.bold(event.type.padded(to: 20)))  \(summary)"
}

/// A short summary of an event; empty if the type is enough, or is newer than this release.
func eventSummary(_ event: EventMessage) -> String {
    let data = event.data
    switch event.type {
    case "timer.skipped", "timer.stopped": return interruptionSummary(data)
    case "timer.asked", "timer.resolved": return lockSummary(data)
    case "focus.corrected":
        return phrase(data.word("category"), data.word("outcome"), data.number("minutes").map { "\($0) min" })
    case "focus.completed": return phrase(data.word("category"), data.number("minutes").map { "\($0) min" })
    case _ where event.type.hasPrefix("timer.") || event.type == "rest.completed": return timerSummary(data)
    case "garden.grew": return phrase(data.word("category"), data.number("exp").map { "\($0) exp" })
    case "garden.reset":
        return phrase(
            data.word("category") ?? "everything", data.number("exp").map { "\($0) exp" }, data.word("backup"))
    case "garden.leveledUp": return phrase(data.word("category"), data.number("level").map { "level \($0)" })
    case "category.moved": return phrase(data.word("name"), data.number("position").map { "to position \($0)" })
    case "day.rolledOver": return phrase(data.word("day"))
    case "day.corrected": return change(from: data["before"]?.word("day"), to: data.word("day"))
    case "log.archived":
        return phrase(data.word("file"), data.number("lines").map { $0.counted("line") })
    case "archive.pruned": return data["days"]?.arrayValue?.compactMap(\.stringValue).joined(separator: ", ") ?? ""
    case "timezone.changed": return phrase(data.word("timezone"))
    case "clock.stepped": return phrase(data.number("stepMilliseconds").map { "by \($0) ms" })
    case "system.woke": return phrase(data.number("asleepSeconds").map { "after \(length($0))" })
    case "presence.changed": return phrase(data.word("presence"))
    case "hook.failed": return phrase(data.word("file").map { "\($0): \(data.word("problem") ?? "")" })
    case "hook.recovered": return phrase(data.word("file"))
    case "settings.changed": return settingsSummary(data)
    case "change.undone", "change.redone": return phrase(data.word("what"))
    case "daemon.started", "daemon.stopping": return phrase(data.word("version"))
    case _ where isOfTheEconomy(event.type): return economySummary(event)
    case _ where event.type.hasPrefix("task."): return taskSummary(event)
    default: return phrase(data.word("title") ?? data.word("name") ?? data.word("text"), data.word("color"))
    }
}

private func timerSummary(_ data: JSON) -> String {
    guard let timer = try? FocusTimer(json: data), timer.phase != .stopped else { return "" }
    let end = timer.endsAt.map { "ends at \($0.clock)" } ?? "\(minutesAndSeconds(timer.remainingSeconds)) left"
    let category = timer.category.map(printable)
    return phrase(timer.phase.rawValue, category, "session \(timer.session)", length(timer.totalSeconds), end)
}

private func interruptionSummary(_ data: JSON) -> String {
    guard let json = data["interrupted"], let session = try? Session(json: json) else { return "" }
    return phrase(printable(session.category), "\(length(session.seconds)) unfinished")
}

func phrase(_ parts: String?...) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
}

/// `name: old → new` of each setting that changed.
private func settingsSummary(_ data: JSON) -> String {
    guard case .object(let changed)? = data["changed"] else { return "" }
    return changed.members.map { member in
        let before = data["before"]?["changed"]?[member.name].map(tomlText)
        return printable("\(member.name): \(change(from: before, to: tomlText(member.value)))")
    }.joined(separator: "; ")
}

/// `old → new`; only the new value if the old one is not known.
func change(from old: String?, to new: String?) -> String {
    [old, new].compactMap(\.self).joined(separator: " → ")
}

extension JSON {
    func word(_ name: String) -> String? { self[name]?.stringValue.map(printable) }
    func number(_ name: String) -> Int? { self[name]?.integerValue }
}
