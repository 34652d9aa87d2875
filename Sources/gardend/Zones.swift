import GardenCore
import GardenDaemon
import GardenEngine
import GardenStore

/// The system's zones, with their troubles in words of the settings.
enum Zones {
    static func named(_ name: String) throws(SettingsProblem) -> ZoneRules {
        do { return try ZoneFiles().load(named: name) } catch { throw SettingsProblem(message: "\(error)") }
    }

    static func system() throws(SettingsProblem) -> ZoneRules { try systemIfSet() ?? .utc }

    private static func systemIfSet() throws(SettingsProblem) -> ZoneRules? {
        do { return try ZoneFiles().systemZoneIfSet() } catch { throw SettingsProblem(message: "\(error)") }
    }

    static var source: ZoneSource {
        ZoneSource(
            system: { () throws(SettingsProblem) in try systemIfSet() },
            named: { (name) throws(SettingsProblem) in try named(name) }, files: { ZoneFiles().paths(of: $0) })
    }
}
