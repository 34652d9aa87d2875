import GardenAPI
import WorkKit

/// A change that was undone or done again: what that replaced.
struct UndoEffect: WireObject {
    static let name = "UndoEffect"

    /// The first event of the change.
    var change: Int
    var method: String
    /// What the change was, in words.
    var text: String
    /// In the order in which they apply.
    var replacements: [Replacement]
    /// What the change was as the log says it; `nil` if that is ``text``.
    var logText: String?
    /// True if the parts of the change were reverted before; `nil` otherwise.
    var isInParts: Bool?

    static let fields = Fields(
        UndoEffect.init,
        .required("change", \.change, "the change's first event"),
        .required("method", \.method, "its method"),
        .required("text", \.text, "what it was"),
        .required("replacements", \.replacements, "what this replaced"),
        .optional("logText", \.logText, "what it was, as the log says it, if that is different"),
        .optional("isInParts", \.isInParts, "true if its parts were reverted before"))

    /// How it changed members of a part; `nil` if it did not.
    ///
    /// - Parameter members: with what they are in words.
    fileprivate func explained(_ members: [(name: String, words: String)], of part: StatePart, _ verb: String)
        -> ExplainedStep?
    {
        let changes = members.compactMap { member -> String? in
            guard let replacement = replacements.last(where: { $0.part == part.name }),
                let before = replacement.before?[member.name], let after = replacement.after?[member.name]
            else { return nil }
            return "\(member.words) \(Self.words(before)) → \(Self.words(after))"
        }
        return changes.isEmpty ? nil : ExplainedStep("U1", "\(changes.joined(separator: ", ")), \(verb): \(text)")
    }

    private static func words(_ value: JSON) -> String {
        switch value {
        case .bool(let isOn): isOn ? "yes" : "no"
        default: value.text
        }
    }

    fileprivate func explainedBalance(_ verb: String) -> ExplainedStep? {
        explained([("balance", "balance")], of: .points, verb)
    }

    fileprivate func explainedRate(_ verb: String) -> ExplainedStep? {
        let step = explained(
            [("meter", "meter"), ("tier", "tier"), ("daysLeft", "days left"), ("applied", "applied")], of: .rate, verb)
        // What is left to a count replaces nothing, and may change days that have ended only.
        let isCounted = step == nil && [RateAdd.method, RateSet.method, RateForce.method].contains(method)
        return isCounted ? ExplainedStep("U1", "\(verb): \(text)") : step
    }

    fileprivate func explainedSession(_ verb: String) -> ExplainedStep? {
        let ids = replacements.filter { $0.part == StatePart.session.name }.map(\.id)
        return ids.isEmpty ? nil : ExplainedStep("U1", "\(verb): \(text)", of: ids)
    }

    fileprivate func apply(to state: inout GardenState) throws(ValidationError) {
        Work.note(replacements.count, .values)
        for replacement in replacements {
            guard let part = Features.parts[replacement.part] else {
                throw ValidationError(problem: "replaces a \(replacement.part), which this release does not know")
            }
            let value = replacement.applied(to: part.read(state, replacement.id))
            try part.write(&state, replacement.id, value)
        }
    }

    fileprivate var published: Publication<ChangeUndone> {
        Publication(
            ChangeUndone(
                change: change, method: method, what: text,
                values: replacements.map { ChangeUndone.Value(kind: $0.part, id: $0.id) }))
    }
}

extension EventKind where Effect == UndoEffect, Published == ChangeUndone {
    static let changeUndone = EventKind(
        "change.undone", "Undid: {what}"
    ) { effect, origin, state throws(ValidationError) in
        try effect.apply(to: &state)
        state.undo.undo(effect.change, by: origin.seq)
    } publish: { effect, _ in
        effect.published
    }.explaining(.balance) { effect, _ in
        effect.explainedBalance("undone")
    }.explaining(.rate) { effect, _ in
        effect.explainedRate("undone")
    }.explaining(.session) { effect, _ in
        effect.explainedSession("undone")
    }.explaining(.day) { effect, _ in
        effect.explainedSession("undone")
    }
    static let changeRedone = EventKind(
        "change.redone", "Redid: {what}"
    ) { effect, origin, state throws(ValidationError) in
        try effect.apply(to: &state)
        state.undo.redo(effect.change, by: origin.seq, isInParts: effect.isInParts == true)
    } publish: { effect, _ in
        effect.published
    }.explaining(.balance) { effect, _ in
        effect.explainedBalance("redone")
    }.explaining(.rate) { effect, _ in
        effect.explainedRate("redone")
    }.explaining(.session) { effect, _ in
        effect.explainedSession("redone")
    }.explaining(.day) { effect, _ in
        effect.explainedSession("redone")
    }

    /// What remains of an event that undid a change, or did it again, without the data of one value (RULES V8).
    ///
    /// - Parameters:
    ///   - text: what the change was.
    ///   - erase: removes the data from what it replaced.
    /// - Returns: the record of the effect; `nil` for an event of another kind.
    static func erasing(
        _ id: Int, of part: StatePart, in event: Event, text: String,
        _ erase: (inout Replacement) throws(ValidationError) -> Void
    ) throws(ValidationError) -> [UInt8]? {
        for kind in [changeUndone, changeRedone] {
            guard var effect = try kind.effect(of: event) else { continue }
            effect.text = text
            for index in effect.replacements.indices {
                guard effect.replacements[index].part == part.name, effect.replacements[index].id == id else {
                    continue
                }
                try erase(&effect.replacements[index])
            }
            return effect.record
        }
        return nil
    }

    /// The types of the events with replacements.
    static var replacingTypes: [String] { [changeUndone.type, changeRedone.type] }

    /// The change that an event undid or did again; `nil` for an event of another kind.
    static func revertedChange(by event: Event) throws(ValidationError) -> Int? {
        if let effect = try changeUndone.effect(of: event) { return effect.change }
        return try changeRedone.effect(of: event)?.change
    }

    /// What an event that undid a change, or did it again, replaced in one part of the state.
    static func replacements(in part: StatePart, by event: Event) throws(ValidationError) -> [Replacement] {
        for kind in [changeUndone, changeRedone] {
            if let effect = try kind.effect(of: event) { return effect.replacements.filter { $0.part == part.name } }
        }
        return []
    }
}
