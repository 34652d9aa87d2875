import GardenAPI
import GardenCore

/// What the machine has reported and the journal does not have yet.
struct PendingReports {
    var environment: Environment?
    /// Those that are news: one about each subject.
    private var reports: [any MachineReport] = []

    var isEmpty: Bool { environment == nil && reports.isEmpty }

    /// Keeps a report, if it is news, in place of one about the same.
    ///
    /// - Returns: whether it is.
    mutating func add(_ report: any MachineReport, to state: GardenState) -> Bool {
        reports.removeAll { $0.subject == report.subject }
        guard report.isNews(to: state) else { return false }
        reports.append(report)
        return true
    }

    /// Stages each report as a change of its own.
    func apply(to stage: inout Stage, at now: Moment, _ store: any Store) {
        if let environment {
            let old = stage.environment.settings
            stage.environment = environment.reread(after: stage.environment)
            var transition = stage.transition(at: now, store)
            transition.changeSettings(from: old)
            stage.put(consume transition, .due("settings.changed"))
        }
        for report in reports {
            report.update(&stage.environment)
            var transition = stage.transition(at: now, store)
            report.perform(in: &transition)
            stage.put(consume transition, .due(report.cause))
        }
    }
}
