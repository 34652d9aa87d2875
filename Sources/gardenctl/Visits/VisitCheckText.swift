import GardenAPI
import TextKit

/// The outcome of a check of the chain of visits, with what to compare.
func visitCheckText(_ check: VisitCheck, _ style: Style) -> String {
    let count = check.visits.counted("visit")
    guard let bad = check.firstBad else {
        let signed = check.signed > 0 ? ", \(check.signed) signed" : ""
        let key = check.publicKey.map { "\nkey \(printable($0))" } ?? ""
        return "\(style.success("OK")): \(count) verified\(signed), head \(printable(check.head))\(key)"
    }
    return "\(style.failure("changed from outside")): visit \(bad.id): \(printable(bad.problem))  (\(count))"
}
