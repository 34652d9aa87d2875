import GardenAPI
import TimeKit

@testable import gardenctl

extension CalendarDay {
    /// 2026-11-21, a Saturday.
    static let sample = CalendarDay(daysSinceEpoch: 20_778)
}

extension Timestamp {
    /// On the day of the samples, in Tokyo.
    static func sample(_ hour: Int, _ minute: Int) -> Timestamp {
        let midnight = 1_795_186_800_000
        return Timestamp(
            instant: Instant(milliseconds: midnight + (hour * 60 + minute) * 60_000), offsetSeconds: 32_400)
    }
}

extension FocusTimer {
    /// A focus of 25 minutes, 2 of them over.
    static func focus(_ category: String = "Default", change: (inout FocusTimer) -> Void = { _ in }) -> FocusTimer {
        var timer = FocusTimer(
            phase: .focus, paused: false, longRest: false, session: 1, category: category, totalSeconds: 1500,
            elapsedSeconds: 120, remainingSeconds: 1380, startedAt: .sample(9, 0), endsAt: .sample(9, 25))
        change(&timer)
        return timer
    }

    /// An open session, 2 minutes of which have passed.
    static func open(_ category: String = "Default", change: (inout FocusTimer) -> Void = { _ in }) -> FocusTimer {
        focus(category) { timer in
            (timer.open, timer.totalSeconds, timer.remainingSeconds, timer.endsAt) = (true, 0, 0, nil)
            change(&timer)
        }
    }

    static let pausedFocus = focus { timer in
        timer.paused = true
        timer.endsAt = nil
        timer.pausedAt = .sample(9, 2)
    }

    static func stopped(after session: Int = 0) -> FocusTimer {
        FocusTimer(
            phase: .stopped, paused: false, longRest: false, session: session, totalSeconds: 0, elapsedSeconds: 0,
            remainingSeconds: 0)
    }
}

extension Garden {
    static func grown(_ exp: Int, _ category: String = "Default", _ color: CategoryColor = .green) -> Garden {
        Garden(
            categoryId: 1, categoryUid: "00000000-0", category: category, color: color, exp: exp, level: exp / 10,
            expInLevel: exp % 10, expToNext: 10 - exp % 10, focusExp: exp, taskExp: 0)
    }
}

extension GardenStatus {
    static func sample(
        _ timer: FocusTimer, gardens: [Garden] = [], seq: Int = 7, change: (inout GardenStatus) -> Void = { _ in }
    ) -> GardenStatus {
        var status = GardenStatus(
            now: .sample(9, 2), day: .sample, timezone: "Asia/Tokyo", seq: seq, stale: false, timer: timer,
            points: .none, rate: .lowest, gardens: gardens,
            tasks: .none, presence: .active, today: FocusToday(minutes: 0, sessions: 0, goalMinutes: 0),
            usesPoints: false)
        change(&status)
        return status
    }
}

extension Subscription {
    static func sample(_ snapshot: GardenStatus, ignored: [String] = []) -> Subscription {
        Subscription(snapshot: snapshot, seq: snapshot.seq, ignored: ignored)
    }
}

extension Hello {
    /// That of a daemon that does not say the present.
    static let earlier = Hello(
        server: "gardend", version: "0.0.9", protocol: .current, pid: 4711, seq: 7,
        limits: WireLimits(connections: 256), features: [])

    /// At two minutes past nine on the day of the samples.
    static func sample(
        version: String = GardenVersion.current, today: Today = .sample, isStale: Bool = false, photos: String? = nil
    ) -> Hello {
        Hello(
            server: "gardend", version: version, protocol: .current, pid: 4711, seq: 7,
            limits: WireLimits(connections: 256), features: [], now: .sample(9, 2), day: today, stale: isStale,
            photos: photos)
    }
}

extension PointsSummary {
    static let none = PointsSummary(balance: 0, multiplier: 1, earnedToday: 0, spentToday: 0)
}

extension Rate {
    /// Tier 1 with a meter of 3200 and the table of the rules (RULES M9).
    static func sample(change: (inout Rate) -> Void = { _ in }) -> Rate {
        var rate = Rate(
            tier: 1, rate: Tenths(tenths: 15), meter: 3200, daysLeft: 2, applied: true, nextTierFrom: 6000,
            decaysAt: Timestamp("2026-11-23T04:00:00.000+09:00"))
        change(&rate)
        return rate
    }

    static let lowest = Rate(tier: 0, rate: Tenths(tenths: 10), meter: 0, daysLeft: 0, applied: true)
}

extension ShopItem {
    /// An item of the category Treats with a price and a balance.
    static func sample(_ id: Int, _ name: String, _ price: Int, now: Int, balance: Int) -> ShopItem {
        ShopItem(
            id: id, uid: "a1b2c3d4-\(id)", name: name, price: price, priceNow: now, category: "Treats", categoryId: 2,
            categoryUid: "a1b2c3d4-2", countsAsSpending: false, affordable: now <= balance,
            shortfall: max(0, now - balance), position: 0)
    }
}

extension Purchase {
    static let coffee = Purchase(
        purchaseId: 7, uid: "a1b2c3d4-9", item: "Coffee", base: 500, rate: Tenths(tenths: 15), price: 750, balance: 1,
        itemId: 3, itemUid: "a1b2c3d4-3", refunded: false)
}

extension LogLine {
    static func sample(_ id: Int, _ kind: LogKind, _ text: String) -> LogLine {
        LogLine(id: id, uid: "a1b2c3d4-\(id)", at: .sample(9, 5), kind: kind, text: text)
    }
}

extension DayLog {
    static func sample(_ lines: [LogLine]) -> DayLog {
        DayLog(day: .sample, lines: lines, archived: false, source: .day)
    }
}

extension Today {
    static let sample = Today(
        day: .sample, startsAt: .sample(4, 0), endsAt: .sample(28, 0), timezone: "Asia/Tokyo")
}

/// An event in its wire form.
func event(_ seq: Int, _ type: String, _ data: JSON = [:]) -> JSON {
    ["seq": .integer(seq), "at": "2026-11-21T09:25:00.000+09:00", "type": .string(type), "data": data]
}

extension TaskCounts {
    static let none = TaskCounts(open: 0, dueToday: 0, overdue: 0, next: nil, nextDueAt: nil)
}

extension Present {
    /// Two minutes past nine on the day of the samples.
    static let sample = Present(now: .sample(9, 2), today: .sample)
}

extension TaskDate {
    /// On the day of the samples, in Tokyo.
    static func sample(_ hour: Int, _ minute: Int) -> TaskDate { .instant(.sample(hour, minute)) }
}

extension TaskItem {
    /// An open task of the category Reading, added at 09:00.
    static func sample(_ id: Int, _ title: String, change: (inout TaskItem) -> Void = { _ in }) -> TaskItem {
        var task = TaskItem(
            id: id, uid: "a1b2c3d4-\(id)", title: title, category: "Reading", categoryId: 2, categoryUid: "a1b2c3d4-2",
            points: 0, priority: nil, standing: false, note: nil, start: nil, end: nil, due: nil, remind: nil,
            remindBefore: nil, snoozedUntil: nil, repeat: nil, occurrence: nil, estimate: nil, focuses: 0, minutes: 0,
            doneCount: 0,
            position: 0, createdAt: .sample(9, 0), updatedAt: .sample(9, 0), completedAt: nil)
        change(&task)
        return task
    }
}
