import GardenAPI
import GardenCore
import TimeKit

/// An archive in memory only, for simulations and tests.
public final class MemoryArchive: Archive {
    public private(set) var files: [CalendarDay: [UInt8]] = [:]

    public init() {}

    public func keep(_ lines: [LogLine], of day: CalendarDay) throws(StoreError) -> Int {
        let file = ArchiveText.merged(files[day] ?? [], with: lines)
        files[day] = file
        return ArchiveText.lineCount(file)
    }

    public func prune(before day: CalendarDay) throws(StoreError) { files = files.filter { $0.key >= day } }
}
