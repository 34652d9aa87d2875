import GardenAPI
import GardenCore

/// The engine's view of its machine, real or virtual.
public protocol Platform: AnyObject {
    /// The daemon's process; 0 on a virtual machine.
    var pid: Int { get }

    /// The path of the settings file, whether or not it exists; `nil` if none is used.
    var settingsFile: String? { get }

    /// Reads the settings again, and the rules of their zone.
    ///
    /// - Throws: the problem with the file.
    func readEnvironment() throws(SettingsProblem) -> Environment

    /// Begins a backup of the journal as it is on the disk, and reports its end to ``Engine/endBackup(_:at:)``: later, or at
    /// once if it cannot begin.
    func startBackup()

    /// Removes a backup after which nothing was changed.
    func discardBackup(_ backup: GardenBackup)

    /// The backups, and other old databases, that have an effect or cannot be read: their paths.
    func backups(with effect: WrittenEffect) -> [String]

    /// Begins to look for the place where the machine is, and reports it to ``Engine/endLocating(_:at:)``, later.
    func startLocating(by locator: VisitLocator)

    /// Shows a sample notification.
    ///
    /// - Returns: the server that shows it, or why none can now.
    func show(_ sample: PlannedNotification) -> Result<String, NotificationProblem>

    /// The files in the hooks directory, in the order in which they are started.
    func listHooks() -> [Hook]

    /// Begins to run the hooks of an event one after the other, and reports their end to ``Engine/endHookTest(_:)``, later.
    ///
    /// - Parameter file: the only hook to run; `nil` for all of the event.
    /// - Returns: why none is run; `nil` if it has begun.
    func testHooks(with input: HookInput, file: String?) -> GardenError?

    /// Checks everything that the daemon depends on.
    func checkHealth() -> [HealthCheck]

    /// Reads the file with the garden's key (RULES V3).
    func readIdentityKey() -> IdentityKeyFile.Reading

    /// Writes a new key to that file, which is missing; it is on the disk afterwards.
    func createIdentityKey() -> Result<IdentityKey, StoreError>

    /// The files of photos; `nil` if the machine keeps none.
    var photoFiles: (any PhotoFiles)? { get }
}

/// The file with the private half of the garden's key, which the daemon never replaces.
public struct IdentityKeyFile {
    /// What a look at the file found.
    public enum Reading: Sendable, Equatable {
        case key(IdentityKey)
        case missing
        /// The problem, with the file's name.
        case unreadable(String)
    }

    /// Reads the file.
    public var read: () -> Reading
    /// Writes a new key to a file that is missing; it is on the disk afterwards.
    public var create: () -> Result<IdentityKey, StoreError>

    public init(read: @escaping () -> Reading, create: @escaping () -> Result<IdentityKey, StoreError>) {
        self.read = read
        self.create = create
    }
}

/// Why notifications cannot be shown now.
public struct NotificationProblem: Error, Equatable {
    /// The problem, for people.
    public var message: String

    public init(message: String) { self.message = message }
}

/// Why settings are refused.
public struct SettingsProblem: Error, Equatable {
    /// The setting at fault by its full name; `nil` if the file itself is at fault.
    public var setting: String?
    /// The problem and its correction, with the file's name.
    public var message: String

    public init(setting: String? = nil, message: String) {
        self.setting = setting
        self.message = message
    }
}
