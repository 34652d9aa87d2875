import GardenAPI
import TimeKit
import WorkKit

/// The figures of some successive events (RULES S1).
///
/// A change that is undone no longer counts, on the day on which it happened; a change that is made again counts again.
public struct StatisticsTally: Sendable {
    /// The current day at the next event; `nil` before the first day.
    public private(set) var day: CalendarDay?
    public private(set) var figures: [CategoryDay: DayFigures] = [:]
    /// The rate and the multiplier of points at the next event.
    public private(set) var economy: Economy
    /// Those at the ends of the days that ended.
    public private(set) var closings: [CalendarDay: DayClosing] = [:]
    /// The rates at the ends of days before ``closings`` that were counted again.
    public private(set) var rates: [CalendarDay: RateAtEnd] = [:]
    /// The last names of removed categories, by their ids.
    public private(set) var removedNames: [Int: String] = [:]
    /// Whether everything was reset: figures of earlier events count no longer.
    public private(set) var wasReset = false

    /// The types of the events that count.
    public static let types =
        dayTypes + SessionChange.types + Economy.types + [
            EventKind.taskCompleted.type, EventKind.taskReopened.type, EventKind.categoryRemoved.type,
            EventKind.categoryAdded.type, EventKind.categoryEdited.type, EventKind.gardenGrew.type,
            EventKind.rateDaysRecounted.type,
        ]
    private static let dayTypes = [
        EventKind.daemonStarted.type, EventKind.dayRolledOver.type, EventKind.dayCorrected.type,
    ]

    /// - Parameters:
    ///   - day: the current day at the first event.
    ///   - economy: the rate and the multiplier at the first event.
    public init(day: CalendarDay?, _ economy: Economy = Economy()) {
        self.day = day
        self.economy = economy
    }

    /// Adds the next event.
    public mutating func add(_ event: Event, in journal: some JournalLookup) throws(StoreError) {
        Work.note(.events)
        do throws(ValidationError) {
            try economy.follow(event)
            if let day = try DayEffect.day(setBy: event) {
                if let ended = self.day, event.type == EventKind.dayRolledOver.type {
                    closings[ended] = economy.closing(at: event.seq)
                }
                self.day = day
                return
            }
            if let recounted = try EventKind.rateDaysRecounted.effect(of: event) {
                for end in recounted.days {
                    if closings[end.day] == nil { rates[end.day] = end } else { closings[end.day]?.take(end) }
                }
                return
            }
            if let removed = try EventKind.categoryRemoved.effect(of: event) {
                removedNames[removed.id] = removed.facts.name
                return
            }
            if let reset = try EventKind.gardenReset.effect(of: event), reset.garden == nil {
                self = StatisticsTally(day: day, economy)
                wasReset = true
                return
            }
            if let day { try add(event, on: day, +=) }
        } catch {
            throw .unreadable(event, error)
        }
        for (kind, sum) in Self.corrections {
            let undo: UndoEffect?
            do throws(ValidationError) { undo = try kind.effect(of: event) } catch { throw .unreadable(event, error) }
            guard let undo else { continue }
            try addChange(undo.change, in: journal, sum)
            do throws(ValidationError) {
                for replacement in undo.replacements where replacement.part == StatePart.session.name {
                    for (key, figures) in try Self.figures(of: replacement) {
                        self.figures[key, default: DayFigures()] += figures
                    }
                }
            } catch {
                throw .unreadable(event, error)
            }
        }
    }

    private typealias Sum = @Sendable (inout DayFigures, DayFigures) -> Void

    private static let corrections: [(EventKind<UndoEffect, ChangeUndone>, Sum)] = [
        (.changeUndone, { $0 -= $1 }), (.changeRedone, { $0 += $1 }),
    ]

    /// Adds or subtracts a whole change on the day on which it happened.
    private mutating func addChange(
        _ seq: Int, in journal: some JournalLookup, _ sum: Sum
    ) throws(StoreError) {
        guard let change = try journal.change(ofEvent: seq), let day = try journal.day(before: seq) else {
            return
        }
        for event in change.events {
            do throws(ValidationError) {
                // What undo does to sessions, it says itself: a later correction can lie between.
                if let effect = try SessionEffect(of: event) {
                    add(effect.movedFigures, sum)
                } else if !StoredSession.interruptingTypes.contains(event.type) {
                    try add(event, on: day, sum)
                }
            } catch {
                throw .unreadable(event, error)
            }
        }
    }

    private mutating func add(_ event: Event, on day: CalendarDay, _ sum: Sum) throws(ValidationError) {
        add(try Self.figures(of: event, on: day), sum)
    }

    private mutating func add(_ figures: [(CategoryDay, DayFigures)], _ sum: Sum) {
        for (key, figures) in figures { sum(&self.figures[key, default: DayFigures()], figures) }
    }
}

// MARK: - The figures of an event

extension StatisticsTally {
    private static func figures(
        of event: Event, on day: CalendarDay
    ) throws(ValidationError) -> [(CategoryDay, DayFigures)] {
        var all = try sums(of: event, on: day)
        if let change = try Economy.change(by: event) {
            var figures = DayFigures()
            figures.balance = change.balance
            all.append((CategoryDay(day: change.day ?? day, categoryId: change.categoryId), figures))
        }
        return all + (try growth(by: event, on: day))
    }

    /// Those but for the balance and the experience.
    private static func sums(
        of event: Event, on day: CalendarDay
    ) throws(ValidationError) -> [(CategoryDay, DayFigures)] {
        var figures = DayFigures()
        if let session = try StoredSession(endedBy: event) {
            // The points that the timer pays for one that ran its length are an event of their own.
            if session.outcome == .partial || session.isOpen == true { return Self.figures(of: session, +=) }
            return [(session.categoryDay, DayFigures(of: session))]
        }
        if SessionEffect.types.contains(event.type), let effect = try SessionEffect(of: event) {
            return Self.figures(of: effect.before, -=) + Self.figures(of: effect.after, +=) + effect.movedFigures
        }
        if let task = try EventKind.taskCompleted.effect(of: event) {
            // What takes points is no work that is done (RULES T25).
            guard task.facts.details.points >= 0 else { return [] }
            figures.tasks = 1
            return [(CategoryDay(day: task.note?.endedDay ?? day, categoryId: task.facts.place.categoryId), figures)]
        }
        if let task = try EventKind.taskReopened.effect(of: event) {
            guard let done = task.before?.progress?.lastCompletion else { return [] }
            figures.tasks = -1
            return [(CategoryDay(day: done.day, categoryId: done.categoryId), figures)]
        }
        for kind in [EventKind.pointsEarned, .pointsAdjusted] {
            guard let effect = try kind.effect(of: event) else { continue }
            // The points of a session that was added or corrected are those of the session.
            guard effect.day == nil else { return [] }
            // What is earned on an ended day is no part of today's sum.
            let isLate = effect.endedDay != nil && kind.type == EventKind.pointsEarned.type
            figures.earned = isLate ? effect.amount : effect.after.earnedToday &- effect.before.earnedToday
            return [(CategoryDay(day: effect.endedDay ?? day, categoryId: effect.categoryId ?? 0), figures)]
        }
        if let effect = try EventKind.pointsSpent.effect(of: event) {
            figures.spent =
                effect.endedDay == nil ? effect.after.spentToday &- effect.before.spentToday : 0 &- effect.amount
            return [(CategoryDay(day: effect.endedDay ?? day, categoryId: effect.categoryId ?? 0), figures)]
        }
        for kind in [EventKind.shopBought, .shopRefunded] {
            guard let effect = try kind.effect(of: event) else { continue }
            figures.spent =
                effect.endedDay == nil
                ? effect.after.spentToday &- effect.before.spentToday : effect.record.price
            figures.money = effect.record.refunded ? 0 &- effect.record.fed : effect.record.fed
            return [(CategoryDay(day: effect.endedDay ?? day, categoryId: effect.record.categoryId), figures)]
        }
        // A purchase that raises the meter has counted already.
        if event.cause == nil, let effect = try EventKind.rateAdded.effect(of: event) {
            figures.money = effect.amount
            return [(CategoryDay(day: effect.day ?? day, categoryId: 0), figures)]
        }
        return []
    }
}

// MARK: - Experience

extension StatisticsTally {
    /// The experience that gardens gained or lost by an event.
    private static func growth(
        by event: Event, on day: CalendarDay
    ) throws(ValidationError) -> [(CategoryDay, DayFigures)] {
        func figures(_ exp: Int, _ taskExp: Int?, _ categoryId: Int, _ day: CalendarDay) -> (CategoryDay, DayFigures) {
            var figures = DayFigures()
            (figures.exp, figures.taskExp) = (exp, taskExp ?? 0)
            return (CategoryDay(day: day, categoryId: categoryId), figures)
        }
        if let effect = try EventKind.gardenGrew.effect(of: event) {
            return [figures(effect.amount, effect.taskAmount, effect.categoryId, effect.day ?? day)]
        }
        if let garden = try EventKind.gardenReset.effect(of: event)?.garden {
            return [figures(0 &- garden.exp, garden.taskExp.map { 0 &- $0 }, garden.categoryId, day)]
        }
        for kind in [EventKind.categoryAdded, .categoryEdited] {
            guard let effect = try kind.effect(of: event), let retired = effect.retired else { continue }
            let (exp, taskExp) = (retired.facts.exp, retired.facts.taskExp ?? 0)
            return [figures(0 &- exp, 0 &- taskExp, retired.id, day), figures(exp, taskExp, effect.id, day)]
        }
        return []
    }
}

extension SessionEffect {
    /// The experience that counts on other days than before.
    fileprivate var movedFigures: [(CategoryDay, DayFigures)] {
        (movedExp ?? []).map { moved in
            var figures = DayFigures()
            figures.exp = moved.exp
            return (CategoryDay(day: moved.day, categoryId: (after ?? before)?.categoryId ?? 0), figures)
        }
    }
}

// MARK: - Sessions

extension StatisticsTally {
    /// What a session adds to the sums, with what it paid, or takes from them.
    private static func figures(of session: StoredSession?, _ sum: Sum) -> [(CategoryDay, DayFigures)] {
        guard let session else { return [] }
        var (figures, paid) = (DayFigures(), DayFigures())
        sum(&figures, DayFigures(of: session))
        var earned = DayFigures()
        earned.earned = session.points
        sum(&paid, earned)
        let dayOfPay = CategoryDay(day: session.dayOfPay, categoryId: session.categoryId)
        return [(session.categoryDay, figures), (dayOfPay, paid)]
    }

    /// What undo or redo did to sessions.
    private static func figures(of replacement: Replacement) throws(ValidationError) -> [(CategoryDay, DayFigures)] {
        try figures(of: replacement.before.map(StoredSession.init(carriedBy:)), -=)
            + figures(of: replacement.after.map(StoredSession.init(carriedBy:)), +=)
    }
}

extension StoredSession {
    fileprivate var categoryDay: CategoryDay { CategoryDay(day: day, categoryId: categoryId) }

    /// A session with the members that replacements carry; the others do not count.
    fileprivate init(carriedBy json: JSON) throws(ValidationError) {
        let nothing = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0)
        let blank = StoredSession(
            id: 0, added: 0, start: nothing, end: nothing, day: CalendarDay(daysSinceEpoch: 0), seconds: 0,
            outcome: .stopped, source: .timer, categoryId: 0, category: CategoryLabel(name: "", uid: .own(0)))
        guard case .object(let members) = json, case .object(let others) = blank.json else {
            throw ValidationError(expected: "a session", found: json)
        }
        try self.init(json: .object(others.merged(members)))
    }
}

extension DayFigures {
    /// What a session adds to the sums of its day.
    fileprivate init(of session: StoredSession) {
        self.init()
        guard session.hasMinutes else {
            interruptions = 1
            return
        }
        sessions = session.sessions
        earning = session.exp > 0 ? 1 : 0
        seconds = session.seconds
        if let shares = session.hours {
            for share in shares where hours.indices.contains(share.hour) { hours[share.hour] += share.seconds }
            return
        }
        let second = session.start.instant.milliseconds / 1000 &+ session.start.offsetSeconds
        hours[session.hour ?? second.flooredDivision(by: 86_400).remainder / 3600] = session.seconds
    }
}

extension StoreError {
    static func unreadable(_ event: Event, _ error: ValidationError) -> StoreError {
        StoreError("event \(event.seq), \(event.type), cannot be read: \(error.message)", .damaged)
    }
}
