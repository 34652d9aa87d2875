import GardenAPI

/// A new day, a corrected one, or the same one in another zone.
struct DayChange: WireObject {
    static let name = "DayChange"

    var today = Today()
    var state = DayState()
    /// The timer, where the new day reset the number it kept (RULES P5).
    var moved = MovedTimer()
    /// What a crossing made of the rate (RULES M11).
    var rate: Rate?
    var rateState: RateState?
    var rateBefore: JSON?
    /// Whether the log of the day that ended is to be archived (RULES A5).
    var archives: Bool?
    /// The day up to which nothing is taken from the archive, where the clock went ahead by more than a year.
    var archiveKeptThrough: CalendarDay?
    /// The last line of the days before, where a correction takes those after it along to another day.
    var logAfter: Int?
    var before: JSON?

    static let fields: [Field<DayChange>] =
        .inlined(\DayChange.today) + [
            .required("state", \.state, "what the daemon goes on from"),
            .optional("rate", \.rate, "the shop rate after the crossing"),
            .optional("rateState", \.rateState, "what the daemon goes on from"),
            .optional("rateBefore", \.rateBefore, "the rate's fields that changed, as they were"),
            .optional("archives", \.archives, "whether the log of the day that ended goes to the archive"),
            .optional(
                "archiveKeptThrough", \.archiveKeptThrough, "the day up to which nothing is taken from the archive"),
            .optional("logAfter", \.logAfter, "the last line of the log that does not bear the corrected day"),
            .optional("before", \.before, "the fields that changed, as they were"),
        ] + .inlined(\.moved)
}

extension EventKind where Payload == DayChange {
    static let dayRolledOver = EventKind("day.rolledOver") { change, state in
        state.log.close(state.day.day, forArchive: change.archives == true)
        assign(change, &state)
        if let rate = change.rateState { state.rate = rate }
        if let day = change.archiveKeptThrough { state.log.keptThrough = day }
        state.points.earnedToday = 0
        state.points.spentToday = 0
        state.shop.forgetPurchases()
    }
    static let dayCorrected = EventKind("day.corrected") { change, state in
        assign(change, &state)
        state.log.correct()
    }
    static let timezoneChanged = EventKind("timezone.changed", apply: assign)

    @Sendable private static func assign(_ change: DayChange, _ state: inout GardenState) {
        state.day = change.state
        if let timer = change.moved.timerState { state.timer = timer }
    }
}
