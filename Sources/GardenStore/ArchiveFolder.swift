import GardenAPI
import GardenCore
import SystemPackage
import TimeKit

/// The archive in the data folder: one file per day, `2026-03-10.log`, readable by the owner only (RULES A5, A6).
public struct ArchiveFolder: Archive {
    /// More than a person's day can fill; a larger file was not written by gardend.
    private static let mostBytes = 64 << 20

    private let folder: String

    public init(_ paths: DataPaths) { folder = paths.archive }

    public func keep(_ lines: [LogLine], of day: CalendarDay) throws(StoreError) -> Int {
        try DiskFile.createFolder(folder)
        let path = "\(folder)/\(ArchivedDay.file(of: day))"
        let old = try Self.contents(path)
        let new = ArchiveText.merged(old ?? [], with: lines)
        if new != old {
            let unfinished = "\(folder)/.\(ArchivedDay.file(of: day)).new"
            try DiskFile.write(new, to: unfinished)
            try DiskFile.rename(unfinished, to: path)
        }
        try DiskFile.makePrivate(path)
        // Even if nothing was written: a killed run may have created the name without a sync.
        try DiskFile.sync(folder)
        return ArchiveText.lineCount(new)
    }

    public func prune(before day: CalendarDay) throws(StoreError) {
        let old = try DiskFile.names(in: folder).filter { name in Self.day(of: name).map { $0 < day } ?? false }
        // A file that cannot be removed does not stop the others.
        var refused: StoreError?
        for name in old where Self.isFile("\(folder)/\(name)") {
            do throws(StoreError) { try DiskFile.remove("\(folder)/\(name)") } catch { refused = refused ?? error }
        }
        if !old.isEmpty { try DiskFile.sync(folder) }
        if let refused { throw refused }
    }

    /// The day of the file with that name; `nil` for any other file, which is never touched.
    private static func day(of name: String) -> CalendarDay? {
        guard let dot = name.firstIndex(of: "."), let day = CalendarDay(String(name[..<dot])),
            ArchivedDay.file(of: day) == name
        else { return nil }
        return day
    }

    private static func isFile(_ path: String) -> Bool { DiskFile.status(path)?.type == .regular }

    /// `nil` if the file does not exist.
    private static func contents(_ path: String) throws(StoreError) -> [UInt8]? {
        guard let size = DiskFile.size(path) else { return nil }
        guard isFile(path) else { throw StoreError("\(path) exists and is not a regular file; move it away") }
        guard size <= mostBytes else {
            throw StoreError("\(path) exists and is too large (\(size) bytes); move it away")
        }
        return try DiskFile.head(path, count: size)
    }
}
