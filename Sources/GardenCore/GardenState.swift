import GardenAPI
import TimeKit

/// Everything the garden remembers and decides by: the sum of the journal's events.
public struct GardenState: WireObject, Equatable {
    public static let name = "State"
    /// The version of this form; a snapshot with another version is dropped.
    public static let version = 30

    /// The last event applied.
    public internal(set) var seq: Int
    /// When the last change was written: the last sign of life except for a heartbeat on disk (RULES P9).
    public internal(set) var lastChangeAt: Instant
    public internal(set) var identity: GardenIdentity
    public internal(set) var clock: ClockReference
    /// When the machine fell asleep; `nil` while it is known to be awake.
    public internal(set) var asleepSince: Instant?
    public internal(set) var presence: PresenceState
    public internal(set) var day: DayState
    public internal(set) var timer: TimerState
    /// The last focus session that was completed; `nil` before the first.
    public internal(set) var lastFocus: StoredSession?
    /// The questions about focus sessions that a person may answer.
    public internal(set) var questions: QuestionBook
    public internal(set) var lastSessionId: Int
    /// The phases that a person ended early, while that can be undone.
    public internal(set) var interruptions: Interruptions
    /// When the long rest comes.
    public internal(set) var longRestCycle: LongRestCycle
    /// The sums of the last days' focus sessions.
    public internal(set) var focusSums: FocusSums
    public internal(set) var categories: CategoryBook
    public internal(set) var points: PointsSummary
    public internal(set) var rate: RateState
    /// The table of the rate in force.
    public internal(set) var rateTable: RateTable
    public internal(set) var shop: ShopBook
    public internal(set) var inventory: InventoryBook
    public internal(set) var log: LogBook
    public internal(set) var tasks: TaskBook
    public internal(set) var undo: UndoBook
    /// The change that is being made in parts; `nil` for none.
    public internal(set) var partedChange: ChangeInParts?
    public internal(set) var hooks: HookBook
    /// The single days that do not count for streaks, oldest first (RULES S4).
    public internal(set) var daysOff: [CalendarDay]
    public internal(set) var drills: DrillBook
    /// The event that reset everything last; 0 before the first. Tables of the history keep what was before it, and
    /// methods do not return that.
    public internal(set) var lastResetSeq: Int
    public internal(set) var visits: VisitBook

    public static let fields = Fields(
        GardenState.init,
        .required("seq", \.seq, "the last event applied"),
        .required("lastChangeAt", \.lastChangeAt, "when the last change was written"),
        .required("identity", \.identity, "the ids of the garden and of its devices"),
        .required("clock", \.clock, "the differences between the clocks at the last reading"),
        .nullable("asleepSince", \.asleepSince, "when the machine fell asleep"),
        .required("presence", \.presence, "whether a person uses the machine"),
        .required("day", \.day, "the current logical day"),
        .required("timer", \.timer, "the focus timer"),
        .nullable("lastFocus", \.lastFocus, "the last focus session that was completed"),
        .required("questions", \.questions, "the questions about focus sessions"),
        .required("lastSessionId", \.lastSessionId, "the id last given to a session"),
        .required("interruptions", \.interruptions, "the phases ended early that undo can bring back"),
        .required("longRestCycle", \.longRestCycle, "when the long rest comes"),
        .required("focusSums", \.focusSums, "the sums of the last days' focus sessions"),
        .required("categories", \.categories, "the categories and the experience of their gardens"),
        .required("points", \.points, "the balance and the points of the day"),
        .required("rate", \.rate, "the meter, and the tier that follows from it"),
        .required("rateTable", \.rateTable, "the table of the rate in force"),
        .required("shop", \.shop, "the shop's items, and today's purchases"),
        .required("inventory", \.inventory, "the counters"),
        .required("log", \.log, "today's log, and the archived days"),
        .required("tasks", \.tasks, "the open tasks"),
        .required("undo", \.undo, "the changes that undo and redo go through"),
        .nullable("partedChange", \.partedChange, "the change that is being made in parts"),
        .required("hooks", \.hooks, "the hooks that fail"),
        .required("daysOff", \.daysOff, "the days that do not count for streaks"),
        .required("drills", \.drills, "the drill in progress, and what was learned of each deck"),
        .required("lastResetSeq", \.lastResetSeq, "the event that reset everything last"),
        .required("visits", \.visits, "what the state has of visits"))

    /// Whether the garden has begun: its first event gave it an id and a day.
    public var isBorn: Bool { !identity.gardenId.isEmpty }
}

extension GardenState {
    /// Notes what a change is besides its events, which have been applied.
    public mutating func conclude(_ change: Change) {
        remember(change)
        if change.isSignOfPerson { noteSignOfPerson(at: lastChangeAt) }
    }
}

extension GardenState {
    /// A garden before its first event, which gives it an id, a device, a day and its clock readings.
    public init() {
        let never = Instant(milliseconds: 0)
        self.init(
            seq: 0, lastChangeAt: never, identity: GardenIdentity(gardenId: "", machine: "", devices: [], rules: nil),
            clock: ClockReference(bootId: "", wallMinusBootMilliseconds: 0, bootMinusAwakeMilliseconds: 0),
            presence: PresenceState(),
            day: DayState(
                day: CalendarDay(daysSinceEpoch: 0), timezone: "", rollovers: 0, startsAt: never, endsAt: never),
            timer: .stopped(number: 0), lastFocus: nil, questions: QuestionBook(), lastSessionId: 0,
            interruptions: Interruptions(), longRestCycle: LongRestCycle(), focusSums: FocusSums(),
            categories: CategoryBook(),
            points: PointsSummary(balance: 0, multiplier: 1, earnedToday: 0, spentToday: 0),
            rate: RateState(meter: 0, floor: 0, tier: 0, daysLeft: 0, applied: true), rateTable: .standard,
            shop: ShopBook(), inventory: InventoryBook(), log: LogBook(), tasks: TaskBook(), undo: UndoBook(),
            partedChange: nil, hooks: HookBook(), daysOff: [], drills: DrillBook(),
            lastResetSeq: 0, visits: VisitBook())
    }
}
