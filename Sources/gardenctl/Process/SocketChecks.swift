import GardenAPI
import SystemPackage

/// The checks of the socket that work without a daemon.
enum SocketChecks {
    /// Checks the socket and its folder. Only the owner may write to the folder: any other writer could impersonate the
    /// daemon (API §1).
    static func checks(socketPath: String, user: UInt32) -> [HealthCheck] {
        let folder = socketPath.lastIndex(of: "/").map { String(socketPath[..<$0]) } ?? "."
        let folderCheck = folderCheck(folder.isEmpty ? "/" : folder, user)
        return [HealthCheck("place", .ok, printable(socketPath)), folderCheck, socketCheck(socketPath, user)]
    }

    private static func folderCheck(_ path: String, _ user: UInt32) -> HealthCheck {
        let name = "directory"
        let facts: Stat
        do throws(Errno) { facts = try Stat(path, followTargetSymlink: false) } catch {
            return HealthCheck(
                name, .warning, "\(printable(path)): \(error)", advice: "gardend creates it when it starts")
        }
        guard facts.type == .directory else {
            return HealthCheck(name, .failed, "\(printable(path)) is not a directory")
        }
        guard facts.owner == user else {
            return HealthCheck(name, .failed, "\(printable(path)) belongs to user \(facts.owner), not to you (\(user))")
        }
        guard facts.permissions.rawValue & 0o022 == 0 else {
            return HealthCheck(
                name, .failed,
                "\(printable(path)) has mode \(facts.octalMode): other users could impersonate the daemon",
                advice: Endpoint.placeAdvice)
        }
        guard facts.permissions.rawValue & 0o077 == 0 else {
            return HealthCheck(
                name, .warning, "\(printable(path)) has mode \(facts.octalMode): other users can list it",
                advice: Endpoint.placeAdvice)
        }
        return HealthCheck(name, .ok, "\(printable(path)) is private, mode \(facts.octalMode)")
    }

    private static func socketCheck(_ path: String, _ user: UInt32) -> HealthCheck {
        let name = "socket"
        let facts: Stat
        do throws(Errno) { facts = try Stat(path, followTargetSymlink: false) } catch {
            return HealthCheck(name, .failed, "\(printable(path)): \(error)")
        }
        guard facts.type == .socket else { return HealthCheck(name, .failed, "\(printable(path)) is not a socket") }
        guard facts.owner == user else {
            return HealthCheck(name, .failed, "\(printable(path)) belongs to user \(facts.owner), not to you (\(user))")
        }
        guard facts.permissions.rawValue & 0o077 == 0 else {
            return HealthCheck(
                name, .warning, "\(printable(path)) has mode \(facts.octalMode)",
                advice: "chmod 600 \(printable(path))")
        }
        return HealthCheck(name, .ok, "private, mode \(facts.octalMode)")
    }
}

extension Stat {
    fileprivate var owner: UInt32 { userID.rawValue }

    fileprivate var octalMode: String { "0\(String(permissions.rawValue, radix: 8))" }
}
