import GardenAPI
import GardenCore

/// The engine's view of its machine, real or virtual. What a request needs from it besides is a ``Need``.
public protocol Platform: AnyObject {
    /// The path of the settings file, whether or not it exists; `nil` if none is used.
    var settingsFile: String? { get }

    /// Reads the settings again, and the rules of their zone.
    ///
    /// - Throws: the problem with the file.
    func readEnvironment() throws(SettingsProblem) -> Environment

    /// Adds to the answer to `daemon.hello` what only the machine knows.
    func complete(_ hello: inout Hello)

    /// Checks everything that the daemon depends on.
    func checkHealth() -> [HealthCheck]
}

extension Platform {
    public func complete(_ hello: inout Hello) {}
}

/// Why settings are refused.
public struct SettingsProblem: Error, Equatable {
    /// The first setting at fault by its full name; `nil` if the file itself is at fault.
    public var setting: String?
    /// Each problem and its correction, with the file's name.
    public var messages: [String]

    /// All of them in one line.
    public var message: String { messages.joined(separator: "; ") }

    public init(setting: String? = nil, messages: [String]) {
        self.setting = setting
        self.messages = messages
    }

    public init(setting: String? = nil, message: String) { self.init(setting: setting, messages: [message]) }
}
