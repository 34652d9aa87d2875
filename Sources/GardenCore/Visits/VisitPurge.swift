import GardenAPI
import TimeKit

extension Feature {
    /// Erasing visits.
    static let visitPurge = Feature(
        "visitPurge", undo: .impossible(because: "the data of a purged visit is gone"),
        methods: [.command(VisitPurge.self)], events: { EventKind.visitPurged })
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
    /// The SHA-256 of what remains of them (``VisitErasure/digest(of:)``).
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
    static let visitPurged = EventKind("visit.purged") { effect, _, state in
        guard let day = effect.trashedOn else { return }
        state.visits.setTrashed(state.visits.trashed(on: day) - 1, on: day)
    } publish: { effect, context in
        Publication(VisitPurged(id: effect.id, uid: context.uid(effect.uid), events: effect.events.count))
    }
}

extension VisitPurge: ErasingCommand {
    func perform(
        in t: inout Transition, backups: (WrittenEffect) -> [String]
    ) throws(GardenError) -> PurgedVisit {
        let visit = try t.visitToPurge(self)
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
                remains: VisitErasure.digest(of: remains)))
        let added = WrittenEffect(seq: visit.added, digest: ContentDigest.sha256(events[0].effect))
        return PurgedVisit(id: visit.id, uid: uid, backups: backups(added))
    }
}

extension Transition {
    /// The visit that a request names, which must not be one that lists show.
    fileprivate func visitToPurge(_ request: VisitPurge) throws(GardenError) -> StoredVisit {
        let visit = try state.anyVisit(request) { try read($0) }
        let data: [(String, JSON)] = [("kind", "visit"), ("id", .integer(visit.id))]
        guard !visit.isPurged else { throw GardenError(.notFound, "visit \(visit.id) was purged", data) }
        guard !visit.isListed || !state.isKnown(visit) else {
            throw .refused(
                .notInTrash,
                "visit \(visit.id) is not in the trash; remove it first: gardenctl visit remove \(visit.id)", data)
        }
        return visit
    }

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
