import GardenAPI
import GardenCore
import GardenEngine

/// What a daemon is put together from; `gardend` does that.
public nonisolated struct DaemonParts {
    public var door: Door
    public var store: any Store
    public var archive: any Archive
    public var config: ConfigFile
    /// The system's zone, read anew each time (RULES L9).
    public var systemZone: () throws(SettingsProblem) -> ZoneRules
    public var namedZone: (String) throws(SettingsProblem) -> ZoneRules
    /// The name of a garden that is born now.
    public var newDeviceId: String
    /// When the run before left its last mark; `nil` where it left none.
    public var lastMark: Instant?
    /// Leaves a sign of life (RULES P9).
    public var leaveMark: () -> Void
    /// The program to run for the backup of a day; `nil` where that day has one.
    public var backupCommand: (CalendarDay) -> [String]?
    /// What there is to say about the data.
    public var checkData: () -> [HealthCheck]

    public init(
        door: Door, store: any Store, archive: any Archive, config: ConfigFile,
        systemZone: @escaping () throws(SettingsProblem) -> ZoneRules,
        namedZone: @escaping (String) throws(SettingsProblem) -> ZoneRules, newDeviceId: String, lastMark: Instant?,
        leaveMark: @escaping () -> Void, backupCommand: @escaping (CalendarDay) -> [String]?,
        checkData: @escaping () -> [HealthCheck]
    ) {
        self.door = door
        self.store = store
        self.archive = archive
        self.config = config
        self.systemZone = systemZone
        self.namedZone = namedZone
        self.newDeviceId = newDeviceId
        self.lastMark = lastMark
        self.leaveMark = leaveMark
        self.backupCommand = backupCommand
        self.checkData = checkData
    }
}

/// The daemon's machine as the engine sees it.
final class MachineHost: Host {
    private let parts: DaemonParts
    /// Why the settings file was last refused; `nil` while it is sound.
    private(set) var settingsProblem: SettingsProblem?
    /// The outcome of the last backup.
    var backupCheck: HealthCheck?
    private let process: Int32

    init(_ parts: DaemonParts, process: Int32) {
        self.parts = parts
        self.process = process
    }

    nonisolated var pid: Int { MainActor.assumeIsolated { Int(process) } }

    nonisolated var settingsFile: String? { MainActor.assumeIsolated { parts.config.path } }

    nonisolated func readConditions() throws(SettingsProblem) -> Conditions {
        let result = MainActor.assumeIsolated { readConditionsHere() }
        return try result.get()
    }

    private func readConditionsHere() -> Result<Conditions, SettingsProblem> {
        do throws(SettingsProblem) {
            let settings = try parts.config.settings()
            let zone: ZoneRules
            if settings.dayTimezone == Settings.systemTimezone {
                zone = try parts.systemZone()
            } else {
                do throws(SettingsProblem) { zone = try parts.namedZone(settings.dayTimezone) } catch {
                    throw SettingsProblem(
                        setting: "day.timezone", message: "\(parts.config.path): day.timezone: \(error.message)")
                }
            }
            settingsProblem = nil
            return .success(Conditions(settings: settings, zone: zone))
        } catch {
            settingsProblem = error
            return .failure(error)
        }
    }

    nonisolated func checkHealth() -> [HealthCheck] { MainActor.assumeIsolated { checks() } }

    private func checks() -> [HealthCheck] {
        var checks = [HealthCheck("server", .ok, "clients are let in at \(parts.door.path)")]
        if let settingsProblem {
            checks.append(
                HealthCheck(
                    "settings", .failed, "\(settingsProblem.message); the old settings stay in force",
                    advice: "mend the file, then: gardenctl config check"))
        } else {
            let source =
                parts.config.exists
                ? "read from \(parts.config.path)" : "there is no \(parts.config.path), so all have their defaults"
            checks.append(HealthCheck("settings", .ok, source))
        }
        checks.append(ServiceCheck.ofThisProcess(foreignFolder: parts.config.folder).check)
        checks += parts.checkData()
        if let backupCheck { checks.append(backupCheck) }
        return checks
    }
}
