import FileKit
import GardenAPI
import GardenCore
import GardenEngine
import Glibc
import Logging
import SystemdKit

/// The daemon: one loop that drives the engine when a client asks, when something is due, and when the machine reports
/// something.
public final class Daemon {
    let dependencies: DaemonDependencies
    let log: Logger
    let loop: EventLoop
    let clock: MachineClock
    let platform: MachinePlatform
    let engine: Engine
    let server: Server
    private let listener: Int32
    private let wakeupTimers: WakeupTimers
    let settingsWatch: FileWatch
    /// What is read together with the settings.
    let configuration: [any ConfigurationPart]
    let zoneWatch: ZoneWatch
    let systemBus: Bus
    let userBus: Bus?
    let programs: ProgramRunner
    let journalProcesses: JournalProcesses
    let isCopy: Bool
    private var parts: [any DaemonPart] = []
    private var needs: NeedRunner?
    private(set) var isStopping = false
    private var stopLimit: TimerSource?
    /// The refusal that was logged last.
    private var archiveError: StoreError?
    /// Why files are not watched, as it was logged last.
    var watchProblem: SystemError?
    private var hasLoggedDamage = false
    private var watchdog: Watchdog?
    private var idleTrimmer = IdleTrimmer()
    private var signals: [EventSource] = []

    /// Creates a daemon that is ready to run: its socket accepts connections and its journal is read.
    ///
    /// - Throws: why the daemon cannot start, with the exit status for it.
    public init(_ dependencies: DaemonDependencies, log: Logger) throws(StartProblem) {
        (self.dependencies, self.log) = (dependencies, log)
        clock = try MachineClock.ofThisBoot()
        // The first commit makes it a journal of its own.
        isCopy = dependencies.store.isCopy
        do throws(SystemError) {
            loop = try EventLoop()
            wakeupTimers = try WakeupTimers(loop: loop, clock: clock)
            systemBus = try Bus.system(on: loop)
        } catch { throw StartProblem("\(error)", exitCode: ExitStatus.inputOutput) }
        // It only fails where the environment names no bus, and the checks say that.
        userBus = try? Bus.session(on: loop)
        programs = Self.programRunner(bus: userBus, on: loop, log: log)
        zoneWatch = ZoneWatch(bus: systemBus, on: loop)
        settingsWatch = FileWatch(on: loop)
        configuration = DaemonParts.configuration(beside: dependencies.config.path, on: loop, log: log)
        platform = MachinePlatform(dependencies, configuration, process: getpid())
        engine = try Self.engine(dependencies, platform, now: clock.now())
        journalProcesses = JournalProcesses(dependencies, on: loop, log: log)
        listener = try Self.listen(dependencies.listeningSocket)
        do throws(SystemError) {
            server = try Server(listener: listener, engine: engine, machine: clock, loop: loop, log: log)
            parts = try DaemonParts.all(self)
        } catch {
            dependencies.listeningSocket.close(listener)
            throw StartProblem("\(error)", exitCode: ExitStatus.inputOutput)
        }
        platform.parts = parts
        needs = NeedRunner(
            engine, ownNeeds + parts.flatMap(\.needs), now: clock.now,
            runLater: { [unowned self] in loop.defer { [weak self] in self?.afterTurn() } },
            onAnswers: { [unowned self] in publishAnswers($0) })
    }

    /// Reads the garden.
    private static func engine(
        _ dependencies: DaemonDependencies, _ platform: MachinePlatform, now: Moment
    ) throws(StartProblem) -> Engine {
        let environment: Environment
        do { environment = try platform.readEnvironment() } catch {
            throw StartProblem(error.message, exitCode: ExitStatus.usage)
        }
        do {
            return try Engine(
                store: dependencies.store, archive: dependencies.archive, platform: platform, environment: environment,
                now: now, heartbeat: dependencies.lastHeartbeat, names: dependencies.names)
        } catch {
            switch error {
            case .damaged(let problem), .unreadable(let problem):
                throw StartProblem(
                    "the journal is damaged: \(problem)", exitCode: ExitStatus.damagedData, remedy: remedy(dependencies)
                )
            }
        }
    }

    private static func listen(_ socket: ListeningSocket) throws(StartProblem) -> Int32 {
        let folder = RuntimeFolder(socketPath: socket.path)
        let listener: Int32
        switch socket {
        case .own: (listener, _) = try folder.bind()
        case .handedOver(let descriptor, _): listener = descriptor
        }
        // Only now: those of a daemon that has the socket are its own.
        folder.forgetLastWords()
        return listener
    }

    /// Programs of the user are started by the user's service manager if that runs the daemon, too: then they are outside
    /// of the daemon's sandbox.
    private static func programRunner(bus: Bus?, on loop: EventLoop, log: Logger) -> ProgramRunner {
        let launcher: any SupervisorLauncher
        if let bus, let unit = Sandbox.userUnit(), unit.hasSuffix(".service"),
            let executable = Folder.linkTarget("/proc/self/exe")
        {
            launcher = UnitLauncher(executable: executable, bus: bus, unit: unit, on: loop)
        } else {
            let folder = getenv("HOME").map { String(cString: $0) }
            launcher = ChildLauncher(executable: "/proc/self/exe", folder: folder, on: loop)
        }
        return ProgramRunner(launcher, on: loop, log: log)
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
        takeBackParts()
        for part in parts { part.begin() }
        // The zone was read before the journal, which may have taken seconds, and was not watched in between.
        followZone()
        do throws(SystemError) {
            journalProcesses.startBackupIfDue()
            notify { () throws(SystemError) in try Notify.ready(status: "serving") }
            log.notice(
                "serving",
                metadata: [
                    "socket": "\(dependencies.listeningSocket.path)", "seq": "\(engine.head)",
                    "timezone": "\(platform.zoneText)",
                ])
            logUnknownSettings()
            server.resume()
            ProgramCode.giveBack()
            return try loop.run()
        } catch {
            dependencies.listeningSocket.close(listener)
            throw StartProblem("the event loop failed: \(error)", exitCode: ExitStatus.inputOutput)
        }
    }

    /// What the run before did not bring to its end goes before a client can see it.
    private func takeBackParts() {
        guard engine.hasParts else { return }
        log.notice("taking back a change that was not complete when gardend ended")
        while engine.hasParts { server.publish(engine.makeNextPart(at: clock.now())) }
    }

    private func connect() throws(SystemError) {
        wakeupTimers.onDue = { [unowned self] in self.tick() }
        wakeupTimers.onRecovery = { [unowned self] in
            self.server.publish(self.engine.retry(at: self.clock.now()))
            self.afterTurn()
        }
        server.identify = { [programs] in programs.findIdentity(of: $0, $1) }
        server.onTurnEnd = { [unowned self] in self.afterTurn() }
        server.onEvents = { [unowned self] events in self.take(events) }
        followJournalProcesses()
        followConfiguration()
        server.onTurnBegin = { [unowned self] in self.lookForUnwatchedChanges() }
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

    /// What the daemon itself obtains for requests.
    private var ownNeeds: [NeedHandler] {
        journalProcesses.needs { [unowned self] in engine.environment.zone.timestamp(clock.now().wall) }
            + [
                NeedHandler(OldDataNeed.self) { [dependencies] need, end in
                    end(dependencies.filesWithEffect(need.effect))
                }
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
        // A request may have been answered there.
        server.resume()
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
        // Once the daemon stops, nothing new may begin.
        if !isStopping { for part in parts { part.follow() } }
        wakeupTimers.arm(engine.wakeups)
    }

    /// Once: no retry helps.
    private func logDamage() {
        guard !hasLoggedDamage, let error = engine.storageError, error.cause == .damaged else { return }
        hasLoggedDamage = true
        log.critical("\(error.reason); gardend accepts no more changes. \(Self.remedyForDamage)")
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
        let news = events.news
        for part in parts { part.take(news) }
        if events.contains(type: "day.rolledOver") { journalProcesses.startBackupIfDue() }
        // After a clock was set back, the heartbeat before is in the future, and would be the last sign of life.
        if events.contains(type: "clock.stepped") { writeHeartbeat() }
    }

    // MARK: Backups and checks

    private func followJournalProcesses() {
        journalProcesses.day = { [unowned self] in self.engine.state.day.day }
        journalProcesses.onCheck = { [unowned self] in self.take($0) }
        journalProcesses.onDayBackup = { [unowned self] in for part in parts { part.takeDayBackup() } }
        platform.ownChecks = { [unowned self] in self.journalProcesses.checks + [self.watchCheck].compactMap(\.self) }
    }

    private func take(_ check: JournalCheck) {
        engine.note(check)
        if case .damaged(let problem) = check, dependencies.store.damage != nil {
            // For a client that finds no daemon, after a stop.
            RuntimeFolder(socketPath: dependencies.listeningSocket.path)
                .leave(lastWords: "gardend found damage: \(problem)", remedy: Self.remedyForDamage)
        }
        afterTurn()
    }

    /// A start heals what the journal itself can heal.
    private static let remedyForDamage =
        "Start gardend again, which then checks everything. If it refuses to start, it says which backup to restore."

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
        // What a part starts as it stops comes after this, and is not stopped with the others.
        programs.stopAll()
        for part in parts { part.stop() }
        journalProcesses.end()
        dependencies.listeningSocket.close(listener)
        wakeupTimers.disarm()
        endPrograms()
    }

    /// Ends the process when the user's programs have ended, which are killed after 2 s; a service manager that does not
    /// answer is not waited for.
    private func endPrograms() {
        programs.onIdle = { [unowned self] in self.exitIfIdle() }
        stopLimit = try? loop.timer(on: .monotonic) { [unowned self] in self.exit() }
        stopLimit?.arm(atMicroseconds: Clocks.monotonicMicroseconds + Self.stopMicroseconds)
        exitIfIdle()
    }

    private static let stopMicroseconds: UInt64 = 3_000_000

    func exitIfIdle() {
        if isStopping, programs.isIdle, parts.allSatisfy(\.isSettled) { exit() }
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
