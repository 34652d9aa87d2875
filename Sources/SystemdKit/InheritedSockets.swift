import CSystemd
import Glibc

/// A listening socket that the service manager opened for this process: sd_listen_fds(3).
public struct InheritedSocket: Equatable, Sendable {
    /// The descriptor, with close-on-exec set and never blocking. It belongs to the caller.
    public let descriptor: Int32

    /// The name in the socket unit (`FileDescriptorName=`), by default the unit's name: `gardend.socket`.
    public let name: String
}

/// The sockets of socket activation.
public enum InheritedSockets {
    /// Takes over the listening Unix stream sockets that were passed to this process; empty if none were passed.
    ///
    /// It removes the variables that describe them, so that children do not take them for their own: call it once,
    /// before another thread reads the environment. Throws `EPROTOTYPE` when anything but listening Unix stream sockets
    /// was passed (sd_is_socket_unix(3)), after closing everything that was passed.
    public static func takeUnixListeners() throws(SystemError) -> [InheritedSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try check(sd_listen_fds_with_names(1, &names), "sd_listen_fds_with_names")
        defer {
            for index in 0..<Int(count) { free(names?[index]) }
            free(names)
        }
        let sockets = (0..<count).map { index in
            InheritedSocket(
                descriptor: SD_LISTEN_FDS_START + index,
                name: names?[Int(index)].map { String(cString: $0) } ?? "unknown")
        }
        let areUnixListeners = sockets.allSatisfy { sd_is_socket_unix($0.descriptor, SOCK_STREAM.kind, 1, nil, 0) > 0 }
        guard areUnixListeners else {
            for socket in sockets { close(socket.descriptor) }
            throw SystemError(code: EPROTOTYPE, call: "sd_is_socket_unix")
        }
        // Without NonBlocking=yes in the unit they are blocking, and a loop that accepts all waiting connections would
        // hang.
        for socket in sockets {
            let flags = try checkErrno(fcntl(socket.descriptor, F_GETFL), "fcntl")
            try checkErrno(fcntl(socket.descriptor, F_SETFL, flags | O_NONBLOCK), "fcntl")
        }
        return sockets
    }
}

extension __socket_type {
    /// The number for socket(2).
    var kind: Int32 { Int32(rawValue) }
}
