import FileKit
import GardenAPI
import Glibc

/// Why a connection cannot be made or has ended.
public enum ConnectionError: Error, Equatable, Sendable {
    /// connect(2) failed; usually because no process listens on the socket.
    case cannotConnect(errno: Int32)
    /// The path does not fit the address of a socket.
    case pathTooLong
    /// The connection ended before the expected line.
    case broken
    /// Nothing came within the time limit.
    case silent
    /// The received line does not follow the protocol.
    case unintelligible(String)
    /// The reader of the watched output is gone.
    case readerGone
    /// One of the watched inputs has something to read.
    case inputReady

    /// Whether there is no daemon, or it is gone.
    public var isNotRunning: Bool {
        switch self {
        case .cannotConnect(let number): number == ENOENT || number == ECONNREFUSED
        case .broken: true
        case .pathTooLong, .silent, .unintelligible, .readerGone, .inputReady: false
        }
    }
}

extension ConnectionError: CustomStringConvertible {
    /// What is wrong, as a clause.
    public var description: String {
        switch self {
        case .cannotConnect(let number) where number == ENOENT: "gardend is not running: there is no socket"
        case .cannotConnect(let number) where number == ECONNREFUSED:
            "gardend is not running: nothing listens on the socket"
        case .cannotConnect(let number): "cannot connect to gardend: \(String(cString: strerror(number)))"
        case .pathTooLong: "the path of the socket has more than \(Endpoint.pathLimitBytes) bytes"
        case .broken: "gardend closed the connection before it answered"
        case .silent: "gardend does not answer"
        case .unintelligible(let problem):
            "the program at the socket does not speak the protocol of gardend: \(problem)"
        case .readerGone: "the reader of the output is gone"
        case .inputReady: "there is input"
        }
    }
}

/// One connection to the daemon: sends lines, receives lines, and waits for them.
public final class Connection {
    /// The longest accepted answer, in bytes. ``Limits/lineBytes`` does not apply to the daemon's own lines.
    public static let answerBytes = 64 << 20
    private static let chunkBytes = 64 << 10

    private let descriptor: Int32
    /// All bytes that have come.
    public private(set) var receivedBytes = 0
    /// Those of the line that has begun.
    private var lineBytes = 0
    private var framer = LineFramer(limitBytes: Connection.answerBytes)

    /// Connects to the socket at that path.
    ///
    /// - Parameter milliseconds: how long to wait for a daemon that accepts no clients; `nil` for no limit.
    public init(path: String, within milliseconds: Int32? = nil) throws(ConnectionError) {
        guard Endpoint.problem(ofPath: path) == nil else { throw .pathTooLong }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }

        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .cannotConnect(errno: errno) }
        if let milliseconds {
            // 0 would mean no limit.
            let milliseconds = max(1, Int(milliseconds))
            var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        let connected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                retryingInterrupted { connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
        }
        guard connected == 0 else { throw errno == EAGAIN ? .silent : .cannotConnect(errno: errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends all of the bytes, unless the daemon does not read them in time.
    ///
    /// A daemon that refuses a client sends a reason and closes. A failure here is therefore reported by
    /// ``receive(watching:inputs:remaining:)``, because the reason may be waiting to be read.
    public func send(_ bytes: [UInt8], until end: Deadline) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                let count = retryingInterrupted {
                    Glibc.send(descriptor, piece.baseAddress, piece.count, flags)
                }
                if count < 0, errno == EAGAIN {
                    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    guard retryingInterrupted({ Int(poll(&polled, 1, end.remainingMilliseconds)) }) > 0 else { return }
                    continue
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Waits for the daemon's next line.
    ///
    /// - Parameters:
    ///   - output: the output descriptor; waiting ends when its reader is gone.
    ///   - inputs: other descriptors; waiting ends when one is readable, with ``ConnectionError/inputReady``.
    ///   - remaining: how long to wait for the rest of the line, in milliseconds, after which it throws
    ///     ``ConnectionError/silent``; `nil` for no limit. What has come is read even if no time is left.
    public func receive(
        watching output: Int32? = nil, inputs: [Int32] = [], remaining: () -> Int32?
    ) throws(ConnectionError) -> ResponseLine {
        while true {
            switch framer.next() {
            case .text(let line):
                lineBytes = framer.pendingBytes
                do { return try ResponseLine(line) } catch { throw .unintelligible(error.message) }
            case .tooLong: throw Self.tooLong
            case nil:
                // It need not have an end.
                guard lineBytes <= Self.answerBytes else { throw Self.tooLong }
                try wait(remaining(), output, inputs)
                try fill()
            }
        }
    }

    private func wait(_ milliseconds: Int32?, _ output: Int32?, _ inputs: [Int32]) throws(ConnectionError) {
        guard milliseconds != nil || output != nil || !inputs.isEmpty else { return }
        var polled = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        // With no events requested, poll(2) still reports a closed end.
        if let output { polled.append(pollfd(fd: output, events: 0, revents: 0)) }
        let others = polled.count
        polled += inputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = retryingInterrupted { Int(poll(&polled, nfds_t(polled.count), milliseconds ?? -1)) }
        if count == 0 { throw .silent }
        if others > 1, polled[1].revents != 0 { throw .readerGone }
        if polled[0].revents == 0 { throw .inputReady }
    }

    private static let tooLong = ConnectionError.unintelligible("a line is longer than \(answerBytes) bytes")

    private func fill() throws(ConnectionError) {
        let count = withUnsafeTemporaryAllocation(byteCount: Self.chunkBytes, alignment: 1) { chunk in
            let count = retryingInterrupted { read(descriptor, chunk.baseAddress, chunk.count) }
            if count > 0 { framer.append(UnsafeRawBufferPointer(rebasing: chunk[..<count])) }
            return count
        }
        guard count > 0 else { throw .broken }
        receivedBytes += count
        lineBytes += count
    }
}
