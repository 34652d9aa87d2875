import GardenCore

/// Why a journal does not open. Nothing on the disk was changed.
public enum OpeningError: Error, Equatable {
    case inUse(FolderInUse)
    case damaged(DamagedDatabase)
    case newer(NewerDatabase)
    case preview(PreviewDatabase)
    case failed(StoreError)

    public var message: String {
        switch self {
        case .inUse(let inUse): return inUse.message
        case .damaged(let damaged): return damaged.message
        case .newer(let newer): return newer.message
        case .preview(let preview): return preview.message
        case .failed(let error): return error.reason
        }
    }

    /// The step before the next start, as a sentence; `nil` if the message already says it.
    public var remedy: String? {
        switch self {
        case .damaged(let damaged): return damaged.remedy
        case .newer: return "Install the newer release again."
        case .preview(let preview): return preview.remedy
        case .inUse, .failed: return nil
        }
    }
}

/// The journal is damaged or missing.
public struct DamagedDatabase: Error, Equatable {
    public var file: String
    /// The problem, as a predicate for the file's name: "is no SQLite database".
    public var problem: String
    /// The path of the newest backup that was checked and found valid; `nil` if there is none.
    public var newestValidBackup: String?
    /// The data folder, if the command must name it; `nil` if it is the default of `gardend restore`.
    public var namedFolder: String?

    /// The command to continue; `nil` if there is no valid backup.
    public var command: String? {
        newestValidBackup == nil ? nil : ShellCommand.restore(nil, namedFolder: namedFolder)
    }

    public var message: String {
        guard let newestValidBackup, let command else {
            return "\(file) \(problem). Nothing was changed. There is no valid backup."
        }
        return "\(file) \(problem). Nothing was changed. The newest valid backup is \(newestValidBackup);"
            + " to restore it: \(command)"
    }

    /// The next step, as a sentence. A restart alone would fail again.
    var remedy: String {
        guard let command else {
            let command = ShellCommand.restore(nil, namedFolder: namedFolder)
            return "Restore a backup from elsewhere: `\(command) FILE`. Then start gardend again."
        }
        return "Restore the newest valid backup: `\(command)`. Then start gardend again."
    }
}

/// A newer release wrote the journal.
public struct NewerDatabase: Error, Equatable {
    public var file: String
    /// The unknown part, as a predicate for the file's name.
    public var problem: String

    public var message: String {
        "\(file) \(problem): a newer release wrote it. Nothing was changed. Install the newer release again."
    }
}
