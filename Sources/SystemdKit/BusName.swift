/// A well-known name of a ``Bus`` and the connection that owns it; made by ``Bus/name(_:onChange:)``.
///
/// Asking for the owner never starts a service.
@MainActor
public final class BusName {
    /// The connection behind a name.
    public enum Owner: Equatable, Sendable {
        /// There is no bus, or it has not answered yet.
        case unknown
        /// No connection owns the name: the service does not run.
        case none
        /// The unique name of the owner, `:1.42`. A service that restarts gets a new one.
        case connection(String)
    }

    /// The name that is followed.
    public let name: String

    /// The current owner.
    public private(set) var owner = Owner.unknown

    private let onChange: @MainActor (Owner) -> Void
    private var changes: BusMatch?

    /// The bus answers from memory, so this is long even for a machine that has just woken up.
    private static let timeoutMicroseconds: UInt64 = 90_000_000

    init(_ name: String, on bus: Bus, onChange: @escaping @MainActor (Owner) -> Void) {
        self.name = name
        self.onChange = onChange
        changes = bus.match(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", firstArgument: name,
            onInstalled: { [weak self, weak bus] error in
                // Asking only now misses no change.
                guard error == nil, let self, let bus else { return }
                self.ask(bus)
            },
            handler: { [weak self] signal in
                guard signal.arguments.count == 3, case .string(let owner) = signal.arguments[2] else { return }
                self?.set(owner.isEmpty ? .none : .connection(owner))
            })
    }

    /// Ends the interest permanently. Harmless when repeated.
    public func cancel() {
        changes?.cancel()
        changes = nil
    }

    isolated deinit { cancel() }

    /// Forgets the owner, because the connection to the bus is lost.
    func busLost() { set(.unknown) }

    private func ask(_ bus: Bus) {
        bus.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "GetNameOwner", arguments: [.string(name)], timeoutMicroseconds: Self.timeoutMicroseconds
        ) { [weak self] answer in
            switch answer {
            case .success(let values):
                if case .string(let owner)? = values.first { self?.set(.connection(owner)) }
            case .failure(let error):
                if error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" { self?.set(.none) }
            }
        }
    }

    private func set(_ new: Owner) {
        guard changes != nil, new != owner else { return }
        owner = new
        onChange(new)
    }
}
