import TimeKit

/// The day of a phrase.
extension PhraseResolver {
    /// The day that the parts name.
    ///
    /// - Parameter time: the time on that day, which decides between two weekdays; `nil` if the day is all.
    func day(at time: SpokenTime?) throws(Refusal) -> CalendarDay {
        let today = today(time)
        let kinds = parts.kinds
        let isAhead = direction == .ahead
        if isAhead, parts.shift < 0 || parts.isPreviousWeekday || parts.relative?.isNegative ?? false {
            throw Refusal(problem: .past, range: parts.range)
        }
        if let amounts = parts.relative { return try advance(today, by: amounts) }
        if kinds.contains(.end) { return try end(today) }
        if kinds.contains(.position) { return try weekdayOfMonth(today) }
        if kinds == .weekday { return weekday(at: time, today) }
        if kinds == [.weekday, .week] { return try weekdayOfWeek(today) }
        if kinds.contains(.month) || kinds.contains(.day) { return try writtenDay(today) }
        return try sameDay(today)
    }

    /// A date that many months and days later. In a shorter month it is the last day.
    func advance(_ day: CalendarDay, by amounts: Amounts) throws(Refusal) -> CalendarDay {
        let months = day.year * 12 + day.month - 1 + amounts.months
        let (year, month) = months.flooredDivision(by: 12)
        guard (1...9999).contains(year) else { throw Refusal(problem: .outOfRange, range: parts.range) }
        let first = CalendarDay(firstOfMonth: month + 1, inYear: year)
        let last = CalendarDay.dayCount(ofMonth: month + 1, inYear: year)
        let result = first.advanced(by: min(day.day, last) - 1 + amounts.days)
        guard (1...9999).contains(result.year) else { throw Refusal(problem: .outOfRange, range: parts.range) }
        return result
    }

    // MARK: - Weekdays

    /// The nearest weekday: with a time, the first such instant strictly after now; as a day, the first after today.
    /// Looking back, the last instant not after now, and today is such a day.
    private func weekday(at time: SpokenTime?, _ today: CalendarDay) -> CalendarDay {
        let wanted = parts.weekday ?? today.weekday
        let days = (-8...8).map(today.advanced).filter { $0.weekday == wanted }
        if parts.isPreviousWeekday { return days.last { $0 < today } ?? today }
        guard let time else {
            return (direction == .ahead ? days.first { $0 > today } : days.last { $0 <= today }) ?? today
        }
        let nearest = nearest(days.map { instant(of: $0, time) })
        return days.first { instant(of: $0, time) == nearest } ?? today
    }

    /// The weekday of this week, the next, or another; weeks begin on Monday.
    private func weekdayOfWeek(_ today: CalendarDay) throws(Refusal) -> CalendarDay {
        let wanted = parts.weekday ?? today.weekday
        let monday = try advance(today, by: Amounts(days: parts.shift * 7)).advanced(by: 1 - today.weekday)
        let day = monday.advanced(by: wanted - 1)
        guard direction == .ahead, day < today else { return day }
        // Sunday is still this weekend.
        if parts.isWeekend, day == today.advanced(by: -1) { return today }
        throw Refusal(problem: .past, range: parts.range)
    }

    /// *first monday of june*
    private func weekdayOfMonth(_ today: CalendarDay) throws(Refusal) -> CalendarDay {
        let (position, weekday) = (parts.position, parts.positionedWeekday)
        func find(_ first: CalendarDay) -> CalendarDay? {
            let offset = (weekday - first.weekday + 7) % 7
            let days = stride(from: offset, to: CalendarDay.dayCount(ofMonth: first.month, inYear: first.year), by: 7)
                .map(first.advanced)
            return position < 0 ? days.last : days.indices.contains(position - 1) ? days[position - 1] : nil
        }
        let year = writtenYear(today)
        if let month = parts.month, year == nil {
            return try nearest(monthsBetween: 8, today) { years throws(Refusal) in
                find(CalendarDay(firstOfMonth: month, inYear: today.year + years))
            }
        }
        var first = try firstOfMonth(today, months: parts.shift)
        if let year { first = try date(year, parts.month ?? 1, 1) }
        guard let day = find(first) else {
            throw Refusal(problem: .noSuchDate, range: parts.range)
        }
        if direction == .ahead, day < today { throw Refusal(problem: .past, range: parts.range) }
        return day
    }

    // MARK: - Written dates

    /// A date with at least a month or a day of the month. Where the year or the month is missing, it is the first such
    /// date from today on; looking back, the last one.
    private func writtenDay(_ today: CalendarDay) throws(Refusal) -> CalendarDay {
        guard let day = parts.day else {
            throw Refusal(problem: .incomplete(example: "1 dec"), range: parts.range)
        }
        guard let month = parts.month else {
            guard parts.year == nil, !parts.kinds.contains(.yearPeriod) else {
                throw Refusal(problem: .incomplete(example: "1 dec 2026"), range: parts.range)
            }
            if parts.kinds.contains(.monthPeriod) {
                let first = try firstOfMonth(today, months: parts.shift)
                return try date(first.year, first.month, day)
            }
            return try nearest(monthsBetween: 12, today) { months throws(Refusal) in
                let first = try firstOfMonth(today, months: months)
                return CalendarDay(year: first.year, month: first.month, day: day)
            }
        }
        if let year = writtenYear(today) { return try date(year, month, day) }
        // Two February 29ths are at most 8 years apart.
        return try nearest(monthsBetween: 8, today) { years throws(Refusal) in
            CalendarDay(year: today.year + years, month: month, day: day)
        }
    }

    /// The year that was said; `nil` if none was.
    private func writtenYear(_ today: CalendarDay) -> Int? {
        parts.year ?? (parts.kinds.contains(.yearPeriod) ? today.year + parts.shift : nil)
    }

    private func date(_ year: Int, _ month: Int, _ day: Int) throws(Refusal) -> CalendarDay {
        guard let date = CalendarDay(year: year, month: month, day: day) else {
            throw Refusal(problem: .noSuchDate, range: parts.range)
        }
        return date
    }

    /// The first of the months or years from this one on that has such a date, not before today; looking back, the last
    /// one not after today's date.
    private func nearest(
        monthsBetween most: Int, _ today: CalendarDay, _ date: (Int) throws(Refusal) -> CalendarDay?
    ) throws(Refusal) -> CalendarDay {
        // Between midnight and the start of the day, two dates are today. Both are accepted.
        let latest = max(today, moment.zone.localDate(at: moment.now))
        for step in 0...most {
            guard let found = try date(direction == .ahead ? step : -step) else { continue }
            if direction == .ahead ? found >= today : found <= latest { return found }
        }
        throw Refusal(problem: .noSuchDate, range: parts.range)
    }

    private func firstOfMonth(_ today: CalendarDay, months: Int) throws(Refusal) -> CalendarDay {
        let day = try advance(today, by: Amounts(months: months))
        return CalendarDay(firstOfMonth: day.month, inYear: day.year)
    }

    // MARK: - Periods

    /// The same day a number of weeks, months or years from now.
    private func sameDay(_ today: CalendarDay) throws(Refusal) -> CalendarDay {
        let kinds = parts.kinds
        let isCurrent = parts.shift == 0
        if kinds == .week, !isCurrent { return try advance(today, by: Amounts(days: parts.shift * 7)) }
        if kinds == .monthPeriod, !isCurrent { return try advance(today, by: Amounts(months: parts.shift)) }
        if kinds == .yearPeriod, !isCurrent { return try advance(today, by: Amounts(months: parts.shift * 12)) }
        let example = kinds.contains(.year) ? "1 dec 2026" : "fri"
        throw Refusal(problem: .incomplete(example: example), range: parts.range)
    }

    /// The last day of a month or year.
    private func end(_ today: CalendarDay) throws(Refusal) -> CalendarDay {
        let kinds = parts.kinds
        if kinds.contains(.week) || (parts.endingPeriod == .week && !kinds.contains(.month)) {
            return try advance(today, by: Amounts(days: parts.shift * 7)).advanced(by: 7 - today.weekday)
        }
        let isYear =
            !kinds.contains(.month) && !kinds.contains(.monthPeriod)
            && (parts.endingPeriod == .year || (parts.endingPeriod == nil && writtenYear(today) != nil))
        if isYear { return try date(writtenYear(today) ?? today.year, 12, 31) }
        let hasMonth = kinds.contains(.month) || kinds.contains(.monthPeriod)
        guard parts.endingPeriod != .year, hasMonth || (parts.endingPeriod == .month && writtenYear(today) == nil)
        else {
            throw Refusal(problem: .incomplete(example: "end of month"), range: parts.range)
        }
        guard let month = parts.month else {
            return try lastOfMonth(firstOfMonth(today, months: kinds.contains(.monthPeriod) ? parts.shift : 0))
        }
        if let year = writtenYear(today) {
            return try lastOfMonth(date(year, month, 1))
        }
        return try nearest(monthsBetween: 1, today) { years throws(Refusal) in
            try lastOfMonth(date(today.year + years, month, 1))
        }
    }

    private func lastOfMonth(_ day: CalendarDay) -> CalendarDay {
        CalendarDay(firstOfMonth: day.month, inYear: day.year)
            .advanced(by: CalendarDay.dayCount(ofMonth: day.month, inYear: day.year) - 1)
    }
}
