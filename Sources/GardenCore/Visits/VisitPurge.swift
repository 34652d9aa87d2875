import GardenAPI
import TimeKit

extension Feature {
    /// Erasing visits.
    static let visitPurge = Feature(
        "visitPurge", undo: .impossible(because: "the data of a purged visit is gone"),
        methods: [.command(VisitPurge.self)], events: { EventKind.visitPurged },
        additions: [ErasingEvent.visitPurge])
}

/// A visit that was purged.
struct VisitPurgeEffect: WireObject {
    static let name = "VisitPurgeEffect"

    var id: Int
    var uid: UIDReference
    /// The day of its removal, if it was in the trash.
    var trashedOn: CalendarDay?
    /// The events about it, in ascending order.
    var events: [Int]
    /// The SHA-256 of what remains of them (``Erasure/digest(of:)``).
    var remains: String

    static let fields = Fields(
        VisitPurgeEffect.init,
        .required("id", \.id, "the visit's id"),
        .required("uid", \.uid, "its uid"),
        .nullable("trashedOn", \.trashedOn, "the day of its removal, if it was in the trash"),
        .required("events", \.events, "the events about it"),
        .required("remains", \.remains, "the SHA-256 of what remains of them"))
}

extension EventKind where Effect == VisitPurgeEffect, Published == VisitPurged {
    static let visitPurged = EventKind("visit.purged", "Purged visit {id}") { effect, _, state in
        guard let day = effect.trashedOn else { return }
        state.visits.setTrashed(state.visits.trashed(on: day) - 1, on: day)
    } publish: { effect, context in
        Publication(VisitPurged(id: effect.id, uid: context.uid(effect.uid), events: effect.events.count))
    }
}

extension VisitPurge: PreparedCommand {
    static let isExclusive = true

    func prepare(in context: QueryContext) throws(GardenError) -> Preparation<OldDataNeed> {
        let visit = try context.state.visitToPurge(self) { try context.history.read($0) }
        guard let event = try readingJournal({ try context.history.event(visit.added) }) else {
            throw .unreadable("event \(visit.added): is missing")
        }
        return .needs(OldDataNeed(WrittenEffect(seq: visit.added, digest: ContentDigest.sha256(event.effect))))
    }

    func perform(with backups: [String], in t: inout Transition) throws(GardenError) -> PurgedVisit {
        let visit = try t.state.visitToPurge(self) { try t.read($0) }
        let events = try t.events(about: visit)
        let uid = t.state.identity.newUid(at: visit.added)
        var remains: [[UInt8]] = []
        do throws(ValidationError) {
            for event in events { remains.append(ContentDigest.sha256(try event.erased(ofVisit: visit.id).effect)) }
        } catch {
            throw .unreadable("an event of visit \(visit.id) \(error.message)")
        }
        t.emit(
            .visitPurged,
            VisitPurgeEffect(
                id: visit.id, uid: t.state.identity.reference(to: uid),
                trashedOn: t.state.isKnown(visit) ? visit.removedOn : nil, events: events.map(\.seq),
                remains: Erasure.digest(of: remains)))
        return PurgedVisit(id: visit.id, uid: uid, backups: backups)
    }
}

extension GardenState {
    /// The visit that a request names, which must not be one that lists show.
    fileprivate func visitToPurge(
        _ request: VisitPurge, _ find: (VisitQuery) throws -> StoredVisit?
    ) throws(GardenError) -> StoredVisit {
        let visit = try anyVisit(request, find)
        let data: [(String, JSON)] = [("kind", "visit"), ("id", .integer(visit.id))]
        guard !visit.isPurged else { throw GardenError(.notFound, "visit \(visit.id) was purged", data) }
        guard !visit.isListed || !isKnown(visit) else {
            throw .refused(
                .notInTrash,
                "visit \(visit.id) is not in the trash", data)
        }
        return visit
    }
}

extension Transition {
    /// Each event about a visit, the one that added it first.
    fileprivate func events(about visit: StoredVisit) throws(GardenError) -> [Event] {
        try readingJournal {
            try read(VisitEventsQuery(of: visit.id)).map { seq in
                guard let event = try history.event(seq) else { throw ReplayError(seq: seq, problem: "is missing") }
                return event
            }
        }
    }
}
