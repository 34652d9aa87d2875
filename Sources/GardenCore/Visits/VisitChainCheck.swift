import GardenAPI

/// A check of the chain of visits, event by event (RULES V4).
struct VisitChainCheck {
    private var chain = VisitChain.empty
    private var signed = 0
    /// The keys in the events so far.
    private var keys: [JournaledKey] = []
    private var key: IdentityPublicKey?
    private(set) var firstBad: VisitFinding?

    /// The events that it checks.
    static let types = [EventKind.visitAdded.type, EventKind.identityCreated.type, EventKind.identityRenewed.type]

    /// From here on, another key signs visits.
    mutating func enter(_ key: VisitKey, at seq: Int) {
        keys.append(JournaledKey(since: seq, publicKey: key.publicKey))
        self.key = IdentityPublicKey(key.publicKey)
    }

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
        if effect.isSigned == true { signed += 1 }
    }

    private func problem(of effect: VisitEffect, _ deviceId: String, _ shown: StoredVisit?) -> String? {
        guard let seal = effect.seal else { return "it has no line" }
        // Of a purged visit, only the hash of its line remains, which the next line must have.
        guard effect.isPurged != true else {
            return shown?.isPurged == true ? nil : "its data is missing, and it was not purged"
        }
        guard VisitSeal.hash(of: seal.line) == seal.hash else { return "its line does not have its SHA-256" }
        guard seal.line.contains("\"prev\":\"\(chain.head)\"") else {
            return "its line does not follow the line before"
        }
        guard seal.line.contains("\"garden\":\"\(deviceId)\"") else { return "its line is of another garden" }
        guard seal.line == effect.core.line(id: effect.id, deviceId: deviceId, after: chain.head) else {
            return "its line says something else than the visit"
        }
        if let problem = signatureProblem(of: effect, seal) { return problem }
        // Until a purge is on the disk, the event is complete.
        guard let shown, shown.isPurged || shown.core == effect.core, shown.isSigned == (effect.isSigned == true) else {
            return "lists show something else than its event"
        }
        return nil
    }

    /// A visit that the daemon located says whether it is signed; others are not.
    private func signatureProblem(of effect: VisitEffect, _ seal: VisitSeal) -> String? {
        let isLocated = effect.core.source != .manual
        guard isLocated == (effect.isSigned != nil), (seal.signature != nil) == (effect.isSigned == true) else {
            return seal.signature == nil ? "its signature is missing" : "it has a signature that it must not have"
        }
        guard let signature = seal.signature else { return nil }
        guard let key else { return "it is signed, and no key was journaled before it" }
        guard key.hasSigned(seal.line, signature) else {
            return "its signature is not by the garden's key \(key.text)"
        }
        return nil
    }

    /// The outcome after the last event.
    ///
    /// - Parameter visits: what the state has.
    func outcome(_ visits: VisitBook) -> VisitCheck {
        let expected = visits.chain
        var bad = firstBad
        if bad == nil, chain.lines < expected.lines {
            bad = VisitFinding(
                id: chain.lines + 1, problem: "its event is missing: the garden counts \(expected.lines)")
        } else if bad == nil, chain != expected {
            bad = VisitFinding(id: chain.lines, problem: "it is not the last line that the garden knows")
        } else if bad == nil, keys != visits.keys {
            bad = VisitFinding(id: max(1, chain.lines), problem: "the garden knows other keys than its events have")
        }
        return VisitCheck(
            visits: expected.lines, head: expected.head, signed: signed, publicKey: visits.publicKey, ok: bad == nil,
            firstBad: bad)
    }
}
