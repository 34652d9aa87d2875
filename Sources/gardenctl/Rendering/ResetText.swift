import GardenAPI

/// What was reset, and how to bring it back.
func resetText(_ report: ResetReport, _ style: Style) -> String {
    guard let restore = report.restore else {
        return "Nothing to reset: the garden of \(printable(report.category ?? "")) has no exp."
    }
    let what =
        report.category.map { "Reset the garden of \(printable($0)) (\(report.exp) exp)." }
        ?? "Everything begins again (\(report.exp) exp and \((report.balance ?? 0).counted("point")) before)."
    return "\(what)\n\(style.dim("To take it back, stop gardend, then:"))\n  \(printable(restore))"
}
