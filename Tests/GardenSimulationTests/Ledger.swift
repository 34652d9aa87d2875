import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// An independent account of the events, for comparison with the state: phases, credits and payments.
struct Ledger {
    /// The phase that runs or is paused, by its start.
    private var runningPhase: String?
    /// Awake time already taken by a focus, by boot: no later one may begin before it.
    private var takenUntil: [String: Int] = [:]
    private var focusStart: (bootId: String, milliseconds: Int)?
    private var completions = 0
    /// The experience that focus sessions and tasks gave.
    private var credits = 0
    private var growths = 0
    private var lastDay: CalendarDay?
    private var lastSessionId = 0
    /// Milliseconds the machine was awake, and those of absence that were counted as focus.
    private var awakeMilliseconds = 0.0
    private var countedMilliseconds = 0
    private var attendedSeconds = 0
    /// The completed sessions by the day they began on.
    private var completed: [String: (seconds: Int, sessions: Int)] = [:]
    /// The category that the phase in progress is credited to.
    private var phaseCategory: Int?

    /// Whether a focus was discarded whose experience has not been taken back.
    private var losesExperience = false

    /// The runs of hooks that were dropped, and when the last were, by file.
    private var drops: [String: (count: Int, last: Instant)] = [:]
    /// The hooks that fail, by their events.
    private(set) var failingHooks: Set<String> = []

    private(set) var types: Set<String> = []
    private(set) var economy = EconomyLedger()

    /// A daemon that started and has not recorded it yet, with the amounts credited before it did.
    private var start: (afterLongAbsence: Bool, from: Int, completions: Int)?

    /// The daemon starts, after an absence that may be longer than any grace.
    /// - Parameter stop: when the daemon before it ended. If the disk refused until now, it has lived through phases that are
    ///   only written by the next one.
    mutating func start(afterLongAbsence: Bool, from stop: Int) {
        // A start that was killed before it wrote anything does not count.
        start = (afterLongAbsence || start?.afterLongAbsence == true, start?.from ?? stop, 0)
    }

    func checkStart(_ label: String) { #expect(start == nil, "\(label): the daemon started without an event") }

    /// Time that passes with the machine awake.
    mutating func note(_ directive: JSON) {
        for word in ["advance", "down"] {
            switch directive[word] {
            case .integer(let seconds)?: awakeMilliseconds += Double(seconds) * 1000
            case .number(let seconds)?: awakeMilliseconds += seconds * 1000
            default: break
            }
        }
    }

    /// What each change gave in all: its experience, and its account of the economy.
    private var changes: [Int: Account] = [:]

    private struct Account {
        var credits = 0
        var economy = EconomyLedger.Change()
        var phase: PhaseCategory
        /// What it added to the sums of days.
        var sessions: [(day: String, seconds: Int, sessions: Int)] = []
        /// The time of the sessions that it ended early.
        var interruptedSeconds = 0
    }

    /// The category of the running phase before a change and after it.
    private struct PhaseCategory {
        var before: Int?
        var after: Int?
    }

    /// The events of a change follow, until the next one begins.
    mutating func begin(_ change: Int) {
        changes[change] = Account(phase: PhaseCategory(before: phaseCategory, after: phaseCategory))
        self.change = change
    }

    private var change = 0

    private mutating func credit(_ amount: Int) {
        credits += amount
        changes[change]?.credits += amount
    }

    /// Takes a change back, or makes it again.
    private mutating func revert(_ data: JSON, sign: Int) throws {
        let reverted = try #require(data["change"]?.integerValue.flatMap { changes[$0] })
        credits += sign * reverted.credits
        growths += sign * reverted.credits
        for (day, seconds, sessions) in reverted.sessions {
            completed[day, default: (0, 0)].seconds += sign * seconds
            completed[day, default: (0, 0)].sessions += sign * sessions
        }
        attendedSeconds += sign * reverted.interruptedSeconds
        if case .array(let values)? = data["values"], values.contains(where: { $0["kind"] == "phase" }) {
            phaseCategory = sign < 0 ? reverted.phase.before : reverted.phase.after
        }
        if sign < 0 { economy.undo(reverted.economy) } else { economy.redo(reverted.economy) }
    }

    /// - Parameters:
    ///   - data: what subscribers get of the event.
    ///   - state: after it.
    ///   - settings: in force.
    mutating func enter(
        _ event: Event, _ data: JSON, _ state: GardenState, _ settings: Settings, _ label: String
    ) throws {
        types.insert(event.type)
        switch event.type {
        case "hook.failed", "hook.recovered":
            let file = try #require(data["file"]?.stringValue)
            let isNews =
                event.type == "hook.failed" ? failingHooks.insert(file).inserted : failingHooks.remove(file) != nil
            #expect(isNews, "\(label): \(event.type) of \(file) is no news")
            #expect((state.hooks.failure(of: file) != nil) == failingHooks.contains(file), "\(label): \(file)")
        case "hook.dropped":
            let (file, count) = try (
                #require(data["file"]?.stringValue), #require(data["count"]?.integerValue)
            )
            let earlier = drops[file].map {
                event.at.instant.milliseconds - $0.last.milliseconds < 86_400_000 ? $0.count : 0
            }
            drops[file] = ((earlier ?? 0) + count, event.at.instant)
            #expect(
                state.hooks.droppedCount(of: file, at: event.at.instant) == drops[file]?.count,
                "\(label): drops of \(file)")
        case "daemon.started":
            if let start, start.afterLongAbsence {
                #expect(start.completions <= 1, "\(label): phantom cycles in an absence")
            }
            start = nil
        case "timer.started":
            #expect(runningPhase == nil, "\(label): a phase begins while \(runningPhase ?? "") runs")
            runningPhase = data["phase"]?.stringValue
            focusStart = nil
            if case .running(let run, let deadline)? = try EventKind.timerStarted.effect(of: event)?.after,
                run.phase == .focus
            {
                let (start, bootId) = (deadline.clockMilliseconds - run.totalMilliseconds, state.clock.bootId)
                #expect(start >= takenUntil[bootId] ?? .min, "\(label): a focus begins in the time of another")
                focusStart = (bootId, start)
                // A person says that it began earlier, perhaps in the time of a session that does not count.
                let passed = try #require(data["elapsedSeconds"]?.integerValue)
                if passed > 0 { countedMilliseconds += passed * 1000 + 1000 }
            }
            phaseCategory = data["categoryId"]?.integerValue
        case "timer.edited" where data["phase"] != "stopped":
            phaseCategory = data["categoryId"]?.integerValue
        case "timer.paused" where event.cause?.type == "change.undone":
            // The phase that was ended early is back, and the one after it gone (RULES P25).
            (runningPhase, focusStart) = (data["phase"]?.stringValue, nil)
            phaseCategory = data["categoryId"]?.integerValue
        case "timer.resumed":
            countedMilliseconds += max(0, countedAbsence(data))
        case "focus.completed":
            #expect(runningPhase == "focus", "\(label): a focus ends that did not run")
            completions += 1
            if let start, event.at.instant.milliseconds > start.from { self.start?.completions += 1 }
            let minutes = try #require(data["minutes"]?.integerValue)
            let effect = try #require(try EventKind.focusCompleted.effect(of: event))
            let exp = effect.run.isOpen ? minutes / settings.expMinutes : expOfTimedSession(minutes, settings)
            #expect(data["exp"] == .integer(exp), "\(label): \(data.text)")
            credit(exp)
            try endSession(data, label)
            // One that a person finished can be undone.
            if effect.finished != nil {
                changes[change]?.interruptedSeconds += try #require(data["seconds"]?.integerValue)
            }
            #expect(data["categoryId"]?.integerValue == phaseCategory, "\(label): credited to another category")
            try count(data["day"]?.stringValue, seconds: data["seconds"]?.integerValue, sessions: 1)
        case "focus.corrected":
            let before = data["before"]?["seconds"]?.integerValue ?? data["seconds"]?.integerValue
            attendedSeconds += try #require(data["seconds"]?.integerValue) - #require(before)
            let exp = try #require(data["exp"]?.integerValue)
            losesExperience = data["before"]?["exp"]?.integerValue ?? exp > exp
            let isDiscarded = data["outcome"] == "discarded"
            let seconds = try #require(data["seconds"]?.integerValue) - #require(before)
            try count(
                data["day"]?.stringValue, seconds: isDiscarded ? -#require(before) : seconds,
                sessions: isDiscarded ? -1 : 0)
        case "session.added", "session.edited", "session.removed":
            lastSessionId = max(lastSessionId, try #require(data["id"]?.integerValue))
            let effect = try #require(try SessionEffect(of: event))
            for (session, sign) in [(effect.before, -1), (effect.after, 1)] {
                guard let session, [.completed, .partial].contains(session.outcome) else { continue }
                let sessions = session.outcome == .completed ? sign : 0
                try count(session.day.description, seconds: sign * session.seconds, sessions: sessions)
            }
        case "timer.skipped", "timer.stopped":
            // After a rest, the next session may wait, and a person stops it.
            let hasWaited = data["before"]?["phase"] == nil || event.cause?.type == "change.redone"
            #expect(runningPhase != nil || hasWaited, "\(label): a phase ends that did not run")
            if let session = data["interrupted"] {
                try endSession(session, label)
                let seconds = try #require(session["seconds"]?.integerValue)
                changes[change]?.interruptedSeconds += seconds
                let isPartial = session["outcome"] == "partial"
                if isPartial { try count(session["day"]?.stringValue, seconds: seconds, sessions: 0) }
                let exp = isPartial ? seconds / 60 / settings.expMinutes : 0
                #expect(session["exp"] == .integer(exp), "\(label): \(session.text)")
                credit(exp)
            }
            runningPhase = nil
        case "rest.completed":
            #expect(runningPhase == "rest", "\(label): a rest ends that did not run")
            runningPhase = nil
        case "task.completed":
            credit(try #require(data["exp"]?.integerValue))
        case "garden.reset":
            let exp = try #require(data["exp"]?.integerValue)
            #expect(exp == credits || data["category"] != nil, "\(label): \(credits) were reset")
            credits -= exp
            growths -= exp
            changes = [:]
            if data["category"] == nil {
                economy.reset()
                completed = [:]
            }
        case "change.undone": try revert(data, sign: -1)
        case "change.redone": try revert(data, sign: 1)
        case "garden.grew" where data["cause"]?.stringValue?.hasPrefix("session.") == true:
            let amount = try #require(data["amount"]?.integerValue)
            credit(amount)
            growths += amount
        case "garden.grew" where data["cause"] == "focus.corrected":
            #expect(losesExperience, "\(label): a garden lost experience without a focus that lost it")
            losesExperience = false
            let amount = try #require(data["amount"]?.integerValue)
            #expect(amount < 0, "\(label): a garden grew by a discarded focus")
            credit(amount)
            growths += amount
        case "garden.grew" where data["cause"] == "drill.finished" || data["cause"] == "drill.recorded":
            let amount = try #require(data["amount"]?.integerValue)
            credit(amount)
            growths += amount
        case "garden.grew":
            growths += try #require(data["amount"]?.integerValue)
            #expect(growths == credits, "\(label): a garden grew without a focus or a task")
        case "day.rolledOver":
            let day = try #require(data["day"]?.stringValue.flatMap { CalendarDay($0) })
            if let lastDay { #expect(day > lastDay, "\(label): \(day) came after \(lastDay)") }
            lastDay = day
        case "day.corrected":
            lastDay = try #require(data["day"]?.stringValue.flatMap { CalendarDay($0) })
        default: break
        }
        changes[change]?.phase.after = phaseCategory
        if let part = try economy.enter(event.type, data, state, label) { changes[change]?.economy.add(part) }
    }

    /// RULES P24.
    private func expOfTimedSession(_ minutes: Int, _ settings: Settings) -> Int {
        if minutes < settings.minMinutes, minutes < settings.focusMinutes { return 0 }
        return minutes < 2 * settings.expMinutes ? 1 : minutes / settings.expMinutes
    }

    private mutating func count(_ day: String?, seconds: Int?, sessions: Int) throws {
        let (day, seconds) = (try #require(day), try #require(seconds))
        completed[day, default: (0, 0)].seconds += seconds
        completed[day, default: (0, 0)].sessions += sessions
        changes[change]?.sessions.append((day, seconds, sessions))
    }

    private mutating func endSession(_ session: JSON, _ label: String) throws {
        runningPhase = nil
        let id = try #require(session["id"]?.integerValue)
        #expect(id == lastSessionId + 1, "\(label): session \(id) follows \(lastSessionId)")
        lastSessionId = id
        let seconds = try #require(session["seconds"]?.integerValue)
        attendedSeconds += seconds
        if let focusStart, ["completed", "partial"].contains(session["outcome"]) {
            takenUntil[focusStart.bootId] = focusStart.milliseconds
        }
        focusStart = nil
    }

    /// The time that a resume deducted beyond the pause's own: the absence counted as focus.
    private func countedAbsence(_ data: JSON) -> Int {
        if data["open"] == true, let before = data["before"]?["elapsedSeconds"]?.integerValue {
            return ((data["elapsedSeconds"]?.integerValue ?? before) - before) * 1000 + 1000
        }
        let before = data["before"]?["remainingSeconds"]?.integerValue
        let after = data["remainingSeconds"]?.integerValue
        guard let before, let after else { return 0 }
        return (before - after) * 1000 + 1000
    }

    func check(_ state: GardenState, _ label: String) {
        #expect(growths == credits, "\(label): \(credits) foci and tasks were paid \(growths) times")
        #expect(state.totalExp == credits, "\(label): \(credits) foci and tasks gave \(state.totalExp) EXP")
        economy.check(state, label)
        let (seconds, sessions) = completed[state.day.day.description] ?? (0, 0)
        let today = FocusToday(minutes: seconds / 60, sessions: sessions, goalMinutes: 0)
        #expect(state.focusSums.today(state.day.day, goalMinutes: 0) == today, "\(label): today's sessions")
        // Seconds are rounded down for each session, so that the sum can only be less.
        #expect(
            Double(attendedSeconds) * 1000 <= awakeMilliseconds + Double(countedMilliseconds),
            "\(label): \(attendedSeconds) s were attended of \(awakeMilliseconds / 1000) s awake")
    }
}

extension GardenState {
    /// The total experience of all gardens, from snapshots.
    fileprivate var totalExp: Int {
        let book = json["categories"]
        let rows = (book?["entries"]?.arrayValue ?? []) + (book?["retired"]?.arrayValue ?? [])
        return rows.reduce(0) { $0 + ($1["exp"]?.integerValue ?? 0) }
    }
}
