import GardenAPI
import GardenCore
import GardenEngine
import Glibc
import Logging
import SystemdKit

/// The daemon: one loop that drives the engine when a client asks, when something is due, and when the machine reports
/// something.
public final class Daemon {
    private let dependencies: DaemonDependencies
    let log: Logger
    private let loop: EventLoop
    private let clock: MachineClock
    let platform: MachinePlatform
    let engine: Engine
    private let server: Server
    private let listener: Int32
    private let wakeupTimers: WakeupTimers
    let settingsWatch: FileWatch
    let deckWatch: DeckWatch
    let zoneWatch: ZoneWatch
    private let login: LoginMonitor
    private let notifier: Notifier
    private let programs: any ProgramRunner
    private let hooks: HookRunner
    private let doNotDisturb: DoNotDisturb
    private let locator: Locator
    private let geocoder: Geocoder
    private let photos: PhotoIntake
    private(set) var isStopping = false
    private var stopLimit: TimerSource?
    /// The refusal that was logged last.
    private var archiveError: StoreError?
    /// Why files are not watched, as it was logged last.
    var watchProblem: SystemError?
    private var hasLoggedDamage = false
    private let journalProcesses: JournalProcesses
    private var needs: NeedRunner?
    private var watchdog: Watchdog?
    private var idleTrimmer = IdleTrimmer()
    private var signals: [EventSource] = []

    /// Creates a daemon that is ready to run: its socket accepts connections and its journal is read.
    ///
    /// - Throws: why the daemon cannot start, with the exit status for it.
    public init(_ dependencies: DaemonDependencies, log: Logger) throws(StartProblem) {
        self.dependencies = dependencies
        self.log = log
        guard let bootId = Machine.bootId() else {
            throw StartProblem(
                "cannot read the boot id, which distinguishes a reboot from a sleep; check whether /proc is restricted",
                exitCode: ExitStatus.inputOutput)
        }
        clock = MachineClock(bootId: bootId)
        platform = MachinePlatform(dependencies, process: getpid())
        // The first commit makes it a journal of its own.
        let isCopy = dependencies.store.isCopy
        let environment: Environment
        do { environment = try platform.readEnvironment() } catch {
            throw StartProblem(error.message, exitCode: ExitStatus.usage)
        }
        do {
            engine = try Engine(
                store: dependencies.store, archive: dependencies.archive, platform: platform, environment: environment,
                now: clock.now(),
                heartbeat: dependencies.lastHeartbeat, names: dependencies.names)
        } catch {
            switch error {
            case .damaged(let problem), .unreadable(let problem):
                throw StartProblem(
                    "the journal is damaged: \(problem)", exitCode: ExitStatus.damagedData,
                    remedy: Self.remedy(dependencies))
            }
        }
        let folder = RuntimeFolder(socketPath: dependencies.listeningSocket.path)
        switch dependencies.listeningSocket {
        case .own: (listener, _) = try folder.bind()
        case .handedOver(let descriptor, _): listener = descriptor
        }
        folder.forgetLastWords()
        do throws(SystemError) {
            loop = try EventLoop()
            journalProcesses = JournalProcesses(dependencies, on: loop, log: log)
            server = try Server(listener: listener, engine: engine, machine: clock, loop: loop, log: log)
            wakeupTimers = try WakeupTimers(loop: loop, clock: clock)
            settingsWatch = FileWatch(on: loop)
            deckWatch = DeckWatch(platform.decks, on: loop)
            let systemBus = try Bus.system(on: loop)
            zoneWatch = ZoneWatch(bus: systemBus, on: loop)
            login = try LoginMonitor(bus: systemBus, on: loop)
            // It only fails where the environment names no bus, and the checks say that.
            let userBus = try? Bus.session(on: loop)
            notifier = Notifier(
                try NotificationClient(bus: userBus, on: loop, log: log), engine: engine,
                record: dependencies.reminderRecord, log: log, now: clock.now)
            programs = Self.programRunner(bus: userBus, on: loop, log: log)
            hooks = HookRunner(
                HookFolder(path: "\(dependencies.config.folder)hooks"), runner: programs, engine: engine,
                socketPath: dependencies.listeningSocket.path, on: loop, log: log, now: clock.now)
            locator = Locator(bus: systemBus, programs: programs, on: loop)
            geocoder = Geocoder(engine: engine, programs: programs, on: loop, log: log, now: clock.now)
            photos = PhotoIntake(
                dependencies.photos, engine: engine, isCopy: isCopy, on: loop, log: log)
            doNotDisturb = DoNotDisturb(dependencies.silenceNote, log: log) { [programs, loop] kind in
                if kind == .gnome { return GNOMESilenceableServer(programs: programs, on: loop) }
                return userBus.map { BusSilenceableServer(kind, on: $0) }
            }
        } catch {
            dependencies.listeningSocket.close(listener)
            throw StartProblem("\(error)", exitCode: ExitStatus.inputOutput)
        }
    }

    /// Programs of the user are started by the user's service manager if that runs the daemon, too: then they are outside
    /// of the daemon's sandbox.
    private static func programRunner(bus: Bus?, on loop: EventLoop, log: Logger) -> any ProgramRunner {
        if let bus, let unit = Sandbox.userUnit(), unit.hasSuffix(".service") {
            return UnitProgramRunner(bus: bus, unit: unit, on: loop)
        }
        return ChildProgramRunner(on: loop, folder: getenv("HOME").map { String(cString: $0) }, log: log)
    }

    /// Serves until it is asked to stop.
    ///
    /// - Returns: the exit status.
    /// - Throws: if the garden cannot begin, or the event loop fails.
    public func run() throws(StartProblem) -> Int32 {
        do throws(SystemError) { try connect() } catch {
            dependencies.listeningSocket.close(listener)
            throw StartProblem("\(error)", exitCode: ExitStatus.inputOutput)
        }
        tick()
        guard engine.state.isBorn else {
            let reason = engine.storageError?.reason ?? "unknown"
            dependencies.listeningSocket.close(listener)
            throw StartProblem(
                "cannot create the garden, because the disk write failed: \(reason)", exitCode: ExitStatus.inputOutput)
        }
        notifier.begin()
        photos.begin()
        // The zone was read before the journal, which may have taken seconds, and was not watched in between.
        followZone()
        do throws(SystemError) {
            journalProcesses.startBackupIfDue()
            notify { () throws(SystemError) in try Notify.ready(status: "serving") }
            log.notice(
                "serving", metadata: ["socket": "\(dependencies.listeningSocket.path)", "seq": "\(engine.head)"])
            server.resume()
            ProgramCode.giveBack()
            return try loop.run()
        } catch {
            dependencies.listeningSocket.close(listener)
            throw StartProblem("the event loop failed: \(error)", exitCode: ExitStatus.inputOutput)
        }
    }

    private func connect() throws(SystemError) {
        wakeupTimers.onDue = { [unowned self] in self.tick() }
        wakeupTimers.onRecovery = { [unowned self] in
            self.server.publish(self.engine.retry(at: self.clock.now()))
            self.afterTurn()
        }
        server.onTurnEnd = { [unowned self] in self.afterTurn() }
        server.onEvents = { [unowned self] events in self.take(events) }
        followJournalProcesses()
        platform.photos = photos
        platform.engine = engine
        needs = NeedRunner(engine, needHandlers, now: clock.now) { [unowned self] in self.publishAnswers($0) }
        settingsWatch.onChange = { [unowned self] in self.reload(isAsked: false) }
        settingsWatch.watch([dependencies.config.path])
        deckWatch.onChange = { [unowned self] in self.reload(isAsked: false) }
        deckWatch.update()
        logDeckProblems()
        zoneWatch.onChange = { [unowned self] in self.followZone() }
        zoneWatch.watch(platform.zoneFiles)
        platform.onZoneRead = { [unowned self] in self.zoneWatch.watch(self.platform.zoneFiles) }
        logWatchProblem()
        server.onTurnBegin = { [unowned self] in self.lookForUnwatchedChanges() }
        connectDesktop()
        signals = [
            try loop.signal(SIGTERM) { [unowned self] in self.stop() },
            try loop.signal(SIGINT) { [unowned self] in self.stop() },
            try loop.signal(SIGHUP) { [unowned self] in self.reloadForSignal() },
        ]
        watchdog = try Watchdog.start(on: loop) { [unowned self] in
            self.writeHeartbeat()
            if self.idleTrimmer.shouldGiveBack(turns: self.server.turnCount) { ProgramCode.giveBack() }
        }
    }

    private func writeHeartbeat() {
        if engine.allowsHeartbeat { dependencies.writeHeartbeat() }
    }

    private func followLogin() {
        login.session.onChange = { [unowned self] presence in
            self.engine.note(LoginPresence(presence))
            self.tick()
        }
        login.sleep.onSleep = { [unowned self] in
            self.tick()
            self.writeHeartbeat()
        }
        login.sleep.onWake = { [unowned self] in self.tick() }
    }

    private func connectDesktop() {
        followLogin()
        notifier.onAnswer = { [unowned self] request in self.perform(request, from: "notification") }
        geocoder.onAddress = { [unowned self] request in
            guard !self.isStopping else { return }
            _ = self.perform(request, from: Actor.geocode)
        }
        hooks.onOutcome = { [unowned self] outcome in
            self.engine.note(outcome)
            // A hook may be refused within a turn.
            self.loop.defer { [weak self] in self?.tick() }
        }
        platform.desktopChecks = { [unowned self] in
            let isEnabled = self.engine.environment.settings.notifications.isEnabled
            let silence = self.doNotDisturb.check(self.engine.environment.settings.notifications.doNotDisturb)
            return [self.watchCheck].compactMap(\.self) + self.login.checks + [
                self.notifier.status.check(isEnabled: isEnabled)
            ]
                + [silence, self.hooks.check].compactMap(\.self)
        }
    }

    /// Performs a request of a button on the desktop, or of a command.
    ///
    /// - Returns: why it is refused.
    private func perform(_ request: some ChangeRequest, from actor: String) -> GardenError? {
        let now = clock.now()
        server.publish(engine.catchUp(to: now))
        let reply = engine.decide(request, from: actor, at: now)
        server.publish(engine.commit())
        tick()
        return reply.error
    }

    /// What obtains what requests need.
    private var needHandlers: [NeedHandler] {
        let keyFile = dependencies.identityKeyFile
        return hooks.needs + [
            journalProcesses.need { [unowned self] in engine.environment.zone.timestamp(clock.now().wall) },
            photos.need, locator.need(engine: engine, keyFile: keyFile), notifier.need,
            NeedHandler(IdentityKeyNeed.self) { _, end in end(keyFile.keyOrNew()) },
            NeedHandler(OldDataNeed.self) { [dependencies] need, end in end(dependencies.backupsWithEffect(need.effect))
            },
        ]
    }

    /// The engine has answered requests that waited.
    private func publishAnswers(_ events: [Event]) {
        server.publish(events)
        server.resume()
        afterTurn()
    }

    // MARK: Turns

    /// Performs what is due.
    func tick() {
        guard !isStopping else { return }
        server.publish(engine.catchUp(to: clock.now()))
        afterTurn()
    }

    private func afterTurn() {
        needs?.run()
        if let delay = engine.recoveryDelaySeconds {
            if wakeupTimers.awaitRecovery(delaySeconds: delay) {
                log.error(
                    "cannot write to disk: \(engine.storageError?.reason ?? "unknown"); trying again in \(delay) s")
            }
        } else if wakeupTimers.endRecovery(), engine.storageError == nil {
            log.notice("writing to disk works again")
        }
        logArchiveErrors()
        logDamage()
        server.followStorage()
        notifier.followStorage()
        doNotDisturb.follow(
            isFocusing: engine.isFocusing, engine.environment.settings.notifications.doNotDisturb)
        wakeupTimers.arm(engine.wakeups)
    }

    /// Once: no retry helps.
    private func logDamage() {
        guard !hasLoggedDamage, let error = engine.storageError, error.cause == .damaged else { return }
        hasLoggedDamage = true
        log.critical("\(error.reason); gardend accepts no more changes. \(Self.remedy(dependencies))")
    }

    private func logArchiveErrors() {
        guard engine.archiveError != archiveError else { return }
        if let refusal = engine.archiveError {
            log.error("cannot write the archive: \(refusal.reason); trying again later")
        } else {
            log.notice("writing the archive works again")
        }
        archiveError = engine.archiveError
    }

    /// The daemon's own reactions to committed events.
    private func take(_ events: [Event]) {
        for event in events {
            log.debug("\(event.type)", metadata: ["seq": "\(event.seq)", "type": "\(event.type)"])
        }
        notifier.take(events)
        hooks.take(events)
        geocoder.take(events)
        if events.contains(type: "day.rolledOver") {
            journalProcesses.startBackupIfDue()
            photos.sweep()
        }
        if events.contains(type: "visit.purged") { photos.sweep() }
        // After a clock was set back, the heartbeat before is in the future, and would be the last sign of life.
        if events.contains(type: "clock.stepped") { writeHeartbeat() }
    }

    // MARK: Backups and checks

    private func followJournalProcesses() {
        journalProcesses.day = { [unowned self] in self.engine.state.day.day }
        journalProcesses.onCheck = { [unowned self] in self.take($0) }
        journalProcesses.photoScope = { [unowned self] in self.engine.state.shownPhotos }
        platform.journalChecks = { [unowned self] in self.journalProcesses.checks }
    }

    private func take(_ check: JournalCheck) {
        engine.note(check)
        if case .damaged(let problem) = check {
            // For a client that finds no daemon, after a stop.
            RuntimeFolder(socketPath: dependencies.listeningSocket.path)
                .leave(lastWords: "gardend found damage: \(problem)", remedy: Self.remedy(dependencies))
        }
        afterTurn()
    }

    private static func remedy(_ dependencies: DaemonDependencies) -> String {
        "Restore the newest valid backup: `\(dependencies.restoreCommand)`. Then start gardend again."
    }

    // MARK: The end

    private func stop() {
        guard !isStopping else { return }
        notify { () throws(SystemError) in try Notify.stopping() }
        server.publish(engine.stop(at: clock.now()))
        isStopping = true
        server.close()
        needs?.stop()
        photos.end()
        notifier.end()
        journalProcesses.end()
        dependencies.listeningSocket.close(listener)
        wakeupTimers.disarm()
        endPrograms()
    }

    /// Ends the process when the user's programs have ended, which are killed after 2 s; a service manager that does not
    /// answer is not waited for.
    private func endPrograms() {
        hooks.stop()
        doNotDisturb.end()
        programs.onIdle = { [unowned self] in self.exitIfIdle() }
        doNotDisturb.onSettled = { [unowned self] in self.exitIfIdle() }
        stopLimit = try? loop.timer(on: .monotonic) { [unowned self] in self.exit() }
        stopLimit?.arm(atMicroseconds: Clocks.monotonicMicroseconds + Self.stopMicroseconds)
        exitIfIdle()
    }

    private static let stopMicroseconds: UInt64 = 3_000_000

    private func exitIfIdle() {
        if programs.isIdle, doNotDisturb.isSettled { exit() }
    }

    private func exit() {
        log.notice("stopped")
        loop.exit(code: 0)
    }

    /// Running without a service manager is no failure.
    func notify(_ body: () throws(SystemError) -> Bool) {
        do throws(SystemError) { _ = try body() } catch { log.warning("cannot notify the service manager: \(error)") }
    }
}
