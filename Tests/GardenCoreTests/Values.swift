import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

// MARK: Events

/// An event as subscribers get it, whole.
struct Published<Data: WireObject & Equatable>: Equatable {
    var at: Timestamp
    var data: Data
    /// What held before, where that is published.
    var before: Data?
    /// The type of the event that caused it.
    var cause: String?
}

extension CoreGarden {
    /// What subscribers get of the last step's events of a kind.
    func published<Effect, Data>(_ kind: EventKind<Effect, Data>) throws -> [Published<Data>] {
        try events.compactMap { event in
            guard let effect = try kind.effect(of: event) else { return nil }
            let context = PublishingContext(origin: event.origin, identity: state.identity, zone: environment.zone)
            let publication = kind.publish(effect, context)
            return Published(
                at: event.at, data: publication.after, before: publication.before, cause: event.cause?.type)
        }
    }
}

extension [Event] {
    /// The events as `HH:MM:SS type`, but for the log's lines and its closing, which have tests of their own.
    var summary: [String] {
        filter { $0.type != "log.written" && $0.type != "log.closed" }.map { "\($0.time) \($0.type)" }
    }

    /// The times of the events of a type, as `HH:MM:SS`.
    func times(of type: String) -> [String] { filter { $0.type == type }.map(\.time) }
}

extension Event {
    /// "09:25:00"
    fileprivate var time: String { String(at.description.dropFirst(11).prefix(8)) }
}

// MARK: Refusals

/// Why a command was refused, without the words.
struct Refusal: Equatable, CustomStringConvertible {
    var code: ErrorCode
    var details: JSON
    /// The words, which take no part in comparisons.
    private(set) var message = ""

    init(_ code: ErrorCode, _ details: JSON = [:]) {
        self.code = code
        self.details = details
    }

    init(_ error: GardenError) {
        self.init(error.code, .object(error.details))
        message = error.message
    }

    static func refused(_ reason: RefusalReason, _ details: KeyValuePairs<String, JSON> = [:]) -> Refusal {
        let members = [("reason", JSON.string(reason.rawValue))] + details.map { ($0.key, $0.value) }
        return Refusal(.refused, .object(JSONObject(members)))
    }

    static func invalid(_ param: String) -> Refusal { Refusal(.invalidParams, ["param": .string(param)]) }

    /// The reason of a `refused`; `nil` for any other code.
    var reason: RefusalReason? {
        if case .string(let reason)? = details["reason"] { RefusalReason(rawValue: reason) } else { nil }
    }

    static func == (left: Refusal, right: Refusal) -> Bool {
        left.code == right.code && left.details == right.details
    }

    var description: String { "\(code.rawValue) \(details.text) \(message)" }
}

// MARK: The timer

extension FocusTimer {
    static func stopped(session: Int, toLongRest: Int? = nil) -> FocusTimer {
        FocusTimer(
            phase: .stopped, paused: false, longRest: false, session: session, totalSeconds: 0, elapsedSeconds: 0,
            remainingSeconds: 0, toLongRest: toLongRest)
    }

    /// - Parameter end: `nil` for one that is paused.
    static func focus(
        _ session: Int, in category: GardenAPI.Category = .standard, of total: Int = 1500, left: Int,
        from start: Timestamp, until end: Timestamp?, pausedBy reason: PauseReason = .request,
        at pausedAt: Timestamp? = nil, absent absenceSeconds: Int? = nil, toLongRest: Int? = nil
    ) -> FocusTimer {
        var timer = phase(.focus, session, category, total, left, start, end)
        timer.toLongRest = toLongRest
        guard end == nil else { return timer }
        (timer.pauseReason, timer.pausedAt, timer.absenceSeconds) = (reason, pausedAt, absenceSeconds)
        return timer
    }

    /// - Parameter end: `nil` for one that is paused.
    static func rest(
        _ session: Int, in category: GardenAPI.Category = .standard, of total: Int = 300, isLong: Bool = false,
        left: Int, from start: Timestamp, until end: Timestamp?, toLongRest: Int? = nil
    ) -> FocusTimer {
        var timer = phase(.rest, session, category, total, left, start, end)
        timer.toLongRest = toLongRest
        timer.longRest = isLong
        if end == nil { timer.pauseReason = .request }
        return timer
    }

    private static func phase(
        _ phase: Phase, _ session: Int, _ category: GardenAPI.Category, _ total: Int, _ left: Int, _ start: Timestamp,
        _ end: Timestamp?
    ) -> FocusTimer {
        FocusTimer(
            phase: phase, paused: end == nil, longRest: false, session: session, category: category.name,
            categoryId: category.id, categoryUid: category.uid, totalSeconds: total, elapsedSeconds: total - left,
            remainingSeconds: left, startedAt: start, endsAt: end)
    }
}

extension CoreGarden {
    var timer: FocusTimer { get throws { try ask(TimerGet()) } }

    /// The experience of the first garden.
    var exp: Int? { get throws { try ask(GardenList()).first?.exp } }
}

// MARK: Gardens, rate and day

extension GardenAPI.Category {
    static let standard = GardenAPI.Category(id: 1, uid: "00000000-0", name: "Default", color: .green, position: 0)
}

extension Garden {
    /// The garden of Default.
    static func standard(exp: Int, level: Int, inLevel: Int, toNext: Int, fromTasks taskExp: Int = 0) -> Garden {
        Garden(
            categoryId: 1, categoryUid: "00000000-0", category: "Default", color: .green, exp: exp, level: level,
            expInLevel: inLevel, expToNext: toNext, focusExp: exp - taskExp, taskExp: taskExp)
    }
}

extension CoreGarden {
    /// Meter, tier and days left, as RULES §2 writes them: `3500/T1/2`.
    var rate: String { get throws { try ask(RateGet()).inRules } }

    var today: CalendarDay { state.day.day }

    /// The texts of a day's lines; today's where it is `nil`.
    func lines(of day: CalendarDay? = nil) throws -> [String] {
        try ask(LogList(day: day.map { "\($0)" })).lines.map(\.text)
    }

    /// `2026-01-02 at 2026-01-02T04:00:00.000+00:00` of each crossing in the last step.
    var crossings: [String] {
        get throws { try published(EventKind.dayRolledOver).map { "\($0.data.day) at \($0.at)" } }
    }

    /// The chain that led to a value, newest first, as `rule: text`.
    func chain(_ what: Explained, limit: Int = 50) throws -> [String] {
        try ask(JournalExplain(what: what, limit: limit)).map { "\($0.rule): \($0.text)" }
    }
}

extension LogicalDay {
    /// The days after that date which have begun by `end`, inclusive, in order: the pending crossings if `day` is the
    /// current day (RULES L7).
    func starts(after day: CalendarDay, through end: Instant) -> some Sequence<DayStart> {
        sequence(first: next(after: day)) { next(after: $0.day) }.lazy.prefix { $0.boundary <= end }
    }
}

extension Rate {
    /// `3500/T1/2`
    var inRules: String { "\(meter)/T\(tier)/\(daysLeft)" }
}

// MARK: Tasks

extension TaskItem {
    /// A task as it is in Default after it was added.
    static func added(
        _ id: Int, uid: String, _ title: String, at time: Timestamp = "2026-01-01T09:00:00.000+00:00",
        _ change: (inout TaskItem) -> Void = { _ in }
    ) -> TaskItem {
        var task = TaskItem(
            id: id, uid: uid, title: title, category: "Default", categoryId: 1, categoryUid: "00000000-0", points: 0,
            priority: nil, standing: false, note: nil, start: nil, end: nil, due: nil, remind: nil, remindBefore: nil,
            snoozedUntil: nil,
            repeat: nil, occurrence: nil, estimate: nil, focuses: 0, minutes: 0, doneCount: 0, position: 0,
            createdAt: time, updatedAt: time, completedAt: nil)
        change(&task)
        return task
    }

    /// The same with some other values.
    func with(_ change: (inout TaskItem) -> Void) -> TaskItem {
        var task = self
        change(&task)
        return task
    }
}

extension TaskDate: @retroactive ExpressibleByStringLiteral, @retroactive ExpressibleByExtendedGraphemeClusterLiteral,
    @retroactive ExpressibleByUnicodeScalarLiteral
{
    public init(stringLiteral text: String) {
        do { self = try TaskDate(json: .string(text)) } catch { preconditionFailure("no date of a task: \(text)") }
    }
}

extension CoreGarden {
    /// What subscribers get of the last step's events about tasks of a kind, without times.
    func tasks(_ kind: EventKind<TaskEffect, TaskChanged>) throws -> [TaskChanged] {
        try published(kind).map(\.data)
    }

    /// A task by its id.
    func task(_ id: Int) throws -> TaskItem { try ask(TaskGet(id: id)) }
}

// MARK: Literals

extension Timestamp: @retroactive ExpressibleByStringLiteral, @retroactive ExpressibleByExtendedGraphemeClusterLiteral,
    @retroactive ExpressibleByUnicodeScalarLiteral
{
    public init(stringLiteral text: String) {
        guard let timestamp = Timestamp(text) else { preconditionFailure("no timestamp: \(text)") }
        self = timestamp
    }
}

extension CalendarDay: @retroactive ExpressibleByStringLiteral,
    @retroactive ExpressibleByExtendedGraphemeClusterLiteral,
    @retroactive ExpressibleByUnicodeScalarLiteral
{
    public init(stringLiteral text: String) { self = TestSupport.day(text) }
}

extension Tenths: @retroactive ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) { self.init(tenths: Int((value * 10).rounded())) }
}
