import FileKit
import GardenAPI
import Glibc
import SystemPackage
import SystemdKit

/// The folder of the socket, and the daemon's files in it.
nonisolated struct RuntimeFolder {
    let socketPath: String

    private var folder: String {
        guard let slash = socketPath.lastIndex(of: "/") else { return "." }
        return slash == socketPath.startIndex ? "/" : String(socketPath[..<slash])
    }

    /// Binds the socket, in a folder that only its owner can write to. It replaces the socket of a dead daemon.
    ///
    /// - Returns: the listener and the lock. The lock prevents two daemons that start at once from replacing each
    ///   other's socket; it is held until the process ends.
    /// - Throws: if the folder is not safe, or another daemon already listens there.
    func bind() throws(StartProblem) -> (listener: Int32, lock: FileDescriptor) {
        if let problem = Endpoint.problem(ofPath: socketPath) {
            throw StartProblem(problem, exitCode: ExitStatus.inputOutput)
        }
        try prepare()
        let lock = try takeLock()
        return (try bindLocked(), lock)
    }

    private var isTaken: StartProblem {
        StartProblem("another daemon listens on \(socketPath)", exitCode: ExitStatus.anotherDaemon)
    }

    private func takeLock() throws(StartProblem) -> FileDescriptor {
        let path = "\(socketPath).lock"
        let lock: FileDescriptor
        do {
            lock = try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec, .noFollow], permissions: .ownerReadWrite)
        } catch {
            throw StartProblem("\(path): \(error)", exitCode: ExitStatus.inputOutput)
        }
        let isFree = { flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0 }
        if !isFree() {
            if let holder = holder(in: lock) { ProcessEnd.wait(for: holder) }
            guard isFree() else {
                try? lock.close()
                throw isTaken
            }
        }
        // Without its line the lock holds, too.
        try? lock.resize(to: 0)
        _ = try? lock.writeAll("\(getpid())\n".utf8)
        return lock
    }

    /// The process that holds the lock; `nil` if it has not written its id.
    private func holder(in lock: FileDescriptor) -> pid_t? {
        // The next write is at the beginning again.
        defer { _ = try? lock.seek(offset: 0, from: .start) }
        return (try? lock.readAll(limitBytes: 32)).flatMap { pid_t(String(decoding: $0.dropLast(), as: UTF8.self)) }
    }

    private func bindLocked() throws(StartProblem) -> Int32 {
        // An older daemon, or one with a socket from systemd, holds no lock but may be alive.
        if UnixSocket.isLive(path: socketPath) { throw isTaken }
        do throws(SystemError) {
            try removeStaleSocket()
            return try UnixSocket.listen(path: socketPath)
        } catch {
            throw StartProblem("cannot bind the socket \(socketPath): \(error)", exitCode: ExitStatus.inputOutput)
        }
    }

    /// - Throws: if others can write to the folder: they could replace the socket with their own.
    func prepare() throws(StartProblem) {
        do throws(Errno) { try Errno.check(mkdir(folder, 0o700)) } catch {
            if error != .fileExists { throw failed("cannot be created: \(error)") }
        }
        let status: Stat
        do throws(Errno) { status = try Stat(folder, followTargetSymlink: false) } catch {
            throw failed("cannot be read: \(error)")
        }
        guard status.type == .directory else { throw failed("is not a directory") }
        guard status.userID.rawValue == getuid() else { throw failed("belongs to user \(status.userID.rawValue)") }
        guard status.permissions.isDisjoint(with: [.groupWrite, .otherWrite]) else {
            let mode = String(status.permissions.rawValue, radix: 8)
            throw failed("is writable by other users (mode \(mode)); \(Endpoint.placeAdvice)")
        }
    }

    private func failed(_ problem: String) -> StartProblem {
        StartProblem("the runtime directory \(folder) \(problem)", exitCode: ExitStatus.inputOutput)
    }

    private func removeStaleSocket() throws(SystemError) {
        guard let status = try? Stat(socketPath, followTargetSymlink: false) else { return }
        guard status.type == .socket else { throw SystemError(code: EEXIST, call: "bind") }
        guard unlink(socketPath) == 0 else { throw SystemError(code: errno, call: "unlink") }
    }

    /// Removes the socket at the end of a run.
    func remove() { unlink(socketPath) }

    // MARK: Last words

    /// Writes why this daemon ends, for a client that finds no daemon: one line, and a second with the remedy if a
    /// restart is not enough.
    func leave(lastWords: String, remedy: String? = nil) {
        guard (try? prepare()) != nil else { return }
        // If the file cannot be written, the daemon's log still has the words.
        let file = try? FileDescriptor.open(
            Endpoint.lastWordsPath(socketPath: socketPath), .writeOnly,
            options: [.create, .truncate, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
        guard let file else { return }
        defer { try? file.close() }
        let words = [lastWords, remedy].compactMap(\.self).map { line in
            line.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
        }.joined()
        _ = try? file.writeAll(words.utf8)
    }

    func forgetLastWords() { unlink(Endpoint.lastWordsPath(socketPath: socketPath)) }
}
