import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// An independent account of the notices of days: one at 09:00 of each day on which something is due (RULES T16).
///
/// Steps in which the clock is set, the zone changes or the disk refuses are not compared, only that no day has two in a row.
struct NoticeModel {
    struct Notice: Equatable {
        var day: Int
        var due: Int
        var overdue: Int
        var ids: [Int]
    }

    private static let minuteOfNotice = 9 * 60
    private static let mostListed = 10
    private static let mostOverdue = 20

    private var expected: [Notice] = []
    private var lastNoticed: Int?
    /// Up to when notices are known; `nil` where the clock or the zone is another than before.
    private var until: Int?
    /// The latest time that the clock has shown: what was changed then, after it was set back, is no reason for a notice.
    private var latest = Int.min
    private var isCompared = false
    /// Whether the last notice was of a day that was over.
    private var isMissed = false
    /// The day of the last notice that was expected.
    private var lastExpected: Int?

    /// Everything due has been written, before what a person does next.
    ///
    /// - Parameters:
    ///   - firings: what has rung since the last call.
    ///   - today: the garden's day.
    mutating func pass(to now: Int, _ model: TaskModel, _ firings: [TaskModel.Firing], today: Int) {
        let isInStep = today == model.zone.logicalDay(now)
        defer {
            until = isInStep ? now : nil
            latest = max(latest, now)
        }
        guard let until, isInStep, now >= until, until >= latest else { return isCompared = false }
        isCompared = true
        for day in model.zone.logicalDay(until)...today {
            let at = model.zone.milliseconds(day: day, minute: Self.minuteOfNotice)
            guard until < at, at <= now, at < model.zone.end(ofDay: day), lastNoticed != day else { continue }
            // Of several that were missed, the first one is counted at its time, and the last one rings.
            let rung = firings.filter { $0.at == at || $0.since == at }.map(\.id)
            guard let notice = notice(of: day, at: at, model, Set(rung)) else { continue }
            expected.append(notice)
            lastExpected = day
            isMissed = now >= model.zone.end(ofDay: day)
        }
    }

    /// The clock or the zone was changed, or it is not known what was due before what a person did, because the disk refused.
    mutating func skip() { (expected, until, isCompared) = ([], nil, false) }

    /// - Parameter rung: the tasks that have rung at the same time, which is no reason.
    private func notice(of day: Int, at: Int, _ model: TaskModel, _ rung: Set<Int>) -> Notice? {
        let end = model.zone.end(ofDay: day)
        func due(_ item: TaskModel.Item) -> ModelDate? { model.shownDates(of: item).due }
        func rank(_ item: TaskModel.Item) -> Int { item.priority ?? 10 }
        let dated = model.open.filter { $0.dueAt != nil }.sorted { ($0.dueAt ?? 0, $0.id) < ($1.dueAt ?? 0, $1.id) }
        let days = dated.filter { due($0) == .day(day) }.sorted { (rank($0), $0.id) < (rank($1), $1.id) }
        let overdue = dated.filter { $0.dueAt ?? .max <= at }
        let timed = dated.filter { $0.dueAt ?? 0 > at && $0.dueAt ?? .max < end && due($0) != .day(day) }
        let again = (overdue + timed).suffix(Self.mostOverdue).filter { item in
            guard case .day? = item.due, let rule = item.rule, rule.delay == nil else { return false }
            return model.next(of: item, after: .day(day - 1)) == .day(day)
        }
        let isReason = (days + again).contains { !rung.contains($0.id) }
        let wasMissed =
            isMissed && max(lastNoticed ?? 0, lastExpected ?? 0) == day - 1
            && dated.contains { $0.dueAt ?? .max <= model.zone.begin(ofDay: day) }
        guard isReason || wasMissed else { return nil }
        let todays = (days + again).sorted { (rank($0), $0.id) < (rank($1), $1.id) }
        let latest = overdue.suffix(Self.mostListed + again.count).filter { item in
            !again.contains { $0.id == item.id }
        }.sorted {
            ($1.dueAt ?? 0, rank($0), $0.id) < ($0.dueAt ?? 0, rank($1), $1.id)
        }
        let listed = Array(todays.prefix(Self.mostListed)) + timed.prefix(Self.mostListed) + latest
        return Notice(
            day: day, due: timed.count + todays.count, overdue: overdue.count - again.count,
            ids: listed.prefix(Self.mostListed).map(\.id))
    }

    mutating func enter(_ data: JSON, _ label: String) throws {
        let day = try #require(data["day"]?.stringValue.flatMap { CalendarDay($0) }).daysSinceEpoch
        #expect(lastNoticed != day, "\(label): a second notice of the day")
        lastNoticed = day
        isMissed = data["missed"] == true
        guard isCompared else { return }
        let actual = Notice(
            day: day, due: try #require(data["due"]?.integerValue),
            overdue: try #require(data["overdue"]?.integerValue),
            ids: try #require(data["ids"]?.arrayValue).compactMap(\.integerValue))
        guard let notice = expected.first else {
            Issue.record("\(label): no notice of the day is due")
            return
        }
        expected.removeFirst()
        #expect(actual == notice, "\(label)")
    }

    mutating func check(_ label: String) {
        #expect(expected == [], "\(label): a notice was not given")
        expected = []
    }
}
