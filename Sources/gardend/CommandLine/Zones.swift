import GardenAPI
import GardenCore
import GardenDaemon
import GardenEngine
import GardenStore
import TimeKit

/// The system's time zones, with errors in terms of the configuration.
enum Zones {
    static func named(_ name: String) throws(SettingsProblem) -> ZoneRules {
        let zones = ZoneDirectory()
        do { return try zones.load(named: name) } catch {
            var message = "\(error)"
            if case .unknown = error, let nearest = Suggestion.nearest(to: name, amongPaths: zones.names()) {
                message += "; did you mean \(nearest)?"
            }
            throw SettingsProblem(message: message)
        }
    }

    static func system() throws(SettingsProblem) -> ZoneRules { try systemIfSet() ?? .utc }

    private static func systemIfSet() throws(SettingsProblem) -> ZoneRules? {
        do { return try ZoneDirectory().systemZone() } catch { throw SettingsProblem(message: "\(error)") }
    }

    static var source: ZoneSource {
        ZoneSource(
            system: { () throws(SettingsProblem) in try systemIfSet() },
            named: { (name) throws(SettingsProblem) in try named(name) }, files: { ZoneDirectory().paths(of: $0) },
            variable: name(inVariable: Home.variable("TZ") ?? ""))
    }

    /// The name of a zone in `TZ`, which tzset(3) also takes with a colon before it, and as a path; `nil` if it names none.
    private static func name(inVariable value: String) -> String? {
        var name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        let folder = "\(ZoneDirectory().directory)/"
        if name.hasPrefix(folder) { name.removeFirst(folder.count) }
        // The usual way to say: the system's.
        return name.isEmpty || name == ZoneDirectory().systemLink ? nil : name
    }
}
