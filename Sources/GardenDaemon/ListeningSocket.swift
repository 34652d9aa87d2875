import Glibc
import SystemdKit

/// Where clients come in.
public nonisolated enum ListeningSocket: Equatable {
    /// A socket of the daemon's own, at that path.
    case own(path: String)
    /// A socket that systemd listens on and handed over; it stays when the daemon goes.
    case handedOver(listener: Int32, path: String)

    /// The socket that systemd handed over, else one of the daemon's own.
    ///
    /// - Parameter ownPath: where one of its own is to be.
    /// - Throws: what is wrong with what was handed over or with the folder it is in.
    public static func find(ownPath: String) throws(StartProblem) -> ListeningSocket {
        let inherited: [InheritedSocket]
        do { inherited = try InheritedSockets.takeUnixListeners() } catch {
            throw StartProblem(
                "systemd passed something that is not a listening Unix stream socket: \(error)",
                exitCode: ExitStatus.usage)
        }
        guard let socket = inherited.first else { return .own(path: ownPath) }
        guard inherited.count == 1 else {
            let names = inherited.map(\.name).joined(separator: ", ")
            throw StartProblem(
                "systemd passed \(inherited.count) sockets (\(names)); exactly one is expected",
                exitCode: ExitStatus.usage)
        }
        guard let path = UnixSocket.path(of: socket.descriptor) else {
            throw StartProblem(
                "the socket that systemd passed has no path; an abstract socket would let every user connect",
                exitCode: ExitStatus.usage)
        }
        try RuntimeFolder(socketPath: path).prepare()
        return .handedOver(listener: socket.descriptor, path: path)
    }

    /// The path of the socket.
    public var path: String {
        switch self {
        case .own(let path), .handedOver(_, let path): path
        }
    }

    /// Lets nobody in any more: a socket of the daemon's own is closed and taken away, one of systemd's stays as it is.
    func shut(_ listener: Int32) {
        guard case .own(let path) = self else { return }
        Glibc.close(listener)
        RuntimeFolder(socketPath: path).remove()
    }

    /// Ends a start that failed: leaves word of why, where a client looks for it, and sends away who waits. A client left in
    /// the line of a socket that systemd keeps would start the daemon again and again, for the same failure.
    public func close(after problem: StartProblem) {
        let lastWords = "gardend exited with an error: \(problem.message)"
        switch self {
        case .own(let path):
            // Beside a daemon that lives they would be taken for its own.
            guard problem.exitCode != ExitStatus.anotherDaemon, !UnixSocket.isLive(path: path) else { return }
            RuntimeFolder(socketPath: path).leave(lastWords: lastWords, remedy: problem.remedy)
        case .handedOver(let listener, let path):
            RuntimeFolder(socketPath: path).leave(lastWords: lastWords, remedy: problem.remedy)
            while let waiting = try? UnixSocket.accept(from: listener) { Glibc.close(waiting) }
        }
    }
}
