import GardenAPI
import GardenCore
import GardenEngine
import Glibc
import SystemdKit

/// The settings, what is read together with them, and the rules of the zone, read again when they change.
extension Daemon {
    /// SIGHUP asks for it.
    func reloadForSignal() {
        notify { () throws(SystemError) in try Notify.reloading() }
        reload()
        notify { () throws(SystemError) in try Notify.ready() }
    }

    /// Reads the configuration again. If it is wrong, the old one stays.
    ///
    /// - Parameter isAsked: whether a person asked for it.
    func reload(isAsked: Bool = true) {
        guard !isStopping else { return }
        do throws(SettingsProblem) {
            let environment = try platform.readEnvironment()
            for part in configuration { part.watch() }
            let changed = environment.settings.names(differingFrom: engine.environment.settings)
            engine.update(environment: environment)
            tick()
            if engine.isEnvironmentPending {
                log.warning("configuration read; it applies when writing to disk works again")
            } else {
                // A program may touch the file again and again.
                log.log(
                    level: changed.isEmpty && !isAsked ? .info : .notice, "configuration reloaded",
                    metadata: ["changed": "\(changed.joined(separator: ", "))"])
            }
            logUnknownSettings()
            notify { () throws(SystemError) in try Notify.status("serving") }
        } catch {
            log.error("\(error.message); the old settings remain")
            notify { () throws(SystemError) in try Notify.status("configuration rejected: \(error.message)") }
        }
    }

    func logUnknownSettings() {
        for problem in platform.unknownSettings { log.warning("\(problem)") }
    }

    /// Watches what was read at the start.
    func followConfiguration() {
        settingsWatch.onChange = { [unowned self] in self.reload(isAsked: false) }
        settingsWatch.watch([dependencies.config.path])
        for part in configuration {
            part.onChange = { [unowned self] in self.reload(isAsked: false) }
            part.watch()
        }
        zoneWatch.onChange = { [unowned self] in self.followZone() }
        zoneWatch.watch(platform.zoneFiles)
        platform.onZoneRead = { [unowned self] in self.zoneWatch.watch(self.platform.zoneFiles) }
        logWatchProblem()
    }

    // MARK: Files that cannot be watched

    /// Those after which all is read again.
    private var readWatches: [FileWatch] { [settingsWatch] + configuration.map(\.files) }

    /// Applies changes of files that no watch reports: other programs of the user can take all inotify instances.
    func lookForUnwatchedChanges() {
        guard watchProblem != nil, !isStopping else { return }
        let hasNewFiles = readWatches.map { $0.look() }.contains(true)
        if zoneWatch.files.look() { followZone() }
        if hasNewFiles { reload(isAsked: false) }
        logWatchProblem()
    }

    func logWatchProblem() {
        let problem = (readWatches + [zoneWatch.files]).lazy.compactMap(\.problem).first
        guard problem != watchProblem else { return }
        watchProblem = problem
        if let problem {
            log.warning("\(problem.watching); saved files are found at the next command")
        } else {
            log.notice("files are watched again")
        }
    }

    /// Whether a saved file is noticed at once; `nil` if it is.
    var watchCheck: HealthCheck? {
        watchProblem.map { problem in
            HealthCheck(
                "files", .warning, "\(problem.watching); saved files are found at the next command",
                advice:
                    "raise the limit: sysctl fs.inotify.max_user_instances fs.inotify.max_user_watches; or end other "
                    + "programs that watch files")
        }
    }

    // MARK: The zone

    /// Applies the rules of the current zone if they have changed (RULES L9).
    func followZone() {
        guard !isStopping else { return }
        // The settings may have been refused because of their zone, or they may wait for the disk together with theirs.
        guard platform.settingsProblem == nil, !engine.isEnvironmentPending else { return reload() }
        let problem = platform.zoneProblem
        do throws(SettingsProblem) {
            let zone = try platform.rereadZone(engine.environment.settings)
            if problem != nil { notify { () throws(SystemError) in try Notify.status("serving") } }
            guard zone != engine.environment.zone else { return }
            engine.update(zone: zone)
            tick()
            log.notice("the time zone or its rules have changed", metadata: ["timezone": "\(zone.name)"])
        } catch {
            guard error != problem else { return }
            log.error("\(error.message); the old rules remain")
            notify { () throws(SystemError) in try Notify.status("time zone rejected: \(error.message)") }
        }
    }
}

extension SystemError {
    /// Why a file cannot be watched, for people.
    fileprivate var watching: String {
        switch code {
        case EMFILE: "no inotify instance is free to watch files"
        case ENOSPC: "no inotify watch is free to watch files"
        default: "files cannot be watched: \(self)"
        }
    }
}
