import GardenAPI

/// A check of the chain of visits, event by event (RULES V4).
struct VisitChainCheck {
    private var chain = VisitChain.empty
    private(set) var firstBad: VisitFinding?

    /// Checks the next visit that was added.
    ///
    /// - Parameters:
    ///   - seq: its event.
    ///   - deviceId: the device that wrote the event.
    ///   - shown: the visit as methods return it.
    mutating func check(_ effect: VisitEffect, at seq: Int, deviceId: String, shown: StoredVisit?) {
        let id = chain.lines + 1
        guard firstBad == nil else { return }
        guard effect.id == id else {
            firstBad = VisitFinding(id: id, problem: "its event is missing: visit \(effect.id) comes next")
            return
        }
        if let problem = problem(of: effect, deviceId, shown) {
            firstBad = VisitFinding(id: id, problem: problem)
            return
        }
        chain = VisitChain(lines: id, head: effect.seal?.hash ?? "")
    }

    private func problem(of effect: VisitEffect, _ deviceId: String, _ shown: StoredVisit?) -> String? {
        guard let seal = effect.seal else { return "it has no line" }
        guard VisitSeal.hash(of: seal.line) == seal.hash else { return "its line does not have its SHA-256" }
        guard seal.line.contains("\"prev\":\"\(chain.head)\"") else {
            return "its line does not follow the line before"
        }
        guard seal.line.contains("\"garden\":\"\(deviceId)\"") else { return "its line is of another garden" }
        guard seal.line == effect.core.line(id: effect.id, deviceId: deviceId, after: chain.head) else {
            return "its line says something else than the visit"
        }
        guard let shown, shown.core == effect.core else { return "lists show something else than its event" }
        return nil
    }

    /// The outcome after the last event.
    ///
    /// - Parameter expected: the end of the chain by the state.
    func outcome(_ expected: VisitChain) -> VisitCheck {
        var bad = firstBad
        if bad == nil, chain.lines < expected.lines {
            bad = VisitFinding(
                id: chain.lines + 1, problem: "its event is missing: the garden counts \(expected.lines)")
        } else if bad == nil, chain != expected {
            bad = VisitFinding(id: chain.lines, problem: "it is not the last line that the garden knows")
        }
        return VisitCheck(visits: expected.lines, head: expected.head, ok: bad == nil, firstBad: bad)
    }
}
