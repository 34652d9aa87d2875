import GardenAPI
import TimeKit

extension SessionEffect {
    /// The record of `focus.corrected` in its first version: the session's id, the event that ended it, its phase, its category, its
    /// end, its seconds and its outcome, and the end and the seconds before.
    static let upgradeFocusCorrection: RecordUpgrade = { record throws(ValidationError) in
        guard case .array(let values) = record, values.count == 9, case .array(let run) = values[2], run.count >= 6,
            let id = values[0].integerValue, let added = values[1].integerValue, let seconds = values[5].integerValue,
            let secondsBefore = values[8].integerValue, let categoryId = run[2].integerValue,
            let outcome = SessionOutcome(rawValue: values[6].stringValue ?? "")
        else { throw ValidationError(expected: "a corrected focus", found: record) }
        func optional(_ index: Int) -> JSON { index < run.count ? run[index] : .null }
        var before = StoredSession(
            id: id, added: added, start: try Timestamp(record: run[4]), end: try Timestamp(record: values[7]),
            day: try CalendarDay(record: run[5]), seconds: secondsBefore, outcome: .completed, source: .timer,
            categoryId: categoryId, category: try CategoryLabel(record: values[3]), taskId: optional(6).integerValue,
            taskTitle: optional(9).stringValue, unattended: optional(8) == .null ? nil : true)
        before.exp = 1
        var after = before
        after.end = try Timestamp(record: values[4])
        (after.seconds, after.outcome) = (seconds, outcome)
        if outcome == .discarded { after.exp = 0 }
        let upgraded = SessionEffect(after: after, before: before).record
        do throws(JSONSyntaxError) { return try JSON.parse(upgraded, depth: Limits.depth) } catch {
            throw ValidationError(problem: error.reason)
        }
    }
}
