import GardenAPI
import GeoKit
import TimeKit

extension VisitAdd: Command, NewVisit {
    public func perform(in t: inout Transition) throws(GardenError) -> Visit {
        let place = LocatedPlace(latitude: latitude, longitude: longitude, accuracy: accuracy, source: .manual)
        return try t.addVisit(self, at: place, time: at, signedBy: nil)
    }

    /// Adds a visit that a garden has recorded, with the clock of that time.
    func perform(recordedAt time: Timestamp, in t: inout Transition) throws(GardenError) -> Visit {
        let place = LocatedPlace(latitude: latitude, longitude: longitude, accuracy: accuracy, source: .manual)
        return try t.addVisit(self, at: place, time: at, recordedAt: time, signedBy: nil)
    }
}

extension VisitHere: PreparedCommand, NewVisit {
    func prepare(in context: QueryContext) throws(GardenError) -> Preparation<PlaceNeed> {
        let locator = context.environment.settings.visits.locate
        guard locator != .off else {
            throw LocatingError(.denied, "the place is not looked for, because visits.locate is \"off\"").refusal
        }
        return .needs(PlaceNeed(locator))
    }

    func perform(with outcome: PlaceNeed.Outcome, in t: inout Transition) throws(GardenError) -> Visit {
        try t.addVisit(self, at: try outcome.found(), time: nil, signedBy: outcome.key)
    }
}

/// What is said about a visit that is added.
private protocol NewVisit {
    var title: String? { get }
    var facility: String? { get }
    var address: String? { get }
    var kind: String? { get }
    var comment: String? { get }
    var labels: NameList? { get }
    var group: String? { get }
    var members: NameList? { get }
    var like: Int? { get }
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

    /// In tenths of metres.
    private static let accuracies = 0...1_000_000

    /// Adds a visit at a place that was given or found.
    ///
    /// - Parameter key: the key of the machine; `nil` if it is missing or cannot be read. The visit is then not signed.
    fileprivate mutating func addVisit(
        _ visit: some NewVisit, at place: LocatedPlace, time: String?, recordedAt recorded: Timestamp? = nil,
        signedBy key: IdentityKey?
    ) throws(GardenError) -> Visit {
        let point = try GeoPoint(place.latitude, place.longitude)
        let accuracy = try place.accuracy?.metersInTenths("accuracy", in: Self.accuracies)
        var at = try visitTime(time)
        if let recorded { at = (recorded, day(of: recorded.instant, by: recorded)) }
        let details = try details(of: visit)
        let core = VisitCore(
            at: at.instant, day: at.day, latitude: Degrees(millionths: point.latitude),
            longitude: Degrees(millionths: point.longitude), accuracy: accuracy.map { Tenths(tenths: $0) },
            source: place.source)
        return addVisit(core, details, signedBy: key)
    }

    private mutating func details(of visit: some NewVisit) throws(GardenError) -> StoredDetails {
        var details = StoredDetails(
            title: visit.title.notBlank, facility: visit.facility.notBlank, address: visit.address.notBlank,
            kind: visit.kind.notBlank, comment: visit.comment.notBlank)
        if let like = visit.like {
            let other = try self.visit(like)
            (details.labels, details.group, details.members) = state.visits.present(other.content.details)
        }
        // What is refused adds none of them.
        try checkRoom(for: .label, named: visit.labels?.names ?? [])
        try checkRoom(for: .group, named: visit.group.notBlank.map { [$0] } ?? [])
        try checkRoom(for: .member, named: visit.members?.names ?? [])
        if let labels = visit.labels { details.labels = try tagIds(.label, named: labels.names) }
        if let group = visit.group {
            details.group = try group.notBlank.flatMap { name throws(GardenError) in
                try tagIds(.group, named: [name]).first
            }
        }
        if let members = visit.members { details.members = try tagIds(.member, named: members.names) }
        return details
    }

    /// Adds a visit with the next line of the chain, signed if the daemon located it (RULES V3).
    mutating func addVisit(_ core: VisitCore, _ details: StoredDetails, signedBy key: IdentityKey?) -> Visit {
        let id = state.visits.lastId + 1
        var seal = VisitSeal(
            line: core.line(id: id, deviceId: state.identity.deviceId, after: state.visits.chain.head))
        if core.source != .manual { seal.signature = signature(of: seal.line, by: key) }
        let names = state.visits.names(details)
        let added = emit(
            .visitAdded,
            VisitEffect(
                id: id, uid: nil, core: core, content: VisitContent(details: details, removal: nil),
                names: names == .none ? nil : names, before: nil, seal: seal,
                isSigned: core.source == .manual ? nil : seal.signature != nil, isPurged: nil))
        let visit = StoredVisit(
            id: id, added: added.seq, core: core, content: VisitContent(details: details, removal: nil),
            isSigned: seal.signature != nil)
        return state.view(of: visit)
    }

    mutating func changeVisit(
        _ kind: EventKind<VisitEffect, Visit>, _ before: StoredVisit, to content: VisitContent
    ) -> Visit {
        var after = before
        after.content = content
        guard content != before.content else {
            unchangedEntity = (.visit, before.id)
            return state.view(of: after)
        }
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
                seal: nil, isSigned: before.isSigned ? true : nil, isPurged: nil))
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
