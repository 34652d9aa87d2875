import CSystemd
import Glibc

/// Stream sockets in the file system (unix(7)), all of them non-blocking.
public enum UnixSocket {
    /// The outcome of an attempt to move bytes.
    public enum Transfer: Equatable, Sendable {
        case moved(Int)
        /// Nothing now; the descriptor will be ready later.
        case wouldBlock
        /// The peer has closed its end.
        case ended
        case failed(SystemError)
    }

    /// The longest path a socket can have: `sun_path` less its closing zero.
    public static let pathLimitBytes = 107

    /// Binds a socket that only its owner can open, and listens on it.
    ///
    /// - Throws: EADDRINUSE when that path already exists, ENAMETOOLONG when it is too long.
    public static func listen(path: String, backlog: Int32 = SOMAXCONN) throws(SystemError) -> Int32 {
        let descriptor = try open()
        let mask = umask(0o177)
        defer { umask(mask) }
        do throws(SystemError) {
            try withAddress(path) { address, length throws(SystemError) in
                guard bind(descriptor, address, length) == 0 else { throw SystemError(code: errno, call: "bind") }
            }
            guard Glibc.listen(descriptor, backlog) == 0 else { throw SystemError(code: errno, call: "listen") }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Whether a process listens on that path.
    public static func isLive(path: String) -> Bool {
        guard let descriptor = try? open() else { return false }
        defer { close(descriptor) }
        do throws(SystemError) {
            try withAddress(path) { address, length throws(SystemError) in
                guard connect(descriptor, address, length) == 0 else { throw SystemError(code: errno, call: "connect") }
            }
        } catch {
            // A full backlog also has a listener.
            return error.code == EAGAIN
        }
        return true
    }

    /// The path that the socket is bound to; `nil` if it has none.
    public static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        // An abstract name begins with a zero.
        let bytes = withUnsafeBytes(of: address.sun_path) { path in path.prefix { $0 != 0 }.map { $0 } }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Takes the next waiting connection; `nil` if none waits.
    ///
    /// - Throws: EMFILE and similar errors when no descriptor is left.
    public static func accept(from listener: Int32) throws(SystemError) -> Int32? {
        while true {
            let descriptor = csystemd_accept(listener)
            if descriptor >= 0 { return descriptor }
            switch errno {
            case EAGAIN: return nil
            case EINTR, ECONNABORTED: continue
            default: throw SystemError(code: errno, call: "accept4")
            }
        }
    }

    /// Makes clients of a listening socket fail that send descriptors along. The kernel would close them in the receiver, which
    /// blocks for as long as the sender wishes (SO_LINGER).
    ///
    /// - Returns: whether the kernel supports it: since Linux 6.16.
    @discardableResult
    public static func refuseDescriptors(from listener: Int32) -> Bool { csystemd_refuse_descriptors(listener) == 0 }

    /// The process at the other end, and its user, when the connection was made (SO_PEERCRED).
    public static func peer(_ descriptor: Int32) throws(SystemError) -> (process: pid_t, user: uid_t) {
        var (process, user) = (pid_t(), uid_t())
        let result = csystemd_peer(descriptor, &process, &user)
        guard result == 0 else { throw SystemError(code: -result, call: "getsockopt SO_PEERCRED") }
        return (process, user)
    }

    public static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            default: return .failed(SystemError(code: errno, call: "recv"))
            }
        }
    }

    public static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
        while true {
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return .moved(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            case EPIPE, ECONNRESET: return .ended
            default: return .failed(SystemError(code: errno, call: "send"))
            }
        }
    }

    private static func open() throws(SystemError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw SystemError(code: errno, call: "socket") }
        return descriptor
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
    ) throws(SystemError) {
        let bytes = Array(path.utf8)
        guard bytes.count <= pathLimitBytes else { throw SystemError(code: ENAMETOOLONG, call: "sockaddr_un") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result: Result<Void, SystemError> = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                do throws(SystemError) {
                    return .success(try body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size)))
                } catch {
                    return .failure(error)
                }
            }
        }
        try result.get()
    }
}
