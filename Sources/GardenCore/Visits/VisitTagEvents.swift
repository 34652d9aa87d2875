import GardenAPI

typealias VisitTagEvent = EventKind<VisitTagEffect, VisitTag>

/// A label, a group or a member after it was added, changed or removed, and before.
struct VisitTagEffect: WireObject {
    static let name = "VisitTagEffect"

    struct Facts: WireObject, Equatable {
        static let name = "VisitTagFacts"

        var name: String
        var color: CategoryColor?

        static let fields = Fields(
            Facts.init,
            .required("name", \.name, "its name"),
            .optional("color", \.color, "its colour"))

        init(name: String, color: CategoryColor?) {
            self.name = name
            self.color = color
        }

        init(_ tag: VisitTag) { self.init(name: tag.name, color: tag.color) }
    }

    var id: Int
    /// `nil` if the event creates it.
    var uid: UIDReference?
    var facts: Facts
    var before: Facts?

    static let fields = Fields(
        VisitTagEffect.init,
        .required("id", \.id, "its id"),
        .nullable("uid", \.uid, "its uid, if it existed before"),
        .required("facts", \.facts, "its values after the change; the last ones if it was removed"),
        .optional("before", \.before, "its values before the change"))

    func tag(_ identity: GardenIdentity, at seq: Int) -> VisitTag {
        tag(facts, uid: identity.uid(uid ?? .own(seq), at: seq))
    }

    private func tag(_ facts: Facts, uid: String) -> VisitTag {
        VisitTag(id: id, uid: uid, name: facts.name, color: facts.color)
    }

    fileprivate func published(_ context: PublishingContext) -> Publication<VisitTag> {
        let uid = context.uid(uid ?? .own(context.origin.seq))
        return Publication(tag(facts, uid: uid), before: before.map { tag($0, uid: uid) })
    }

    fileprivate func replacement(_ part: StatePart, _ context: ReplacementContext) -> [Replacement] {
        let uid = context.identity.uid(uid ?? .own(context.origin.seq), at: context.origin.seq)
        let old = before.map { tag($0, uid: uid) }
        return [Replacement(part, id, from: old, to: tag(facts, uid: uid), at: context.origin.seq)]
    }

    fileprivate func replacementByRemoval(_ part: StatePart, _ context: ReplacementContext) -> [Replacement] {
        [Replacement(part, id, from: tag(context.identity, at: context.origin.seq), to: nil, at: context.origin.seq)]
    }
}

extension EventKind where Effect == VisitTagEffect, Published == VisitTag {
    static let labelAdded = added(.label, "label.added")
    static let labelEdited = edited(.label, "label.edited")
    static let labelRemoved = removed(.label, "label.removed")
    static let groupAdded = added(.group, "group.added")
    static let groupEdited = edited(.group, "group.edited")
    static let groupRemoved = removed(.group, "group.removed")
    static let memberAdded = added(.member, "member.added")
    static let memberEdited = edited(.member, "member.edited")
    static let memberRemoved = removed(.member, "member.removed")

    private static func added(_ kind: VisitTag.Kind, _ type: String) -> EventKind {
        EventKind(type, "Added the \(kind.rawValue) {name}[, {color}]", apply: put(kind)) { $0.published($1) }
            .described { "added the \(kind.rawValue) \($0.facts.name)" }
            .replacing(kind.part) { $0.replacement(kind.part, $1) }
    }

    private static func edited(_ kind: VisitTag.Kind, _ type: String) -> EventKind {
        EventKind(type, "Changed the \(kind.rawValue) {name}[: {before:changes}]", apply: put(kind)) {
            $0.published($1)
        }
        .described { "changed the \(kind.rawValue) \($0.facts.name)" }
        .replacing(kind.part) { $0.replacement(kind.part, $1) }
    }

    private static func removed(_ kind: VisitTag.Kind, _ type: String) -> EventKind {
        EventKind(type, "Removed the \(kind.rawValue) {name}") { effect, _, state in
            state.visits[kind].remove(effect.id)
        } publish: {
            $0.published($1)
        }
        .described { "removed the \(kind.rawValue) \($0.facts.name)" }
        .replacing(kind.part) { $0.replacementByRemoval(kind.part, $1) }
    }

    private static func put(
        _ kind: VisitTag.Kind
    ) -> @Sendable (VisitTagEffect, EventOrigin, inout GardenState) throws(ValidationError) -> Void {
        { effect, origin, state throws(ValidationError) in
            state.visits[kind].put(effect.tag(state.identity, at: origin.seq))
        }
    }
}

extension StatePart {
    static let visitLabel = visitTag(.label, "label")
    static let visitGroup = visitTag(.group, "group")
    static let visitMember = visitTag(.member, "member")

    private static func visitTag(_ kind: VisitTag.Kind, _ name: String) -> StatePart {
        StatePart(
            name,
            read: { state, id in state.visits[kind][id] },
            write: { state, id, tag in
                if let tag { state.visits[kind].put(tag) } else { state.visits[kind].remove(id) }
            },
            problem: { state, id, tag in
                guard let other = state.visits[kind].named(tag.name), other.id != id else { return nil }
                return "another \(kind.rawValue) is named \(JSON.string(other.name).text) now"
            })
    }
}
