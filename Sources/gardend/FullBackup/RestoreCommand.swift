import ArgumentParser
import GardenAPI
import GardenCore
import GardenDaemon
import GardenStore
import SystemdKit
import TimeKit

struct RestoreBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup and keep the current journal under a new name.",
        discussion: """
            BACKUP is the file of a backup, or a folder that gardenctl backup has written. Without it, restore takes the \
            newest valid backup of the data directory, which is the one with the most events. Stop the daemon first. If \
            the current journal is valid, restore exits with 64 and says what would be lost; use --force to restore \
            anyway. A folder replaces a garden that has just begun without --force.

            A folder is checked completely before anything is changed. Then restore puts its photos, its private key and \
            its journal in place, and its configuration file if you have none yet. A key that is there already is kept \
            under a new name.

            EXAMPLES
              gardend restore
              gardend restore /media/stick/garden
              gardend restore ~/.local/share/garden/backups/garden-2026-11-21.sqlite
              gardend restore --force ~/.local/share/garden/garden-before-restore-20261121-153918.sqlite
            """)

    @OptionGroup var place: DataPlace
    @OptionGroup var configPlace: NewConfigPlace

    @Flag(help: "Replace the journal even if it is valid.")
    var force = false

    @Argument(
        help: ArgumentHelp("The backup to restore: a file, or the folder of a full backup.", valueName: "BACKUP"),
        completion: .file())
    var backup: String?

    func validate() throws { try refuseEmpty(backup, of: "BACKUP") }

    mutating func run() throws {
        let folder: DataFolder
        do { folder = try DataFolder(takenFrom: place.paths) } catch {
            throw failure(error.message + Self.advice(error), error.exitCode)
        }
        // An unreadable zone must not prevent the repair of the data.
        let zone = (try? Zones.system()) ?? .utc
        let now = zone.timestamp(Instant(milliseconds: Int(Clocks.realtimeMilliseconds)))
        let namedFolder = place.paths == DataPlace.defaultPaths ? nil : place.paths.root
        let backup = backup.map(absolute)
        do {
            if let backup, FullBackupCheck.isFolder(backup) {
                try restore(FullBackupCheck(backup), in: folder, now, zone, namedFolder)
            } else {
                let survey = try RestoreSurvey(of: folder.paths, backup: backup)
                try refuse(survey, zone, namedFolder)
                let restore = try Restore.perform(in: folder, backup: backup, replacing: survey.journal, now: now)
                printText(restore.message(in: zone, namedFolder: namedFolder))
            }
        } catch let error as StoreError {
            throw failure(error.reason, ExitStatus.inputOutput)
        } catch let error as FullBackupError {
            throw failure(error.adding(backup.map { journalAdvice($0, namedFolder) } ?? ""))
        }
    }

    /// How to restore the journal of a full backup if something else in it is damaged, as a further sentence.
    private func journalAdvice(_ backup: String, _ namedFolder: String?) -> String {
        guard let journal = FullBackupCheck.soundJournal(in: backup) else { return ". Nothing was changed." }
        let command = ShellCommand.restore(journal, isForced: force, namedFolder: namedFolder)
        return ". Nothing was changed. To restore its journal alone: \(command)"
    }

    /// How to stop a daemon that is in the way, as a further sentence.
    private static func advice(_ error: OpeningError) -> String {
        guard case .inUse(let use) = error, let process = use.holder?.processId else { return "" }
        return ". Stop gardend first: systemctl --user stop gardend; without systemd: kill \(process)"
    }

    private func refuse(_ survey: RestoreSurvey, _ zone: ZoneRules, _ namedFolder: String?) throws {
        guard !force, let refusal = survey.refusal(in: zone, namedFolder: namedFolder) else { return }
        throw failure(refusal, ExitStatus.usage)
    }

    private func restore(
        _ backup: FullBackupCheck, in folder: DataFolder, _ now: Timestamp, _ zone: ZoneRules, _ namedFolder: String?
    ) throws {
        let survey = try RestoreSurvey(of: folder.paths, backup: backup)
        try refuse(survey, zone, namedFolder)
        var (files, restore) = try FullBackupRestore.perform(
            backup, in: folder, config: configPlace.path, now: now
        ) { () throws(StoreError) in
            try Restore.perform(in: folder, backup: backup.journal, replacing: survey.journal, now: now)
        }
        restore.backup = backup.folder
        printText(([restore.message(in: zone, namedFolder: namedFolder)] + files.lines).joined(separator: "\n"))
    }
}
