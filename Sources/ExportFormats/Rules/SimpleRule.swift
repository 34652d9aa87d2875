/// A repetition that is only a unit and an interval, as most programs have.
struct SimpleRule: Equatable {
    let interval: Int
    /// `d`, `w`, `m` or `y`.
    let unit: Character

    private static let words = [
        "daily": "FREQ=DAILY", "weekly": "FREQ=WEEKLY", "monthly": "FREQ=MONTHLY", "yearly": "FREQ=YEARLY",
    ]

    /// The rule of RFC 5545 for a repetition; `nil` for one that begins with each completion, or is a count.
    ///
    /// - Parameter day: the day of the month on which it begins. A word keeps the last day of shorter months (RFC 7529), which only
    ///   the days from 29 on need.
    static func text(_ repetition: String, day: Int) -> String? {
        guard let rule = words[repetition] else { return repetition.contains("FREQ=") ? repetition : nil }
        let needsLastDay = day > 28 && ["monthly", "yearly"].contains(repetition)
        return needsLastDay ? "RSCALE=GREGORIAN;\(rule);SKIP=BACKWARD" : rule
    }

    /// - Parameter repetition: a word or a rule of RFC 5545; `nil` for one with more parts than the frequency and the interval.
    init?(_ repetition: String) {
        let rule = Self.words[repetition] ?? repetition
        var interval = 1
        var unit: Character?
        for part in rule.split(separator: ";") {
            switch part {
            case "FREQ=DAILY": unit = "d"
            case "FREQ=WEEKLY": unit = "w"
            case "FREQ=MONTHLY": unit = "m"
            case "FREQ=YEARLY": unit = "y"
            // Days that a month does not have: what programs do with them differs anyway.
            case "RSCALE=GREGORIAN", "SKIP=BACKWARD": break
            default:
                guard part.hasPrefix("INTERVAL="), let count = Int(part.dropFirst(9)) else { return nil }
                interval = count
            }
        }
        guard let unit else { return nil }
        (self.interval, self.unit) = (interval, unit)
    }
}
