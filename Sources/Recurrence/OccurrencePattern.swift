import TimeKit

/// A schedule with everything that it takes from its anchor filled in: RFC 5545 derives from DTSTART what a rule does not
/// say.
struct OccurrencePattern {
    /// The times of an occurrence.
    enum Times {
        /// Minutes of the day, ascending, on each matching day.
        case fixed([Int])

        /// Different minutes on each day.
        case stepping(MinuteSteps)
    }

    let filter: DayFilter
    let periods: Periods
    let times: Times

    /// BYSETPOS, if it is still to be applied: weeks, months and years with fixed times.
    let positions: [Int]

    /// A new search, which has not computed anything yet.
    var search: any OccurrenceSearch {
        let matching = MatchingDays(filter: filter, periods: periods)
        switch times {
        case .stepping(let steps): return SteppingSearch(matching: matching, steps: steps)
        case .fixed(let times) where positions.isEmpty: return FixedTimesSearch(matching: matching, times: times)
        case .fixed(let times):
            return PositionSearch(matching: matching, periods: periods, times: times, positions: positions)
        }
    }

    /// - Throws: ``RecurrenceError/needsTime(part:)`` if the anchor is a day and the rule has times.
    init(_ schedule: Schedule, anchor: OccurrenceDate) throws(RecurrenceError) {
        var rule = schedule.rule(anchor: anchor.day)
        if anchor.time == nil, let part = rule.partWithTime { throw .needsTime(part: part) }
        rule.fillDays(from: anchor.day)
        let minuteOfDay = anchor.time?.minuteOfDay ?? 0

        filter = DayFilter(rule)
        let unit = Periods.Unit(rule.frequency)
        periods = Periods(
            unit, interval: rule.frequency < .daily ? 1 : rule.interval, weekStart: rule.weekStart.rawValue,
            anchor: anchor.day)
        if rule.frequency < .daily {
            times = Self.subdailyTimes(rule, anchor: anchor.position)
            positions = []
        } else {
            let times = Self.times(rule, minuteOfDay: minuteOfDay)
            if unit == .day, !rule.positions.isEmpty {
                self.times = .fixed(PositionSearch.chosen(rule.positions, of: times.count).map { times[$0] })
                positions = []
            } else {
                self.times = .fixed(times)
                positions = rule.positions
            }
        }
    }

    /// BYHOUR and BYMINUTE of a rule with days or longer periods.
    private static func times(_ rule: RecurrenceRule, minuteOfDay: Int) -> [Int] {
        let hours = rule.hours.isEmpty ? [minuteOfDay / 60] : rule.hours
        let minutes = rule.minutes.isEmpty ? [minuteOfDay % 60] : rule.minutes
        return hours.flatMap { hour in minutes.map { hour * 60 + $0 } }
    }

    /// The times of HOURLY and MINUTELY.
    private static func subdailyTimes(_ rule: RecurrenceRule, anchor: Int) -> Times {
        let isHourly = rule.frequency == .hourly
        let minuteOfHour = anchor.flooredDivision(by: 60).remainder
        let step = rule.interval * (isHourly ? 60 : 1)
        let origin = isHourly ? anchor - minuteOfHour : anchor
        let candidates = isHourly ? (rule.minutes.isEmpty ? [minuteOfHour] : rule.minutes) : [0]
        let offsets =
            rule.positions.isEmpty
            ? candidates : PositionSearch.chosen(rule.positions, of: candidates.count).map { candidates[$0] }
        let steps = MinuteSteps(
            step: step, origin: origin, offsets: offsets,
            isAllowed: (0..<WallTime.minutesPerDay).map { minute in
                (rule.hours.isEmpty || rule.hours.contains(minute / 60))
                    && (isHourly || rule.minutes.isEmpty || rule.minutes.contains(minute % 60))
            })
        guard WallTime.minutesPerDay.isMultiple(of: step) else { return .stepping(steps) }
        return .fixed(steps.minutes(atPhase: steps.phase(of: 0), in: 0..<WallTime.minutesPerDay))
    }
}

extension Periods.Unit {
    /// The period of a frequency; HOURLY and MINUTELY match days, and find their times in another way.
    fileprivate init(_ frequency: RecurrenceRule.Frequency) {
        switch frequency {
        case .minutely, .hourly, .daily: self = .day
        case .weekly: self = .week
        case .monthly: self = .month
        case .yearly: self = .year
        }
    }
}

extension RecurrenceRule.Frequency: Comparable {
    /// Whether the period of `left` is shorter.
    public static func < (left: RecurrenceRule.Frequency, right: RecurrenceRule.Frequency) -> Bool {
        left.order < right.order
    }

    private var order: Int {
        switch self {
        case .minutely: 0
        case .hourly: 1
        case .daily: 2
        case .weekly: 3
        case .monthly: 4
        case .yearly: 5
        }
    }
}

extension Schedule {
    /// The rule with the same dates. A clamped day is the last one, BYSETPOS=-1, of all that it can become.
    fileprivate func rule(anchor: CalendarDay) -> RecurrenceRule {
        switch self {
        case .daily: return RecurrenceRule(frequency: .daily)
        case .weekly: return RecurrenceRule(frequency: .weekly)
        case .monthly: return RecurrenceRule(frequency: .monthly).clamped(to: anchor)
        case .yearly: return RecurrenceRule(frequency: .yearly).clamped(to: anchor)
        case .rule(let rule): return rule.skip == .backward ? rule.clamped(to: anchor) : rule
        }
    }
}

extension RecurrenceRule {
    /// The same rule on the anchor's day, or on the last day of a month that does not have it.
    fileprivate func clamped(to anchor: CalendarDay) -> RecurrenceRule {
        var rule = self
        let isOfYears = frequency == .yearly
        if isOfYears { rule.months = [anchor.month] }
        let shortest = isOfYears && anchor.month != 2 ? anchor.day : 28
        rule.monthDays = Array(min(anchor.day, shortest)...anchor.day)
        if rule.monthDays.count > 1 { rule.positions = [-1] }
        return rule
    }
}

extension RecurrenceRule {
    /// The first part that only makes sense with a time.
    fileprivate var partWithTime: String? {
        if frequency < .daily { return "FREQ=\(frequency.rawValue)" }
        if !hours.isEmpty { return Part.hours.rawValue }
        return minutes.isEmpty ? nil : Part.minutes.rawValue
    }

    /// Fills in the days that a rule without them takes from its anchor.
    fileprivate mutating func fillDays(from anchor: CalendarDay) {
        guard weekdays.isEmpty, monthDays.isEmpty, yearDays.isEmpty else { return }
        let weekday = Weekday.allCases[anchor.weekday - 1]
        switch frequency {
        case .minutely, .hourly, .daily: break
        case .weekly: weekdays = [WeekdayEntry(ordinal: nil, weekday: weekday)]
        case .yearly where !weekNumbers.isEmpty: weekdays = [WeekdayEntry(ordinal: nil, weekday: weekday)]
        case .monthly: monthDays = [anchor.day]
        case .yearly:
            monthDays = [anchor.day]
            if months.isEmpty { months = [anchor.month] }
        }
    }
}
