import GardenAPI
import TimeKit

/// One event: seq, time, type, and a short summary. On a narrow terminal, type and summary are below.
func eventText(_ event: EventMessage, _ style: Style) -> String {
    let time = "\("\(event.seq)".indented(to: 6))  \(style.dim(event.at.dateAndTime))"
    let summary = eventSummary(event, style)
    let type = summary.isEmpty ? event.type : event.type.padded(to: 20)
    let head = "\(time)  \(style.bold(type))\(summary.isEmpty ? "" : "  ")"
    // The decision must not depend on the event, or neighbours would look different.
    let leastColumns = 72
    guard let columns = style.columns, columns < leastColumns else { return style.hanging(head, summary) }
    let lines = "\(style.bold(event.type))  \(summary)".trimmingEnd.wrapped(to: columns - 4)
    return ([time] + lines.map { "    \($0)" }).joined(separator: "\n")
}

/// A short summary of an event; empty if the type is enough, or is newer than this release.
func eventSummary(_ event: EventMessage, _ style: Style) -> String {
    let data = event.data
    switch event.type {
    case "timer.skipped", "timer.stopped", "rest.completed": return endSummary(data)
    case "timer.asked", "timer.resolved": return lockSummary(data)
    case "focus.corrected":
        return phrase(data.word("category"), data.word("outcome"), minutes(data))
    case "focus.completed": return phrase(data.word("category"), minutes(data))
    case _ where event.type.hasPrefix("timer."): return timerSummary(event)
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
    case "clock.stepped": return phrase(data.number("stepMilliseconds").map { "by \(step($0))" })
    case "system.slept":
        return phrase(data.word("since").flatMap { Timestamp($0) }.map { "since \($0.clock(seenAt: event.at))" })
    case "system.woke": return phrase(data.number("asleepSeconds").map { "after \(length($0))" })
    case "presence.changed": return phrase(data.word("presence"))
    case "hook.failed": return phrase(data.word("file").map { "\($0): \(data.word("problem") ?? "")" })
    case "hook.recovered": return phrase(data.word("file"))
    case "settings.changed": return settingsSummary(data)
    case "change.undone", "change.redone": return phrase(data.word("what"))
    case "daemon.started", "daemon.stopping": return phrase(data.word("version"))
    case _ where isOfTheEconomy(event.type): return economySummary(event)
    case _ where event.type.hasPrefix("task."): return taskSummary(event, style)
    case _ where event.type.hasPrefix("drill."): return drillSummary(event)
    case "identity.created", "identity.renewed": return phrase(data.word("publicKey"))
    case _ where event.type.hasPrefix("visit."): return visitSummary(data)
    default: return phrase(data.word("title") ?? data.word("name") ?? data.word("text"), data.word("color"))
    }
}

private func minutes(_ data: JSON) -> String? { data.number("minutes").map { length($0 * 60) } }

/// `+1 h`, `−250 ms`
private func step(_ milliseconds: Int) -> String {
    guard milliseconds.magnitude >= 1000 else { return "\(signed(milliseconds)) ms" }
    return "\(milliseconds < 0 ? "−" : "+")\(length(Int(milliseconds.magnitude / 1000)))"
}

private func timerSummary(_ event: EventMessage) -> String {
    guard let timer = try? FocusTimer(json: event.data), timer.phase != .stopped else { return "" }
    let end = timer.endsAt.map { "ends at \($0.clock(seenAt: event.at))" } ?? "\(length(timer.remainingSeconds)) left"
    let category = timer.category.map(printable)
    return phrase(timer.phase.rawValue, category, "session \(timer.session)", length(timer.totalSeconds), end)
}

/// The phase that has ended: of a focus session how long it was, of a rest also how long it should have been.
private func endSummary(_ data: JSON) -> String {
    if let json = data["interrupted"], let session = try? Session(json: json) {
        return phrase(printable(session.category), "\(length(session.seconds)) unfinished")
    }
    // `before` contains only the values that changed.
    guard let before = data["before"], before["phase"] == "rest", let total = before.number("totalSeconds") else {
        return ""
    }
    let elapsed = before.number("elapsedSeconds") ?? 0
    return phrase(
        before["longRest"] == .bool(true) ? "long rest" : "rest", before.word("category"),
        elapsed < total ? "\(length(elapsed)) of \(length(total))" : length(total))
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
