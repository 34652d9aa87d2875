import GardenAPI
import GardenStore
import Glibc
import SystemPackage

/// The `doctor` checks of the data.
enum DataChecks {
    private static let fewBytes = 64 << 20

    static func run(_ paths: DataPaths, _ ranking: BackupRanking) -> [HealthCheck] {
        [folder(paths), room(paths), backups(paths, ranking)] + [purge(paths), missingLog(paths)].compactMap(\.self)
    }

    private static func folder(_ paths: DataPaths) -> HealthCheck {
        let status: Stat
        do throws(Errno) { status = try Stat(paths.root) } catch {
            return HealthCheck("data", .failed, "\(paths.root): \(error)")
        }
        guard status.permissions.rawValue & 0o077 == 0 else {
            return HealthCheck(
                "data", .warning, "other users can list \(paths.root)",
                advice: isMadeByUs(paths)
                    ? "make it private: chmod 700 \(paths.root)"
                    : "keep the data in a private directory of its own (mode 0700): gardend --data DIR")
        }
        return HealthCheck("data", .ok, "in \(paths.root), private")
    }

    /// Whether only gardend can have made the folder. Only then is it safe to advise the user to lock others out.
    private static func isMadeByUs(_ paths: DataPaths) -> Bool {
        guard paths == DataPlace.defaultPaths, let status = try? Stat(paths.root, followTargetSymlink: false)
        else { return false }
        return status.type == .directory && status.userID.rawValue == getuid()
    }

    private static func room(_ paths: DataPaths) -> HealthCheck {
        var status = statvfs()
        guard statvfs(paths.root, &status) == 0 else {
            return HealthCheck("disk", .failed, "\(paths.root): \(Errno(rawValue: errno))")
        }
        let free = Int(status.f_bavail) * Int(status.f_frsize)
        guard free >= fewBytes else {
            return HealthCheck("disk", .warning, "only \(free >> 20) MiB free", advice: "free some disk space")
        }
        return HealthCheck("disk", .ok, "\(free >> 20) MiB free")
    }

    /// A purge is complete in an instant, unless something prevents it.
    private static func purge(_ paths: DataPaths) -> HealthCheck? {
        guard (try? Stat(paths.erasureNote)) != nil else { return nil }
        return HealthCheck(
            "purge", .warning,
            "the database may still have data that was purged: the disk was full, or a backup was being made",
            advice: "the end of the backup completes it; otherwise free some disk space and restart gardend")
    }

    private static func missingLog(_ paths: DataPaths) -> HealthCheck? {
        guard let words = MissingLogNote.read(paths) else { return nil }
        return HealthCheck(
            "missing-log", .warning, words,
            advice: "if the garden is complete, end this warning: rm \(ShellCommand.quoted(paths.missingLogNote))")
    }

    private static func backups(_ paths: DataPaths, _ ranking: BackupRanking) -> HealthCheck {
        do {
            let all = try ranking.oldestFirst()
            guard let newest = all.last else { return HealthCheck("backups", .warning, "no backup yet") }
            let others = try Backups(folder: paths.backups).allBeforeReset().count
            return HealthCheck(
                "backups", .ok,
                "\(all.count) kept, the newest from \(newest.day)"
                    + (others > 0 ? "; \(others) from before a reset" : ""))
        } catch {
            return HealthCheck("backups", .failed, error.reason)
        }
    }
}
