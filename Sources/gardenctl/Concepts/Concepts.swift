/// The terms of Pocket Garden, each in a sentence or two: `gardenctl help concepts`, garden-concepts(7), and an article.
enum Concepts {
    struct Entry {
        let term: String
        let meaning: String

        init(_ term: String, _ meaning: String) { (self.term, self.meaning) = (term, meaning) }
    }

    struct Section {
        let title: String
        let entries: [Entry]
    }

    static let sections = [focus, tasks, points, drills, records, rules, placeholders]

    private static let focus = Section(
        title: "Focus",
        entries: [
            Entry(
                "focus session",
                "A stretch of work on one thing, 25 minutes by default; also known as a Pomodoro. Only a completed "
                    + "session counts. One that you stop, skip or restart earns nothing."),
            Entry(
                "rest", "The break after a session, 5 minutes by default. It starts by itself unless you change that."),
            Entry(
                "phase", "A focus session or a rest. It can be paused; a session also pauses when the machine sleeps."),
            Entry(
                "session number",
                "How many sessions you have started in a row. Stopping the timer resets it, and so does a new day while "
                    + "the timer is stopped."),
            Entry(
                "category",
                "What you work on, such as Reading. Naming a new one creates it. The category Default always exists."),
            Entry(
                "garden, exp, level",
                "Each category has a garden. A completed session or task gives it 1 exp; ten exp are a level."),
            Entry(
                "day",
                "It begins at 04:00 (day.start_hour), so a late evening counts for the day before. A session counts for "
                    + "the day on which it began."),
            Entry(
                "presence",
                "Whether you are at the desktop: active, idle, locked or unknown. While it is idle or locked, no session "
                    + "starts by itself."),
        ])

    private static let drills = Section(
        title: "Drills",
        entries: [
            Entry("drill", "Questions against the clock: choose the panel that shows what is asked."),
            Entry(
                "deck, entry", "What a drill asks, such as flags. Your own decks are files in ~/.config/garden/decks."),
            Entry("level", "Clearing a level, by answering all its questions in time, opens the next one."),
            Entry("star", "A level has three: for clearing it, for no mistakes, and for a short time."),
            Entry("review", "A level that asks what you learned some days ago, the more often the less you know it."),
        ])

    private static let tasks = Section(
        title: "Tasks",
        entries: [
            Entry(
                "task", "Something to do. Completing it pays its points and gives its category's garden 1 exp, once."),
            Entry("standing task", "One that stays open and pays each time you complete it, such as tidying up."),
            Entry(
                "repeating task",
                "One that moves to its next date (occurrence) when you complete it: daily, weekly, every weekday, "
                    + "after 4d."),
            Entry("due, reminder", "When it should be done, and when gardend reminds you of it."),
            Entry("priority, estimate", "1 is the highest priority. An estimate counts focus sessions."),
        ])

    private static let points = Section(
        title: "Points and the shop",
        entries: [
            Entry(
                "points",
                "What you earn with tasks, and with focus sessions if you set rewards.points_per_focus. "
                    + "You spend them in the shop."),
            Entry("multiplier", "The points of a task are multiplied by it: 1 or 2."),
            Entry("item", "A reward that you define, with a price in points."),
            Entry("meter", "The money you spend, as you record it with `spend`, in any unit you like."),
            Entry(
                "rate, tier",
                "The meter sets the tier, and the tier sets the rate, which multiplies the prices: the more you "
                    + "spend, the higher the prices."),
            Entry("days left", "The number of days until the tier drops by one. It drops when a day begins."),
            Entry(
                "counter",
                "A number that you keep for tickets, favours and the like. All counters together are the "
                    + "inventory."),
        ])

    private static let records = Section(
        title: "Records",
        entries: [
            Entry(
                "log",
                "The diary of a day: a line for everything that happens, and your own notes. You can edit it. At "
                    + "the end of the day, it is archived as a text file."),
            Entry(
                "journal",
                "Every event since the beginning, in order and with checksums. Everything else is computed from it; it is "
                    + "never edited. `events` lists it, `verify` checks it."),
            Entry("event", "One entry of the journal, with a number (seq) and a type such as focus.completed."),
            Entry("undo", "Takes back a change that you made, by adding a new event. The journal keeps both."),
        ])

    /// The rules that `why` cites.
    private static let rules = Section(
        title: "The codes in the output of why",
        entries: [
            Entry("L1", "A new day began."),
            Entry("L7", "The time zone or the clock changed; the day did not begin again."),
            Entry("L10", "The day was corrected after a wrong clock."),
            Entry("M1", "The balance was adjusted by hand."),
            Entry("M3", "A task or a focus session paid points."),
            Entry("M5", "An item was bought, at its price times the rate at that moment."),
            Entry("M6", "The rate was switched on or off for prices."),
            Entry("M8", "Money was spent, or an item that counts as spending was bought; the meter rose."),
            Entry("M9", "The table of tiers changed."),
            Entry("M10", "The meter reached another tier, which lasts two days."),
            Entry("M11", "A new day began: one day less is left, or the tier dropped."),
            Entry("M12", "The meter or the tier was corrected, or a purchase was returned."),
            Entry("U1", "A change was undone, or made again."),
            Entry("U6", "Everything was reset."),
        ])

    private static let placeholders = Section(
        title: "The placeholders of a template",
        entries: Placeholder.allCases.map { Entry("{\($0.rawValue)}", $0.meaning) })
}

extension Placeholder {
    /// What replaces it, and in which form. Those without a value are empty.
    fileprivate var meaning: String {
        switch self {
        case .phase: "focus, rest or stopped; away if the daemon cannot be reached."
        case .category: "The category of the phase."
        case .remaining: "The time left, in minutes and seconds: 24:59."
        case .elapsed: "The time that has passed, in the same form."
        case .total: "The length of the phase, in the same form."
        case .percent: "How much of the phase has passed, 0 to 100."
        case .session: "The session number."
        case .startedAt: "When the phase began: 15:38."
        case .endsAt: "When it ends; empty while it is paused."
        case .paused: "The word paused, or empty."
        case .pausedAt: "When it was paused."
        case .longRest: "The word long during a long rest, or empty."
        case .task: "The title of the task."
        case .taskId: "Its id."
        case .sessionsToday: "The number of sessions completed today."
        case .minutesToday: "The minutes of those sessions."
        case .goalMinutes: "The goal of a day in minutes; 0 if it is one completed focus session."
        case .level: "The level of the category's garden."
        case .exp: "Its exp."
        case .balance: "The points you have."
        case .multiplier: "What the points of tasks are multiplied by."
        case .earnedToday: "The points earned today."
        case .spentToday: "The points spent today."
        case .tier: "The tier, from 0."
        case .rate: "What prices are multiplied by: 1.5."
        case .meter: "The money recorded as spent."
        case .daysLeft: "The days until the tier drops."
        case .decaysAt: "When it drops: 2026-11-23 04:00."
        case .tasksOpen: "The number of open tasks."
        case .tasksDue: "How many are due today and not overdue."
        case .tasksOverdue: "How many are overdue."
        case .day: "The current day: 2026-11-21."
        case .timezone: "The time zone."
        case .stale: "The word stale if changes cannot be saved to disk, or empty."
        case .seq: "The number of the last event."
        }
    }
}
