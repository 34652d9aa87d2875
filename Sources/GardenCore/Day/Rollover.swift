import GardenAPI

extension Transition {
    /// One crossing, in the order of RULES L5: the rate decays and the meter falls to its base, the ended day's log is
    /// closed, the new day's begins with its header, and archives past retention go.
    ///
    /// - Parameter today: the day of now, which lies later where several crossings are pending.
    mutating func rollOver(to day: CalendarDay, onTheWayTo today: CalendarDay) {
        let rate = (state: state.rate, view: rateView)
        var next = state.day
        next.day = day
        next.rollovers += 1
        var change = dayChange(to: next)
        if case .stopped(let number) = state.timer, number > 0 { change.moved = moved(to: .stopped(number: 0)) }
        let crossed = rate.state.crossed(state.rateTable)
        if crossed != rate.state {
            let view = state.view(of: crossed, by: state.rateTable, on: day, conditions)
            change.rate = view
            change.rateState = crossed
            change.rateBefore = rate.view.fieldsDiffering(from: view)
        }
        if today.daysSinceEpoch - day.daysSinceEpoch > Self.plausibleDaysAway { change.archiveKeptThrough = today }
        change.archives = state.log.hasMoreThanHeader ? true : nil
        emit(.dayRolledOver, change)
        _ = tellOfTier(crossed, from: rate.view, cause: "day.rolledOver")
        let header = LogText.header(day, balance: state.points.balance, rate: rateView, before: rate.view)
        writeLine(.header, header, cause: "day.rolledOver")
        pruneArchives()
    }

    /// Who is away for longer has more likely a clock that is wrong, and what retention takes cannot be brought back.
    private static let plausibleDaysAway = 366

    /// The zone in force is another one; the day stays (RULES L7).
    mutating func changeTimezone() {
        var next = state.day
        next.timezone = conditions.zone.name
        emit(.timezoneChanged, dayChange(to: next))
    }

    fileprivate func dayChange(to next: DayState) -> DayChange {
        var change = DayChange()
        change.today = next.view(conditions)
        change.state = next
        change.before = state.day.view(conditions).fieldsDiffering(from: change.today)
        return change
    }
}

extension DayCorrect: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Today {
        let old = t.state.day
        let day = t.conditions.calendar.day(of: t.moment.wall)
        // A day that has begun cannot lie behind: what was pending has been rolled to before any request.
        guard day < old.day else { return old.view(t.conditions) }
        var next = old
        next.day = day
        var change = t.dayChange(to: next)
        change.logAfter = t.state.log.closedThrough
        t.emit(.dayCorrected, change)
        t.writeLine(.day, LogText.corrected(from: old.day, to: day), cause: "day.corrected")
        return change.today
    }
}
