import GardenAPI
import TimeKit

extension ImportedKind {
    /// Days that do not count for streaks (RULES S4).
    static let dayOff = ImportedKind(
        name: "dayOff", noun: "day off", weight: 1, has: { $0.dayOff != nil }, begin: { _ in DayOffImporter() })
}

private struct DayOffImporter: EntryImporter {
    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let day = entry.dayOff, !t.state.daysOff.contains(day) else { return nil }
        guard t.state.daysOff.count < Limits.daysOff else {
            throw .tooMany("day off", named: "days off", limit: Limits.daysOff)
        }
        t.emit(.daysOffChanged, DaysOffEffect(days: [day], isOff: true))
        return day.daysSinceEpoch
    }
}
