import GardenAPI
import GardenCore

// Answers about the daemon rather than the garden.
extension Engine {
    func hello() -> Hello {
        Hello(
            server: "gardend", version: GardenVersion.current, protocol: .current, pid: platform.pid,
            seq: stage.state.seq, limits: WireLimits(connections: environment.settings.maxConnections),
            features: Features.names)
    }

    func settingsReport(at now: Moment) -> SettingsReport {
        let settings = stage.environment.settings
        return SettingsReport(
            file: platform.settingsFile, values: settings.json, changed: settings.names(differingFrom: .standard))
    }

    func showSample(_ kind: NotificationKind, at now: Moment) -> NotificationSample {
        let sample = queryContext(at: now).sampleNotification(kind)
        var answer = NotificationSample(
            kind: kind, summary: sample.notification.summary, body: sample.notification.body)
        switch platform.show(sample) {
        case .success(let server): answer.server = server
        case .failure(let problem): answer.problem = problem.message
        }
        return answer
    }

    /// The files in the hooks folder, with the failures of their last runs.
    var hooks: [Hook] {
        platform.listHooks().map { hook in
            var hook = hook
            hook.failure = state.hooks.failure(of: hook.file)
            return hook
        }
    }

    func checkHealth(at now: Moment) -> [HealthCheck] {
        [storageCheck, archive.check(state), dayCheck(at: now)].compactMap(\.self) + platform.checkHealth()
    }

    private var storageCheck: HealthCheck {
        if let storageError {
            return HealthCheck(
                "storage", .failed, "cannot write to disk: \(storageError.reason)",
                advice: "free some space or fix the disk; the daemon then continues by itself")
        }
        let events = state.seq.counted("event")
        return HealthCheck("storage", .ok, "journal is writable; \(events)")
    }

    /// Whether the current day is plausible (RULES L10); `nil` while it is.
    private func dayCheck(at now: Moment) -> HealthCheck? {
        let (day, calendar) = (state.day.day, environment.calendar.day(of: now.wall))
        let ahead = day.daysSinceEpoch - calendar.daysSinceEpoch
        guard state.isBorn, ahead > Self.plausibleDaysAhead else { return nil }
        return HealthCheck(
            "day", .warning, "the current day is \(day), \(ahead) days ahead of the calendar's \(calendar)",
            advice: "if the clock was wrong, run: gardenctl day correct")
    }

    private static let plausibleDaysAhead = 2
}
