import GardenAPI
import TextKit

/// The watched state: the garden, or that the daemon is away.
enum StatusSnapshot {
    case home(GardenStatus)
    case away

    /// When the next task becomes overdue; `nil` if none does.
    var nextDueAt: ContinuousClock.Instant? {
        guard case .home(let status) = self, let due = status.tasks.nextDueAt else { return nil }
        let milliseconds = due.instant.milliseconds - status.now.instant.milliseconds
        return ContinuousClock.now + .milliseconds(max(1, milliseconds))
    }

    /// The running phase of a status that was read at a moment; `nil` if none is running.
    func ticking(from read: ContinuousClock.Instant) -> Ticking? {
        guard case .home(let status) = self else { return nil }
        return Ticking(status, read: read)
    }

    /// A placeholder's value; empty if there is none.
    func value(of placeholder: Placeholder) -> String {
        switch self {
        case .home(let status): return status.value(of: placeholder)
        case .away:
            switch placeholder {
            case .phase: return "away"
            case .bar: return barText(self)
            default: return ""
            }
        }
    }
}

/// The placeholders of a template, written as `{name}`.
enum Placeholder: String, CaseIterable {
    case bar, symbol, phase, category, remaining, elapsed, total, percent, session, startedAt, endsAt, paused, pausedAt,
        longRest,
        task, taskId, sessionsToday, minutesToday, goalMinutes, level, exp, balance, multiplier, earnedToday,
        spentToday, tier, rate, meter, daysLeft, decaysAt,
        tasksOpen, tasksDue, tasksOverdue, day, timezone, stale,
        seq

    static let names = allCases.map(\.rawValue)
}

extension GardenStatus {
    fileprivate func value(of placeholder: Placeholder) -> String {
        switch placeholder {
        case .bar: return barText(.home(self))
        case .symbol: return timer.symbol
        case .phase: return timer.phase.rawValue
        case .category: return printable(timer.category ?? "")
        case .remaining: return timer.phase == .stopped ? "" : minutesAndSeconds(timer.shownSeconds)
        case .elapsed: return timer.phase == .stopped ? "" : minutesAndSeconds(timer.elapsedSeconds)
        case .total: return timer.phase == .stopped || timer.open ? "" : minutesAndSeconds(timer.totalSeconds)
        case .percent: return "\(timer.percent)"
        case .session: return "\(timer.session)"
        case .startedAt: return timer.startedAt?.clock ?? ""
        case .endsAt: return timer.endsAt?.clock ?? ""
        case .paused: return timer.paused ? "paused" : ""
        case .pausedAt: return timer.pausedAt?.clock ?? ""
        case .sessionsToday: return "\(today.sessions)"
        case .minutesToday: return "\(today.minutes)"
        case .goalMinutes: return "\(today.goalMinutes)"
        case .longRest: return timer.longRest ? "long" : ""
        case .task: return printable(timer.taskTitle ?? "")
        case .taskId: return timer.taskId.map(String.init) ?? ""
        case .level: return currentGarden.map { "\($0.level)" } ?? ""
        case .exp: return currentGarden.map { "\($0.exp)" } ?? ""
        case .balance: return "\(points.balance)"
        case .multiplier: return "\(points.multiplier)"
        case .earnedToday: return "\(points.earnedToday)"
        case .spentToday: return "\(points.spentToday)"
        case .tier: return "\(rate.tier)"
        case .rate: return decimal(rate.rate)
        case .meter: return "\(rate.meter)"
        case .daysLeft: return "\(rate.daysLeft)"
        case .decaysAt: return rate.decaysAt?.dateAndClock ?? ""
        case .tasksOpen: return "\(tasks.open)"
        case .tasksDue: return "\(tasks.dueToday)"
        case .tasksOverdue: return "\(tasks.overdue)"
        case .day: return day.description
        case .timezone: return printable(timezone)
        case .stale: return stale ? "stale" : ""
        case .seq: return "\(seq)"
        }
    }
}
