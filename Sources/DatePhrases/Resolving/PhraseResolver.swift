import TimeKit

/// When and where a phrase is said, as ``DatePhraseReader`` knows it.
struct PhraseMoment: Sendable {
    let now: Instant
    let today: CalendarDay
    let zone: ZoneRules
    let dayStartHour: Int
}

/// Finds the instant or day that the parts of a phrase name at one moment (RULES T9).
struct PhraseResolver {
    let moment: PhraseMoment
    let direction: DatePhrase.Direction
    let parts: PhraseParts

    /// The instant or day.
    ///
    /// - Parameter timeOfDay: the time of a day for which none was said; `nil` if the day is wanted then.
    func resolve(orAt timeOfDay: TimeOfDay?) throws(Refusal) -> DatePhrase {
        if let exact = parts.exact { return .instant(try instant(after: exact)) }
        let time = try SpokenTime(parts) ?? timeOfDay.map { SpokenTime($0) }
        guard let time else {
            let day = try day(at: nil)
            try check(day)
            return .day(day)
        }
        if parts.kinds.isEmpty { return .instant(try checked(instant(ofBareTime: time))) }
        let day = try day(at: time)
        try check(day)
        if parts.isWritten, time.isUndecidedForDates {
            let clock = "\(time.hour - 24):\(twoDigits(time.minute))"
            throw Refusal(
                problem: .ambiguous("\(day) \(clock)", "\(day.advanced(by: 1)) \(clock)"),
                range: parts.timeRange ?? parts.range)
        }
        return .instant(try checked(instant(of: day, time)))
    }

    /// The instant of a time that belongs to a day (RULES T9): before the hour at which logical days begin, it falls in
    /// the night that ends a logical day. In a date of the calendar it is what it is.
    ///
    /// Looking back, the night that ends today has not come yet: then such a time of today is that of the calendar, and so is that of
    /// a weekday, which after midnight can be the day of the calendar that has begun.
    func instant(of day: CalendarDay, _ time: SpokenTime) -> Instant {
        let isNight = time.hour >= 24 || (isLogical(time) && time.hour < moment.dayStartHour)
        let seconds = time.hour % 24 * 3600 + time.minute * 60
        let instant = wallInstant(isNight ? day.advanced(by: 1) : day, secondsOfDay: seconds)
        let isAhead =
            instant > moment.now && (day == moment.today || parts.kinds.contains(.weekday) && day > moment.today)
        guard direction == .back, isNight, isAhead, time.hour < 24, parts.hasTime else { return instant }
        return wallInstant(day, secondsOfDay: seconds)
    }

    /// The instant of a date and a time. Of a time that comes twice, the first is meant; looking back, the second, if it is past.
    private func wallInstant(_ day: CalendarDay, secondsOfDay: Int) -> Instant {
        let instants = wallInstants(day, secondsOfDay: secondsOfDay)
        guard direction == .back, let last = instants.last, last <= moment.now else { return instants[0] }
        return last
    }

    /// The instants of a date and a time: a clock that is set back shows some times twice.
    private func wallInstants(_ day: CalendarDay, secondsOfDay: Int) -> [Instant] {
        let first = moment.zone.instant(of: day, secondsOfDay: secondsOfDay)
        guard let change = moment.zone.nextOffsetChange(after: first) else { return [first] }
        let setBack = moment.zone.offsetSeconds(at: first) - moment.zone.offsetSeconds(at: change)
        let second = first.advanced(byMilliseconds: setBack * 1000)
        return setBack > 0 && second >= change ? [first, second] : [first]
    }

    /// Whether the day is one of the garden, not a date of the calendar.
    func isLogical(_ time: SpokenTime?) -> Bool {
        if parts.isWritten { return false }
        guard let time, time.isBeforeDawn else { return true }
        // 明天凌晨2點 is the early morning of that date: the words say so themselves.
        return time.hour >= moment.dayStartHour
    }

    /// The day from which relative words count.
    func today(_ time: SpokenTime?) -> CalendarDay {
        isLogical(time) || parts.isWritten ? moment.today : moment.zone.localDate(at: moment.now)
    }

    // MARK: - Without a date

    /// A duration from now on, to the minute.
    private func instant(after amounts: Amounts) throws(Refusal) -> Instant {
        var start = moment.now
        if amounts.months != 0 || amounts.days != 0 {
            let (day, seconds) = moment.zone.wallTime(at: start)
            let wholeMinute = seconds / 60 * 60
            let rest = Instant.milliseconds(from: start.roundedDownToMinute, to: start)
            start = moment.zone.instant(of: try advance(day, by: amounts), secondsOfDay: wholeMinute)
                .advanced(byMilliseconds: rest)
        }
        let end = start.advanced(byMilliseconds: amounts.seconds * 1000)
        let isBack = amounts.isNegative || (amounts == Amounts() && direction == .back)
        return try checked(isBack ? end.roundedDownToMinute : end.roundedUpToMinute)
    }

    /// The first such instant strictly after now; looking back, the last one not after now.
    private func instant(ofBareTime time: SpokenTime) -> Instant {
        let date = moment.zone.localDate(at: moment.now)
        let clock = SpokenTime(hour: time.hour % 24, minute: time.minute)
        let instants = (-2...2).flatMap { offset in
            wallInstants(date.advanced(by: offset), secondsOfDay: clock.hour * 3600 + clock.minute * 60)
        }
        return nearest(instants) ?? moment.now
    }

    /// The first strictly after now; looking back, the last not after now. The instants ascend.
    func nearest(_ instants: [Instant]) -> Instant? {
        switch direction {
        case .ahead: instants.first { $0 > moment.now }
        case .back: instants.last { $0 <= moment.now }
        }
    }

    // MARK: - Checks

    /// Compares the day with the weekday beside it.
    private func check(_ day: CalendarDay) throws(Refusal) {
        guard (1...9999).contains(day.year) else { throw Refusal(problem: .outOfRange, range: parts.range) }
        if let weekday = parts.weekday, weekday != day.weekday, !parts.isWeekend {
            let range = parts.weekdayRange ?? parts.range
            throw Refusal(problem: .contradiction(instead: DatePhrase.day(day).text(in: moment.zone)), range: range)
        }
    }

    /// Refuses an instant that no timestamp can express.
    private func checked(_ instant: Instant) throws(Refusal) -> Instant {
        guard (1...9999).contains(moment.zone.localDate(at: instant).year) else {
            throw Refusal(problem: .outOfRange, range: parts.range)
        }
        return instant
    }
}
