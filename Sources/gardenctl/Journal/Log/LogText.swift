import GardenAPI

/// The log of a day, each line after its number.
func logText(_ log: DayLog, _ style: Style) -> String {
    let archive =
        log.archived
        ? " · archived as \(ArchivedDay.file(of: log.day))"
        : log.source == .journal && !log.lines.isEmpty ? " · from the journal" : ""
    let heading = "\(style.bold("\(log.day.weekdayName), \(log.day)"))\(archive)"
    guard !log.lines.isEmpty else { return "\(heading)\nNo lines." }
    let idWidth = log.lines.map { "\($0.id)".count }.max() ?? 0
    let lines = log.lines.map { line in
        let head = "\(style.dim("\(line.id)".indented(to: idWidth)))  "
        // A long line continues below the text after its time.
        let text = printable(line.text)
        let time = text.prefix { $0 != "]" }.count + 2
        guard text.hasPrefix("["), time == "[09:05] ".count, text.count > time, line.kind.isEntry else {
            return style.hanging(head, styled(line, style))
        }
        return style.hanging(head + text.prefix(time), String(text.dropFirst(time)))
    }
    return ([heading] + lines).joined(separator: "\n")
}

/// A line after a change.
func logLineText(_ verb: String, _ line: LogLine, _ style: Style) -> String {
    "\(verb) line \(line.id): \(styled(line, style))"
}

/// Sets headers and dividers apart from the entries of the day.
private func styled(_ line: LogLine, _ style: Style) -> String {
    let text = printable(line.text)
    switch line.kind {
    case .header, .day: return style.bold(text)
    case .subtotal: return style.dim(text)
    default: return text
    }
}

extension LogKind {
    /// Whether it is none of the lines that divide the day.
    fileprivate var isEntry: Bool { self != .header && self != .day && self != .subtotal }
}

/// The files of the archive, one per line: day, number of lines, name.
func archivesText(_ days: [ArchivedDay], _ style: Style) -> String {
    guard !days.isEmpty else { return "No archived days yet. A day is archived when it ends." }
    let width = days.map { "\($0.lines)".count }.max() ?? 0
    return days.map { day in
        "\(day.day)  \("\(day.lines)".indented(to: width)) \(day.lines == 1 ? "line " : "lines")  \(printable(day.file))"
    }.joined(separator: "\n")
}
