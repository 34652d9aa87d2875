/// The time of a phrase, on a clock that counts on after midnight: the night of a day has the hours 24, 25 …
struct SpokenTime: Hashable, Sendable {
    /// 0 … 28.
    let hour: Int
    /// 0 … 59.
    let minute: Int
    /// Whether a word said that it is before the dawn of the date: 凌晨.
    var isBeforeDawn = false
    /// Whether it can be in the night before a date as well as in the night after it: *midnight*.
    var isUndecidedForDates = false

    init(hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }

    init(_ time: TimeOfDay) { self.init(hour: time.hour, minute: time.minute) }

    /// The time that the parts say; `nil` if they say none.
    init?(_ parts: PhraseParts) throws(Refusal) {
        let range = parts.timeRange ?? 0..<0
        if let hour = parts.hour {
            let minutes =
                try Self.hour(saying: hour, in: parts.dayParts, range) * 60 + parts.minute + parts.minutesBeside
            // *Quarter to 12am* can be on the day before.
            guard minutes >= 0 else { throw Refusal(problem: .unknown, range: range) }
            self.init(hour: minutes / 60, minute: minutes % 60)
        } else if let part = parts.dayParts.min(by: { $0.hours.count < $1.hours.count }) {
            // The shortest part says most: *tonight midnight*.
            guard let hour = part.alone else { throw Refusal(problem: .hourMissing, range: range) }
            guard parts.dayParts.allSatisfy({ $0.hours.contains(hour) }) else {
                throw Refusal(problem: .unknown, range: range)
            }
            self.init(hour: hour, minute: 0)
        } else {
            return nil
        }
        isBeforeDawn = parts.dayParts.contains(where: \.isBeforeDawn)
        // 12 at night ends the evening of the date.
        let isEndOfEvening = parts.hour == 12 && parts.dayParts.allSatisfy { $0.hours.contains(23) }
        isUndecidedForDates = hour >= 24 && !parts.dayParts.isEmpty && !isEndOfEvening
    }

    /// The hour that all parts of the day agree on.
    private static func hour(saying number: Int, in parts: [DayPart], _ range: Range<Int>) throws(Refusal) -> Int {
        if number == 12, parts.contains(where: \.isAmbiguousAtTwelve) {
            throw Refusal(problem: .ambiguous("12:00", "0:00"), range: range)
        }
        var hours: Set<Int> = []
        for part in parts {
            guard let hour = part.hour(saying: number) else { throw Refusal(problem: .hourOutsidePart, range: range) }
            hours.insert(hour)
        }
        // *tonight 1am*: 1 and 25 are the same time, and the night says which of them is meant.
        guard Set(hours.map { $0 % 24 }).count <= 1 else { throw Refusal(problem: .hourOutsidePart, range: range) }
        return hours.max() ?? number
    }
}
