import DatePhrases
import GardenAPI
import Recurrence
import TimeKit

extension GardenError {
    /// A repeat that cannot be used. The reason is a sentence of its own.
    static func invalidRepeat(_ reason: String) -> GardenError {
        var error = GardenError.invalidParam("repeat", reason)
        error.message = "repeat: \(reason)"
        return error
    }
}

extension RepeatPhrase {
    /// The text of the same rule: `monthly`, `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH`. Months and years keep the day, or have it on
    /// the last day of a shorter month, at every interval (RULES T5).
    var rule: String {
        if let target { return target.description }
        let isPlain = weekdays.isEmpty && !isOnLastDay && weekdayOfMonth == nil && daysOfMonth.count < 2
        let isWord = interval == 1 && isPlain && hours.isEmpty && frequency != .hourly
        if isWord, until == nil, count == nil { return frequency.rawValue }
        var parts = ["FREQ=\(frequency.rawValue.uppercased())"]
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        if !weekdays.isEmpty { parts.append("BYDAY=\(weekdays.sorted().map { codes[$0 - 1] }.joined(separator: ","))") }
        if let weekdayOfMonth {
            let days = weekdayOfMonth.positions.sorted().map { "\($0)\(codes[weekdayOfMonth.weekday - 1])" }
            parts.append("BYDAY=\(days.joined(separator: ","))")
        }
        if isOnLastDay { parts.append("BYMONTHDAY=-1") }
        if daysOfMonth.count > 1 {
            // The 31st among others is the last day of a shorter month.
            let days = daysOfMonth.sorted().map { $0 == 31 ? "-1" : "\($0)" }
            parts.append("BYMONTHDAY=\(days.joined(separator: ","))")
        }
        if !hours.isEmpty {
            parts += ["BYHOUR=\(hours.sorted().map { "\($0)" }.joined(separator: ","))", "BYMINUTE=\(minute)"]
        }
        if let count { parts.append("COUNT=\(count)") }
        if let until { parts.append("UNTIL=\(until.description.filter { $0 != "-" })") }
        let keepsDay = [.monthly, .yearly].contains(frequency) && isPlain
        if keepsDay { return (["RSCALE=GREGORIAN"] + parts + ["SKIP=BACKWARD"]).joined(separator: ";") }
        return parts.joined(separator: ";")
    }
}

extension RepeatPhrase {
    /// So many times in each week or month.
    var target: CompletionTarget? {
        times.flatMap { CompletionTarget($0, per: frequency == .monthly ? .month : .week) }
    }
}

extension SchedulePhrase.Repetition {
    /// So many times in each week or month; `nil` if it is on certain dates.
    var target: CompletionTarget? {
        if case .every(let phrase) = self { phrase.target } else { nil }
    }

    /// The text for the param `repeat`.
    var rule: String {
        switch self {
        case .every(let phrase): phrase.rule
        case .afterCompletion(let delay): delay.text
        }
    }
}

extension Repeat {
    /// Reads the param `repeat`: a rule, or the word for it in another language; `nil` for `none`.
    static func reading(_ text: String) throws(GardenError) -> Repeat? {
        let (phrase, refusal) = phrase(text)
        do throws(RepeatError) {
            let rule = try Repeat(phrase?.rule ?? text)
            return rule == .never ? nil : rule
        } catch {
            // *Every 0 days*: its words are known, so that the refusal names the wrong one.
            if case .unknown = error, let refusal, refusal.problem != .unknown || !text.hasPrefix(refusal.word) {
                throw .invalidRepeat(refusal.description)
            }
            throw .invalidRepeat(error.description)
        }
    }

    private static func phrase(_ text: String) -> (RepeatPhrase?, DatePhraseError?) {
        do throws(DatePhraseError) { return (try RepeatPhrase(text), nil) } catch { return (nil, error) }
    }
}
