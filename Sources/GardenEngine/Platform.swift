import GardenAPI
import GardenCore

/// What an engine needs of the machine it runs on, real or virtual.
public protocol Platform: AnyObject {
    /// The daemon's process; 0 on a virtual machine.
    var pid: Int { get }

    /// The settings file that is read, whether it is there or not; `nil` where none is looked for.
    var settingsFile: String? { get }

    /// Reads the settings anew, and the rules of the zone they name.
    ///
    /// - Throws: what is wrong with the file.
    func readEnvironment() throws(SettingsProblem) -> Environment

    /// Looks at what the daemon depends on.
    func checkHealth() -> [HealthCheck]
}

/// Settings that cannot be taken.
public struct SettingsProblem: Error, Equatable {
    /// The setting at fault by its full name; `nil` when it is the file.
    public var setting: String?
    /// What is wrong and what would be right, with the file's name.
    public var message: String

    public init(setting: String? = nil, message: String) {
        self.setting = setting
        self.message = message
    }
}
