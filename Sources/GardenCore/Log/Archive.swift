import GardenAPI
import TimeKit

/// The files of ended days: the user's copy of the log (RULES A5).
public protocol Archive {
    /// Ensures that the file of a day has these lines. Each line occurs as often as here or in the file, whichever is
    /// more. The call is idempotent and returns once the disk has the data.
    ///
    /// - Returns: the number of lines in the file.
    func keep(_ lines: [LogLine], of day: CalendarDay) throws(StoreError) -> Int

    /// Removes the files of the days before one.
    func prune(before day: CalendarDay) throws(StoreError)
}

/// The text of a day's file: the log's lines, each ended by a line feed.
public enum ArchiveText {
    /// The file's own lines first, then the missing ones.
    ///
    /// - Parameter file: its present bytes; empty if it does not exist.
    public static func merged(_ file: [UInt8], with lines: [LogLine]) -> [UInt8] {
        var missing: [[UInt8]: Int] = [:]
        for line in lines { missing[Array(line.text.utf8), default: 0] += 1 }
        var bytes = file
        if let last = bytes.last, last != lineFeed { bytes.append(lineFeed) }
        for line in bytes.split(separator: lineFeed) {
            if let count = missing[Array(line)], count > 0 { missing[Array(line)] = count - 1 }
        }
        // If several equal lines are missing, the last of them are added.
        var kept: [ArraySlice<UInt8>] = []
        for line in lines.reversed() {
            let text = Array(line.text.utf8)
            guard let count = missing[text], count > 0 else { continue }
            missing[text] = count - 1
            kept.append((text + [lineFeed])[...])
        }
        for line in kept.reversed() { bytes += line }
        return bytes
    }

    /// How many lines a file has.
    public static func lineCount(_ file: [UInt8]) -> Int { file.count { $0 == lineFeed } }

    private static let lineFeed = UInt8(ascii: "\n")
}

/// The file of an ended day is in the archive.
struct ArchiveEffect: WireObject {
    static let name = "ArchiveEffect"

    var day: CalendarDay
    var lines: Int

    static let fields = Fields(
        ArchiveEffect.init,
        .required("day", \.day, "the day"),
        .required("lines", \.lines, "how many lines the file has"))
}

extension EventKind where Effect == ArchiveEffect, Published == ArchivedDay {
    static let logArchived = EventKind(
        "log.archived", "Archived the log of {day} as {file}, {lines:count line/lines}"
    ) { effect, _, state in
        state.log.archive(ArchivedDay(day: effect.day, lines: effect.lines))
    } publish: { effect, _ in
        Publication(ArchivedDay(day: effect.day, lines: effect.lines))
    }
}

/// The archives past their retention (RULES A6).
struct PruneEffect: WireObject {
    static let name = "PruneEffect"

    /// The first day that is kept.
    var before: CalendarDay
    var days: [CalendarDay]

    static let fields = Fields(
        PruneEffect.init,
        .required("before", \.before, "the first day that is kept"),
        .required("days", \.days, "the days of the removed files"))
}

extension EventKind where Effect == PruneEffect, Published == ArchivesPruned {
    static let archivePruned = EventKind(
        "archive.pruned", "Removed the archived logs before {keptFrom}: {days}"
    ) { effect, _, state in
        state.log.prune(before: effect.before)
    } publish: { effect, _ in
        Publication(ArchivesPruned(keptFrom: effect.before, days: effect.days))
    }
}

extension Transition {
    /// Records that the file of an ended day is written (RULES A5).
    public mutating func noteArchive(of day: CalendarDay, lines: Int) {
        emit(.logArchived, ArchiveEffect(day: day, lines: lines))
    }

    /// Removes the archives past retention (RULES A6).
    mutating func pruneArchives(because cause: EventReference) {
        guard let first = state.firstArchiveDay(settings) else { return }
        let effect = PruneEffect(before: first, days: state.log.days(before: first))
        if !effect.days.isEmpty { emit(.archivePruned, effect, because: cause) }
    }
}

extension GardenState {
    /// The first day with a kept log; `nil` if all logs are kept (RULES A6).
    public func firstArchiveDay(_ settings: Settings) -> CalendarDay? {
        if let kept = log.keptThrough, day.day <= kept { return nil }
        return settings.retentionDays > 0 ? day.day.advanced(by: -settings.retentionDays) : nil
    }
}
