import CSystemd
import Glibc

/// Why a call over the bus has no answer.
public struct BusError: Error, Equatable, CustomStringConvertible {
    /// The error's name, for programs: `org.freedesktop.DBus.Error.ServiceUnknown`.
    public let name: String

    /// A sentence for people; may be empty.
    public let message: String

    /// An error of that name.
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// No answer came in time, or the bus itself did not appear in time: a call that waits for the bus ends with this
    /// too.
    public static let noReply = "org.freedesktop.DBus.Error.NoReply"

    /// The connection was lost.
    public static let disconnected = "org.freedesktop.DBus.Error.Disconnected"

    /// The values to send, or the received ones, cannot be expressed.
    public static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"

    /// "org.freedesktop.DBus.Error.ServiceUnknown: The name … was not provided by any .service files".
    public var description: String { message.isEmpty ? name : "\(name): \(message)" }

    /// The error of a reply; `nil` when it is not an error.
    init?(reply: OpaquePointer) {
        guard sd_bus_message_is_method_error(reply, nil) > 0, let error = sd_bus_message_get_error(reply) else {
            return nil
        }
        name = error.pointee.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed"
        message = error.pointee.message.map { String(cString: $0) } ?? ""
    }
}
