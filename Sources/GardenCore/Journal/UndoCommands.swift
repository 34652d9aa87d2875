import GardenAPI
import TextKit
import TimeKit

extension JournalUndo: Command, PartedCommand {
    public func perform(in t: inout Transition) throws(GardenError) -> UndoneChanges {
        if let change { return UndoneChanges(undone: [try t.undo(change: change)], passed: []) }
        let (undone, passed) = try t.revert(.undo, count: count ?? 1, passing: passing ?? true)
        return UndoneChanges(undone: undone, passed: passed)
    }

    func begin(in t: inout Transition, _ staging: StagingArea) throws(GardenError) -> BegunChange {
        let entry = change.map { seq in t.state.undo.done.first { $0.change == seq } } ?? Reversion.undo.next(t.state)
        if let entry, !t.state.isPassed(entry), let reversion = try t.reversionInParts(.undo, entry, count, passing) {
            return .inParts(reversion)
        }
        return .made(try perform(in: &t).encoded)
    }
}

extension JournalRedo: Command, PartedCommand {
    public func perform(in t: inout Transition) throws(GardenError) -> RedoneChanges {
        RedoneChanges(redone: try t.revert(.redo, count: count ?? 1, passing: true).reverted)
    }

    func begin(in t: inout Transition, _ staging: StagingArea) throws(GardenError) -> BegunChange {
        if let entry = Reversion.redo.next(t.state), let reversion = try t.reversionInParts(.redo, entry, count, true) {
            return .inParts(reversion)
        }
        return .made(try perform(in: &t).encoded)
    }
}

extension JournalUndoable: Query {
    private static let defaultLimit = 10

    public func answer(in context: QueryContext) throws(GardenError) -> [UndoableChange] {
        let present = Transition(
            state: context.state, moment: context.moment, environment: context.environment, history: context.history)
        // The changes are taken back in a copy of the state, one after the other.
        var t = Transition(
            state: context.state, moment: context.moment, environment: context.environment, history: context.history)
        let entries = t.state.undoableChanges.suffix(limit ?? Self.defaultLimit).reversed()
        return try readingJournal {
            var first: ReversibleChange?
            var counts = PendingCounts()
            let read = ReadChanges(present.history, present.state.identity)
            return try entries.map { entry in
                let change = try ReversibleChange(entry, t.state.identity, t.history)
                let events = try t.events(of: entry)
                // Whether its parts can be undone shows when that is tried: here it would take too long.
                let isInParts = try !t.parts(of: entry).isEmpty
                var listed = UndoableChange(
                    seq: entry.change, at: change.at, method: change.method, what: change.text, possible: false,
                    alone: try isInParts || present.canUndoAlone(change, events, read))
                if let first {
                    listed.why = "behind"
                    listed.problem = "\(JSON.string(first.text).text), which is newer, cannot be undone"
                    return listed
                }
                if isInParts {
                    listed.possible = true
                    return listed
                }
                do {
                    let (before, wasCounted) = (t.state, !counts.parts.isEmpty)
                    try counts.add(events, change.replacements, t)
                    let replacements = try t.reversal(of: change, .undo, without: counts.parts)
                    let undone = t.emit(.changeUndone, change, replacements)
                    try ReversalConsequence.follow(events, in: &t, because: undone)
                    // Once: to count for each of them would be work without a bound. A request for several counts once, too.
                    if !wasCounted { try counts.perform(in: &t, because: undone) }
                    let sums = t.earnings(since: before, replacements) + t.rateChanges(since: before)
                    listed.what = Transition.joined(change.text, sums)
                    listed.possible = true
                } catch let problem as ReversalProblem {
                    (listed.why, listed.problem) = (problem.why.rawValue, problem.text)
                    first = change
                }
                return listed
            }
        }
    }
}

/// The two directions of going through the changes.
enum Reversion {
    case undo, redo

    var kind: EventKind<UndoEffect, ChangeUndone> {
        switch self {
        case .undo: .changeUndone
        case .redo: .changeRedone
        }
    }

    func next(_ state: GardenState) -> UndoBook.Entry? {
        switch self {
        case .undo: state.undo.done.last { !state.isPassed($0) }
        case .redo: state.undo.undone.last
        }
    }

    /// The word at the beginning of a line of the log.
    var word: String {
        switch self {
        case .undo: "undone"
        case .redo: "redone"
        }
    }

    /// "undo buying"
    func refusal(_ what: String, _ problem: ReversalProblem) -> GardenError {
        let verb =
            switch self {
            case .undo: "undo"
            case .redo: "redo"
            }
        var data: [(String, JSON)] = [("why", .string(problem.why.rawValue))]
        if let cause = problem.cause {
            data += [("change", .integer(cause.seq)), ("method", .string(cause.method))]
        }
        return .refused(
            .cannotUndo, "cannot \(verb) \(JSON.string(what).text): \(problem.text); nothing was changed", data)
    }

    var nothing: GardenError {
        let message =
            switch self {
            case .undo: "there is no change to undo"
            case .redo: "there is nothing to redo: nothing was undone, or another change was made since"
            }
        return .refused(.cannotUndo, message, [("why", "nothing")])
    }
}

extension Transition {
    /// What reverts a change that has several parts; `nil` for any other change.
    fileprivate func reversionInParts(
        _ direction: Reversion, _ entry: UndoBook.Entry, _ count: Int?, _ passing: Bool?
    ) throws(GardenError) -> PartedReversion? {
        let parts = try parts(of: entry)
        guard !parts.isEmpty else { return nil }
        let change = try reversible(entry)
        guard count ?? 1 == 1 else { throw direction.refusal(change.text, .inParts) }
        var passed: [RevertedChange] = []
        if direction == .undo, direction.next(state)?.change == entry.change {
            passed = try passedChanges(before: entry, passing ?? true)
        }
        return PartedReversion(direction, change, parts: parts, passed: passed)
    }

    /// The changes that undo passes over to come to a change.
    private func passedChanges(before entry: UndoBook.Entry, _ passing: Bool) throws(GardenError) -> [RevertedChange] {
        var passed: [RevertedChange] = []
        for entry in state.changesPassed(before: entry) {
            let change = try reversible(entry)
            guard passing else { throw refusalToPass(change) }
            passed.append(RevertedChange(seq: entry.change, method: change.method, what: change.text))
        }
        return passed
    }

    /// Reverts the next changes of a direction (RULES U1, U2).
    ///
    /// - Parameter passing: whether it may pass over the ends of phases that cannot be undone any more (RULES P25).
    fileprivate mutating func revert(
        _ direction: Reversion, count: Int, passing: Bool
    ) throws(GardenError) -> (reverted: [RevertedChange], passed: [RevertedChange]) {
        guard direction.next(state) != nil else {
            // Those that are left are all passed over.
            if direction == .undo, let last = state.undo.done.last {
                throw refusalToPass(try reversible(last))
            }
            throw try nothing(to: direction)
        }
        var (reverted, passed): ([RevertedChange], [RevertedChange]) = ([], [])
        var counts = PendingCounts()
        while reverted.count < count, let entry = direction.next(state) {
            if direction == .undo {
                let known = Set(passed.map(\.seq))
                passed += try passedChanges(before: entry, passing).filter { !known.contains($0.seq) }
            }
            reverted.append(try revert(entry, direction, &counts, isLast: reverted.count + 1 == count))
        }
        return (reverted, passed)
    }

    /// Takes back one change, whatever has been changed since (RULES U7).
    fileprivate mutating func undo(change seq: Int) throws(GardenError) -> RevertedChange {
        guard let entry = state.undo.done.first(where: { $0.change == seq }) else {
            let isUndone = state.undo.undone.contains { $0.change == seq }
            let problem =
                isUndone
                ? "it is undone" : "it is not among the last \(UndoBook.most) changes of a person since a reset"
            throw .refused(.cannotUndo, "cannot undo change \(seq): \(problem)", [("why", "nothing")])
        }
        guard !state.isPassed(entry) else { throw refusalToPass(try reversible(entry)) }
        if Reversion.undo.next(state)?.change != seq {
            let (change, events) = (try reversible(entry), try events(of: entry))
            do { try checkAlone(change, events) } catch let problem as ReversalProblem {
                throw Reversion.undo.refusal(change.text, problem)
            } catch { throw Self.gardenError(error) }
        }
        var counts = PendingCounts()
        return try revert(entry, .undo, &counts, isLast: true)
    }

    func reversible(_ entry: UndoBook.Entry) throws(GardenError) -> ReversibleChange {
        let (identity, history) = (state.identity, history)
        return try readingJournal { try ReversibleChange(entry, identity, history) }
    }

    /// The refusal of the end of a phase that cannot be undone any more.
    private func refusalToPass(_ change: ReversibleChange) -> GardenError {
        let problem = "a phase has begun since, or a session was completed"
        return Reversion.undo.refusal(change.text, ReversalProblem(why: .passed, text: problem))
    }

    /// The refusal when there is nothing to go back to. A reset may be why.
    private func nothing(to direction: Reversion) throws(GardenError) -> GardenError {
        guard direction == .undo else { return direction.nothing }
        let reset = try readingJournal {
            try history.newestEvents(before: nil, limit: 1, types: [EventKind.gardenReset.type]).last
        }
        guard let reset else { return direction.nothing }
        let message = "there is no change to undo since the reset at \(reset.at); its backup has the earlier changes"
        return .refused(.cannotUndo, message, [("why", "nothing")])
    }

    /// - Parameters:
    ///   - counts: left by the changes that the request has reverted already.
    ///   - isLast: whether no other change can follow in the request.
    private mutating func revert(
        _ entry: UndoBook.Entry, _ direction: Reversion, _ counts: inout PendingCounts, isLast: Bool
    ) throws(GardenError) -> RevertedChange {
        let before = state
        let (change, events) = (try reversible(entry), try events(of: entry))
        guard try parts(of: entry).isEmpty else { throw direction.refusal(change.text, .inParts) }
        try counts.add(events, change.replacements, self)
        let replacements: [Replacement]
        do {
            replacements = try reversal(of: change, direction, without: counts.parts)
        } catch let problem as ReversalProblem {
            throw direction.refusal(change.text, problem)
        } catch {
            throw Self.gardenError(error)
        }
        let event = emit(direction.kind, change, replacements)
        try ReversalConsequence.follow(events, in: &self, because: event)
        if isLast || direction.next(state) == nil { try counts.perform(in: &self, because: event) }
        let earned = earnings(since: before, replacements)
        let sums = earned + rateChanges(since: before)
        let text = "\(direction.word): \(change.logText)"
        // What follows for the rate of today is no part of an earlier day.
        try writeLines(Self.joined(text, sums), onEndedDays: Self.joined(text, earned), about: events, because: event)
        return RevertedChange(seq: entry.change, method: change.method, what: Self.joined(change.text, sums))
    }

    /// Writes that a change was undone or made again into the log of today, and into those of ended days that have lines of it (RULES U2).
    ///
    /// - Parameter earlier: what it says there; `nil` for the same.
    mutating func writeLines(
        _ text: String, onEndedDays earlier: String? = nil, about events: [Event], because event: EventReference
    ) throws(GardenError) {
        writeLine(.undo, text, because: event)
        for (day, prefix) in try endedDays(with: events) {
            writeLine(.undo, earlier ?? text, behind: prefix, on: day, because: event)
        }
    }

    fileprivate static func joined(_ text: String, _ sums: [String]) -> String {
        ([text] + sums).joined(separator: ", ")
    }

    /// The events of the change that an entry is about.
    func events(of entry: UndoBook.Entry) throws(GardenError) -> [Event] {
        let (history, seq) = (history, entry.change)
        return try readingJournal { try history.change(ofEvent: seq) }?.events ?? []
    }

    /// The days before today with lines in their logs that events of a change have caused, which stay, each with the prefix of its first
    /// one.
    private func endedDays(with events: [Event]) throws(GardenError) -> [(day: CalendarDay, prefix: String)] {
        let (history, today) = (history, state.day.day)
        return try readingJournal {
            var days: [CalendarDay: String] = [:]
            for event in events where event.cause != nil {
                guard let line = try EventKind.logWritten.effect(of: event), line.isImported != true else { continue }
                days[line.day] = days[line.day] ?? String(line.text.prefix { $0 != " " })
            }
            guard let last = events.last else { return [] }
            // A correction moves the lines of the day that it ends (RULES L10).
            for event in try history.events(after: last.seq, limit: .max, types: [EventKind.logMoved.type]) {
                guard let moved = try EventKind.logMoved.effect(of: event),
                    let prefix = days.removeValue(forKey: moved.from)
                else { continue }
                days[moved.to] = days[moved.to] ?? prefix
            }
            return days.filter { $0.key < today }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    static func gardenError(_ error: any Error) -> GardenError {
        if let error = error as? GardenError { return error }
        do throws(GardenError) { return try readingJournal { throw error } } catch { return error }
    }

    /// - Parameters:
    ///   - isInParts: whether its parts were reverted before.
    ///   - cause: the part that it is.
    @discardableResult
    mutating func emit(
        _ kind: EventKind<UndoEffect, ChangeUndone>, _ change: ReversibleChange, _ replacements: [Replacement],
        isInParts: Bool = false, because cause: EventReference? = nil
    ) -> EventReference {
        emit(
            kind,
            UndoEffect(
                change: change.entry.change, method: change.method,
                text: cause == nil ? change.text : "a part of \(change.method)", replacements: replacements,
                logText: cause != nil || change.logText == change.text ? nil : change.logText,
                isInParts: isInParts ? true : nil),
            because: cause)
    }

    /// The points and the experience that came or went: `−500 points`, `−1 exp Work`.
    ///
    /// - Parameter replacements: what was replaced since.
    fileprivate func earnings(since before: GardenState, _ replacements: [Replacement]) -> [String] {
        var sums: [String] = []
        let points = state.points.balance &- before.points.balance
        if points != 0 { sums.append("\(signed(points)) \(abs(points) == 1 ? "point" : "points")") }
        let ids = Set(replacements.filter { $0.part == StatePart.category.name }.map(\.id))
        let entries = ids.compactMap { state.categories.entries[$0] }.sorted { $0.position < $1.position }
        for entry in entries {
            guard let old = before.categories.entries[entry.id], old.exp != entry.exp else { continue }
            sums.append("\(signed(entry.exp - old.exp)) exp \(entry.name)")
        }
        return sums
    }

    /// How the rate of today changed: `meter 3500 → 0`, `tier 1 → 0`.
    fileprivate func rateChanges(since before: GardenState) -> [String] {
        var changes: [String] = []
        let meter = state.rate.meter &- before.rate.meter
        if meter != 0 { changes.append("meter \(before.rate.meter) → \(state.rate.meter)") }
        if state.rate.tier != before.rate.tier { changes.append("tier \(before.rate.tier) → \(state.rate.tier)") }
        return changes
    }
}
