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
    /// What the settings file, as it was read last, has besides settings.
    private(set) var unknownSettings: [String] = []
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
            let read = try dependencies.config.reading()
            let reading = try readZone(read.settings, ignoringVariable: true)
            take(reading.zone ?? .utc, reading)
            (settingsProblem, unknownSettings) = (nil, read.unknown)
            onZoneRead()
            var environment = Environment(settings: read.settings, zone: zone)
            environment[UnknownSettings.self] = UnknownSettings(problems: read.unknown)
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
            let reading = try readZone(settings, ignoringVariable: !zoneOrigin.isVariable)
            guard let zone = reading.zone ?? (self.zone == .utc ? .utc : nil) else {
                throw SettingsProblem(message: "the system has no time zone")
            }
            take(zone, reading)
            return zone
        } catch {
            zoneProblem = error
            throw error
        }
    }

    private func take(_ zone: ZoneRules, _ reading: ZoneReading) {
        self.zone = zone
        (zoneOrigin, variableProblem, zoneProblem) = (reading.origin, reading.variableProblem, nil)
    }

    /// The zone of the setting, else of `TZ`, else the system's.
    ///
    /// - Parameter ignoringVariable: whether a `TZ` without a zone is ignored. One that had a zone may get it back: a day that began
    ///   in the system's meanwhile would remain begun (RULES L7).
    private func readZone(
        _ settings: Settings, ignoringVariable: Bool
    ) throws(SettingsProblem) -> ZoneReading {
        let name = settings.dayTimezone
        if name != Settings.systemTimezone {
            do throws(SettingsProblem) {
                return ZoneReading(zone: try dependencies.zones.named(name), origin: .setting(name))
            } catch {
                throw SettingsProblem(
                    setting: "day.timezone", message: "\(dependencies.config.path): day.timezone: \(error.message)")
            }
        }
        var variableProblem: SettingsProblem?
        if let name = dependencies.zones.variable {
            do throws(SettingsProblem) {
                return ZoneReading(zone: try dependencies.zones.named(name), origin: .variable(name))
            } catch {
                let problem = SettingsProblem(message: "TZ: \(error.message)")
                guard ignoringVariable else { throw problem }
                variableProblem = problem
            }
        }
        return ZoneReading(zone: try dependencies.zones.system(), origin: .system, variableProblem: variableProblem)
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
        } else if !unknownSettings.isEmpty {
            checks.append(
                HealthCheck(
                    "settings", .warning, unknownSettings.joined(separator: "; "),
                    advice: "correct the file: gardenctl config edit"))
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

/// A time zone as it was read.
private struct ZoneReading {
    /// `nil` if the system has none.
    var zone: ZoneRules?
    var origin: ZoneOrigin
    /// Why `TZ` was ignored; `nil` if it was not.
    var variableProblem: SettingsProblem?
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

    var isVariable: Bool { if case .variable = self { true } else { false } }

    var text: String {
        switch self {
        case .setting: "day.timezone"
        case .variable: "TZ in the daemon's environment"
        case .system: "the system"
        }
    }
}
