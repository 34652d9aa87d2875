import GardenAPI
import TextKit

/// The outcome of a verification.
func verificationText(_ verification: Verification, _ style: Style) -> String {
    let count = verification.events.counted("event")
    guard !verification.ok else { return "\(style.success("OK")): \(count) verified" }
    let place = verification.firstBad.map { " at event \($0)" } ?? ""
    let problem = verification.problem.map { ": \(printable($0))" } ?? ""
    return "\(style.failure("damaged"))\(place)\(problem)  (\(count) read)"
}
