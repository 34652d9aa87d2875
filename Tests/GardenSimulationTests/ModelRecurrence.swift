/// A date in an account of tasks, apart from the daemon's own types: days since 1970, minutes of the day, and milliseconds.
enum ModelDate: Hashable {
    case day(Int)
    case wall(day: Int, minute: Int)
    case instant(Int)

    /// When it is, or when the day is over (RULES T4).
    func milliseconds(in zone: ZdumpCalendar) -> Int {
        switch self {
        case .day(let day): zone.end(ofDay: day)
        case .wall(let day, let minute): zone.milliseconds(day: day, minute: minute)
        case .instant(let milliseconds): milliseconds
        }
    }

    /// The minute on the wall since 1970; `nil` for a day.
    func minute(in zone: ZdumpCalendar) -> Int? {
        guard case .wall(let day, let minute) = onWall(in: zone) else { return nil }
        return day * 1440 + minute
    }

    /// The date as a repeating task has it.
    func onWall(in zone: ZdumpCalendar) -> ModelDate {
        guard case .instant(let milliseconds) = self else { return self }
        let wall = zone.wall(milliseconds)
        return .wall(day: wall.day, minute: wall.minute)
    }

    /// The date as a single task has it.
    func fixed(in zone: ZdumpCalendar) -> ModelDate {
        if case .day = self { return self }
        return .instant(milliseconds(in: zone))
    }

    func day(in zone: ZdumpCalendar) -> Int {
        switch self {
        case .day(let day), .wall(let day, _): day
        case .instant(let milliseconds): zone.wall(milliseconds).day
        }
    }

    var minute: Int? { if case .wall(_, let minute) = self { minute } else { nil } }

    /// The same wall time some days later.
    func advanced(byDays days: Int) -> ModelDate {
        switch self {
        case .day(let day): .day(day + days)
        case .wall(let day, let minute): .wall(day: day + days, minute: minute)
        case .instant(let milliseconds): .instant(milliseconds + days * 86_400_000)
        }
    }
}

/// A date of the civil calendar, by the algorithm of a calendar that begins in March.
struct CivilDate {
    let year: Int
    let month: Int
    let day: Int

    init(_ daysSinceEpoch: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    static func monthLength(_ year: Int, _ month: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    var monthLength: Int { Self.monthLength(year, month) }
}

/// How a task repeats in the model: day by day, asking of each whether it belongs (RULES T5).
struct ModelRule: Equatable {
    enum Delay { case hours, days, weeks, months }

    let text: String
    /// Counted from each completion; `nil` for a schedule.
    private(set) var delay: (count: Int, unit: Delay)?
    /// How many times in each week or month (RULES T19); `nil` for any other rule.
    private(set) var target: (count: Int, isOfMonth: Bool)?
    private var matches: (_ day: Int, _ anchor: Int) -> Bool = { _, _ in true }
    private var minutes: [Int]?
    /// Whether it says its times.
    var hasTimes: Bool { minutes != nil }
    private var count: Int?
    private var until: Int?

    /// About four years, within which all of the workload's rules have an occurrence.
    private static let horizonDays = 1500

    static func == (left: ModelRule, right: ModelRule) -> Bool { left.text == right.text }

    /// `nil` for a rule that no task can have.
    init?(_ written: String) {
        let phrases = [
            "every 3 days": "FREQ=DAILY;INTERVAL=3", "3日ごと": "FREQ=DAILY;INTERVAL=3",
            "every mon and thu": "FREQ=WEEKLY;BYDAY=MO,TH", "隔週": "FREQ=WEEKLY;INTERVAL=2",
            "every 3 months": "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=3;SKIP=BACKWARD",
            "每两年": "RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=2;SKIP=BACKWARD",
        ]
        text = phrases[written] ?? written
        let weekday = { (day: Int) in (day + 3) % 7 }  // Monday is 0.
        switch text {
        case "1 time a week": target = (1, false)
        case "3 times a week", "每周三次": target = (3, false)
        case "twice a month": target = (2, true)
        case "daily", "FREQ=DAILY;COUNT=1", "FREQ=DAILY;COUNT=3", "FREQ=DAILY;UNTIL=20260402": break
        case "weekly", "FREQ=WEEKLY;COUNT=2": matches = { ($0 - $1) % 7 == 0 }
        case "monthly":
            matches = { day, anchor in
                let civil = CivilDate(day)
                return civil.day == min(CivilDate(anchor).day, civil.monthLength)
            }
        case "yearly":
            matches = { day, anchor in
                let (civil, first) = (CivilDate(day), CivilDate(anchor))
                return civil.month == first.month && civil.day == min(first.day, civil.monthLength)
            }
        case "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=3;SKIP=BACKWARD":
            matches = { day, anchor in
                let (civil, first) = (CivilDate(day), CivilDate(anchor))
                let months = (civil.year - first.year) * 12 + civil.month - first.month
                return months % 3 == 0 && civil.day == min(first.day, civil.monthLength)
            }
        case "RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=2;SKIP=BACKWARD":
            matches = { day, anchor in
                let (civil, first) = (CivilDate(day), CivilDate(anchor))
                return civil.month == first.month && (civil.year - first.year) % 2 == 0
                    && civil.day == min(first.day, civil.monthLength)
            }
        case "after 4d": delay = (4, .days)
        case "after 3h": delay = (3, .hours)
        case "after 2w": delay = (2, .weeks)
        case "after 1mo": delay = (1, .months)
        case "FREQ=WEEKLY;INTERVAL=2": matches = { ($0 - $1) % 14 == 0 }
        case "FREQ=DAILY;INTERVAL=3": matches = { ($0 - $1) % 3 == 0 }
        case "FREQ=WEEKLY;BYDAY=MO,TH": matches = { day, _ in [0, 3].contains(weekday(day)) }
        case "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,FR;WKST=SU":
            // Sundays are the days 3, 10, 17 … since 1970.
            let week = { ($0 - 3) / 7 }
            matches = { day, anchor in
                [4, 6].contains(weekday(day)) && (week(day) - week(anchor)) % 2 == 0
            }
        case "FREQ=MONTHLY": matches = { CivilDate($0).day == CivilDate($1).day }
        case "FREQ=MONTHLY;BYDAY=-1FR":
            matches = { day, _ in weekday(day) == 4 && CivilDate(day).day + 7 > CivilDate(day).monthLength }
        case "FREQ=MONTHLY;BYMONTHDAY=-1": matches = { day, _ in CivilDate(day).day == CivilDate(day).monthLength }
        case "FREQ=MONTHLY;BYMONTHDAY=1,15": matches = { day, _ in [1, 15].contains(CivilDate(day).day) }
        case "FREQ=MONTHLY;BYDAY=1MO,3MO":
            matches = { day, _ in weekday(day) == 0 && [0, 2].contains((CivilDate(day).day - 1) / 7) }
        case "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0": minutes = [480, 1200]
        case "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30": minutes = [150, 210]
        default: return nil
        }
        count = text.split(separator: ";").last.flatMap { $0.hasPrefix("COUNT=") ? Int($0.dropFirst(6)) : nil }
        if text.hasSuffix("UNTIL=20260402") { until = 20_545 }
    }

    /// Whether a task with such an anchor can have the rule.
    func fits(_ anchor: ModelDate) -> Bool {
        if let delay { return delay.unit != .hours || anchor.minute != nil }
        return (minutes == nil || anchor.minute != nil) && first(from: anchor) != nil
    }

    func first(from anchor: ModelDate) -> ModelDate? { dates(from: anchor, after: nil).first { _ in true } }

    /// The next occurrence after another one, by date.
    func next(after date: ModelDate, from anchor: ModelDate) -> ModelDate? {
        dates(from: anchor, after: date).first { _ in true }
    }

    /// The occurrences after a date, or all, by date.
    private func dates(from anchor: ModelDate, after date: ModelDate?) -> some Sequence<ModelDate> {
        let (firstDay, minute) = (Self.position(anchor).day, anchor.minute)
        let times: [Int?] = minute == nil ? [nil] : minutes.map { $0.map(Optional.some) } ?? [minute]
        let from = date.map { Self.position($0) }
        // What COUNT allows is found by counting from the anchor.
        var left = count ?? .max
        var day = count == nil ? max(firstDay, from?.day ?? firstDay) : firstDay
        let end = day + Self.horizonDays
        var pending: [ModelDate] = []
        return sequence(state: ()) { _ -> ModelDate? in
            while pending.isEmpty, day <= min(end, until ?? .max), left > 0 {
                if matches(day, firstDay) {
                    for time in times {
                        let found: ModelDate = time.map { .wall(day: day, minute: $0) } ?? .day(day)
                        guard Self.isOrdered(Self.position(anchor), Self.position(found)), left > 0 else { continue }
                        left -= 1
                        if let from, Self.isOrdered(Self.position(found), from) { continue }
                        pending.append(found)
                    }
                }
                day += 1
            }
            return pending.isEmpty ? nil : pending.removeFirst()
        }
    }

    private static func position(_ date: ModelDate) -> (day: Int, minute: Int) {
        switch date {
        case .day(let day): (day, 0)
        case .wall(let day, let minute): (day, minute)
        case .instant: preconditionFailure("an occurrence of a repeating task is on the wall")
        }
    }

    /// Whether one date is the other or before it.
    private static func isOrdered(_ left: (day: Int, minute: Int), _ right: (day: Int, minute: Int)) -> Bool {
        left.day < right.day || (left.day == right.day && left.minute <= right.minute)
    }

    /// The date that follows from a completion (RULES T5).
    func date(
        afterCompleting occurrence: ModelDate, at now: Int, onDay day: Int, in zone: ZdumpCalendar
    ) -> ModelDate? {
        guard let delay else { return nil }
        let target: Int
        switch delay.unit {
        case .hours:
            let minutes = (now + 59_999) / 60_000 + delay.count * 60
            return ModelDate.instant(minutes * 60_000).onWall(in: zone)
        case .days: target = day + delay.count
        case .weeks: target = day + delay.count * 7
        case .months:
            let civil = CivilDate(day)
            let months = civil.year * 12 + civil.month - 1 + delay.count
            let length = CivilDate.monthLength(months / 12, months % 12 + 1)
            // To the end of this month, then to the day in the next.
            precondition(delay.count == 1, "the workload has only months of one")
            target = day + (civil.monthLength - civil.day) + min(civil.day, length)
        }
        return occurrence.minute.map { .wall(day: target, minute: $0) } ?? .day(target)
    }
}
