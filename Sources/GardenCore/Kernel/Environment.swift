import GardenAPI
import TimeKit

/// What rules depend on besides the state and the moment: the settings, the rules of the current zone, and what features add to it,
/// such as files of the person or what the machine reports.
public struct Environment: Sendable, Equatable {
    private struct Values: Sendable, Equatable {
        var settings: Settings
        var zone: ZoneRules
        var parts = EnvironmentParts()
    }

    private var values: Shared<Values>

    public init(settings: Settings, zone: ZoneRules) { values = Shared(Values(settings: settings, zone: zone)) }

    public var settings: Settings {
        get { values.value.settings }
        set { change { $0.settings = newValue } }
    }

    public var zone: ZoneRules {
        get { values.value.zone }
        set { change { $0.zone = newValue } }
    }

    /// What a feature adds.
    public subscript<Part: EnvironmentPart>(_ type: Part.Type) -> Part {
        get { values.value.parts[type] }
        set { change { $0.parts[type] = newValue } }
    }

    /// These values as they were read again, with what the machine reports by itself as it is.
    public func reread(after current: Environment) -> Environment {
        var environment = self
        environment.change { $0.parts.takeReports(of: current.values.value.parts) }
        return environment
    }

    /// Why some of what features add was refused when it was read, for people.
    public var problems: [String] { values.value.parts.problems }

    private mutating func change(_ body: (inout Values) -> Void) {
        var values = values.value
        body(&values)
        self.values = Shared(values)
    }

    /// The calendar of logical days (RULES L1).
    public var calendar: LogicalDay { LogicalDay(startHour: settings.dayStartHour, zone: zone) }
}

/// What a feature adds to the environment.
public protocol EnvironmentPart: Sendable, Equatable {
    /// Its value until the machine says otherwise.
    static var initial: Self { get }

    /// Whether the machine reports it by itself (``MachineReport``). Otherwise it is read together with the settings.
    static var isReported: Bool { get }

    /// Why some of it was refused when it was read, for people.
    var problems: [String] { get }
}

extension EnvironmentPart {
    public var problems: [String] { [] }
}

/// The parts that are not as they are initially, by their type.
private struct EnvironmentParts: Sendable, Equatable {
    private var parts: [ObjectIdentifier: any EnvironmentPart] = [:]

    subscript<Part: EnvironmentPart>(_ type: Part.Type) -> Part {
        get { parts[ObjectIdentifier(type)] as? Part ?? .initial }
        set { parts[ObjectIdentifier(type)] = newValue == .initial ? nil : newValue }
    }

    mutating func takeReports(of other: EnvironmentParts) {
        parts = parts.filter { !type(of: $0.value).isReported }
        parts.merge(other.parts.filter { type(of: $0.value).isReported }) { _, reported in reported }
    }

    var problems: [String] { parts.values.flatMap(\.problems).sorted() }

    static func == (left: EnvironmentParts, right: EnvironmentParts) -> Bool {
        left.parts.count == right.parts.count
            && left.parts.allSatisfy { key, part in right.parts[key].map { part.isEqual(to: $0) } ?? false }
    }
}

extension EnvironmentPart {
    fileprivate func isEqual(to other: any EnvironmentPart) -> Bool { other as? Self == self }
}
