import GardenAPI
import GardenCore
import TextKit

// Answers about the daemon rather than the garden.
extension Engine {
    func hello(at now: Moment) -> Hello {
        var hello = Hello(queryContext(at: now))
        platform.complete(&hello)
        return hello
    }

    func settingsReport() -> SettingsReport {
        let settings = stage.environment.settings
        return SettingsReport(
            file: platform.settingsFile, values: settings.json, changed: settings.names(differingFrom: .standard))
    }

    /// Reads the settings again; a bad file changes nothing.
    func reload(_ request: DecodedRequest, from actor: String, at now: Moment) throws(GardenError) -> Answer {
        var new: Environment
        do { new = try platform.readEnvironment() } catch {
            throw GardenError(
                .invalidParams, "\(error.message); the old settings remain",
                error.setting.map { [("param", .string($0))] } ?? [])
        }
        let old = stage.environment.settings
        new = new.reread(after: stage.environment)
        return try change(request, DaemonReload().encoded, from: actor, at: now, under: new) { t throws(GardenError) in
            t.changeSettings(from: old)
            let problems = new.problems
            return ReloadReport(
                changed: new.settings.names(differingFrom: old), problems: problems.isEmpty ? nil : problems
            ).encoded
        }
    }

    func checkHealth(at now: Moment) -> [HealthCheck] {
        [storageCheck, archive.check(state)].compactMap(\.self) + Features.checks(of: state, at: now, environment)
            + platform.checkHealth()
    }

    private var storageCheck: HealthCheck {
        if let storageError {
            let (problem, advice) = storageError.report
            return HealthCheck("storage", .failed, problem, advice: advice)
        }
        let events = state.seq.counted("event")
        return HealthCheck("storage", .ok, "journal is writable; \(events)")
    }
}

extension StoreError {
    /// What is wrong, and what the person can do.
    fileprivate var report: (problem: String, advice: String) {
        switch cause {
        case .disk, .uncertain:
            ("cannot write to disk: \(reason)", "free some space or fix the disk; the daemon then continues by itself")
        case .misplaced:
            (
                reason,
                "put the file back, or restart gardend: systemctl --user restart gardend. "
                    + "It saves what it still has as a backup first"
            )
        case .damaged:
            (
                "\(reason); nothing is saved any more",
                "restart gardend, which then checks everything: systemctl --user restart gardend. If it refuses to start, it "
                    + "says which backup to restore"
            )
        }
    }
}
