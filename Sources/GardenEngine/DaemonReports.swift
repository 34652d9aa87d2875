import GardenAPI
import GardenCore

// Answers about the daemon rather than the garden.
extension Engine {
    func hello() -> Hello {
        Hello(
            server: "gardend", version: GardenVersion.current, protocol: .current, pid: platform.pid,
            seq: stage.state.seq, limits: WireLimits(connections: environment.settings.maxConnections),
            features: Features.names, photos: platform.photoFiles?.folder)
    }

    func settingsReport(at now: Moment) -> SettingsReport {
        let settings = stage.environment.settings
        return SettingsReport(
            file: platform.settingsFile, values: settings.json, changed: settings.names(differingFrom: .standard))
    }

    /// Reads the settings again; a bad file changes nothing.
    func reload(_ request: DecodedRequest, from actor: String, at now: Moment) throws(GardenError) -> [UInt8] {
        var new: Environment
        do { new = try platform.readEnvironment() } catch {
            throw GardenError(
                .invalidParams, "\(error.message); the old settings remain",
                error.setting.map { [("param", .string($0))] } ?? [])
        }
        let old = stage.environment.settings
        new.loginPresence = stage.environment.loginPresence
        return try change(request, DaemonReload().encoded, from: actor, at: now, under: new) { t throws(GardenError) in
            t.changeSettings(from: old)
            let problems = new.decks.problems.map(\.message)
            return ReloadReport(
                changed: new.settings.names(differingFrom: old), problems: problems.isEmpty ? nil : problems
            ).encoded
        }
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

    /// The files in the hooks directory, with the failures of their last runs.
    var hooks: [Hook] {
        platform.listHooks().map { hook in
            var hook = hook
            hook.failure = state.hooks.failure(of: hook.file)
            return hook
        }
    }

    func checkHealth(at now: Moment) -> [HealthCheck] {
        [storageCheck, archive.check(state), dayCheck(at: now), visitCheck, identityCheck].compactMap(\.self)
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

    /// What checks of visits found and no person has acknowledged (RULES V4); `nil` if there is nothing.
    private var visitCheck: HealthCheck? {
        guard let first = state.visits.openFindings.first else { return nil }
        return HealthCheck(
            "visits", .failed, "visit \(first.id) was changed from outside: \(first.problem)",
            advice: "to acknowledge it: gardenctl visit verify --acknowledge")
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
            ("\(reason); nothing is saved any more", "restore a backup: stop gardend, then run: gardend restore")
        }
    }
}
