import GardenAPI

/// What was erased, and where it still is. Paths are not cut: a person copies them.
func purgeText(_ purged: PurgedVisit, _ style: Style) -> String {
    let erased = "Erased visit \(style.bold("\(purged.id)")) for good."
    guard !purged.backups.isEmpty else { return erased }
    let advice =
        "These backups may still have it; daily ones are removed after seven days, the others when you remove them:"
    return ([erased] + advice.wrapped(to: style.columns) + purged.backups.map { "  \(printable($0))" })
        .joined(separator: "\n")
}
