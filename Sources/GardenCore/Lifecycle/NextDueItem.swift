import GardenAPI
import TimeKit

extension GardenState {
    /// The next action on the way to `now`; `nil` when nothing is left to do.
    ///
    /// The order: repairs, then what fell due while the machine was awake, then its sleep with what fell due in it,
    /// then the daemon's own start. The awake time since the last clock reading is assumed to precede the sleep (RULES
    /// P9).
    ///
    /// - Parameters:
    ///   - dates: ``dueDates(under:)``, if known already.
    ///   - startup: not `nil` until the daemon's start is written.
    public func nextDue(
        at now: Moment, among dates: [DueDate]? = nil, _ environment: Environment, startup: Startup?
    ) -> DueItem? {
        guard isBorn else { return startup.map { $0.birth(at: now) } }
        if clock.bootId != now.bootId { return powerCut(now, lastSign: startup?.lastSign ?? lastChangeAt, environment) }
        for repair in Features.repairs {
            if let repair = repair(self, now, environment) { return repair }
        }
        let dates = dates ?? dueDates(under: environment)
        let asleep = clock.asleep(at: now)
        let awakeUntil = clock.awakeUntil(now)
        let grace = environment.settings.sleepGraceSeconds * 1000
        let isAbsent = startup.map { $0.isAbsence(under: environment.settings) } ?? false
        let availability = isAbsent ? Availability.absent(until: now) : .served
        if let due = Self.earliest(of: dates, until: awakeUntil, availability) { return due }
        if awakeUntil != now {
            if asleepSince == nil { return fallAsleep(awakeUntil) }
            let availability = asleep >= grace ? .asleep : availability
            if let due = Self.earliest(of: dates, until: now, isAsleep: true, availability) { return due }
        }
        if asleepSince != nil { return wake(now, asleep: asleep, grace: grace) }
        return startup.map { $0.start(of: self, at: now) }
    }

    /// The earliest action due by a moment. If two are due at the same instant, the earlier feature's comes first
    /// (RULES L8).
    ///
    /// - Parameter isAsleep: whether the machine sleeps until that moment.
    private static func earliest(
        of dates: [DueDate], until limit: Moment, isAsleep: Bool = false, _ availability: Availability
    ) -> DueItem? {
        var earliest: DueDate?
        func consider(_ due: DueDate) {
            if due.at < earliest?.at ?? Instant(milliseconds: .max) { earliest = due }
        }
        for due in dates where due.isReached(at: limit) { consider(due) }
        // A clock step below the noticeable size can date a phase slightly after the wall's own time. Wall dates before
        // the phase's date still come first, and at the same instant feature order decides.
        if let reached = earliest, reached.at > limit.wall {
            earliest = nil
            for due in dates where due.isReached(at: limit) || (due.clock == .wall && due.at <= reached.at) {
                consider(due)
            }
        }
        return earliest.map { due in
            let context = DueContext(limit: limit, availability: availability)
            let moment = due.moment(until: limit, isAsleep: isAsleep)
            return DueItem(cause: due.cause, moment: moment) { due.perform(&$0, context) }
        }
    }
}
