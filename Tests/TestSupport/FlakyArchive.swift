import GardenAPI
import GardenCore
import TimeKit

/// A working archive, except for writes that the folder refuses on demand.
public final class FlakyArchive: Archive {
    private let archive: any Archive
    public var isRefusing = false

    public init(_ archive: any Archive) { self.archive = archive }

    public func keep(_ lines: [LogLine], of day: CalendarDay) throws(StoreError) -> Int {
        if isRefusing { throw StoreError("the simulated folder is read-only") }
        return try archive.keep(lines, of: day)
    }

    public func prune(before day: CalendarDay) throws(StoreError) {
        if isRefusing { throw StoreError("the simulated folder is read-only") }
        try archive.prune(before: day)
    }
}
