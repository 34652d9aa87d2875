import GardenAPI
import TextKit

/// What was reset, and how to bring it back.
func resetText(_ report: ResetReport, _ style: Style) -> String {
    guard let restore = report.restore else {
        return "Nothing to reset: the garden of \(printable(report.category ?? "")) has no exp."
    }
    let what =
        report.category.map { "The garden of \(printable($0)) is reset; it had \(report.exp) exp." }
        ?? "Everything is reset; there were \(report.exp) exp and \((report.balance ?? 0).counted("point"))."
    let advice = style.dim("To undo the reset (changes made since are lost), stop gardend, then:")
    return "\(what)\n\(advice)\n  \(printable(restore))"
}
