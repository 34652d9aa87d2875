import CSystemd
import Glibc

/// An end of a connected pair of sockets that keep messages apart: SOCK_SEQPACKET of unix(7). Nothing here waits.
public final class MessageSocket {
    /// Open while this object lives.
    public let descriptor: Int32
    private static let longestBytes = 512
    /// Not O_NONBLOCK: a service manager removes it from what it passes on.
    private static let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)

    /// What ``receive()`` finds.
    public enum Reception: Equatable, Sendable {
        case message(String)
        /// No message waits.
        case nothing
        /// The other end is closed, and all that it has sent was received.
        case ended
    }

    /// Takes over a descriptor.
    public init(owning descriptor: Int32) { self.descriptor = descriptor }

    /// Two connected ends.
    ///
    /// - Throws: `EMFILE` or `ENFILE` when no descriptor is left.
    public static func pair() throws(SystemError) -> (MessageSocket, MessageSocket) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try checkErrno(socketpair(AF_UNIX, type, 0, &ends), "socketpair")
        return (MessageSocket(owning: ends[0]), MessageSocket(owning: ends[1]))
    }

    deinit { close(descriptor) }

    /// Sends a message of at most 512 bytes. It is dropped if the other end is closed, or takes none of many.
    public func send(_ message: String) {
        precondition((1...Self.longestBytes).contains(message.utf8.count), "\(message) is empty or too long")
        var message = message
        message.withUTF8 { _ = Glibc.send(descriptor, $0.baseAddress, $0.count, Self.flags) }
    }

    /// Takes the next message.
    public func receive() -> Reception {
        var buffer = [UInt8](repeating: 0, count: Self.longestBytes)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Self.flags)
            if count > 0 { return .message(String(decoding: buffer[..<count], as: UTF8.self)) }
            if count < 0, errno == EINTR { continue }
            return count < 0 && errno == EAGAIN ? .nothing : .ended
        }
    }
}
