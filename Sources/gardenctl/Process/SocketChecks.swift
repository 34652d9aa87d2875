import GardenAPI
import Glibc

/// The checks of the socket that work without a daemon.
enum SocketChecks {
    /// Checks the socket and its folder. Only the owner may write to the folder: any other writer could impersonate the
    /// daemon (API §1).
    static func checks(socketPath: String, user: uid_t) -> [HealthCheck] {
        let folder = socketPath.lastIndex(of: "/").map { String(socketPath[..<$0]) } ?? "."
        let folderCheck = folderCheck(folder.isEmpty ? "/" : folder, user)
        return [HealthCheck("place", .ok, printable(socketPath)), folderCheck, socketCheck(socketPath, user)]
    }

    private static func folderCheck(_ path: String, _ user: uid_t) -> HealthCheck {
        let name = "folder"
        guard let facts = Facts(of: path) else {
            return HealthCheck(
                name, .warning, "\(printable(path)): \(systemError(errno))", advice: "gardend creates it when it starts"
            )
        }
        guard facts.kind == S_IFDIR else { return HealthCheck(name, .failed, "\(printable(path)) is not a directory") }
        guard facts.owner == user else {
            return HealthCheck(name, .failed, "\(printable(path)) belongs to user \(facts.owner), not to you (\(user))")
        }
        guard facts.mode & 0o022 == 0 else {
            return HealthCheck(
                name, .failed,
                "\(printable(path)) has mode \(facts.octalMode): other users could impersonate the daemon",
                advice: Endpoint.placeAdvice)
        }
        guard facts.mode & 0o077 == 0 else {
            return HealthCheck(
                name, .warning, "\(printable(path)) has mode \(facts.octalMode): other users can list it",
                advice: Endpoint.placeAdvice)
        }
        return HealthCheck(name, .ok, "\(printable(path)) is private, mode \(facts.octalMode)")
    }

    private static func socketCheck(_ path: String, _ user: uid_t) -> HealthCheck {
        let name = "socket"
        guard let facts = Facts(of: path) else {
            return HealthCheck(
                name, .failed, "\(printable(path)): \(systemError(errno))")
        }
        guard facts.kind == S_IFSOCK else { return HealthCheck(name, .failed, "\(printable(path)) is not a socket") }
        guard facts.owner == user else {
            return HealthCheck(name, .failed, "\(printable(path)) belongs to user \(facts.owner), not to you (\(user))")
        }
        guard facts.mode & 0o077 == 0 else {
            return HealthCheck(
                name, .warning, "\(printable(path)) has mode \(facts.octalMode)",
                advice: "chmod 600 \(printable(path))")
        }
        return HealthCheck(name, .ok, "private, mode \(facts.octalMode)")
    }

    private struct Facts {
        let kind: mode_t
        let owner: uid_t
        let mode: mode_t

        /// `nil` if the file cannot be examined; `errno` says why.
        init?(of path: String) {
            var facts = stat()
            guard lstat(path, &facts) == 0 else { return nil }
            kind = facts.st_mode & S_IFMT
            owner = facts.st_uid
            mode = facts.st_mode & 0o7777
        }

        var octalMode: String { "0\(String(mode, radix: 8))" }
    }
}
