import GardenCore

/// Why a journal does not open. Nothing on the disk was changed.
public enum OpeningError: Error, Equatable {
    case inUse(FolderInUse)
    case damaged(DamagedDatabase)
    case newer(NewerDatabase)
    case failed(StoreError)

    public var message: String {
        switch self {
        case .inUse(let inUse): return inUse.message
        case .damaged(let damaged): return damaged.message
        case .newer(let newer): return newer.message
        case .failed(let error): return error.reason
        }
    }
}

/// The journal is not as it was written, or is gone.
public struct DamagedDatabase: Error, Equatable {
    public var file: String
    /// What is wrong, to be read after the file's name: "is no SQLite database".
    public var problem: String
    /// The path of the newest backup that was checked and found sound; `nil` when there is none.
    public var newestGoodBackup: String?
    /// The data folder, where the command must name it; `nil` where `gardend restore` takes that one by itself.
    public var namedFolder: String?

    /// What to type to go on; `nil` when there is no good backup.
    public var command: String? {
        let option = namedFolder.map { "--data \(Self.quoted($0)) " } ?? ""
        return newestGoodBackup.map { "gardend restore \(option)\(Self.quoted($0))" }
    }

    public var message: String {
        guard let newestGoodBackup, let command else {
            return "\(file) \(problem). Nothing was changed. There is no good backup beside it."
        }
        return "\(file) \(problem). Nothing was changed. The newest good backup is \(newestGoodBackup);"
            + " to put it in place: \(command)"
    }

    /// The path as a shell takes it for one word.
    private static func quoted(_ path: String) -> String {
        let plain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), 0x80...:
                return true
            default: return false
            }
        }
        guard !plain else { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

/// A newer release wrote the journal.
public struct NewerDatabase: Error, Equatable {
    public var file: String
    /// What this release does not know, to be read after the file's name.
    public var problem: String

    public var message: String {
        "\(file) \(problem), so a newer release wrote it; this one leaves it untouched. Install the newer one again."
    }
}
