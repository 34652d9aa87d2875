import GardenAPI
import GardenCore

/// What the machine has reported and the journal does not have yet.
struct PendingReports {
    var presence: Presence?
    var environment: Environment?
    /// The outcomes that change whether a hook fails: one for each file.
    private var hookOutcomes: [HookOutcome] = []
    /// What checks of visits found: one finding for each visit.
    private var findings: [VisitFinding] = []

    var isEmpty: Bool { presence == nil && environment == nil && hookOutcomes.isEmpty && findings.isEmpty }

    /// Keeps a finding about a visit if it is news.
    ///
    /// - Returns: whether it is.
    mutating func add(_ finding: VisitFinding, to state: GardenState) -> Bool {
        guard !state.visits.hasFinding(about: finding.id), !findings.contains(where: { $0.id == finding.id }) else {
            return false
        }
        findings.append(finding)
        return true
    }

    /// Keeps the outcome of a hook if it is news.
    ///
    /// - Returns: whether it is.
    mutating func add(_ outcome: HookOutcome, to state: GardenState) -> Bool {
        hookOutcomes.removeAll { $0.file == outcome.file }
        let isFailing = state.hooks.failure(of: outcome.file) != nil
        guard isFailing != (outcome.problem != nil) else { return false }
        hookOutcomes.append(outcome)
        return true
    }

    /// Stages each report as a change of its own.
    func apply(to stage: inout Stage, at now: Moment, _ store: any Store) {
        if let environment {
            let old = stage.environment.settings
            stage.environment.settings = environment.settings
            stage.environment.zone = environment.zone
            stage.environment.decks = environment.decks
            var transition = stage.transition(at: now, store)
            transition.changeSettings(from: old)
            stage.put(consume transition, .due("settings.changed"))
        }
        if let presence {
            stage.environment.loginPresence = presence
            var transition = stage.transition(at: now, store)
            transition.followLoginPresence()
            stage.put(consume transition, .due("presence.changed"))
        }
        for outcome in hookOutcomes {
            var transition = stage.transition(at: now, store)
            transition.note(outcome)
            stage.put(consume transition, .due(outcome.problem == nil ? "hook.recovered" : "hook.failed"))
        }
        for finding in findings {
            var transition = stage.transition(at: now, store)
            transition.note(finding)
            stage.put(consume transition, .due("visit.tamperDetected"))
        }
    }
}
