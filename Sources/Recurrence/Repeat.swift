/// How a task repeats: never, on a schedule of dates, some time after it was completed (RULES T5), or so many times in a period
/// (RULES T19).
public enum Repeat: Hashable, Sendable {
    /// It does not repeat: `none`.
    case never

    /// It repeats at dates that do not depend on when it is completed.
    case scheduled(Schedule)

    /// Its next date is computed from each completion: `after 4d`.
    case afterCompletion(CompletionDelay)

    /// It is to be done so many times in each period of the calendar: `3 times a week`.
    case target(CompletionTarget)
}

/// The dates of a repeating task, apart from the anchor that it begins with.
public enum Schedule: Hashable, Sendable {
    /// Every day.
    case daily

    /// Every week, on the anchor's weekday.
    case weekly

    /// Every month, on the anchor's day of the month. A shorter month has it on its last day.
    case monthly

    /// Every year, on the anchor's date. February 29 becomes 28 in a common year.
    case yearly

    /// A rule of RFC 5545, applied literally: a month without the anchor's day is skipped.
    case rule(RecurrenceRule)
}

extension Repeat: CustomStringConvertible {
    /// The longest text allowed, in bytes.
    public static let limitBytes = 500

    /// Reads a repeat: `none`, `daily`, `weekly`, `monthly`, `yearly`, `after 4d`, `3 times a week`, or a rule of
    /// RFC 5545 with or without `RRULE:` before it. ASCII case does not matter.
    ///
    /// - Throws: the first error, with the part of the text that is wrong.
    public init(_ text: String) throws(RepeatError) {
        guard text.utf8.count <= Self.limitBytes else { throw .tooLong(bytes: text.utf8.count) }
        let upper = asciiUppercased(text)
        switch upper {
        case "NONE": self = .never
        case "DAILY": self = .scheduled(.daily)
        case "WEEKLY": self = .scheduled(.weekly)
        case "MONTHLY": self = .scheduled(.monthly)
        case "YEARLY": self = .scheduled(.yearly)
        default:
            if upper.hasPrefix("AFTER ") {
                self = .afterCompletion(try CompletionDelay(upper.dropFirst("AFTER ".count), in: text))
            } else if upper.hasPrefix("RRULE:") {
                self = .scheduled(.rule(try RecurrenceRule(upper.dropFirst("RRULE:".count))))
            } else if upper.contains("=") {
                self = .scheduled(.rule(try RecurrenceRule(upper[...])))
            } else if let target = try CompletionTarget(upper, in: text) {
                self = .target(target)
            } else {
                throw .unknown(text)
            }
        }
    }

    /// The canonical text, which reads back as the same value. A rule has no `RRULE:`.
    public var description: String {
        switch self {
        case .never: "none"
        case .scheduled(let schedule): schedule.description
        case .afterCompletion(let delay): "after \(delay)"
        case .target(let target): target.description
        }
    }
}

extension Schedule: CustomStringConvertible {
    /// The canonical text: the word, or the rule.
    public var description: String {
        switch self {
        case .daily: "daily"
        case .weekly: "weekly"
        case .monthly: "monthly"
        case .yearly: "yearly"
        case .rule(let rule): rule.description
        }
    }
}

/// `String.uppercased()` would also change other letters, such as ß to SS.
private func asciiUppercased(_ text: String) -> String {
    String(
        decoding: text.utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
}
