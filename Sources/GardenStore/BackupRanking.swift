import GardenCore

/// Which of the backups are newer, for a process that asks again and again. What a backup contains is remembered as long as its
/// file stays the same: every database that is opened takes a few kilobytes until the process ends
/// (``GRDB/DatabaseQueue/closeForGood()``).
public final class BackupRanking {
    private let backups: Backups
    /// How many events a backup has, by the fingerprint of its file; -1 if it cannot be read.
    private var events: [String: Int] = [:]

    public init(_ backups: Backups) { self.backups = backups }

    /// Every backup, the newest last. Those that cannot be read come first.
    public func oldestFirst() throws(StoreError) -> [Backups.Backup] {
        var current: [String: Int] = [:]
        var ranked: [(backup: Backups.Backup, events: Int)] = []
        for backup in try backups.all() {
            guard let fingerprint = DiskFile.fingerprint(backup.path) else { continue }
            let count = events[fingerprint] ?? DatabaseCheck.contentByLastChange(backup.path)?.events ?? -1
            current[fingerprint] = count
            ranked.append((backup, count))
        }
        events = current
        // The days order backups with equal content, and an empty journal is better than none.
        return ranked.sorted { ($0.events, $0.backup.day) < ($1.events, $1.backup.day) }.map(\.backup)
    }
}
