import GardenAPI
import TimeKit

extension Transition {
    /// What follows happened when a request says (RULES P22), now if it does not.
    ///
    /// - Parameter at: looks back; 12:00 of a day alone, and now for the current one.
    /// - Throws: `not_understood`; `in_the_future` and `before_reset`, which protect the garden.
    mutating func happened(_ at: String?) throws(GardenError) {
        guard let at else { return }
        let dates = DateReader(environment, at: moment.wall, today: state.day.day)
        let instant = try dates.happened(at, "at") ?? moment.wall
        guard instant <= moment.wall else {
            let time = timestamp(instant)
            throw .refused(.inTheFuture, "\(time.wallText) lies ahead of now", [("at", time.json)])
        }
        try checkReset(instant)
        happened(at: instant, on: day(of: instant))
    }

    /// The day on which it counts, if that has ended; `nil` for the current one.
    var endedDay: CalendarDay? { day == state.day.day ? nil : day }

    /// The logical day of an instant that has passed: the current one since it began, otherwise that of the calendar.
    func day(of instant: Instant) -> CalendarDay {
        instant >= state.day.startsAt ? state.day.day : min(environment.calendar.day(of: instant), state.day.day)
    }

    /// Checks what a client says of the past: in some zone, the first days that a time can have are of the year 0, which nothing reads.
    ///
    /// - Throws: `out_of_range` for an instant before 1900.
    func checkYear(_ instant: Instant) throws(GardenError) {
        guard instant < Self.year1900 else { return }
        let time = timestamp(instant)
        throw .refused(.outOfRange, "its time lies before the year 1900", [("at", time.json)])
    }

    private static var year1900: Instant { Instant(milliseconds: -2_208_988_800_000) }

    /// - Throws: `before_reset` for an instant before the last reset of everything.
    func checkReset(_ instant: Instant) throws(GardenError) {
        guard state.lastResetSeq > 0 else { return }
        let (history, seq) = (history, state.lastResetSeq)
        guard let reset = try readingJournal({ try history.event(seq) }), instant < reset.at.instant else { return }
        throw .refused(
            .beforeReset, "everything was reset at \(reset.at.wallText); what was before cannot be entered",
            [("at", reset.at.json)])
    }
}
