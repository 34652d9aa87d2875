import GardenAPI

/// A backup of the whole garden, made before a change that only the backup can take back.
public struct BackupNeed: Need, Equatable {
    public typealias Outcome = Result<GardenBackup, StoreError>

    public static let policy = NeedPolicy(
        reasonNotInBatch: "makes a backup first",
        refusalOfMore: "too many requests wait for a backup; try again later",
        refusalAfterChanges:
            "the garden changed again and again while its backup was made; nothing was changed, try again")

    public init() {}

    /// A backup without later changes would lose them when it is restored.
    public static func isOutdatedByChanges(_ outcome: Outcome) -> Bool { (try? outcome.get()) != nil }

    /// The change may be in the journal, and whoever finds it there needs the backup.
    public static func storageUncertain(_ reason: String, after outcome: Outcome) -> GardenError {
        guard case .success(let backup) = outcome else { return .storageUncertain(reason) }
        return .storageUncertain(reason, backup: backup.path, restore: backup.restoreCommand)
    }
}

/// A backup of the whole garden.
public struct GardenBackup: Sendable, Equatable {
    /// The path of its file.
    public let path: String
    /// The command for a shell that restores it.
    public let restoreCommand: String

    public init(path: String, restoreCommand: String) {
        self.path = path
        self.restoreCommand = restoreCommand
    }

    /// The name of its file.
    var fileName: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }
}

extension BackupNeed.Outcome {
    /// The backup that was made.
    ///
    /// - Throws: why the backup failed; the change is then not made.
    func made() throws(GardenError) -> GardenBackup {
        do throws(StoreError) { return try get() } catch { throw .storageFailed("the backup: \(error.reason)") }
    }
}
