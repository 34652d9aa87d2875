import CSystemd

/// A signal received over the bus.
public struct BusMessage: Equatable, Sendable {
    /// The unique name of the sender, `:1.42`; "org.freedesktop.DBus" for the bus itself.
    public let sender: String

    /// The object that sent it.
    public let path: String

    /// The interface the signal belongs to.
    public let interface: String

    /// The signal's name.
    public let member: String

    /// Its arguments.
    public let arguments: [BusValue]

    init(_ message: OpaquePointer) throws(SystemError) {
        sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
        path = sd_bus_message_get_path(message).map { String(cString: $0) } ?? ""
        interface = sd_bus_message_get_interface(message).map { String(cString: $0) } ?? ""
        member = sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
        arguments = try readValues(of: message)
    }
}
