import GardenAPI
import GardenCore
import GardenEngine
import Logging
import SystemdKit
import TimeKit

/// The child processes that read the journal: the backup of the day, a backup that a change waits for, a verification that clients
/// wait for, and a check of everything after a run that did not end cleanly.
final class JournalProcesses {
    private let dependencies: DaemonDependencies
    private let loop: EventLoop
    private let log: Logger
    private var dayBackup: JournalProcess?
    private var changeBackup: JournalProcess?
    private var verification: VerificationProcess?
    private var check: JournalProcess?
    private var dayBackupCheck: HealthCheck?
    private var journalCheck: HealthCheck?

    /// The current day.
    var day: () -> CalendarDay = { preconditionFailure("the daemon has no day yet") }
    /// Called when the day's backup was made.
    var onDayBackup: () -> Void = {}
    /// Called with what a process has found out about the journal.
    var onCheck: (JournalCheck) -> Void = { _ in }
    init(_ dependencies: DaemonDependencies, on loop: EventLoop, log: Logger) {
        self.dependencies = dependencies
        self.loop = loop
        self.log = log
    }

    /// Health checks of what the processes do.
    var checks: [HealthCheck] { [journalCheck, dayBackupCheck].compactMap(\.self) }

    /// Starts a program that reads the journal. A purge that waits for its end is completed then.
    func start(
        _ command: [String], input: MemoryFile? = nil, output: MemoryFile? = nil,
        onEnd: @escaping (Result<JournalCheck, StoreError>) -> Void
    ) throws(SystemError) -> JournalProcess {
        try JournalProcess(command, on: loop, input: input, output: output) { [store = dependencies.store] outcome in
            store.noteEndOfReader()
            onEnd(outcome)
        }
    }

    /// Ends all of them. A process that reads the journal keeps SQLite from closing it cleanly. The next start makes the backup
    /// and the check.
    func end() { (dayBackup, changeBackup, verification, check) = (nil, nil, nil, nil) }

    // MARK: The day's backup

    /// Begins the backup of the day unless it was made.
    func startBackupIfDue() {
        guard dayBackup == nil, let command = dependencies.backupCommand(day()) else { return startCheckIfDue() }
        do throws(SystemError) {
            dayBackup = try start(command) { [unowned self] in self.endDayBackup($0) }
        } catch {
            refuseDayBackup("cannot start it: \(error)")
            startCheckIfDue()
        }
    }

    private func endDayBackup(_ outcome: Result<JournalCheck, StoreError>) {
        dayBackup = nil
        switch outcome {
        case .success(.damaged(let problem)):
            refuseDayBackup(problem)
            onCheck(.damaged(problem))
        case .failure(let error):
            refuseDayBackup(error.reason)
            startCheckIfDue()
        case .success:
            dayBackupCheck = HealthCheck("backup", .ok, "today's backup was made")
            onDayBackup()
            // A day that began meanwhile needs a backup of its own.
            startBackupIfDue()
        }
    }

    private func refuseDayBackup(_ reason: String) {
        log.error("today's backup was not made: \(reason)")
        dayBackupCheck = HealthCheck(
            "backup", .failed, "today's backup was not made: \(reason)", advice: "see the daemon's log")
    }

    // MARK: What requests need

    /// What a change needs that only a backup can take back, and what a verification needs.
    func needs(now: @escaping () -> Timestamp) -> [NeedHandler] {
        [
            NeedHandler(
                BackupNeed.self, obtain: { [unowned self] _, end in startChangeBackup(at: now(), end) },
                release: { [dependencies] _, outcome, use in
                    if use == .unused || use == .refusedByDisk, case .success(let backup) = outcome {
                        dependencies.removeBackup(backup)
                    }
                }),
            NeedHandler(VerificationNeed.self) { [unowned self] need, end in startVerification(of: need.state, end) },
        ]
    }

    // MARK: A backup before a change

    private func startChangeBackup(at now: Timestamp, _ onEnd: @escaping (BackupNeed.Outcome) -> Void) {
        let (backup, command) = dependencies.backupBeforeChange(now)
        do throws(SystemError) {
            changeBackup = try start(command) { [unowned self] outcome in onEnd(endChangeBackup(outcome, backup)) }
        } catch {
            onEnd(endChangeBackup(.failure(StoreError("cannot start it: \(error)")), backup))
        }
    }

    private func endChangeBackup(
        _ outcome: Result<JournalCheck, StoreError>, _ backup: GardenBackup
    ) -> BackupNeed.Outcome {
        changeBackup = nil
        let made: BackupNeed.Outcome
        switch outcome {
        case .success(.damaged(let problem)):
            onCheck(.damaged(problem))
            made = .failure(StoreError(problem, .damaged))
        case .success: made = .success(backup)
        case .failure(let error): made = .failure(error)
        }
        if case .failure(let error) = made {
            log.error("a backup was not made, so nothing was changed: \(error.reason)")
        }
        return made
    }

    // MARK: A verification

    private func startVerification(of state: GardenState, _ onEnd: @escaping (VerificationNeed.Outcome) -> Void) {
        verification = VerificationProcess(
            of: state, on: loop,
            start: { [unowned self] (arguments, input, output, onEnd) throws(SystemError) in
                try start(dependencies.ownCommand(arguments), input: input, output: output, onEnd: onEnd)
            },
            onEnd: { [unowned self] outcome in
                verification = nil
                switch outcome {
                case .success(let found):
                    // It has checked all that the check after a start checks.
                    if found.check != .valid || dependencies.store.needsCheck { take(found.check) }
                case .failure(let error): log.error("a verification failed: \(error.reason)")
                }
                onEnd(outcome.map(\.answer))
            })
    }

    // MARK: The check

    /// Begins the check of everything, if the last run did not end cleanly.
    private func startCheckIfDue() {
        guard dayBackup == nil, check == nil, journalCheck == nil, dependencies.store.needsCheck else { return }
        do throws(SystemError) {
            check = try start(dependencies.ownCommand(["check-journal"])) { [unowned self] in self.endCheck($0) }
            journalCheck = HealthCheck(
                "journal", .ok, "being checked completely, because the last run did not end normally")
        } catch {
            endCheck(.failure(StoreError("cannot start it: \(error)")))
        }
    }

    private func endCheck(_ outcome: Result<JournalCheck, StoreError>) {
        check = nil
        switch outcome {
        case .success(let check): take(check)
        case .failure(let error):
            log.error("the journal was not checked completely: \(error.reason)")
            journalCheck = HealthCheck(
                "journal", .warning,
                "not checked completely since the last run, which did not end normally: \(error.reason)",
                advice: "check it: gardenctl verify")
        }
    }

    /// Everything was checked.
    private func take(_ check: JournalCheck) {
        onCheck(check)
        switch check {
        case .valid: journalCheck = HealthCheck("journal", .ok, "checked completely after the start")
        case .wrongReadModels:
            log.error("tables derived from the journal differ from it; the next start rebuilds them")
            journalCheck = HealthCheck(
                "journal", .warning, "tables derived from the journal differ from it",
                advice: "restart gardend to rebuild them: systemctl --user restart gardend")
        case .damaged(let problem):
            // Other files than the open ones were read, about which the storage's check says more.
            guard dependencies.store.damage != nil else { return }
            journalCheck = HealthCheck(
                "journal", .failed, problem,
                advice: "restart gardend, which then checks everything: systemctl --user restart gardend. "
                    + "If it refuses to start, it says which backup to restore")
        }
    }
}
