import GardenAPI
import Glibc
import Logging
import SystemPackage
import SystemdKit

/// Accepts clients from the listening socket, up to the limit of the configuration. A client above the limit gets a
/// refusal before its connection is closed.
final class ConnectionAcceptor {
    /// How many clients are accepted in one turn.
    private static let clientsPerTurn = 32
    /// How long accepting pauses after the system refused it.
    private static let pauseMilliseconds = 1000

    let listener: Int32
    private let owner: uid_t
    private let epoll: Epoll
    private let log: Logger
    /// Closed when the process has no descriptor left, so that a client can be accepted and refused with a reason.
    private var spareDescriptor: FileDescriptor?
    /// Whether the last attempt failed. Only the first of several failures is logged.
    private var isPaused = false
    private var pauseTimer: TimerSource?
    private var hasRejected = false

    init(
        listener: Int32, owner: uid_t, epoll: Epoll, loop: EventLoop, log: Logger
    ) throws(SystemError) {
        self.listener = listener
        self.owner = owner
        self.epoll = epoll
        self.log = log
        spareDescriptor = Self.openSpare()
        UnixSocket.refuseDescriptors(from: listener)
        try epoll.add(listener, .readable)
        pauseTimer = try loop.timer(on: .monotonic) { [unowned self] in self.listen(to: .readable) }
    }

    isolated deinit {
        try? spareDescriptor?.close()
    }

    /// Accepts the clients that wait, and gives each to `add`.
    ///
    /// - Parameter add: gets the descriptor and the client's process, and returns why the client is refused; `nil` if it was added.
    func acceptPending(nowMilliseconds: Int, _ add: (Int32, pid_t) -> String?) {
        do throws(SystemError) {
            for _ in 0..<Self.clientsPerTurn {
                guard let descriptor = try UnixSocket.accept(from: listener) else { break }
                guard let process = ownersProcess(descriptor) else { continue }
                if let reason = add(descriptor, process) { refuse(descriptor, reason) }
            }
            if isPaused { log.notice("accepting clients again") }
            isPaused = false
        } catch {
            if !isPaused { log.warning("cannot accept clients: \(error)") }
            isPaused = true
            pause(after: error, nowMilliseconds)
        }
    }

    /// The listening socket stays readable for as long as clients wait, so the failure would recur at once.
    private func pause(after error: SystemError, _ nowMilliseconds: Int) {
        if error.code == EMFILE, refuseWithSpareDescriptor() { return }
        listen(to: [])
        pauseTimer?.arm(atMicroseconds: UInt64(nowMilliseconds + Self.pauseMilliseconds) * 1000)
    }

    /// - Returns: whether a client was refused.
    private func refuseWithSpareDescriptor() -> Bool {
        try? spareDescriptor?.close()
        defer { spareDescriptor = Self.openSpare() }
        guard let client = try? UnixSocket.accept(from: listener) else { return false }
        refuse(client, "the daemon has no file descriptors left for another client")
        return true
    }

    private func listen(to events: IOEvents) {
        do { try epoll.change(listener, to: events) } catch { log.error("epoll_ctl: \(error)") }
    }

    /// - Returns: the process at the other end; `nil` if it is another user's, and the descriptor closed.
    private func ownersProcess(_ descriptor: Int32) -> pid_t? {
        if let peer = try? UnixSocket.peer(descriptor), peer.user == owner { return peer.process }
        // Once is enough to look for the reason; a log line for each would let another user fill the disk.
        if !hasRejected { log.warning("rejected a client of another user; further ones are not logged") }
        hasRejected = true
        Glibc.close(descriptor)
        return nil
    }

    private func refuse(_ descriptor: Int32, _ reason: String) {
        let line = LineWriter.refusal(id: nil, error: GardenError(.overloaded, reason)).terminated()
        // The buffer of a new socket has room for one line, unless its peer is already gone.
        _ = line.withUnsafeBytes { UnixSocket.send(descriptor, $0) }
        Glibc.close(descriptor)
    }

    private static func openSpare() -> FileDescriptor? {
        try? FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec)
    }
}
