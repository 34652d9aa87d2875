import GardenAPI

@testable import GardenCore

/// What is published of an open session, which has no end (RULES P27).
extension LockComparison {
    /// The kinds of questions that other accounts have.
    static let kindsOfOthers: Set = ["unattended", "open"]

    func total(_ data: JSON) -> Int {
        data["open"] == true ? 86_400_000 : seconds(data["totalSeconds"]) ?? 0
    }

    /// What is left of a session, in whole seconds.
    func left(_ data: JSON) -> Int {
        data["open"] == true
            ? 86_400_000 - (seconds(data["elapsedSeconds"]) ?? 0) : seconds(data["remainingSeconds"]) ?? 0
    }

    /// The end of a phase on the wall; that of an open session is not published.
    func endsAt(_ event: Event, _ data: JSON) throws -> Int? {
        guard data["open"] == true else { return milliseconds(data["endsAt"]) }
        for kind in [
            EventKind.timerStarted, .timerPaused, .timerResumed, .timerExtended, .timerEdited, .timerEndingSoon,
        ] {
            guard case .running(_, let deadline)? = try kind.effect(of: event)?.after else { continue }
            return deadline.endsAt.milliseconds
        }
        return nil
    }
}
