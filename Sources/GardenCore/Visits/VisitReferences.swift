import GardenAPI
import TimeKit

extension GardenState {
    /// The visit as methods return it.
    func view(of visit: StoredVisit) -> Visit {
        Visit(
            visit.id, uid: identity.newUid(at: visit.added), visit.core, visit.content,
            visits.names(visit.content.details), isSigned: visit.isSigned)
    }

    /// The visit that a request names: not one that is gone, was removed long ago, or was before a reset.
    func visit(_ request: some VisitReference, _ find: (VisitQuery) throws -> StoredVisit?) throws(GardenError)
        -> StoredVisit
    {
        let found = try anyVisit(request, find)
        guard isKnown(found) else { throw .noVisit(request) }
        return found
    }

    /// The visit that a request names, also one that methods no longer return.
    func anyVisit(_ request: some VisitReference, _ find: (VisitQuery) throws -> StoredVisit?) throws(GardenError)
        -> StoredVisit
    {
        let query: VisitQuery
        if let id = request.id {
            query = VisitQuery(.id(id))
        } else {
            let uid = request.uid ?? ""
            let seq = GardenIdentity.seq(ofOwn: uid) ?? 0
            guard seq > 0, seq <= self.seq, identity.newUid(at: seq) == uid else { throw .noVisit(request) }
            query = VisitQuery(.addedBy(seq))
        }
        guard let found = try readingJournal({ try find(query) }) else { throw .noVisit(request) }
        return found
    }

    func isKnown(_ visit: StoredVisit) -> Bool {
        !visit.isGone && visit.added > lastResetSeq && !visit.isPruned(self)
    }
}

extension StoredVisit {
    /// Whether it left the trash for good.
    func isPruned(_ state: GardenState) -> Bool {
        guard let day = removedOn, let before = state.visits.prunedBefore else { return false }
        return day < before
    }
}

extension Transition {
    func visit(_ request: some VisitReference) throws(GardenError) -> StoredVisit {
        try state.visit(request) { try read($0) }
    }

    func visit(_ id: Int) throws(GardenError) -> StoredVisit { try visit(VisitGet(id: id)) }

    /// A visit, also one that is gone; `nil` if it does not exist.
    func storedVisit(_ id: Int) throws(GardenError) -> StoredVisit? {
        try readingJournal { try read(VisitQuery(.id(id))) }
    }
}

extension VisitBook {
    /// The names of what a visit has, in the order of the names.
    func names(_ details: StoredDetails) -> VisitNames {
        VisitNames(
            labels: names(.label, details.labels), group: details.group.flatMap { groups[$0]?.name },
            members: names(.member, details.members))
    }

    private func names(_ kind: VisitTag.Kind, _ ids: [Int]) -> [String] { ids.compactMap { self[kind][$0]?.name } }

    /// The labels, the group and the members that exist.
    func present(_ details: StoredDetails) -> (labels: [Int], group: Int?, members: [Int]) {
        (
            details.labels.filter { labels[$0] != nil }, details.group.flatMap { groups[$0]?.id },
            details.members.filter { members[$0] != nil }
        )
    }
}

extension GardenError {
    fileprivate static func noVisit(_ request: some VisitReference) -> GardenError {
        if let id = request.id { return .notFound(kind: "visit", id: id) }
        let uid = JSON.string(request.uid ?? "")
        return GardenError(.notFound, "no visit has the uid \(uid.text)", [("kind", "visit"), ("uid", uid)])
    }
}
