import GardenAPI

/// The settings in force as `key = value`, those that differ from their defaults marked.
func settingsText(_ report: SettingsReport, _ style: Style) -> String {
    guard case .object(let values) = report.values else { return "" }
    let lines = values.members.map { "\(printable($0.name)) = \($0.value.text)" }
    let width = lines.map(\.columns).max() ?? 0
    let marked = zip(values.members, lines).map { member, line in
        report.changed.contains(member.name) ? "\(style.bold(line.padded(to: width)))  # changed" : line
    }
    let file = "# \(printable(report.file ?? "no file: all are defaults"))"
    return ([style.dim(file)] + marked).joined(separator: "\n")
}

/// Which settings a reload gave other values.
func reloadText(_ report: ReloadReport) -> String {
    report.changed.isEmpty
        ? "Read again; nothing has changed." : "Read again; changed: \(report.changed.joined(separator: ", "))."
}
