import GardenAPI
import TimeKit
import WorkKit

/// Why a change cannot be undone or done again (RULES U4).
struct ReversalProblem: Error {
    /// The word for programs, `why` in an error and in a list.
    let why: Why
    let text: String
    /// The later change that is the cause.
    var cause: ReversalCause?

    enum Why: String {
        case newDay = "new_day"
        case changedSince = "changed_since"
        case balance
        case inUse = "in_use"
        case taken
        case purged
        /// It has parts, and was not asked for by itself.
        case parts
        /// What was ended early cannot be brought back any more, and undo was asked not to pass over it.
        case passed
    }
}

extension ReversalProblem {
    static var inParts: ReversalProblem {
        ReversalProblem(why: .parts, text: "it has many parts; take it back, or make it again, by itself")
    }
}

/// A later change that prevents an undo.
struct ReversalCause {
    let seq: Int
    let method: String
}

/// A change, or an event that undid one or did it again, with the replacements to revert.
struct ReversibleChange {
    let entry: UndoBook.Entry
    let method: String
    let at: Timestamp
    /// What it was.
    let text: String
    /// The same as the log says it.
    let logText: String
    /// Whether a purge has erased data from it (RULES V8).
    let isErased: Bool
    /// In the order in which they were made.
    let replacements: [Replacement]

    /// The last event that it consists of.
    let lastSeq: Int

    /// - Throws: if the journal cannot be read.
    init(_ entry: UndoBook.Entry, _ identity: GardenIdentity, _ history: any History) throws {
        let seq = entry.event ?? entry.change
        guard let change = try history.change(ofEvent: seq) else { throw ReplayError(seq: seq, problem: "is missing") }
        let events = entry.event == nil ? change.events : change.events.filter { $0.seq == seq }
        self.entry = entry
        lastSeq = events.last?.seq ?? seq
        isErased = events.contains { $0.erasedDigest != nil }
        var (text, logText): ([String], [String]) = ([], [])
        var (replacements, method): ([Replacement], String) = ([], change.method)
        for event in events {
            if let effect = try? EventKind.changeUndone.effect(of: event) ?? EventKind.changeRedone.effect(of: event) {
                (text, logText) = ([effect.text], [effect.logText ?? effect.text])
                (replacements, method) = (effect.replacements, effect.method)
                // Tables of the history know the event that replaced something there last.
                for index in replacements.indices { replacements[index].event = event.seq }
                continue
            }
            replacements += try event.replacements(identity)
            guard event.cause == nil, let part = try event.text() else { continue }
            text.append(part)
            logText.append(try event.logText() ?? part)
        }
        self.method = method
        at = entry.event == nil ? change.at : try history.change(ofEvent: entry.change)?.at ?? change.at
        self.text = Self.joined(text)
        self.logText = Self.joined(logText)
        self.replacements = replacements
    }

    private static let mostTexts = 3

    /// "done a, done b, done c and 5 more"
    private static func joined(_ texts: [String]) -> String {
        let more = texts.count - mostTexts
        return texts.prefix(mostTexts).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}

extension Transition {
    /// What reverting a change replaces, in the order in which that applies.
    ///
    /// - Parameters:
    ///   - counted: the parts that are left to a count.
    ///   - isForced: whether what has been changed since is taken back, too, as far as nothing uses it.
    /// - Throws: ``ReversalProblem``, or an error of the journal.
    func reversal(
        of change: ReversibleChange, _ direction: Reversion, without counted: Set<String>, isForced: Bool = false
    ) throws -> [Replacement] {
        var state = state
        return try revert(change, direction, without: counted, isForced: isForced, in: &state)
    }

    /// Reverts a change in a copy of the state.
    ///
    /// - Returns: what that replaces, in the order in which it applies.
    func revert(
        _ change: ReversibleChange, _ direction: Reversion, without counted: Set<String>, isForced: Bool = false,
        in state: inout GardenState
    ) throws -> [Replacement] {
        guard !change.isErased || isForced else {
            throw ReversalProblem(why: .purged, text: "a purge has erased its data, which nothing brings back")
        }
        var reverted: [Replacement] = []
        var found = HistoryValues()
        let later = LaterChanges(than: change, self)
        Work.note(change.replacements.count, .values)
        for replacement in change.replacements.reversed() {
            guard let replacement = try inForce(replacement, of: part(of: replacement), later, counted) else {
                continue
            }
            let part = try part(of: replacement)
            let current =
                try part.find == nil
                ? part.read(state, replacement.id) : found.value(replacement.id, of: part, in: self)
            guard
                let inverse = isForced
                    ? forcedInverse(of: replacement, in: part, state, current)
                    : try inverse(of: replacement, in: part, state, current, later, direction)
            else { continue }
            if part.isInHistory {
                found.apply(inverse, to: current)
            } else {
                let value = inverse.applied(to: part.read(state, inverse.id))
                try part.write(&state, inverse.id, value)
            }
            reverted.append(inverse)
        }
        if isForced { return reverted }
        // The use that a category had when it was removed has gone with it; one that has come since has not.
        for inverse in reverted where inverse.after == nil {
            guard let part = Features.parts[inverse.part], part.members.isIndispensable else { continue }
            if let use = part.use(state, inverse.id) { throw ReversalProblem(why: .inUse, text: use) }
        }
        return reverted
    }

    private func part(of replacement: Replacement) throws -> StatePart {
        guard let part = Features.parts[replacement.part] else {
            throw ReplayError(seq: replacement.event, problem: "replaces a \(replacement.part)")
        }
        return part
    }

    /// What it replaced, without what ended with its day; `nil` if that is all of it (RULES U4).
    ///
    /// - Throws: if the day has been corrected, so that what was of it is of another day.
    private func inForce(
        _ replacement: Replacement, of part: StatePart, _ later: LaterChanges, _ counted: Set<String>
    ) throws -> Replacement? {
        let isOfToday = part.members.areOfToday
        var left = replacement
        switch (replacement.before, replacement.after) {
        case (.object(let before)?, .object(let after)?):
            guard after.members.contains(where: { isOfToday($0.name) }) else { return replacement }
            left.before = .object(before.filter { !isOfToday($0) })
            left.after = .object(after.filter { !isOfToday($0) })
        default:
            guard isOfToday(StatePart.Members.all) else { return replacement }
            (left.before, left.after) = (nil, nil)
        }
        if let name = part.members.ofEndedDays {
            if let correction = try later.last([EventKind.dayCorrected.type]) {
                let cause = try later.cause(correction.seq)
                throw ReversalProblem(why: .newDay, text: "the day has been corrected since", cause: cause)
            }
            left = replacement
            left.part = name
        }
        guard try counted.contains(part.name) || later.last(part.members.endingTypes) != nil else { return replacement }
        return left.isEmpty ? nil : left
    }

    /// The replacement that reverts another one, by the values there are now; `nil` if there is nothing to revert.
    private func inverse(
        of replacement: Replacement, in part: StatePart, _ state: GardenState, _ current: JSON?,
        _ later: LaterChanges, _ direction: Reversion
    ) throws -> Replacement? {
        let (id, event) = (replacement.id, replacement.event)
        if part.isInHistory, part.find == nil {
            return Replacement(part, id, from: replacement.after, to: replacement.before, at: event)
        }
        switch (replacement.before, replacement.after, current) {
        case (nil, let added?, let current?):
            if try !isSame(added, current, in: part) {
                let restored = try part.restored(added, self)
                guard try isSame(restored, current, in: part), try later.event(replacing: replacement, in: part) == nil
                else { throw try changed(replacement, in: part, later) }
            }
            // A change that removed the value was made in spite of its use, and so it is made again.
            if direction == .undo, let use = part.use(state, id) { throw ReversalProblem(why: .inUse, text: use) }
            return Replacement(part, id, from: current, to: nil, at: event)
        case (let removed?, nil, nil):
            let value = try part.restored(removed, self)
            if let conflict = try part.conflict(state, value) {
                throw ReversalProblem(why: .changedSince, text: conflict)
            }
            if let problem = try part.problem(state, id, value) { throw ReversalProblem(why: .taken, text: problem) }
            return Replacement(part, id, from: nil, to: value, at: event)
        case (.object(let before)?, .object(let after)?, .object(let members)?):
            for name in part.members.identifying {
                let isSame = (members[name] ?? .null).isIdentical(as: after[name] ?? .null)
                guard isSame else { return nil }
            }
            // Another undo may have moved dates on that have passed.
            let movedOn = try? part.restored(.object(members.merged(after)), self)
            let patch = try patch(from: after, movedOn, to: before, current: members, in: part, "") {
                try later.event(replacing: replacement, in: part) == nil
            } changed: {
                try changed(replacement, in: part, later)
            }
            let value = try part.restored(.object(members.merged(patch)), self)
            if let problem = try part.problem(state, id, value) { throw ReversalProblem(why: .taken, text: problem) }
            let inverse = Replacement(part, id, from: current, to: value, at: event)
            return inverse.isEmpty ? nil : inverse
        case (_, _, nil) where !part.members.identifying.isEmpty: return nil
        default: throw try changed(replacement, in: part, later)
        }
    }

    /// The replacement that reverts another one, whatever has been changed since; `nil` if there is nothing to revert, or something
    /// uses the value.
    private func forcedInverse(
        of replacement: Replacement, in part: StatePart, _ state: GardenState, _ current: JSON?
    ) -> Replacement? {
        let (id, event) = (replacement.id, replacement.event)
        if part.isInHistory, part.find == nil {
            return Replacement(part, id, from: replacement.after, to: replacement.before, at: event)
        }
        switch (replacement.before, replacement.after, current) {
        case (nil, .some, let current?):
            return part.use(state, id) == nil ? Replacement(part, id, from: current, to: nil, at: event) : nil
        case (let removed?, nil, nil):
            guard let value = try? part.restored(removed, self) else { return nil }
            do { if try part.problem(state, id, value) != nil { return nil } } catch { return nil }
            return Replacement(part, id, from: nil, to: value, at: event)
        case (.object(let before)?, .object(let after)?, .object(let members)?):
            let patch = try? patch(
                from: after, nil, to: before, current: members, in: part, "", isForced: true, { false },
                changed: { ReversalProblem(why: .changedSince, text: "") })
            guard let patch else { return nil }
            let inverse = Replacement(part, id, from: current, to: .object(members.merged(patch)), at: event)
            return inverse.isEmpty ? nil : inverse
        default: return nil
        }
    }

    /// Whether a value is as it was added, apart from members that yield or follow others.
    private func isSame(_ added: JSON, _ current: JSON, in part: StatePart) throws -> Bool {
        guard case .object(let added) = added, case .object(let current) = current else { return added == current }
        return part.members.areOfOthers(added.difference(to: current).before)
    }

    /// The members to replace now, so that those that an event replaced are as before it.
    ///
    /// - Parameters:
    ///   - movedOn: the value after the event, with the dates that have passed moved on.
    ///   - isMovedOnly: whether no change replaced it since.
    private func patch(
        from after: JSONObject, _ movedOn: JSON?, to before: JSONObject, current: JSONObject, in part: StatePart,
        _ prefix: String, isForced: Bool = false, _ isMovedOnly: () throws -> Bool, changed: () throws -> any Error
    ) throws -> JSONObject {
        var patch = JSONObject()
        for member in after.members {
            let (name, old, now) = (member.name, before[member.name] ?? .null, current[member.name] ?? .null)
            let path = prefix + name
            // It is named, and was not replaced.
            if old.isIdentical(as: member.value) { continue }
            if case .object(let after) = member.value, case .object(let before) = old, case .object(let now) = now {
                // What yields is one value: it stays as a whole if some of it is another one now.
                let isSame = after.members.allSatisfy { (now[$0.name] ?? .null).isIdentical(as: $0.value) }
                if part.members.yields(path), !isSame { continue }
                let inner = try self.patch(
                    from: after, movedOn?[name], to: before, current: now, in: part, path + ".", isForced: isForced,
                    isMovedOnly, changed: changed)
                patch.append(name, .object(inner))
            } else if part.members.sums.contains(path) {
                patch.append(name, .integer(try sum(now, from: member.value, to: old, in: part, path, changed)))
            } else if now.isIdentical(as: member.value) {
                patch.append(name, old)
            } else if let movedOn, now.isIdentical(as: movedOn[name] ?? .null), try isMovedOnly() {
                patch.append(name, old)
            } else if !part.members.yields(path), !isForced {
                throw try changed()
            }
        }
        return patch
    }

    private func sum(
        _ now: JSON, from after: JSON, to before: JSON, in part: StatePart, _ path: String,
        _ changed: () throws -> any Error
    ) throws -> Int {
        guard let now = now.integerValue, let after = after.integerValue, let before = before.integerValue else {
            throw try changed()
        }
        let (amount, isTooMuch) = before.subtractingReportingOverflow(after)
        let (sum, overflow) = now.addingReportingOverflow(amount)
        guard !isTooMuch, !overflow else {
            throw ReversalProblem(why: .balance, text: "the \(path) of \(now) would exceed the largest number")
        }
        guard sum >= 0 || !part.members.fromZero.contains(path) else {
            throw ReversalProblem(
                why: .balance, text: "it would take \(amount.magnitude) from a \(path) of \(now)")
        }
        return sum
    }

    private func changed(_ replacement: Replacement, in part: StatePart, _ later: LaterChanges) throws -> any Error {
        let cause = try later.event(replacing: replacement, in: part).flatMap { try later.cause($0.seq) }
        let by = cause.map { " by \($0.method) (change \($0.seq))" } ?? ""
        return ReversalProblem(why: .changedSince, text: "what it changed has been changed since\(by)", cause: cause)
    }
}

/// Values of parts that only the history has, while the changes of one are reverted.
private struct HistoryValues {
    private struct Key: Hashable {
        let part: String
        let id: Int
    }

    private var values: [Key: JSON?] = [:]

    mutating func value(_ id: Int, of part: StatePart, in t: borrowing Transition) throws(GardenError) -> JSON? {
        if let value = values[Key(part: part.name, id: id)] { return value }
        return try part.find?(t, id)
    }

    mutating func apply(_ replacement: Replacement, to current: JSON?) {
        values[Key(part: replacement.part, id: replacement.id)] = .some(replacement.applied(to: current))
    }
}

extension Event {
    /// What it replaced, in the order in which it did.
    func replacements(_ identity: GardenIdentity) throws(ReplayError) -> [Replacement] {
        let context = ReplacementContext(origin: origin, identity: identity)
        return try EventCatalog.decode(self) { (kind, record) throws(ValidationError) in
            try kind.replacements(record, context)
        }
    }

    /// What a person did with it; `nil` if it only follows from another event.
    fileprivate func text() throws(ReplayError) -> String? {
        try EventCatalog.decode(self) { (kind, record) throws(ValidationError) in try kind.text(record) }
    }

    /// ``text()`` as the log says it.
    fileprivate func logText() throws(ReplayError) -> String? {
        try EventCatalog.decode(self) { (kind, record) throws(ValidationError) in try kind.logText(record) }
    }
}
