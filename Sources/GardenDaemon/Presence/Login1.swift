import GardenAPI
import SystemdKit

/// Names of systemd-logind on the system bus: org.freedesktop.login1(5).
enum Login1 {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let manager = "org.freedesktop.login1.Manager"
    static let user = "org.freedesktop.login1.User"
    static let session = "org.freedesktop.login1.Session"
    static let properties = "org.freedesktop.DBus.Properties"

    /// How long a call may take. A logind that hangs is restarted by its watchdog after 3 minutes, which ends the call
    /// earlier and reports a new owner of the name; no other timer has to try again.
    static let timeoutMicroseconds: UInt64 = 300_000_000
}

extension Bus {
    /// Calls a method of logind.
    func callLogin1(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue],
        reply: @escaping @MainActor (Result<[BusValue], BusError>) -> Void
    ) {
        call(
            destination: Login1.name, path: path, interface: interface, member: member, arguments: arguments,
            timeoutMicroseconds: Login1.timeoutMicroseconds, reply: reply)
    }

    /// Calls `handler` for each signal of logind's main object with that name.
    func login1Signals(
        _ member: String, onInstalled: @escaping @MainActor (BusError?) -> Void,
        handler: @escaping @MainActor ([BusValue]) -> Void
    ) -> BusMatch {
        // Any process may send signals on the system bus, so the match includes the sender.
        match(
            sender: Login1.name, path: Login1.path, interface: Login1.manager, member: member,
            onInstalled: onInstalled, handler: { handler($0.arguments) })
    }

    /// Calls `handler` with the changes of one interface of one object of logind.
    func login1Changes(
        of interface: String, at path: String, onInstalled: @escaping @MainActor (BusError?) -> Void,
        handler: @escaping @MainActor (PropertyChanges) -> Void
    ) -> BusMatch {
        match(
            sender: Login1.name, path: path, interface: Login1.properties, member: "PropertiesChanged",
            firstArgument: interface, onInstalled: onInstalled,
            handler: { signal in
                if let changes = PropertyChanges(signal.arguments) { handler(changes) }
            })
    }
}

/// The content of a PropertiesChanged signal (D-Bus specification, "org.freedesktop.DBus.Properties").
nonisolated struct PropertyChanges: Equatable {
    /// New values.
    var values: [String: BusValue]
    /// The names of properties with new values that the signal does not contain.
    var invalidated: [String]

    init(_ values: [String: BusValue], invalidated: [String] = []) {
        self.values = values
        self.invalidated = invalidated
    }

    /// `nil` if the arguments are not those of the signal.
    init?(_ arguments: [BusValue]) {
        guard arguments.count == 3, case .dictionary(let values) = arguments[1],
            case .array(_, let names) = arguments[2]
        else { return nil }
        self.init(
            values, invalidated: names.compactMap { if case .string(let name) = $0 { name } else { nil } })
    }

    /// Whether a property changed.
    func mention(_ name: String) -> Bool { values[name] != nil || invalidated.contains(name) }
}
