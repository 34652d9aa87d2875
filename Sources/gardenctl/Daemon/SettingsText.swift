import GardenAPI

/// The current settings in the form of the file, `key = value`, with the non-default ones marked.
func settingsText(_ report: SettingsReport, _ style: Style) -> String {
    guard case .object(let values) = report.values else { return "" }
    let lines = values.members.map { settingLines($0.name, $0.value) }
    // Long values that did not change must not move the marks to the right.
    let changed = zip(values.members, lines).filter { report.changed.contains($0.0.name) }
    let width = changed.map { $0.1[0].columns }.max() ?? 0
    let marked = zip(values.members, lines).flatMap { member, lines in
        guard report.changed.contains(member.name) else { return lines }
        return ["\(style.bold(lines[0].padded(to: width)))  # changed"] + lines.dropFirst()
    }
    let file = "# \(printable(report.file ?? "no configuration file: all values are defaults"))"
    return ([style.dim(file)] + marked).flatMap { $0.wrapped(to: style.columns, indentedBy: 4) }
        .joined(separator: "\n")
}

/// One setting; a list of rows has a line for each.
private func settingLines(_ name: String, _ value: JSON) -> [String] {
    let name = printable(name)
    guard let rows = value.arrayValue, rows.contains(where: { $0.members != nil }) else {
        return ["\(name) = \(printable(tomlText(value)))"]
    }
    return ["\(name) = ["] + rows.map { "    \(printable(tomlText($0)))," } + ["]"]
}

/// A value in TOML's form on one line.
func tomlText(_ value: JSON) -> String {
    if let elements = value.arrayValue { return "[\(elements.map(tomlText).joined(separator: ", "))]" }
    guard let members = value.members else { return value.text }
    return "{ \(members.map { "\($0.name) = \(tomlText($0.value))" }.joined(separator: ", ")) }"
}

extension JSON {
    /// The members of an object; `nil` for any other value.
    fileprivate var members: [JSONObject.Member]? {
        guard case .object(let object) = self else { return nil }
        return object.members
    }
}

extension SettingsReport {
    /// The settings that differ from another report.
    func names(differingFrom other: SettingsReport) -> [String] {
        (values.members ?? []).filter { $0.value != other.values[$0.name] }.map(\.name)
    }
}

/// The settings that changed.
///
/// - Parameter remark: what follows if nothing has changed.
func reloadText(_ report: ReloadReport, remark: String = "") -> String {
    let changes =
        report.changed.isEmpty
        ? "Configuration reloaded, no changes.\(remark)"
        : "Configuration reloaded. Changed: \(report.changed.map(printable).joined(separator: ", "))."
    let problems = (report.problems ?? []).map { "Not used: \(printable($0))" }
    return ([changes] + problems).joined(separator: "\n")
}
