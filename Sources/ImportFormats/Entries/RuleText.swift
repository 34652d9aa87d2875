import Recurrence
import TimeKit

/// How a task repeats, as `task.add` takes it (RULES T5).
enum RuleText {
    /// Why a repetition is not taken, for people.
    struct Problem: Error {
        let reason: String
    }

    /// The text of a repetition, which begins with the due date, or else with the reminder.
    ///
    /// - Parameters:
    ///   - text: a word, a rule of RFC 5545, `after 4d`, or `3 times a week`.
    ///   - due: `nil` for a task without one.
    ///   - remind: `nil` for a task without a reminder.
    /// - Returns: `nil` for none.
    static func checked(
        _ text: String, due: ImportedTime?, remind: ImportedTime? = nil
    ) throws(Problem) -> String? {
        let read: Repeat
        do throws(RepeatError) { read = try Repeat(text.trimmed) } catch { throw Problem(reason: "\(error)") }
        switch read {
        case .never: return nil
        case .target:
            guard due == nil else { throw Problem(reason: "so many times in a period is not for a task that is due") }
        case .afterCompletion:
            guard due != nil || remind != nil else { throw Problem(reason: "no due date to begin with") }
        case .scheduled(let schedule):
            guard let first = due ?? remind else { throw Problem(reason: "no due date to begin with") }
            let anchor = first.occurrence
            do throws(RecurrenceError) { _ = try Recurrence(schedule, anchor: anchor, zone: .utc) } catch {
                throw Problem(reason: "\(error)")
            }
            if let word = word(schedule, anchor.day.day) { return word }
        }
        return read.description
    }

    /// The word that says the same as a rule. It keeps the last day of shorter months (RFC 7529), which only the days from 29 on need.
    private static func word(_ schedule: Schedule, _ day: Int) -> String? {
        switch schedule.description {
        case "FREQ=DAILY": "daily"
        case "FREQ=WEEKLY": "weekly"
        case "FREQ=MONTHLY" where day <= 28, "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD": "monthly"
        case "FREQ=YEARLY" where day <= 28, "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD": "yearly"
        default: nil
        }
    }
}

extension ImportedTime {
    /// The date on the wall, as a repetition begins with it.
    fileprivate var occurrence: OccurrenceDate {
        switch self {
        case .day(let day): return .day(day)
        case .wall(let day, let milliseconds):
            return WallTime(day: day, minuteOfDay: milliseconds / 60_000).map { .time($0) } ?? .day(day)
        case .instant(let time):
            return .time(WallTime(time.instant.advanced(byMilliseconds: time.offsetSeconds * 1000), in: .utc))
        }
    }
}
