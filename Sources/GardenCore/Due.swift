import GardenAPI

/// Something that is to happen because time has come: it has a moment of its own, and is performed once.
public struct Due {
    /// What fell due, as the journal keeps it.
    public let cause: String
    /// The moment it is dated at, which may lie before now.
    public let moment: Moment
    public let perform: (inout Transition) -> Void
}

/// The daemon's coming up, until its `daemon.started` is written: what it knows of the time before.
public struct Arrival: Sendable, Equatable {
    /// The name a garden gets at its birth.
    public var newDeviceId: String
    /// The last sign of life of the run before: its last event, or a later mark on disk (RULES P9).
    var lastSign: Instant
    /// How long nobody served, in the same boot.
    var absenceMilliseconds: Int

    /// - Parameter mark: when the run before left its last mark, where it left one.
    public init(at moment: Moment, after state: GardenState, mark: Instant?, newDeviceId: String) {
        self.newDeviceId = newDeviceId
        lastSign = max(state.lastEventAt, mark ?? state.lastEventAt)
        // Over a reboot there is no such thing: the machine was off.
        let signOnBootClock = lastSign.milliseconds - state.clock.wallMinusBootMilliseconds
        absenceMilliseconds =
            moment.bootId == state.clock.bootId ? max(0, moment.bootMilliseconds - signOnBootClock) : 0
    }
}

/// When the loop must wake next, on each clock; `nil` where nothing is due.
public struct Wakeups: Sendable, Equatable {
    /// CLOCK_MONOTONIC: the end of a focus.
    public var awakeMilliseconds: Int?
    /// CLOCK_BOOTTIME: the end of a rest.
    public var bootMilliseconds: Int?
    /// CLOCK_REALTIME: the next boundary.
    public var wall: Instant?

    public init() {}
}

extension GardenState {
    /// Sleep and steps shorter than this are the clocks' own noise (RULES P10).
    private static let noticeableMilliseconds = 1000

    /// The next thing to perform on the way to `now`; `nil` when nothing is left to do.
    ///
    /// The order: what moves the clocks, then what fell due while the machine was awake, then its sleep with what fell
    /// due in it, then the daemon's own start. Between the last look at the clocks and now the awake time is taken to
    /// have come first (RULES P9).
    ///
    /// - Parameter arrival: not `nil` until the daemon's start is written.
    public func nextDue(at now: Moment, _ conditions: Conditions, arrival: Arrival?) -> Due? {
        guard isBorn else { return arrival.map { birth($0, now, conditions) } }
        if clock.bootId != now.bootId { return powerCut(now, lastSign: arrival?.lastSign ?? lastEventAt, conditions) }
        if abs(clock.step(at: now)) >= Self.noticeableMilliseconds { return clockStep(now) }
        if conditions.zone.name != day.timezone {
            return Due(cause: "timezone.changed", moment: now) { $0.changeTimezone() }
        }
        if rateTable != conditions.settings.rateTable { return changedTable(now, conditions) }
        let asleep = clock.asleep(at: now)
        let isOverSleep = asleep >= Self.noticeableMilliseconds
        let awakeUntil = isOverSleep ? now.beforeSleeping(milliseconds: asleep) : now
        let grace = conditions.settings.sleepGraceSeconds * 1000
        let isAbsent = arrival.map { $0.absenceMilliseconds >= grace } ?? false
        let attendance = isAbsent ? Attendance.absent(until: now) : .served
        if let due = earliestDue(until: awakeUntil, conditions, attendance) { return due }
        if isOverSleep {
            if asleepSince == nil { return fallAsleep(awakeUntil) }
            if let due = earliestDue(until: now, conditions, asleep >= grace ? .asleep : attendance) { return due }
        }
        if asleepSince != nil { return wake(now, asleep: asleep, grace: grace) }
        return arrival.map { start($0, now) }
    }

    /// When the next thing falls due that nobody has to ask for.
    public func wakeups(_ conditions: Conditions) -> Wakeups {
        var wakeups = Wakeups()
        guard isBorn else { return wakeups }
        wakeups.wall = conditions.calendar.next(after: day.day).boundary
        guard case .running(let run, let deadline) = timer else { return wakeups }
        let next = deadline.warningMilliseconds ?? deadline.clockMilliseconds
        switch run.phase {
        case .focus: wakeups.awakeMilliseconds = next
        case .rest: wakeups.bootMilliseconds = next
        }
        return wakeups
    }
}

/// How the daemon spent the stretch in which something fell due, for that decides what may start by itself
/// (RULES P5, P8, P9).
private enum Attendance {
    case served
    /// The daemon was away for longer than the grace.
    case absent(until: Moment)
    /// The machine slept for longer than the grace.
    case asleep
}

// MARK: - What falls due by itself

extension GardenState {
    /// The earliest thing due by a moment. At the same instant: rollover, then timer (RULES L8).
    private func earliestDue(until limit: Moment, _ conditions: Conditions, _ attendance: Attendance) -> Due? {
        let crossing = conditions.calendar.next(after: day.day)
        let timerDue = timerDue(until: limit, attendance)
        // What the timer has due may be dated a little after the wall's own time, where that was set by a moment.
        let reached = max(limit.wall, timerDue?.moment.wall ?? limit.wall)
        if crossing.boundary <= reached, crossing.boundary <= timerDue?.moment.wall ?? crossing.boundary {
            let early = Int(limit.wall.milliseconds - crossing.boundary.milliseconds)
            let today = conditions.calendar.day(of: limit.wall)
            var moment = limit
            moment.wall = crossing.boundary
            moment.bootMilliseconds -= early
            moment.awakeMilliseconds -= early
            return Due(cause: "day.rolledOver", moment: moment) {
                $0.rollOver(to: crossing.day, onTheWayTo: today)
            }
        }
        return timerDue
    }

    private func timerDue(until limit: Moment, _ attendance: Attendance) -> Due? {
        guard case .running(let run, let deadline) = timer else { return nil }
        let reached = Deadline.clock(of: run.phase, at: limit)
        if let warning = deadline.warningMilliseconds, warning <= reached {
            let moment = moment(on: run.phase, warning, deadline, limit)
            return Due(cause: "timer.endingSoon", moment: moment) { $0.warn(run, deadline) }
        }
        guard deadline.clockMilliseconds <= reached else { return nil }
        let moment = moment(on: run.phase, deadline.clockMilliseconds, deadline, limit)
        switch run.phase {
        case .focus:
            return Due(cause: "focus.completed", moment: moment) { t in
                t.completeFocus(run)
                if t.restMayBegin(after: run, attendance) { t.beginPhase(after: run, cause: "focus.completed") }
            }
        case .rest:
            return Due(cause: "rest.completed", moment: moment) { t in
                t.emit(.restCompleted, t.change(to: .stopped(number: run.number)))
                if t.focusMayBegin(attendance) { t.beginPhase(after: run, cause: "rest.completed") }
            }
        }
    }

    /// The moment at which a phase's clock shows `milliseconds`.
    private func moment(on phase: StartablePhase, _ milliseconds: Int, _ deadline: Deadline, _ limit: Moment) -> Moment
    {
        let wall = deadline.endsAt.advanced(byMilliseconds: milliseconds - deadline.clockMilliseconds)
        let difference = clock.bootMinusAwakeMilliseconds
        let (awake, boot) =
            switch phase {
            case .focus: (milliseconds, milliseconds + difference)
            // In a sleep, awake time stands still.
            case .rest: (min(milliseconds - difference, limit.awakeMilliseconds), milliseconds)
            }
        return Moment(wall: wall, awakeMilliseconds: awake, bootMilliseconds: boot, bootId: limit.bootId)
    }
}

extension Transition {
    fileprivate mutating func warn(_ run: PhaseRun, _ deadline: Deadline) {
        var deadline = deadline
        deadline.warningMilliseconds = nil
        emit(.timerEndingSoon, change(to: .running(run, deadline)))
    }

    fileprivate func restMayBegin(after run: PhaseRun, _ attendance: Attendance) -> Bool {
        guard CyclePolicy.restStartsByItself(settings, state.presence) else { return false }
        switch attendance {
        case .served, .asleep: return true
        case .absent(let now):
            let isLong = CyclePolicy.isLongRest(after: run.number, settings)
            let end = moment.bootMilliseconds + CyclePolicy.restMilliseconds(isLong: isLong, settings)
            return end > now.bootMilliseconds
        }
    }

    fileprivate func focusMayBegin(_ attendance: Attendance) -> Bool {
        switch attendance {
        case .served: return CyclePolicy.focusStartsByItself(settings, state.presence)
        case .absent, .asleep: return false
        }
    }
}

// MARK: - What happened to the clocks

extension GardenState {
    private func clockStep(_ now: Moment) -> Due {
        Due(cause: "clock.stepped", moment: now) { t in
            var step = ClockStep()
            step.stepMilliseconds = clock.step(at: now)
            step.clock = clock
            step.clock.wallMinusBootMilliseconds += step.stepMilliseconds
            if case .running(let run, var deadline) = timer {
                deadline.endsAt = deadline.endsAt.advanced(byMilliseconds: step.stepMilliseconds)
                step.moved = t.moved(to: .running(run, deadline))
            }
            t.emit(.clockStepped, step)
        }
    }

    private func fallAsleep(_ moment: Moment) -> Due {
        Due(cause: "system.slept", moment: moment) { t in
            var sleep = SleepBegin()
            sleep.since = t.timestamp(moment.wall)
            sleep.clock = clock
            t.emit(.systemSlept, sleep)
        }
    }

    /// Another boot: the machine was off. Its time off is taken for a sleep that began at the last sign of life, and the
    /// timer is put on the clocks of the new boot as they would have stood then.
    private func powerCut(_ now: Moment, lastSign: Instant, _ conditions: Conditions) -> Due {
        let sign = asleepSince ?? lastSign
        let off = now.wall.milliseconds - sign.milliseconds
        // A wall clock that lags behind the last sign has lost the time: nobody knows how long it was, and so it counts
        // as an absence, if the shortest one.
        let asleep = off >= 0 ? off : conditions.settings.sleepGraceSeconds * 1000
        let moment = now.beforeSleeping(milliseconds: asleep)
        return Due(cause: "system.slept", moment: moment) { t in
            var sleep = SleepBegin()
            sleep.since = t.timestamp(moment.wall)
            sleep.clock = ClockReference(moment)
            if case .running(let run, var deadline) = timer {
                // On the wall as it was then, whatever it shows now.
                let left = min(max(0, deadline.endsAt.milliseconds - sign.milliseconds), run.totalMilliseconds)
                let warning = deadline.warningMilliseconds.map { deadline.clockMilliseconds - $0 }
                deadline.bootId = now.bootId
                deadline.clockMilliseconds = Deadline.clock(of: run.phase, at: moment) + left
                deadline.warningMilliseconds = warning.map { deadline.clockMilliseconds - $0 }
                deadline.endsAt = moment.wall.advanced(byMilliseconds: left)
                sleep.timerState = .running(run, deadline)
            }
            t.emit(.systemSlept, sleep)
        }
    }

    /// A focus goes on after a short sleep, its end moved by it; after a longer one it stands paused at what was left
    /// when the sleep began.
    private func wake(_ now: Moment, asleep: Int, grace: Int) -> Due {
        Due(cause: "system.woke", moment: now) { t in
            var wake = SleepEnd()
            wake.asleepSeconds = asleep / 1000
            wake.clock = clock
            wake.clock.bootMinusAwakeMilliseconds += asleep
            guard case .running(let run, var deadline) = timer, run.phase == .focus else {
                t.emit(.systemWoke, wake)
                return
            }
            let remaining = timer.remainingMilliseconds(at: now)
            guard asleep < grace else {
                t.emit(.systemWoke, wake)
                let pause = Pause(
                    since: asleepSince ?? now.wall, remainingMilliseconds: remaining, absenceMilliseconds: asleep)
                t.emit(.timerPaused, t.change(to: .paused(run, pause), cause: "system.woke"))
                return
            }
            deadline.endsAt = now.wall.advanced(byMilliseconds: remaining)
            wake.moved = t.moved(to: .running(run, deadline))
            t.emit(.systemWoke, wake)
        }
    }
}

// MARK: - The daemon's own start

extension GardenState {
    /// The table of the rate changed while the daemon was away. What is pending is decided by the new one, so this comes
    /// first, and is dated so (RULES M9).
    private func changedTable(_ now: Moment, _ conditions: Conditions) -> Due {
        var moment = now
        moment.wall = min(now.wall, conditions.calendar.next(after: day.day).boundary)
        return Due(cause: "settings.changed", moment: moment) { $0.changeTable() }
    }

    private func birth(_ arrival: Arrival, _ now: Moment, _ conditions: Conditions) -> Due {
        Due(cause: "daemon.started", moment: now) { t in
            var start = DaemonStart()
            start.deviceId = arrival.newDeviceId
            start.clock = ClockReference(now)
            start.day.day = conditions.calendar.day(of: now.wall)
            start.day.timezone = conditions.zone.name
            if conditions.settings.rateTable != .standard { start.rateTable = conditions.settings.rateTable }
            t.emit(.daemonStarted, start)
        }
    }

    private func start(_ arrival: Arrival, _ now: Moment) -> Due {
        Due(cause: "daemon.started", moment: now) { t in
            var start = DaemonStart()
            start.deviceId = deviceId
            start.clock = clock
            start.day = day
            t.emit(.daemonStarted, start)
        }
    }
}
