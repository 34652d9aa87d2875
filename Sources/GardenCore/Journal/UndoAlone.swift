import GardenAPI

extension Transition {
    /// Checks that a change can be undone although others have been made since: that none of them builds on it (RULES U7).
    ///
    /// - Parameters:
    ///   - events: those of the change.
    ///   - read: what a request about several changes has read already.
    /// - Throws: ``ReversalProblem``, or an error of the journal.
    func checkAlone(_ change: ReversibleChange, _ events: [Event], _ read: ReadChanges? = nil) throws {
        let later = LaterChanges(than: change, self, read)
        guard EventCatalog.areUndoableAlone(events) else { throw try inOrder(change, later) }
        var own: [Place: [Replacement]] = [:]
        for replacement in change.replacements { own[Place(replacement), default: []].append(replacement) }
        let added = change.replacements.filter { $0.before == nil }.compactMap { replacement in
            Features.parts[replacement.part]?.members.referredAs.map { (name: $0, id: replacement.id) }
        }
        // A value of any part can refer to one that was added.
        let parts = added.isEmpty ? Set(own.keys.map(\.part)) : Set(Features.parts.keys)
        guard let since = try later.eventsInEffect(replacing: parts) else { throw try inOrder(change, later) }
        for event in since {
            let (method, replacements) = try later.replacements(by: event)
            for other in replacements {
                let isIndependent = own[Place(other)]?.allSatisfy { $0.isIndependent(of: other, by: method) } ?? true
                let isReferring = added.contains { other.refers(to: $0.id, as: $0.name) }
                guard isIndependent, !isReferring else {
                    let cause = try later.cause(event.seq)
                    let by = cause.map { " by \($0.method) (change \($0.seq))" } ?? ""
                    throw ReversalProblem(
                        why: .changedSince, text: "what it changed has been used or changed since\(by)", cause: cause)
                }
            }
        }
    }

    /// Whether a change can be undone although others have been made since, or is the last one and can be undone.
    func canUndoAlone(_ change: ReversibleChange, _ events: [Event], _ read: ReadChanges) throws -> Bool {
        let isLast = Reversion.undo.next(state)?.change == change.entry.change
        guard isLast || EventCatalog.areUndoableAlone(events) else { return false }
        do {
            if !isLast { try checkAlone(change, events, read) }
            var counts = PendingCounts()
            try counts.add(events, change.replacements, self)
            _ = try reversal(of: change, .undo, without: counts.parts)
            return true
        } catch is ReversalProblem {
            return false
        }
    }

    /// The refusal of a change that can be undone only after all later ones.
    private func inOrder(_ change: ReversibleChange, _ later: LaterChanges) throws -> ReversalProblem {
        let last = state.undo.done.last { $0.change > change.entry.change }
        let text =
            "\(change.method) can be taken back only together with all that was done since; or correct it instead"
        return ReversalProblem(why: .changedSince, text: text, cause: try last.flatMap { try later.cause($0.change) })
    }
}

/// A value of the state.
private struct Place: Hashable {
    let part: String
    let id: Int

    init(_ replacement: Replacement) { (part, id) = (replacement.part, replacement.id) }
}

extension Replacement {
    /// Whether undoing this leaves what another event did with the same value as it would be without this.
    fileprivate func isIndependent(of other: Replacement, by method: String) -> Bool {
        guard let members = Features.parts[part]?.members else { return false }
        // Such a value stays if it is another one now, and a counted part is counted.
        let isLine = members.ofEndedDays != nil
        if !isLine, !members.identifying.isEmpty || members.yields(StatePart.Members.all) || CountedPart.has(part) {
            return true
        }
        guard case .object(let before)? = before, after != nil, case .object(let otherBefore)? = other.before,
            other.after != nil, !members.setBy.contains(method)
        else { return false }
        let shared = changed(before).intersection(other.changed(otherBefore))
        return shared.allSatisfy { members.sums.contains($0) || members.yields(partsOf: $0) }
    }

    /// The paths of the members that it changed.
    private func changed(_ before: JSONObject) -> Set<String> {
        guard case .object(let after)? = after else { return [] }
        return Self.paths(before.difference(to: after).before, "")
    }

    private static func paths(_ object: JSONObject, _ prefix: String) -> Set<String> {
        object.members.reduce(into: []) { paths, member in
            if case .object(let inner) = member.value {
                paths.formUnion(Self.paths(inner, prefix + member.name + "."))
            } else {
                paths.insert(prefix + member.name)
            }
        }
    }

    /// Whether a value that it removed or put there refers to another one by its id.
    fileprivate func refers(to id: Int, as name: String) -> Bool {
        [before, after].compactMap(\.self).contains { $0.has(name, .integer(id)) }
    }
}

extension JSON {
    fileprivate func has(_ name: String, _ value: JSON) -> Bool {
        guard case .object(let object) = self else { return false }
        return object.members.contains { $0.name == name && $0.value == value || $0.value.has(name, value) }
    }
}
