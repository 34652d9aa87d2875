import TimeKit

/// A line of `gardenctl export`: an object with one member, and the member's name says what it is (RULES I3). A reader ignores members
/// that it does not know.
public struct ExportLine: WireObject, Equatable {
    public static let name = "ExportLine"

    /// The garden, and when this was written: the first line.
    public var export: ExportHeader?
    /// The settings that were in force.
    public var settings: SettingsReport?
    /// The days that do not count for streaks.
    public var daysOff: DaysOff?
    /// The points.
    public var points: PointsSummary?
    /// The shop rate.
    public var rate: Rate?
    /// A category.
    public var category: Category?
    /// The experience of a category, also of a removed one.
    public var garden: Garden?
    /// An item of the shop.
    public var shopItem: ShopItem?
    /// A counter.
    public var counter: InventoryItem?
    /// A task, open or completed.
    public var task: TaskItem?
    /// A completion of a task.
    public var completion: TaskCompletion?
    /// A focus session.
    public var session: Session?
    /// A line of the log, with its day.
    public var logLine: LogLineChanged?
    /// The sums of a day, with the balance and rate at its end.
    public var day: TrendDay?
    /// A label of visits.
    public var label: VisitTag?
    /// A group of visits.
    public var group: VisitTag?
    /// A member who was there at visits.
    public var member: VisitTag?
    /// A visit, with its line in the chain.
    public var visit: ExportedVisit?
    /// A visit in the trash.
    public var trashedVisit: ListedVisit?
    /// A level of a deck, with its record.
    public var drillLevel: ExportedDrillLevel?
    /// An entry of a deck, with what was learned of it.
    public var drillEntry: ExportedDrillEntry?
    /// The last line: nothing is missing before it.
    public var end: ExportEnd?

    /// Creates the value from its member.
    public init(
        export: ExportHeader? = nil,
        settings: SettingsReport? = nil,
        daysOff: DaysOff? = nil,
        points: PointsSummary? = nil,
        rate: Rate? = nil,
        category: Category? = nil,
        garden: Garden? = nil,
        shopItem: ShopItem? = nil,
        counter: InventoryItem? = nil,
        task: TaskItem? = nil,
        completion: TaskCompletion? = nil,
        session: Session? = nil,
        logLine: LogLineChanged? = nil,
        day: TrendDay? = nil,
        label: VisitTag? = nil,
        group: VisitTag? = nil,
        member: VisitTag? = nil,
        visit: ExportedVisit? = nil,
        trashedVisit: ListedVisit? = nil,
        drillLevel: ExportedDrillLevel? = nil,
        drillEntry: ExportedDrillEntry? = nil,
        end: ExportEnd? = nil
    ) {
        self.export = export
        self.settings = settings
        self.daysOff = daysOff
        self.points = points
        self.rate = rate
        self.category = category
        self.garden = garden
        self.shopItem = shopItem
        self.counter = counter
        self.task = task
        self.completion = completion
        self.session = session
        self.logLine = logLine
        self.day = day
        self.label = label
        self.group = group
        self.member = member
        self.visit = visit
        self.trashedVisit = trashedVisit
        self.drillLevel = drillLevel
        self.drillEntry = drillEntry
        self.end = end
    }

    public static let fields = Fields(
        ExportLine.init,
        .optional("export", \.export, "the garden, and when this was written: the first line"),
        .optional("settings", \.settings, "the settings that were in force"),
        .optional("daysOff", \.daysOff, "the days that do not count for streaks"),
        .optional("points", \.points, "the points"),
        .optional("rate", \.rate, "the shop rate"),
        .optional("category", \.category, "a category"),
        .optional("garden", \.garden, "the experience of a category, also of a removed one"),
        .optional("shopItem", \.shopItem, "an item of the shop"),
        .optional("counter", \.counter, "a counter"),
        .optional("task", \.task, "a task, open or completed"),
        .optional("completion", \.completion, "a completion of a task"),
        .optional("session", \.session, "a focus session"),
        .optional("logLine", \.logLine, "a line of the log, with its day"),
        .optional("day", \.day, "the sums of a day, with the balance and rate at its end"),
        .optional("label", \.label, "a label of visits"),
        .optional("group", \.group, "a group of visits"),
        .optional("member", \.member, "a member who was there at visits"),
        .optional("visit", \.visit, "a visit, with its line in the chain"),
        .optional("trashedVisit", \.trashedVisit, "a visit in the trash"),
        .optional("drillLevel", \.drillLevel, "a level of a deck, with its record"),
        .optional("drillEntry", \.drillEntry, "an entry of a deck, with what was learned of it"),
        .optional("end", \.end, "the last line: nothing is missing before it"))
}
