import GardenAPI
import TimeKit

/// A completion of a file of a task that repeats, such as a day of a habit.
public struct ImportedCompletion: Equatable, Sendable {
    /// Where in the file it is: `line 12`.
    public var position: String
    /// The ``ImportedTask/origin`` of the task.
    public var task: String
    /// The day on which it was.
    public var day: CalendarDay
}

/// An entry of the export of a garden, as an import sends it.
public struct ImportedEntry: Equatable, Sendable {
    /// Where in the file it is: `line 12`.
    public var position: String
    /// The entry.
    public var entry: ImportEntry

    public static func == (left: ImportedEntry, right: ImportedEntry) -> Bool {
        left.position == right.position && left.entry.json == right.entry.json
    }
}
