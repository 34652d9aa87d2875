import GardenAPI
import GardenCore
import TimeKit

/// The work of `gardend restore`: puts a backup in place and keeps the previous database under a new name (API §4).
public struct Restore: Equatable {
    /// The path of the restored backup.
    public var backup: String
    /// The journal's content now.
    public var content: JournalContent
    /// The path of the previous database; `nil` if there was none.
    public var keptAs: String?
    /// The previous database's content; `nil` if it is not valid.
    public var keptContent: JournalContent?
    /// The content that the last change of a damaged database suggests; `nil` if that cannot be read.
    public var damagedContent: JournalContent?
    /// Whether the restored file is a copy without the log that it had.
    public var missingLog: MissingLog?

    /// Puts a backup in place.
    ///
    /// The backup is copied and checked first, so that a bad one changes nothing. The previous database is renamed, not
    /// copied: a damaged file and its log stay unchanged to the byte.
    ///
    /// - Parameters:
    ///   - folder: held by its lock, so that no daemon is running.
    ///   - backup: a path; `nil` for the newest valid one.
    ///   - journal: the journal in place, from the survey. The caller decides whether it may be replaced.
    ///   - now: for the name of the previous database.
    public static func perform(
        in folder: DataFolder, backup: String?, replacing journal: RestoreSurvey.Journal, now: Timestamp
    ) throws(StoreError) -> Restore {
        let paths = folder.paths
        let backup = if let backup { backup } else { try newestValid(Backups(folder: paths.backups)) }
        guard DiskFile.exists(backup) else { throw StoreError("\(backup) does not exist") }
        if let problem = DiskFile.kindProblem(backup) { throw StoreError("cannot restore \(backup): it \(problem)") }
        let missingLog = MissingLog.find(backup)
        let content: JournalContent
        do throws(DatabaseCheck.Problem) {
            content = try DatabaseCopy.make(at: paths.unfinished) { try ImmutableRead.read(backup, $0) }.content
        } catch {
            throw StoreError("cannot restore \(backup): \(error.words("it"))")
        }
        try CleanShutdownMarker.remove(paths)
        try DamageNote.remove(paths)
        try MissingLogNote.remove(paths)
        let keptContent: JournalContent? = if case .valid(let content) = journal { content } else { nil }
        let keptAs = try keepAside(paths, isValid: keptContent != nil, now)
        try DiskFile.rename(paths.unfinished, to: paths.database)
        try DiskFile.sync(paths.databaseFolder)
        if let missingLog { MissingLogNote.write(missingLog, of: backup, paths) }
        var damagedContent: JournalContent?
        if case .damaged(_, let suggested) = journal { damagedContent = suggested }
        return Restore(
            backup: backup, content: content, keptAs: keptAs, keptContent: keptContent, damagedContent: damagedContent,
            missingLog: missingLog)
    }

    /// The result for people, and the way back if the previous database is valid.
    ///
    /// - Parameter namedFolder: the data folder, if a command must name it; `nil` for the default.
    public func message(in zone: ZoneRules, namedFolder: String?) -> String {
        var sentences = ["Restored \(backup): \(content.words(in: zone))."]
        if let missingLog { sentences.append("Warning: \(missingLog.words(backup)).") }
        if let keptAs {
            guard let keptContent else {
                sentences.append("The previous journal is kept as \(keptAs).")
                if let lack = damagedContent.flatMap({ content.lack(of: $0, in: zone) }) {
                    sentences.append("By its last change, the backup lacks \(lack.count) of it\(lack.since).")
                }
                return sentences.joined(separator: " ")
            }
            sentences.append("The previous journal is kept as \(keptAs): \(keptContent.words(in: zone)).")
            let command = ShellCommand.restore(keptAs, isForced: true, namedFolder: namedFolder)
            sentences.append("To undo: \(command)")
        }
        return sentences.joined(separator: " ")
    }

    private static func newestValid(_ backups: Backups) throws(StoreError) -> String {
        if let path = try backups.newestValid() { return path }
        let count = try backups.all().count
        throw StoreError(
            count == 0
                ? "there is no backup in \(backups.folder)"
                : "none of the \(count) backups in \(backups.folder) is valid")
    }

    /// Renames the database and its log to an unused name.
    ///
    /// The database is renamed first. If the log were first and the power failed, the remaining database would open as
    /// an older garden. A log without its database does not open.
    private static func keepAside(_ paths: DataPaths, isValid: Bool, _ now: Timestamp) throws(StoreError) -> String? {
        let files = [paths.database, paths.writeAheadLog].filter(DiskFile.exists)
        guard !files.isEmpty else {
            try DiskFile.remove(paths.sharedMemory)
            return nil
        }
        let name = freeName(paths, isValid: isValid, now)
        let newName = { (file: String) in name + file.dropFirst(paths.database.count) }
        for file in files { try DiskFile.rename(file, to: newName(file)) }
        if DiskFile.exists(paths.sharedMemory) {
            try DiskFile.rename(paths.sharedMemory, to: newName(paths.sharedMemory))
        }
        try DiskFile.sync(paths.databaseFolder)
        return newName(files[0])
    }

    /// The prefix of files that were moved aside; no other file of the data folder itself has it.
    static let namePrefix = "garden-"

    private static func freeName(_ paths: DataPaths, isValid: Bool, _ now: Timestamp) -> String {
        let kind = isValid ? "before-restore" : "damaged"
        return DiskFile.unusedDatabase("\(paths.databaseFolder)/\(namePrefix)\(kind)-\(now.compact)")
    }
}

extension Timestamp {
    /// 2026-11-21T09:25:00.000+09:00 as "20261121-092500", for the name of a file.
    var compact: String {
        let digits = description.prefix(19).filter(\.isNumber)
        return "\(digits.prefix(8))-\(digits.dropFirst(8))"
    }
}
