import GardenAPI
import HashTreeCollections
import TimeKit
import WorkKit

/// The log of the current day, and which earlier days are in files (RULES A1 … A6).
public struct LogBook: Sendable, Equatable {
    /// The lines of the current day, which may still be edited.
    private(set) var lines: TreeDictionary<Int, LogLine>
    public internal(set) var lastId: Int
    /// The last line of the earlier days: lines up to it are closed, whatever their date.
    public internal(set) var closedThrough: Int
    var subtotal: HourlySubtotal
    /// Ended days without a written file yet, in the order they ended.
    public internal(set) var unarchived: [CalendarDay]
    /// The files of the days before this one must be removed (RULES A6); `nil` if none ever were.
    public internal(set) var prunedBefore: CalendarDay?
    /// Nothing up to this day is removed: a clock went ahead by more than a year (RULES A6, L10).
    public internal(set) var keptThrough: CalendarDay?
    /// How many lines the file of a day has.
    private(set) var archived: TreeDictionary<CalendarDay, Int>

    subscript(id: Int) -> LogLine? { lines[id] }

    var inOrder: [LogLine] {
        Work.note(lines.count, .values)
        return lines.values.sorted { $0.id < $1.id }
    }

    /// The newest lines before an id, oldest first.
    func newest(before id: Int, limit: Int) -> [LogLine] {
        var found: [LogLine] = []
        var id = min(id - 1, lastId)
        while id > closedThrough, found.count < limit {
            Work.note(.values)
            if let line = lines[id] { found.append(line) }
            id -= 1
        }
        return found.reversed()
    }

    public var archives: [ArchivedDay] {
        Work.note(archived.count, .values)
        return archived.map { ArchivedDay(day: $0.key, lines: $0.value) }.sorted { $0.day < $1.day }
    }

    public func isArchived(_ day: CalendarDay) -> Bool { archived[day] != nil }

    /// The days that need a file. A day that has become current again is left out, because its log is open.
    public func archivable(on today: CalendarDay) -> [CalendarDay] { unarchived.filter { $0 != today } }

    var lineCount: Int { lines.count }

    /// Whether a day with these lines needs a file.
    var hasMoreThanHeader: Bool { lines.values.contains { $0.kind != .header } }

    mutating func put(_ line: LogLine) {
        lines[line.id] = line
        lastId = max(lastId, line.id)
    }

    mutating func remove(_ id: Int) { lines[id] = nil }

    /// A line was added to an earlier day, after its end.
    mutating func noteLate(_ id: Int, on day: CalendarDay, archives: Bool) {
        lastId = max(lastId, id)
        if archives, !unarchived.contains(day) { unarchived.append(day) }
    }

    /// After a correction of the current day: its lines, with what they earned since the last divider, move to the corrected day,
    /// except for the header, which that day already has.
    mutating func correct() {
        lines = lines.filter { $0.value.kind != .header }
        prunedBefore = nil
        keptThrough = nil
    }

    /// Closes the log at the end of the current day.
    mutating func close(_ day: CalendarDay, forArchive: Bool) {
        lines = [:]
        closedThrough = lastId
        subtotal = .none
        if forArchive, !unarchived.contains(day) { unarchived.append(day) }
    }

    mutating func archive(_ file: ArchivedDay) {
        unarchived.removeAll { $0 == file.day }
        archived[file.day] = file.lines
    }

    /// Forgets the days before one.
    mutating func prune(before day: CalendarDay) {
        unarchived.removeAll { $0 < day }
        archived = archived.filter { $0.key >= day }
        prunedBefore = day
    }

    /// The days before one that are in a file, or will be.
    func days(before day: CalendarDay) -> [CalendarDay] {
        (archived.keys + unarchived).filter { $0 < day }.sorted()
    }
}

/// The points earned since the last divider (RULES A4).
struct HourlySubtotal: WireObject, Equatable {
    static let name = "HourlySubtotal"

    /// The hour of the last line that counts, counted on past midnight; `nil` before the first.
    var hour: Int?
    var points: Int

    /// The subtotal of a day without a counted line.
    static let none = HourlySubtotal(hour: nil, points: 0)

    static let fields = Fields(
        HourlySubtotal.init,
        .nullable("hour", \.hour, "the hour of the last counted line"),
        .required("points", \.points, "the points earned since the last divider"))
}

extension LogBook: WireObject {
    public static let name = "LogBook"

    /// The log before the garden begins.
    public init() {
        self.init(
            lines: [:], lastId: 0, closedThrough: 0, subtotal: .none, unarchived: [], prunedBefore: nil,
            keptThrough: nil, archived: [:])
    }

    public static let fields = Fields(
        { lines, lastId, closedThrough, subtotal, unarchived, archives, keptThrough, prunedBefore in
            LogBook(
                lines: TreeDictionary(lines.map { ($0.id, $0) }, uniquingKeysWith: { $1 }), lastId: lastId,
                closedThrough: closedThrough, subtotal: subtotal, unarchived: unarchived, prunedBefore: prunedBefore,
                keptThrough: keptThrough,
                archived: TreeDictionary(archives.map { ($0.day, $0.lines) }, uniquingKeysWith: { $1 }))
        },
        .required("lines", \.inOrder, "the lines of the current day"),
        .required("lastId", \.lastId, "the id last given to a line"),
        .required("closedThrough", \.closedThrough, "the last line of the earlier days"),
        .required("subtotal", \.subtotal, "the points earned since the last divider"),
        .required("unarchived", \.unarchived, "ended days without a written archive file"),
        .required("archived", \.archives, "the days with a written archive file"),
        .nullable("keptThrough", \.keptThrough, "the last day that retention keeps in any case"),
        .nullable("prunedBefore", \.prunedBefore, "the files of earlier days must be removed"))
}
