import GardenCore
import GardenEngine
import GardenStore

/// The system's zones, with their troubles in words of the settings.
enum Zones {
    static func named(_ name: String) throws(SettingsProblem) -> ZoneRules {
        do { return try ZoneFiles().load(named: name) } catch { throw SettingsProblem(message: "\(error)") }
    }

    static func system() throws(SettingsProblem) -> ZoneRules {
        do { return try ZoneFiles().systemZone() } catch { throw SettingsProblem(message: "\(error)") }
    }
}
