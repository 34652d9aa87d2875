import GardenAPI
import GardenCore
import GardenEngine
import SystemdKit
import TimeKit

/// The daemon's machine as the engine sees it.
final class MachinePlatform: Platform {
    private let dependencies: DaemonDependencies
    /// Why the settings file was last refused; `nil` while it is valid.
    private(set) var settingsProblem: SettingsProblem?
    /// The zone as last read.
    private var zone = ZoneRules.utc
    /// The zone's name in the settings; `nil` for the system's.
    private var zoneName: String?
    /// Why the zone's rules could not be read again; `nil` after a success.
    private(set) var zoneProblem: SettingsProblem?
    /// Called when settings have been read, and perhaps another zone with them.
    var onZoneRead: () -> Void = {}
    /// The parts of the daemon, once they exist.
    var parts: [any DaemonPart] = []
    /// Checks what the daemon itself does.
    var ownChecks: () -> [HealthCheck] = { [] }
    private let process: Int32
    private let configuration: [any ConfigurationPart]

    init(_ dependencies: DaemonDependencies, _ configuration: [any ConfigurationPart], process: Int32) {
        self.dependencies = dependencies
        self.configuration = configuration
        self.process = process
    }

    nonisolated var settingsFile: String? { MainActor.assumeIsolated { dependencies.config.path } }

    nonisolated func readEnvironment() throws(SettingsProblem) -> Environment {
        let result = MainActor.assumeIsolated { readEnvironmentOnMainActor() }
        return try result.get()
    }

    private func readEnvironmentOnMainActor() -> Result<Environment, SettingsProblem> {
        do throws(SettingsProblem) {
            let settings = try dependencies.config.settings()
            let name = Self.zoneName(settings)
            let zone = try readZone(name) ?? .utc
            zoneName = name
            take(zone)
            settingsProblem = nil
            onZoneRead()
            var environment = Environment(settings: settings, zone: zone)
            for part in configuration { part.read(into: &environment) }
            return .success(environment)
        } catch {
            settingsProblem = error
            return .failure(error)
        }
    }

    /// The files with the rules of the current zone.
    var zoneFiles: [String] { dependencies.zones.files(zoneName) }

    private static func zoneName(_ settings: Settings) -> String? {
        settings.dayTimezone == Settings.systemTimezone ? nil : settings.dayTimezone
    }

    /// Reads the rules of the current zone again.
    ///
    /// - Parameter settings: those in force. The ones read last may have been refused by the disk.
    /// - Throws: why they cannot be read. A system without a zone is a reason, too: usually someone is changing the
    ///   zone at this moment. A day that began in UTC meanwhile would remain begun (RULES L7).
    func rereadZone(_ settings: Settings) throws(SettingsProblem) -> ZoneRules {
        zoneName = Self.zoneName(settings)
        do throws(SettingsProblem) {
            let reading = try readZone(zoneName)
            guard let zone = reading ?? (self.zone == .utc ? .utc : nil) else {
                throw SettingsProblem(message: "the system has no time zone")
            }
            take(zone)
            return zone
        } catch {
            zoneProblem = error
            throw error
        }
    }

    private func take(_ zone: ZoneRules) {
        self.zone = zone
        zoneProblem = nil
    }

    /// - Parameter name: `nil` for the system's.
    private func readZone(_ name: String?) throws(SettingsProblem) -> ZoneRules? {
        guard let name else { return try dependencies.zones.system() }
        do throws(SettingsProblem) { return try dependencies.zones.named(name) } catch {
            throw SettingsProblem(
                setting: "day.timezone", message: "\(dependencies.config.path): day.timezone: \(error.message)")
        }
    }

    nonisolated func complete(_ hello: inout Hello) {
        var completed = hello
        MainActor.assumeIsolated {
            completed.pid = Int(process)
            for part in parts { part.complete(&completed) }
        }
        hello = completed
    }

    nonisolated func checkHealth() -> [HealthCheck] { MainActor.assumeIsolated { checks() } }

    private func checks() -> [HealthCheck] {
        var checks = [HealthCheck("server", .ok, "accepting connections on \(dependencies.listeningSocket.path)")]
        if let settingsProblem {
            checks.append(
                HealthCheck(
                    "settings", .failed, "\(settingsProblem.message); the old settings remain",
                    advice: "fix the file, then run: gardenctl config check"))
        } else if dependencies.config.hasChangedSinceReading {
            checks.append(
                HealthCheck(
                    "settings", .warning, "\(dependencies.config.path) has changed since it was read",
                    advice: "apply it: gardenctl reload"))
        } else {
            let source =
                dependencies.config.exists
                ? "read from \(dependencies.config.path)"
                : "\(dependencies.config.path) does not exist; all settings have their defaults"
            checks.append(HealthCheck("settings", .ok, source))
        }
        checks.append(zoneCheck)
        checks += configuration.compactMap(\.check)
        checks.append(ServiceCheck.ofThisProcess(foreignFolder: dependencies.config.folder).check)
        if let linger = LingerCheck.check(unit: Sandbox.userUnit()) { checks.append(linger) }
        return checks + dependencies.checkData() + ownChecks() + parts.flatMap(\.checks)
    }

    private var zoneCheck: HealthCheck {
        if let zoneProblem {
            return HealthCheck(
                "timezone", .failed, "\(zoneProblem.message); the rules of \(zone.name) remain",
                advice: "set it: timedatectl set-timezone ZONE; without one, gardenctl reload uses UTC")
        }
        return HealthCheck(
            "timezone", .ok, "\(zone.name), \(zoneName == nil ? "from the system" : "from day.timezone")")
    }
}
