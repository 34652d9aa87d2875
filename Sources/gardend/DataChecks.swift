import GardenAPI
import GardenStore
import Glibc

/// The `doctor` checks of the data.
enum DataChecks {
    private static let fewBytes = 64 << 20

    static func run(_ paths: DataPaths) -> [HealthCheck] { [folder(paths), room(paths), backups(paths)] }

    private static func folder(_ paths: DataPaths) -> HealthCheck {
        var status = stat()
        guard stat(paths.root, &status) == 0 else {
            return HealthCheck("data", .failed, "\(paths.root): \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & 0o077 == 0 else {
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
        var status = stat()
        return paths == DataPlace.defaultPaths && lstat(paths.root, &status) == 0
            && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
    }

    private static func room(_ paths: DataPaths) -> HealthCheck {
        var status = statvfs()
        guard statvfs(paths.root, &status) == 0 else {
            return HealthCheck("disk", .failed, "\(paths.root): \(String(cString: strerror(errno)))")
        }
        let free = Int(status.f_bavail) * Int(status.f_frsize)
        guard free >= fewBytes else {
            return HealthCheck("disk", .warning, "only \(free >> 20) MiB are free", advice: "free some disk space")
        }
        return HealthCheck("disk", .ok, "\(free >> 20) MiB are free")
    }

    private static func backups(_ paths: DataPaths) -> HealthCheck {
        do {
            let all = try Backups(folder: paths.backups).all()
            guard let newest = all.last else { return HealthCheck("backups", .warning, "no backup yet") }
            return HealthCheck("backups", .ok, "\(all.count) kept, the newest is of \(newest.day)")
        } catch {
            return HealthCheck("backups", .failed, error.reason)
        }
    }
}
