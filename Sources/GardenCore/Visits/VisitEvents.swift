import GardenAPI
import TextKit
import TimeKit

/// The names of labels, group and members at the time of an event, for its readers.
struct VisitNames: WireObject, Equatable {
    static let name = "VisitNames"

    var labels: [String]
    var group: String?
    var members: [String]

    static let fields = Fields(
        VisitNames.init,
        .required("labels", \.labels, "the names of the labels"),
        .nullable("group", \.group, "the name of the group"),
        .required("members", \.members, "the names of the members"))

    static let none = VisitNames(labels: [], group: nil, members: [])
}

/// A visit after it was added or changed, and before.
struct VisitEffect: WireObject {
    static let name = "VisitEffect"

    /// What the visit was before.
    struct Before: WireObject {
        static let name = "VisitBefore"

        var content: VisitContent
        var names: VisitNames?

        static let fields = Fields(
            Before.init,
            .required("content", \.content, "its content"),
            .optional("names", \.names, "the names in it, if there are any"))
    }

    var id: Int
    /// `nil` if the event adds it.
    var uid: UIDReference?
    var core: VisitCore
    var content: VisitContent
    /// `nil` if there are no names.
    var names: VisitNames?
    /// `nil` if the event added it, or changed nothing in it.
    var before: Before?
    /// `nil` unless the event adds it.
    var seal: VisitSeal?
    /// `nil` for a visit that the daemon did not locate, and for a change of one that is not signed.
    var isSigned: Bool?
    /// True once a purge has erased the visit's data; `nil` before.
    var isPurged: Bool?

    static let fields = Fields(
        VisitEffect.init,
        .required("id", \.id, "the visit's id"),
        .nullable("uid", \.uid, "its uid, if it existed before"),
        .required("core", \.core, "when and where it was"),
        .required("content", \.content, "its content after the event"),
        .optional("names", \.names, "the names in it, if there are any"),
        .optional("before", \.before, "what it was before"),
        .optional("seal", \.seal, "its line in the chain"),
        .optional("isSigned", \.isSigned, "whether it is signed; nothing if the daemon did not locate it"),
        .optional("isPurged", \.isPurged, "true once its data was purged"))

    func visit(addedBy seq: Int) -> StoredVisit {
        StoredVisit(id: id, added: seq, core: core, content: content, isSigned: isSigned == true)
    }

    fileprivate func published(_ context: PublishingContext) -> Publication<Visit> {
        let uid = context.uid(uid ?? .own(context.origin.seq))
        let isSigned = isSigned == true
        func visit(_ content: VisitContent, _ names: VisitNames?) -> Visit {
            var visit = Visit(id, uid: uid, core, content, names ?? .none, isSigned: isSigned)
            visit.purged = isPurged
            return visit
        }
        return Publication(visit(content, names), before: before.map { visit($0.content, $0.names) })
    }

    fileprivate func replacements(_ context: ReplacementContext) -> [Replacement] {
        let seq = context.origin.seq
        var all = [Replacement(.visit, id, from: before?.content, to: content, at: seq)]
        // The counts of the trash go back by one.
        switch (before?.content.removal, content.removal) {
        case (nil, let removal?): all.append(Self.counted(removal.day, by: 1, seq))
        case (let removal?, nil): all.append(Self.counted(removal.day, by: -1, seq))
        case (nil, nil), (.some, .some): break
        }
        return all
    }

    private static func counted(_ day: CalendarDay, by amount: Int, _ seq: Int) -> Replacement {
        Replacement(
            .visitTrash, day.daysSinceEpoch, from: TrashCount(visits: max(0, -amount)),
            to: TrashCount(visits: max(0, amount)), at: seq)
    }

    /// What the visit is called in texts.
    var shownName: String {
        guard isPurged != true else { return "\(nameInLog), which was purged" }
        return "the visit \(VisitDetails(content.details, .none).shownName(at: core.place))"
    }

    /// What the log calls it: a purge does not reach the files of past days.
    var nameInLog: String { "visit \(id)" }
}

extension EventKind where Effect == VisitEffect, Published == Visit {
    static let visitAdded = EventKind(
        "visit.added",
        "Added [{purged:given}visit {id}, purged since|{title}|{facility}|{address}|{latitude}, {longitude}]"
    ) { effect, origin, state throws(ValidationError) in
        guard let seal = effect.seal else { throw ValidationError(problem: "has no line") }
        state.visits.noteAdded(effect.id)
        state.visits.chain = VisitChain(lines: state.visits.chain.lines + 1, head: seal.hash)
        if effect.isSigned == true { state.visits.signed += 1 }
    } publish: { effect, context in
        effect.published(context)
    }.described(inLog: { "added \($0.nameInLog)" }) { "added \($0.shownName)" }
        .replacing(.visit, .visitTrash) { $0.replacements($1) }
    static let visitEdited = EventKind(
        "visit.edited",
        "Edited [{purged:given}visit {id}, purged since|{title}|{facility}|{address}|{latitude}, {longitude}]"
    ) { _, _, _ in
    } publish: { effect, context in
        effect.published(context)
    }.described(inLog: { "edited \($0.nameInLog)" }) { "edited \($0.shownName)" }
        .replacing(.visit, .visitTrash) { $0.replacements($1) }
    /// It was moved to the trash.
    static let visitRemoved = EventKind(
        "visit.removed",
        "Removed [{purged:given}visit {id}, purged since|{title}|{facility}|{address}|{latitude}, {longitude}]"
    ) { effect, _, state in
        guard let day = effect.content.removal?.day else { return }
        state.visits.setTrashed(state.visits.trashed(on: day) + 1, on: day)
    } publish: { effect, context in
        effect.published(context)
    }.described(inLog: { "removed \($0.nameInLog)" }) { "removed \($0.shownName)" }
        .replacing(.visit, .visitTrash) { $0.replacements($1) }
    static let visitRestored = EventKind(
        "visit.restored",
        "Restored [{purged:given}visit {id}, purged since|{title}|{facility}|{address}|{latitude}, {longitude}]"
    ) { effect, _, state in
        guard let day = effect.before?.content.removal?.day else { return }
        state.visits.setTrashed(state.visits.trashed(on: day) - 1, on: day)
    } publish: { effect, context in
        effect.published(context)
    }.described(inLog: { "restored \($0.nameInLog)" }) { "restored \($0.shownName)" }
        .replacing(.visit, .visitTrash) { $0.replacements($1) }
}

extension EventKind where Effect == VisitsPruned, Published == VisitsPruned {
    /// Visits left the trash for good (RULES V8).
    static let visitPruned = EventKind(
        "visit.pruned", "{visits:count visit/visits} left the trash"
    ) { effect, _, state in
        state.visits.prune(before: effect.before)
    } publish: { effect, _ in
        Publication(effect)
    }
}

/// How many visits were removed on a day, as undo sees it.
private struct TrashCount: WireObject {
    static let name = "TrashCount"

    var visits: Int

    static let fields = Fields(TrashCount.init, .required("visits", \.visits, "how many they are"))
}

extension StatePart {
    /// A visit, which only the history has.
    static let visit = StatePart(
        inHistory: "visit",
        // The command of visits.geocode may have filled it in since (RULES V11).
        .init(yielding: ["address"]),
        find: { (t: borrowing Transition, id: Int) throws(GardenError) -> VisitContent? in
            guard let visit = try t.storedVisit(id), !visit.isGone, !visit.isPruned(t.state) else { return nil }
            return visit.content
        },
        problem: { (state: GardenState, content: VisitContent) -> String? in
            guard let removal = content.removal, let before = state.visits.prunedBefore, removal.day < before else {
                return nil
            }
            return "its days in the trash have passed"
        })

    /// How many visits in the trash were removed on a day. The id is its number since 1970-01-01.
    static let visitTrash = StatePart(
        "visitTrash", Members(sums: ["visits"], fromZero: ["visits"]),
        read: { state, id -> TrashCount? in
            TrashCount(visits: state.visits.trashed(on: CalendarDay(daysSinceEpoch: id)))
        },
        write: { state, id, count in
            state.visits.setTrashed(count?.visits ?? 0, on: CalendarDay(daysSinceEpoch: id))
        })
}

extension Visit {
    init(
        _ id: Int, uid: String, _ core: VisitCore, _ content: VisitContent, _ names: VisitNames, isSigned: Bool
    ) {
        self.init(
            id: id, uid: uid, at: core.at, day: core.day, latitude: core.latitude, longitude: core.longitude,
            accuracy: core.accuracy, source: core.source,
            details: VisitDetails(content.details, names, photos: content.photos ?? []), signed: isSigned,
            trashedAt: content.removal?.at)
    }
}

extension VisitDetails {
    init(_ details: StoredDetails, _ names: VisitNames, photos: [VisitPhoto] = []) {
        self.init(
            title: details.title, facility: details.facility, address: details.address, kind: details.kind,
            comment: details.comment, labels: names.labels, group: names.group, members: names.members,
            photos: photos)
    }
}
