import GardenAPI
import TimeKit

/// The start and end of phases, by a client's request or by the clock.
extension Transition {
    /// - Parameter start: when it began, if that was earlier.
    mutating func beginFocus(
        categoryId: Int, task: FocusedTask?, minutes: Int?, isOpen: Bool = false, number: Int, automatic: Int? = nil,
        countsIdle: Bool? = nil, at start: Instant? = nil, because cause: EventReference? = nil
    ) {
        // The current day can be ahead of the calendar (RULES L7).
        let startedOn = start.map { day(of: $0) } ?? state.day.day
        let start = start ?? moment.wall
        let milliseconds = (minutes ?? settings.focusMinutes) * 60_000
        let run = ActivePhase(
            phase: .focus, longRest: false, number: number, categoryId: categoryId, taskId: task?.id,
            taskTitle: task?.title,
            totalMilliseconds: isOpen ? ActivePhase.longestOpenMilliseconds : milliseconds, startedAt: timestamp(start),
            startedOn: startedOn, automatic: automatic, countsIdle: countsIdle,
            seenMilliseconds: isOpen ? moment.wall.milliseconds - start.milliseconds : nil)
        begin(run, because: cause)
    }

    mutating func beginRest(
        categoryId: Int, task: FocusedTask?, minutes: Int? = nil, number: Int, isLong: Bool, automatic: Int? = nil,
        because cause: EventReference? = nil
    ) {
        let run = ActivePhase(
            phase: .rest, longRest: isLong, number: number, categoryId: categoryId, taskId: task?.id,
            taskTitle: task?.title,
            totalMilliseconds:
                minutes.map { $0 * 60_000 } ?? CyclePolicy.restMilliseconds(isLong: isLong, settings),
            startedAt: now, startedOn: state.day.day, automatic: automatic)
        begin(run, because: cause)
    }

    private mutating func begin(_ run: ActivePhase, because cause: EventReference?) {
        let passed = moment.wall.milliseconds - run.startedAt.instant.milliseconds
        let deadline = Deadline(
            of: run, remaining: run.totalMilliseconds - passed, at: moment, settings: settings)
        changeTimer(.timerStarted, to: .running(run, deadline), because: cause)
    }

    /// Starts the phase that follows `run`: after a focus its rest, after a rest the next focus.
    ///
    /// It counts as one that starts by itself, unless the person is there: a request of a person is a sign, which the end of its
    /// change notes (RULES P18).
    mutating func beginPhase(after run: ActivePhase, because cause: EventReference) {
        switch run.phase {
        case .focus:
            let isLong = CyclePolicy.isLongRest(in: state.longRestCycle, at: moment.wall, settings)
            beginRest(
                categoryId: run.categoryId, task: run.task, number: run.number, isLong: isLong,
                automatic: run.automatic, because: cause)
        case .rest:
            beginFocus(
                categoryId: run.categoryId,
                task: run.taskId.flatMap { state.tasks[$0] }.map { FocusedTask(id: $0.id, title: $0.details.title) },
                minutes: nil, number: run.number + 1,
                automatic: state.provedPresence == .active ? nil : (run.automatic ?? 0) + 1, because: cause)
        }
    }

    /// Ends a focus: credits it once, together with its garden (RULES P4, P11, P24).
    ///
    /// - Parameter finished: of an open session that a person finished, as if it had been paused instead.
    mutating func completeFocus(_ run: ActivePhase, finished: Pause? = nil) -> EventReference {
        let span = attendedSpan(of: run)
        let day = day(of: span, run)
        let milliseconds = run.totalMilliseconds - (finished?.remainingMilliseconds ?? 0)
        let exp = settings.exp(ofFocus: milliseconds / 1000, isTimed: !run.isOpen)
        let points = pointsForFocus(exp: exp)
        let effect = FocusEffect(
            id: state.lastSessionId + 1, run: run, category: state.label(ofCategory: run.categoryId),
            day: day == run.startedOn ? nil : day, hours: hours(of: span, milliseconds / 1000, run),
            paidOn: day == state.day.day ? nil : state.day.day, points: points, exp: exp == 1 ? nil : exp,
            finished: finished)
        let completed = emit(.focusCompleted, effect)
        let text = LogText.focus(minutes: milliseconds / 60_000, effect.category.name)
        writeLine(.focus, text, categoryId: run.categoryId, because: completed)
        if exp > 0 { growGarden(categoryId: run.categoryId, by: .focus, amount: exp, because: completed) }
        if run.isOpen {
            earn(points, forLateFocusIn: run.categoryId, because: completed)
        } else {
            earn(points, forFocusIn: run.categoryId, because: completed)
        }
        let focus = CountedFocus(
            taskId: run.taskId, seconds: milliseconds / 1000, sessions: 1, cause: completed)
        react(to: .focusCount, focus)
        return completed
    }
}

extension LogText {
    static func focus(minutes: Int, _ category: String) -> String { "focus \(minutes) min \(category)" }
}

/// The task of a phase, with the title that its session records (RULES T12).
struct FocusedTask {
    let id: Int
    let title: String
}

extension ActivePhase {
    var task: FocusedTask? { taskId.map { FocusedTask(id: $0, title: taskTitle ?? "") } }
}
