import GardenAPI
import GardenCore
import GardenEngine

/// A platform with settings, and with nothing else: no checks, and nothing that requests need.
public final class QuietPlatform: Platform {
    public let settingsFile: String? = nil
    public var settings: Settings

    public init(_ settings: Settings = .standard) { self.settings = settings }

    public func readEnvironment() -> Environment { Environment(settings: settings, zone: .utc) }
    public func checkHealth() -> [HealthCheck] { [] }
}
