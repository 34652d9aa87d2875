import Glibc
import SystemdKit

/// The socket that clients connect to.
public nonisolated enum ListeningSocket: Equatable {
    /// A socket that the daemon creates at that path.
    case own(path: String)
    /// A socket that systemd listens on and handed over; it outlives the daemon.
    case handedOver(listener: Int32, path: String)

    /// The socket that systemd handed over, or one of the daemon's own.
    ///
    /// - Parameter ownPath: the path of the daemon's own socket.
    /// - Throws: the problem with the inherited descriptors or with the socket's folder.
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

    /// Stops listening: closes and removes the daemon's own socket, and leaves systemd's socket alone.
    func close(_ listener: Int32) {
        guard case .own(let path) = self else { return }
        Glibc.close(listener)
        RuntimeFolder(socketPath: path).remove()
    }

    /// Ends a failed start: writes the reason to the last-words file for clients, and disconnects those that wait. A
    /// client left in the queue of systemd's socket would start the daemon again and again, with the same failure.
    public func close(after problem: StartProblem) {
        let lastWords = "gardend exited with an error: \(problem.message)"
        switch self {
        case .own(let path):
            // If another daemon is alive, clients would take these last words for its own.
            guard problem.exitCode != ExitStatus.anotherDaemon, !UnixSocket.isLive(path: path) else { return }
            RuntimeFolder(socketPath: path).leave(lastWords: lastWords, remedy: problem.remedy)
        case .handedOver(let listener, let path):
            RuntimeFolder(socketPath: path).leave(lastWords: lastWords, remedy: problem.remedy)
            while let waiting = try? UnixSocket.accept(from: listener) { Glibc.close(waiting) }
        }
    }
}
