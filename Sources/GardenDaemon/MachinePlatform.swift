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
    /// What says which zone it is, and its name there; without one, it is the system's.
    private var zoneOrigin = ZoneOrigin.system
    /// Why `TZ` was ignored; `nil` if it was not.
    private var variableProblem: SettingsProblem?
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
            let zone = try readZone(settings) ?? .utc
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
    var zoneFiles: [String] { dependencies.zones.files(zoneOrigin.name) }

    /// The zone and what says so: "Asia/Tokyo, from day.timezone".
    var zoneText: String { "\(zone.name), from \(zoneOrigin.text)" }

    /// Reads the rules of the current zone again.
    ///
    /// - Parameter settings: those in force. The ones read last may have been refused by the disk.
    /// - Throws: why they cannot be read. A system without a zone is a reason, too: usually someone is changing the
    ///   zone at this moment. A day that began in UTC meanwhile would remain begun (RULES L7).
    func rereadZone(_ settings: Settings) throws(SettingsProblem) -> ZoneRules {
        do throws(SettingsProblem) {
            let reading = try readZone(settings)
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

    /// The zone of the setting, else of `TZ`, else the system's, which is `nil` if it has none.
    private func readZone(_ settings: Settings) throws(SettingsProblem) -> ZoneRules? {
        variableProblem = nil
        if settings.dayTimezone != Settings.systemTimezone {
            zoneOrigin = .setting(settings.dayTimezone)
            do throws(SettingsProblem) { return try dependencies.zones.named(settings.dayTimezone) } catch {
                throw SettingsProblem(
                    setting: "day.timezone", message: "\(dependencies.config.path): day.timezone: \(error.message)")
            }
        }
        if let name = dependencies.zones.variable {
            zoneOrigin = .variable(name)
            do throws(SettingsProblem) { return try dependencies.zones.named(name) } catch {
                variableProblem = SettingsProblem(message: "TZ: \(error.message)")
            }
        }
        zoneOrigin = .system
        return try dependencies.zones.system()
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
        if let variableProblem {
            return HealthCheck(
                "timezone", .warning, "\(zoneText); \(variableProblem.message)",
                advice:
                    "correct TZ in the environment of gardend, or set the zone: gardenctl config set day.timezone ZONE")
        }
        return HealthCheck("timezone", .ok, zoneText)
    }
}

/// What says which time zone it is (RULES L9).
private enum ZoneOrigin {
    case setting(String)
    case variable(String)
    case system

    /// Its name there; `nil` for the system's.
    var name: String? {
        switch self {
        case .setting(let name), .variable(let name): name
        case .system: nil
        }
    }

    var text: String {
        switch self {
        case .setting: "day.timezone"
        case .variable: "TZ in the daemon's environment"
        case .system: "the system"
        }
    }
}
