import Glibc
import TestSupport

/// A Unix socket, connected to a path or bound to it.
enum UnixSockets {
    static func connected(to path: String) throws -> Int32 {
        try make(SOCK_STREAM, path, "connect") { connect($0, $1, $2) }
    }

    static func bound(_ type: __socket_type, to path: String) throws -> Int32 {
        try make(type, path, "bind") { bind($0, $1, $2) }
    }

    private static func make(
        _ type: __socket_type, _ path: String, _ call: String,
        _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure(call: "socket") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        precondition(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path), "\(path) is too long for a socket")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let error = TestFailure(call: "\(call) \(path)")
            close(descriptor)
            throw error
        }
        return descriptor
    }
}

/// The service manager's end of sd_notify(3).
final class NotifySocket {
    let path: String
    let descriptor: Int32

    init(at path: String) throws {
        self.path = path
        descriptor = try UnixSockets.bound(SOCK_DGRAM, to: path)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// The next message, an assignment each.
    func receive() throws -> [String] {
        _ = try awaitReadiness(of: [descriptor], what: "word from the daemon to its service manager")
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw TestFailure(call: "recv") }
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
