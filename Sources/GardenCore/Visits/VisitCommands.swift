import GardenAPI
import GeoKit
import TimeKit

extension VisitAdd: Command {
    /// In tenths of metres.
    private static let accuracies = 0...1_000_000

    public func perform(in t: inout Transition) throws(GardenError) -> Visit {
        try t.addVisit(self, from: .manual, signedBy: nil)
    }

    fileprivate func core(_ source: VisitSource, in t: Transition) throws(GardenError) -> VisitCore {
        let place = try GeoPoint(latitude, longitude)
        let accuracy = try accuracy?.metersInTenths("accuracy", in: Self.accuracies)
        let at = try t.visitTime(at)
        return VisitCore(
            at: at.instant, day: at.day, latitude: Degrees(millionths: place.latitude),
            longitude: Degrees(millionths: place.longitude), accuracy: accuracy.map { Tenths(tenths: $0) },
            source: source)
    }

    fileprivate func details(in t: inout Transition) throws(GardenError) -> StoredDetails {
        var details = StoredDetails(
            title: title.notBlank, facility: facility.notBlank, address: address.notBlank, kind: kind.notBlank,
            comment: comment.notBlank)
        if let like {
            let other = try t.visit(like)
            (details.labels, details.group, details.members) = t.state.visits.present(other.content.details)
        }
        if let labels { details.labels = try t.tagIds(.label, named: labels.names) }
        if let group {
            details.group = try group.notBlank.flatMap { name throws(GardenError) in
                try t.tagIds(.group, named: [name]).first
            }
        }
        if let members { details.members = try t.tagIds(.member, named: members.names) }
        return details
    }
}

extension VisitEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Visit {
        let before = try t.visit(self)
        var content = before.content
        content.details.title = title.applied(to: content.details.title).notBlank
        content.details.facility = facility.applied(to: content.details.facility).notBlank
        content.details.address = address.applied(to: content.details.address).notBlank
        content.details.kind = kind.applied(to: content.details.kind).notBlank
        content.details.comment = comment.applied(to: content.details.comment).notBlank
        if labels.isGiven { content.details.labels = try t.tagIds(.label, named: labels.applied(to: [])?.names ?? []) }
        if members.isGiven {
            content.details.members = try t.tagIds(.member, named: members.applied(to: [])?.names ?? [])
        }
        if group.isGiven {
            let name = group.applied(to: nil).notBlank
            content.details.group = try t.tagIds(.group, named: name.map { [$0] } ?? []).first
        }
        return t.changeVisit(.visitEdited, before, to: content)
    }
}

extension VisitRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Visit {
        let before = try t.visit(self)
        var content = before.content
        if content.removal == nil { content.removal = VisitContent.Removal(at: t.now, day: t.state.day.day) }
        return t.changeVisit(.visitRemoved, before, to: content)
    }
}

extension VisitRestore: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Visit {
        let before = try t.visit(self)
        var content = before.content
        content.removal = nil
        return t.changeVisit(.visitRestored, before, to: content)
    }
}

extension Transition {
    /// When a visit was: now, or a date in the past.
    fileprivate func visitTime(_ text: String?) throws(GardenError) -> (instant: Timestamp, day: CalendarDay) {
        guard let text else { return (now, state.day.day) }
        let instant = try dateReader.pastInstant(text, "at")
        guard instant <= moment.wall else {
            throw .refused(
                .outOfRange, "at, \(timestamp(instant).wallText), is after now, \(now.wallText)",
                [("param", "at"), ("at", timestamp(instant).json)])
        }
        return (timestamp(instant), environment.calendar.day(of: instant))
    }

    /// Adds a visit with the next line of the chain, signed if the daemon located it (RULES V3).
    mutating func addVisit(
        _ request: VisitAdd, from source: VisitSource, signedBy key: IdentityKey?
    ) throws(GardenError) -> Visit {
        let core = try request.core(source, in: self)
        let details = try request.details(in: &self)
        let id = state.visits.lastId + 1
        var seal = VisitSeal(
            line: core.line(id: id, deviceId: state.identity.deviceId, after: state.visits.chain.head))
        if source != .manual { seal.signature = signature(of: seal.line, by: key) }
        let names = state.visits.names(details)
        let added = emit(
            .visitAdded,
            VisitEffect(
                id: id, uid: nil, core: core, content: VisitContent(details: details, removal: nil),
                names: names == .none ? nil : names, before: nil, seal: seal,
                isSigned: source == .manual ? nil : seal.signature != nil))
        let visit = StoredVisit(
            id: id, added: added.seq, core: core, content: VisitContent(details: details, removal: nil),
            isSigned: seal.signature != nil)
        return state.view(of: visit)
    }

    fileprivate mutating func changeVisit(
        _ kind: EventKind<VisitEffect, Visit>, _ before: StoredVisit, to content: VisitContent
    ) -> Visit {
        var after = before
        after.content = content
        guard content != before.content else { return state.view(of: after) }
        let (names, namesBefore) = (
            state.visits.names(content.details), state.visits.names(before.content.details)
        )
        let uid = state.identity.reference(to: state.identity.newUid(at: before.added))
        emit(
            kind,
            VisitEffect(
                id: before.id, uid: uid, core: before.core, content: content, names: names == .none ? nil : names,
                before: VisitEffect.Before(
                    content: before.content, names: namesBefore == .none ? nil : namesBefore),
                seal: nil, isSigned: before.isSigned ? true : nil))
        return state.view(of: after)
    }
}

extension Optional where Wrapped == String {
    /// `nil` also for an empty text.
    fileprivate var notBlank: String? { self == "" ? nil : self }
}

extension String {
    fileprivate var notBlank: String? { isEmpty ? nil : self }
}
