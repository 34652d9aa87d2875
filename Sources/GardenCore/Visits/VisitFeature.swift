import GardenAPI

extension Feature {
    /// Visits to places, their labels, groups and members, and the trash.
    static let visits = Feature(
        "visits", undo: .possible, parts: [.visit, .visitTrash, .visitLabel, .visitGroup, .visitMember],
        methods: [
            .command(VisitAdd.self), .command(VisitHere.self), .query(VisitList.self), .query(VisitGet.self),
            .command(VisitEdit.self),
            .command(VisitRemove.self), .command(VisitRestore.self), .query(VisitNear.self),
            .command(VisitAddPhoto.self), .command(VisitRemovePhoto.self),
            .query(VisitSuggest.self),
            .list(LabelList.self), .command(LabelAdd.self), .command(LabelEdit.self), .command(LabelRemove.self),
            .list(GroupList.self), .command(GroupAdd.self), .command(GroupEdit.self), .command(GroupRemove.self),
            .list(MemberList.self), .command(MemberAdd.self), .command(MemberEdit.self), .command(MemberRemove.self),
        ],
        events: {
            EventKind.visitAdded
            EventKind.visitEdited
            EventKind.visitRemoved
            EventKind.visitRestored
            EventKind.visitPruned
            EventKind.labelAdded
            EventKind.labelEdited
            EventKind.labelRemoved
            EventKind.groupAdded
            EventKind.groupEdited
            EventKind.groupRemoved
            EventKind.memberAdded
            EventKind.memberEdited
            EventKind.memberRemoved
        },
        additions: [ImportedKind.visit, ImportedKind.label, ImportedKind.group, ImportedKind.member],
        reset: { state, _ in state.visits.clear() }, automaticActors: [Actor.geocode],
        reactions: [.to(.dayBegin) { t, crossing in t.pruneVisits(because: crossing.cause) }])
}

extension Actor {
    /// The command of `visits.geocode` (RULES V11).
    public static let geocode = "geocode"
}

extension Transition {
    /// Removes from the trash what has been there for its days (RULES V8). Like the archive, it waits while more than a year is
    /// caught up at once (RULES A6).
    fileprivate mutating func pruneVisits(because cause: EventReference) {
        if let kept = state.log.keptThrough, state.day.day <= kept { return }
        let first = state.day.day.advanced(by: 1 - settings.visits.trashDays)
        let count = state.visits.trashed(before: first)
        guard count > 0 else { return }
        emit(.visitPruned, VisitsPruned(before: first, visits: count), because: cause)
    }
}
