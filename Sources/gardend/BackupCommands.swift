import ArgumentParser
import FileKit
import GardenAPI
import GardenCore
import GardenDaemon
import GardenStore
import Glibc
import SystemPackage
import SystemdKit
import TimeKit

/// The command of the daemon's child process: makes the day's backup, or one before a reset.
struct MakeBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-backup", abstract: "Makes the backup of a day, or one with a given path.",
        shouldDisplay: false)

    @OptionGroup var place: DataPlace
    @OptionGroup var parent: ParentDaemon

    @Option(
        help: "The logical day.",
        transform: { text in
            guard let day = CalendarDay(text) else {
                throw ValidationError("'\(text)' is not a day; write it as YYYY-MM-DD")
            }
            return day
        })
    var day: CalendarDay?

    @Option(help: "The path of another backup.")
    var to: String?

    func validate() throws {
        guard (day == nil) != (to == nil) else { throw ValidationError("give one of --day and --to") }
    }

    mutating func run() throws {
        parent.endWithIt()
        let paths = place.paths
        let backups = Backups(folder: paths.backups)
        do throws(StoreError) {
            // No client waits for the day's backup.
            if day != nil { Priority.setIdle() }
            if let day { _ = try backups.make(database: paths.database, day: day) }
            if let to { try backups.make(database: paths.database, path: to) }
        } catch {
            // The copy or the original may be the one that is damaged.
            if error.cause == .damaged, case .damaged(let problem)? = try? JournalCheck.run(database: paths.database) {
                throw failure(problem, ExitStatus.damagedData)
            }
            throw failure(error.reason, ExitStatus.inputOutput)
        }
    }
}

/// The command of the daemon's child process after a run that did not end cleanly, and for clients that wait for a verification.
struct CheckJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-journal", abstract: "Checks the whole journal while the daemon runs.",
        shouldDisplay: false)

    @OptionGroup var place: DataPlace
    @OptionGroup var parent: ParentDaemon

    @Option(help: "The last event of the state on standard input, to which the journal must lead.")
    var state: Int?

    mutating func run() throws {
        parent.endWithIt()
        let check: JournalCheck
        do {
            check = try state.map(verify) ?? checkIdly()
        } catch let error as StoreError {
            throw failure(error.reason, ExitStatus.inputOutput)
        }
        switch check {
        case .valid: return
        case .wrongReadModels: throw ExitCode(ExitStatus.wrongReadModels)
        case .damaged(let problem):
            throw failure(problem, ExitStatus.damagedData)
        }
    }

    /// No client waits for it.
    private func checkIdly() throws(StoreError) -> JournalCheck {
        Priority.setIdle()
        return try JournalCheck.run(database: place.paths.database)
    }

    /// Prints the answer to the client that waits.
    private func verify(seq: Int) throws -> JournalCheck {
        let found = try JournalVerification.run(database: place.paths.database, expecting: readState(seq: seq))
        try FileDescriptor.standardOutput.writeAll(found.answer.encoded)
        return found.check
    }

    /// The state of the daemon, which is of the same release.
    private func readState(seq: Int) throws -> GardenState {
        let input = FileDescriptor.standardInput
        let size = try input.seek(offset: 0, from: .end)
        try input.seek(offset: 0, from: .start)
        let record = try input.readAll(limitBytes: Int(size))
        guard let state = StateSnapshot(seq: seq, record: record).state, state.seq == seq else {
            throw failure("standard input has no state after event \(seq)", ExitStatus.usage)
        }
        return state
    }
}
