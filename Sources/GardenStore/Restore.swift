import GardenAPI
import GardenCore
import TimeKit

/// What `gardend restore` does: a backup in place, and what was there kept under a new name (API §4).
public struct Restore: Equatable {
    /// The backup that was taken.
    public var backup: String
    /// What the journal holds now.
    public var content: JournalContent
    /// The path under which the database that was there is kept; `nil` when there was none.
    public var keptAs: String?
    /// What the database that was there holds; `nil` where it is not sound.
    public var keptContent: JournalContent?

    /// Puts a backup in place.
    ///
    /// It is copied and checked first, so that a bad one changes nothing. What was there is renamed, not copied: a
    /// damaged file stays as it is, to the byte, and its log with it.
    ///
    /// - Parameters:
    ///   - folder: held by its lock, so that no daemon lives.
    ///   - backup: a path; `nil` for the newest good one.
    ///   - journal: what is there, by the survey. Whether it may be replaced is the caller's to decide.
    ///   - now: for the name of what was there.
    public static func perform(
        in folder: DataFolder, backup: String?, replacing journal: RestoreSurvey.Journal, now: Timestamp
    ) throws(StoreError) -> Restore {
        let paths = folder.paths
        let backup = if let backup { backup } else { try newestGood(Backups(folder: paths.backups)) }
        guard DiskFile.exists(backup) else { throw StoreError("\(backup) does not exist") }
        let verdict: DatabaseCheck.Verdict
        do throws(DatabaseCheck.Problem) {
            verdict = try DatabaseCopy.make(at: paths.unfinished) { body in try ImmutableRead.read(backup, body) }
        } catch {
            throw StoreError("cannot restore \(backup): \(error.words("it"))")
        }
        try CleanShutdownMarker.remove(paths)
        let keptContent: JournalContent? = if case .sound(let content) = journal { content } else { nil }
        let keptAs = try keepAside(paths, isSound: keptContent != nil, now)
        try DiskFile.rename(paths.unfinished, to: paths.database)
        try DiskFile.sync(paths.root)
        let content = JournalContent(events: verdict.events, lastEventAt: verdict.lastEventAt)
        return Restore(backup: backup, content: content, keptAs: keptAs, keptContent: keptContent)
    }

    /// What was done, for people, and the way back where what was there is sound.
    ///
    /// - Parameter namedFolder: the data folder, where a command must name it; `nil` for the usual one.
    public func message(in zone: ZoneRules, namedFolder: String?) -> String {
        var sentences = ["Restored \(backup): \(content.words(in: zone))."]
        if let keptAs {
            guard let keptContent else { return "\(sentences[0]) The previous journal is kept as \(keptAs)." }
            sentences.append("The previous journal is kept as \(keptAs): \(keptContent.words(in: zone)).")
            let command = ShellCommand.restore(keptAs, isForced: true, namedFolder: namedFolder)
            sentences.append("To undo: \(command)")
        }
        return sentences.joined(separator: " ")
    }

    private static func newestGood(_ backups: Backups) throws(StoreError) -> String {
        if let path = try backups.newestGood() { return path }
        let count = try backups.all().count
        throw StoreError(
            count == 0
                ? "there is no backup in \(backups.folder)"
                : "none of the \(count) backups in \(backups.folder) is valid")
    }

    /// Gives the database and its log a name that nothing has yet.
    ///
    /// The database goes first: were its log to go first and the power with it, what is left would open as an older
    /// garden. A database that is missing beside its log does not open.
    private static func keepAside(_ paths: DataPaths, isSound: Bool, _ now: Timestamp) throws(StoreError) -> String? {
        let files = [paths.database, paths.writeAheadLog].filter(DiskFile.exists)
        guard !files.isEmpty else {
            try DiskFile.remove(paths.sharedMemory)
            return nil
        }
        let name = freeName(paths, isSound: isSound, now)
        let newName = { (file: String) in name + file.dropFirst(paths.database.count) }
        for file in files { try DiskFile.rename(file, to: newName(file)) }
        if DiskFile.exists(paths.sharedMemory) {
            try DiskFile.rename(paths.sharedMemory, to: newName(paths.sharedMemory))
        }
        try DiskFile.sync(paths.root)
        return newName(files[0])
    }

    /// How the files begin that were moved out of the way, and no other file of the data folder itself.
    static let namePrefix = "garden-"

    private static func freeName(_ paths: DataPaths, isSound: Bool, _ now: Timestamp) -> String {
        // 2026-11-21T09:25:00.000+09:00 → 20261121-092500
        let digits = now.description.prefix(19).filter(\.isNumber)
        let kind = isSound ? "before-restore" : "damaged"
        let stem = "\(paths.root)/\(namePrefix)\(kind)-\(digits.prefix(8))-\(digits.dropFirst(8))"
        let names = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? "\(stem).sqlite" : "\(stem)-\($0).sqlite" }
        return names.first { name in ["", "-wal", "-shm"].allSatisfy { !DiskFile.exists(name + $0) } } ?? stem
    }
}
