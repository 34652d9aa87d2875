import GardenAPI
import GardenCore
import GardenEngine
import TimeKit

/// What a daemon is put together from; `gardend` does that.
public nonisolated struct DaemonDependencies {
    public var door: ListeningSocket
    public var store: any Store
    public var archive: any Archive
    public var config: ConfigFile
    public var zones: ZoneSource
    /// What a garden that begins now, or a device that is new to it, is called.
    public var names: Startup.Names
    /// When the run before left its last heartbeat; `nil` where it left none.
    public var lastHeartbeat: Instant?
    /// Leaves a sign of life (RULES P9).
    public var leaveHeartbeat: () -> Void
    /// The program to run for the backup of a day; `nil` where that day has one.
    public var backupCommand: (CalendarDay) -> [String]?
    /// What there is to say about the data.
    public var checkData: () -> [HealthCheck]

    public init(
        door: ListeningSocket, store: any Store, archive: any Archive, config: ConfigFile, zones: ZoneSource,
        names: Startup.Names, lastHeartbeat: Instant?, leaveHeartbeat: @escaping () -> Void,
        backupCommand: @escaping (CalendarDay) -> [String]?, checkData: @escaping () -> [HealthCheck]
    ) {
        self.door = door
        self.store = store
        self.archive = archive
        self.config = config
        self.zones = zones
        self.names = names
        self.lastHeartbeat = lastHeartbeat
        self.leaveHeartbeat = leaveHeartbeat
        self.backupCommand = backupCommand
        self.checkData = checkData
    }
}

/// The zones of the system, read anew each time (RULES L9).
public nonisolated struct ZoneSource {
    /// The zone the system is set to; `nil` where it is set to none.
    public var system: () throws(SettingsProblem) -> ZoneRules?
    public var named: (String) throws(SettingsProblem) -> ZoneRules
    /// The files that say the rules of the zone of that name, or, for `nil`, of the system's.
    public var files: (String?) -> [String]

    public init(
        system: @escaping () throws(SettingsProblem) -> ZoneRules?,
        named: @escaping (String) throws(SettingsProblem) -> ZoneRules, files: @escaping (String?) -> [String]
    ) {
        self.system = system
        self.named = named
        self.files = files
    }
}
