import FileKit
import GardenAPI
import GardenCore
import SystemPackage
import TimeKit

/// What a full backup has, in `garden-backup.json` in its folder. The file is replaced last: as long as a new backup is not complete
/// and checked, it names the files of the one before.
public struct FullBackupManifest: WireObject, Equatable {
    /// A file of the folder.
    public struct File: WireObject, Equatable {
        public static let name = "FullBackupFile"

        /// Its name in the folder.
        public var name: String
        /// Its size.
        public var bytes: Int
        /// The SHA-256 of its content, in hexadecimal digits.
        public var sha256: String

        public static let fields = Fields(
            File.init,
            .required("name", \.name, "its name in the folder"),
            .required("bytes", \.bytes, "its size"),
            .required("sha256", \.sha256, "the SHA-256 of its content"))
    }

    /// What a complete backup has.
    public struct Content: WireObject, Equatable {
        public static let name = "FullBackupContent"

        /// When the backup was made.
        public var madeAt: Timestamp
        /// How many events the journal has, which is the number of the last one.
        public var events: Int
        /// When the last of them happened; `nil` if there are none.
        public var lastEventAt: Timestamp?
        /// The digest of the chain at the last event, in hexadecimal digits. A later backup of the same journal has it, too.
        public var head: String
        public var journal: File
        /// The configuration file; `nil` if there was none.
        public var config: File?
        /// The private half of the garden's key; `nil` if it was not asked for.
        public var key: File?
        /// The names of the photos, which are the SHA-256 of their contents.
        public var photos: [String]
        /// The photos that visits have and the garden has lost.
        public var missingPhotos: [String]

        public static let fields = Fields(
            Content.init,
            .required("madeAt", \.madeAt, "when it was made"),
            .required("events", \.events, "the number of events"),
            .nullable("lastEventAt", \.lastEventAt, "when the last of them happened"),
            .required("head", \.head, "the digest of the chain at the last event"),
            .required("journal", \.journal, "the journal"),
            .nullable("config", \.config, "the configuration file, or null"),
            .nullable("key", \.key, "the private half of the garden's key, or null"),
            .required("photos", \.photos, "the names of the photos"),
            .required("missingPhotos", \.missingPhotos, "the photos that visits have and the garden has lost"))

        /// The content of the journal.
        public var journalContent: JournalContent { JournalContent(events: events, lastEventAt: lastEventAt?.instant) }
    }

    public static let name = "FullBackup"
    /// The format that this release writes, and the newest that it reads.
    static let currentFormat = 1
    static let fileName = "garden-backup.json"
    private static let mostBytes = 64 << 20

    public var format: Int
    /// The release that has written it.
    public var version: String
    public var gardenId: String
    /// `nil` until the first backup into the folder is complete.
    public var content: Content?

    public static let fields = Fields(
        FullBackupManifest.init,
        .required("format", \.format, "the format of the folder"),
        .required("version", \.version, "the release that has written it"),
        .required("gardenId", \.gardenId, "the id of the garden"),
        .nullable("content", \.content, "what it has, or null as long as it was never complete"))

    /// The manifest of a folder.
    ///
    /// - Returns: `nil` if it does not exist.
    /// - Throws: if it cannot be read, or a newer release has written it.
    init?(of folder: String) throws(FullBackupError) {
        let path = "\(folder)/\(Self.fileName)"
        let bytes: [UInt8]
        do throws(SmallFile.ReadError) {
            bytes = try SmallFile.read(path, limitBytes: Self.mostBytes, options: .noFollow)
        } catch {
            if case .system(.noSuchFileOrDirectory) = error { return nil }
            throw .failed("\(path) cannot be read: \(error)")
        }
        do {
            let json = try JSON.parse(bytes)
            if let format = json["format"]?.integerValue, format > Self.currentFormat {
                throw FullBackupError.failed(
                    "\(folder) has format \(format); this release reads up to \(Self.currentFormat). Use a newer release"
                )
            }
            self = try Self(json: json)
        } catch let error as FullBackupError {
            throw error
        } catch {
            throw .damaged("\(path) is damaged: it is not what a backup has written")
        }
    }

    init(gardenId: String, content: Content?) {
        self.init(
            format: Self.currentFormat, version: GardenVersion.current, gardenId: gardenId, content: content)
    }

    private init(format: Int, version: String, gardenId: String, content: Content?) {
        self.format = format
        self.version = version
        self.gardenId = gardenId
        self.content = content
    }
}

/// Why a full backup cannot be made, checked or restored.
public enum FullBackupError: Error, Equatable {
    /// The folder or the garden does not permit it. Nothing was changed.
    case refused(String)
    /// A file cannot be read or written.
    case failed(String)
    /// What is there is damaged.
    case damaged(String)
    /// The caller has cancelled it.
    case cancelled

    init(_ error: StoreError) { self = error.cause == .damaged ? .damaged(error.reason) : .failed(error.reason) }

    /// Runs a part of the work. An error of the store becomes one of the backup.
    static func reporting<Result>(_ body: () throws -> Result) throws(FullBackupError) -> Result {
        do { return try body() } catch let error as FullBackupError {
            throw error
        } catch let error as StoreError {
            throw FullBackupError(error)
        } catch let error as DatabaseCheck.Problem {
            if case .unreadable(let error) = error { throw FullBackupError(error) }
            throw .damaged(error.words("the journal"))
        } catch {
            throw FullBackupError(StoreError(error))
        }
    }
}
