import GardenAPI
import GardenCore
import GardenEngine
import TimeKit

/// The objects and functions that `gardend` gives to the daemon.
public nonisolated struct DaemonDependencies {
    /// The folder of everything that the daemon keeps.
    public var dataFolder: String
    public var listeningSocket: ListeningSocket
    public var store: any Store
    public var archive: any Archive
    public var config: ConfigFile
    public var zones: ZoneSource
    /// The ids for a new garden, and for a device that is new to it.
    public var names: Startup.Names
    /// When the previous run wrote its last heartbeat; `nil` if it wrote none.
    public var lastHeartbeat: Instant?
    /// Writes a heartbeat (RULES P9).
    public var writeHeartbeat: () -> Void
    /// The program to run for the backup of a day; `nil` if that day already has a backup.
    public var backupCommand: (CalendarDay) -> [String]?
    /// A backup to make now before a change, and the program that makes it.
    public var backupBeforeChange: (Timestamp) -> (backup: GardenBackup, command: [String])
    /// The command line that restores a backup, for people.
    public var restoreCommand: String
    /// Removes a backup that is not needed.
    public var removeBackup: (GardenBackup) -> Void
    /// The paths of backups, and of databases that a restore has kept, that have an effect or cannot be read.
    public var filesWithEffect: (WrittenEffect) -> [String]
    /// The program to run for a subcommand of gardend about this data.
    public var ownCommand: (_ arguments: [String]) -> [String]
    /// Health checks of the data.
    public var checkData: () -> [HealthCheck]

    public init(
        dataFolder: String, listeningSocket: ListeningSocket, store: any Store, archive: any Archive,
        config: ConfigFile, zones: ZoneSource, names: Startup.Names, lastHeartbeat: Instant?,
        writeHeartbeat: @escaping () -> Void, backupCommand: @escaping (CalendarDay) -> [String]?,
        backupBeforeChange: @escaping (Timestamp) -> (backup: GardenBackup, command: [String]),
        restoreCommand: String, removeBackup: @escaping (GardenBackup) -> Void,
        filesWithEffect: @escaping (WrittenEffect) -> [String],
        ownCommand: @escaping (_ arguments: [String]) -> [String],
        checkData: @escaping () -> [HealthCheck]
    ) {
        self.dataFolder = dataFolder
        self.listeningSocket = listeningSocket
        self.store = store
        self.archive = archive
        self.config = config
        self.zones = zones
        self.names = names
        self.lastHeartbeat = lastHeartbeat
        self.writeHeartbeat = writeHeartbeat
        self.backupCommand = backupCommand
        self.backupBeforeChange = backupBeforeChange
        self.restoreCommand = restoreCommand
        self.removeBackup = removeBackup
        self.filesWithEffect = filesWithEffect
        self.ownCommand = ownCommand
        self.checkData = checkData
    }
}

/// The zones of the system, read again each time (RULES L9).
public nonisolated struct ZoneSource {
    /// The system's zone; `nil` if the system has none set.
    public var system: () throws(SettingsProblem) -> ZoneRules?
    public var named: (String) throws(SettingsProblem) -> ZoneRules
    /// The files with the rules of the named zone, or of the system's zone for `nil`.
    public var files: (String?) -> [String]
    /// The name in `TZ` of the daemon's environment, which comes before the system's zone; `nil` without one.
    public var variable: String?

    public init(
        system: @escaping () throws(SettingsProblem) -> ZoneRules?,
        named: @escaping (String) throws(SettingsProblem) -> ZoneRules, files: @escaping (String?) -> [String],
        variable: String? = nil
    ) {
        self.system = system
        self.named = named
        self.files = files
        self.variable = variable
    }
}
