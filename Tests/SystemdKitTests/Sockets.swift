import Glibc
import SystemdKit

/// Two connected Unix sockets, closed when the object is released.
final class SocketPair {
    let left: Int32
    let right: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(code: errno, call: "socketpair") }
        left = ends[0]
        right = ends[1]
    }

    deinit {
        close(left)
        close(right)
    }
}

/// A Unix socket bound to `path`: `SOCK_DGRAM`, or `SOCK_STREAM` and then listening.
nonisolated func boundSocket(_ kind: __socket_type, path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError(code: errno, call: "socket") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    guard bound == 0 else { throw SystemError(code: errno, call: "bind") }
    if kind == SOCK_STREAM, listen(descriptor, 8) != 0 { throw SystemError(code: errno, call: "listen") }
    return descriptor
}

/// The bytes available from `descriptor`: one datagram, or the content of a stream.
nonisolated func received(from descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
}
