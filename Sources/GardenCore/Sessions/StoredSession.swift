import GardenAPI
import TimeKit

/// A focus session that has ended, as the history keeps it (RULES P21).
public struct StoredSession: WireObject, Equatable {
    public static let name = "StoredSession"

    public var id: Int
    /// The event that ended or added it, from which its uid is made.
    public var added: Int
    public var start: Timestamp
    public var end: Timestamp
    /// The logical day that its minutes count for (RULES P13).
    public var day: CalendarDay
    /// The attended time, without pauses and sleep.
    public var seconds: Int
    public var outcome: SessionOutcome
    public var source: SessionSource
    public var categoryId: Int
    /// The category's name at that time, and its uid.
    public var category: CategoryLabel
    public var taskId: Int?
    /// The task's title at that time.
    public var taskTitle: String?
    public var note: String?
    /// The pauses longer than the grace; `nil` for none.
    public var pauses: [TimeSpan]?
    /// The logical day of its end, on which it pays; `nil` if that is ``day``.
    public var paidOn: CalendarDay?
    /// Of an older journal: the hour that its minutes count in, if that is not the one in which it began.
    public var hour: Int?
    /// The hours in which its focus passed; `nil` if that is only the one in which it began (RULES S3).
    public var hours: [FocusHour]?
    /// True if it began by itself, ran to its end, and there was no sign of the person until then (RULES P18); `nil` otherwise.
    public var unattended: Bool?
    /// The experience that it brought; `nil` for 0.
    public var earnedExp: Int?
    /// The points that it paid; `nil` for 0.
    public var paidPoints: Int?
    /// How many of them it would not have paid: corrections left them (RULES P30); negative for points that they did not add, and
    /// `nil` for 0.
    public var keptPoints: Int?
    /// True if the timer gave it no length (RULES P27); `nil` otherwise.
    public var isOpen: Bool?
    /// What it has as a part of a split besides what its length earns (RULES P30); `nil` for nothing.
    public var share: SplitShare?

    public init(
        id: Int, added: Int, start: Timestamp, end: Timestamp, day: CalendarDay, seconds: Int, outcome: SessionOutcome,
        source: SessionSource, categoryId: Int, category: CategoryLabel, taskId: Int? = nil, taskTitle: String? = nil,
        note: String? = nil, pauses: [TimeSpan]? = nil, paidOn: CalendarDay? = nil, hour: Int? = nil,
        hours: [FocusHour]? = nil,
        unattended: Bool? = nil, earnedExp: Int? = nil, paidPoints: Int? = nil, keptPoints: Int? = nil,
        isOpen: Bool? = nil, share: SplitShare? = nil
    ) {
        self.id = id
        self.added = added
        self.start = start
        self.end = end
        self.day = day
        self.seconds = seconds
        self.outcome = outcome
        self.source = source
        self.categoryId = categoryId
        self.category = category
        self.taskId = taskId
        self.taskTitle = taskTitle
        self.note = note
        self.pauses = pauses
        self.paidOn = paidOn
        self.hour = hour
        self.hours = hours
        self.unattended = unattended
        self.earnedExp = earnedExp
        self.paidPoints = paidPoints
        self.keptPoints = keptPoints
        self.isOpen = isOpen
        self.share = share
    }

    public static let fields = Fields(
        StoredSession.init,
        .required("id", \.id, "its id"),
        .required("added", \.added, "the event that ended or added it"),
        .required("start", \.start, "when it began"),
        .required("end", \.end, "when it ended"),
        .required("day", \.day, "the logical day that its minutes count for"),
        .required("seconds", \.seconds, "the time focused"),
        .required("outcome", \.outcome, "how it ended"),
        .required("source", \.source, "what it was recorded by"),
        .required("categoryId", \.categoryId, "the category's id"),
        .required("category", \.category, "the category's name and uid"),
        .optional("taskId", \.taskId, "the task's id"),
        .optional("taskTitle", \.taskTitle, "the task's title"),
        .optional("note", \.note, "a note"),
        .optional("pauses", \.pauses, "the pauses longer than the grace"),
        .optional("paidOn", \.paidOn, "the logical day of its end, if another one"),
        .optional("hour", \.hour, "of an older journal: the hour that it counts in, if not that of its start"),
        .optional("hours", \.hours, "the hours in which its focus passed, if not only the one of its start"),
        .optional("unattended", \.unattended, "true if nothing showed the person until its end"),
        .optional("earnedExp", \.earnedExp, "the experience that it brought"),
        .optional("paidPoints", \.paidPoints, "the points that it paid"),
        .optional("keptPoints", \.keptPoints, "how many of them corrections left"),
        .optional("isOpen", \.isOpen, "true if the timer gave it no length"),
        .optional("share", \.share, "the experience of a split that its length would not earn"))

    public var exp: Int {
        get { earnedExp ?? 0 }
        set { earnedExp = newValue == 0 ? nil : newValue }
    }
    public var points: Int {
        get { paidPoints ?? 0 }
        set { paidPoints = newValue == 0 ? nil : newValue }
    }
    var kept: Int {
        get { keptPoints ?? 0 }
        set { keptPoints = newValue == 0 ? nil : newValue }
    }
    /// The logical day on which it pays: that of its end (RULES P13).
    var dayOfPay: CalendarDay { paidOn ?? day }
    /// Whether its minutes count.
    public var hasMinutes: Bool { outcome == .completed || outcome == .partial }
    /// How many completed sessions it is: a partial one has minutes only (RULES P27).
    var sessions: Int { outcome == .completed ? 1 : 0 }
    /// Its stretches without the pauses.
    var parts: [Range<Instant>] { span.parts }
}

extension Session {
    /// A session as methods and events return it.
    init(_ stored: StoredSession, _ identity: GardenIdentity) {
        self.init(
            id: stored.id, uid: identity.newUid(at: stored.added), start: stored.start, end: stored.end,
            day: stored.day, seconds: stored.seconds, minutes: stored.seconds / 60, category: stored.category.name,
            categoryId: stored.categoryId, categoryUid: identity.uid(stored.category.uid, at: stored.added),
            taskId: stored.taskId,
            taskTitle: stored.taskTitle, note: stored.note, outcome: stored.outcome, source: stored.source,
            unattended: stored.unattended == true, exp: stored.exp, points: stored.points, pauses: stored.pauses ?? [])
    }
}

/// A stretch of focus with its pauses.
struct FocusSpan {
    let start: Instant
    let end: Instant
    let pauses: [TimeSpan]

    /// Its stretches without the pauses, in order.
    var parts: [Range<Instant>] {
        guard start < end else { return [] }
        let paused = pauses.compactMap { pause in
            pause.start.instant < pause.end.instant ? pause.start.instant..<pause.end.instant : nil
        }
        return Self.parts(of: start..<end, without: paused)
    }

    /// The stretches of a time that others do not cover, in order.
    static func parts(of time: Range<Instant>, without others: [Range<Instant>]) -> [Range<Instant>] {
        var (parts, begin) = ([Range<Instant>](), time.lowerBound)
        for other in others.sorted(by: { $0.lowerBound < $1.lowerBound }) where other.overlaps(time) {
            if other.lowerBound > begin { parts.append(begin..<other.lowerBound) }
            begin = max(begin, other.upperBound)
        }
        if begin < time.upperBound { parts.append(begin..<time.upperBound) }
        return parts
    }

    /// The logical day that its minutes count for (RULES P13): the one with most of the focus; the one on which it began if no day
    /// has more.
    ///
    /// - Parameters:
    ///   - first: the day on which it began.
    ///   - last: the day on which it ended.
    func day(from first: CalendarDay, to last: CalendarDay, _ calendar: LogicalDay) -> CalendarDay {
        guard first < last else { return first }
        var milliseconds: [CalendarDay: Int] = [:]
        for part in parts {
            var begin = part.lowerBound
            while begin < part.upperBound {
                let day = calendar.day(of: begin)
                let end = min(calendar.next(after: day).boundary, part.upperBound)
                // The day of the garden is not always that of the calendar (RULES L7).
                milliseconds[min(max(day, first), last), default: 0] += end.milliseconds - begin.milliseconds
                begin = max(end, begin.advanced(byMilliseconds: 1))
            }
        }
        let most = milliseconds.values.max() ?? 0
        if milliseconds[first] == most { return first }
        return milliseconds.filter { $0.value == most }.keys.min() ?? first
    }
}
