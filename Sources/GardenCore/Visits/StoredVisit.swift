import GardenAPI
import TimeKit

/// What a person says about a visit, with the ids of labels, group and members. One that was removed since is not shown.
struct StoredDetails: WireObject, Equatable {
    static let name = "StoredDetails"

    var title: String?
    var facility: String?
    var address: String?
    var kind: String?
    var comment: String?
    /// In ascending order.
    var labels: [Int] = []
    var group: Int?
    /// In ascending order.
    var members: [Int] = []

    static let fields = Fields(
        StoredDetails.init,
        .optional("title", \.title, "its title"),
        .optional("facility", \.facility, "what is at the place"),
        .optional("address", \.address, "the address"),
        .optional("kind", \.kind, "any word"),
        .optional("comment", \.comment, "a comment"),
        .required("labels", \.labels, "the ids of its labels"),
        .optional("group", \.group, "the id of its group"),
        .required("members", \.members, "the ids of the members"))

    /// The texts for a search (RULES V6).
    var searchText: String { [title, facility, address, comment].compactMap(\.self).joined(separator: "\n").folded }
}

/// The part of a visit that changes.
struct VisitContent: WireObject, Equatable {
    static let name = "VisitContent"

    /// When a visit was moved to the trash.
    struct Removal: WireObject, Equatable {
        static let name = "VisitRemoval"

        var at: Timestamp
        /// The logical day.
        var day: CalendarDay

        static let fields = Fields(
            Removal.init,
            .required("at", \.at, "when it was removed"),
            .required("day", \.day, "the logical day"))
    }

    var details: StoredDetails
    /// `nil` unless it is in the trash.
    var removal: Removal?
    /// `nil` if it has none.
    var photos: [VisitPhoto]?

    static let fields = Fields(
        VisitContent.init,
        .inlined(\.details),
        .optional("removal", \.removal, "when it was removed"),
        .optional("photos", \.photos, "its photos, if it has any"))
}

/// A visit as the history stores it.
public struct StoredVisit: Sendable, Equatable {
    public internal(set) var id: Int
    /// The event that added it.
    public internal(set) var added: Int
    var core: VisitCore
    var content: VisitContent
    public internal(set) var isSigned: Bool
    /// Whether undo took back that it was added, or a purge erased it.
    public internal(set) var isGone = false
    /// Whether a purge erased it (RULES V8). It is then also gone.
    public internal(set) var isPurged = false

    /// Its values for a table: the core and the content as records.
    public var record: (core: [UInt8], content: [UInt8]) { (core.record, content.record) }
    public var at: Timestamp { core.at }
    public var day: CalendarDay { core.day }
    public var latitude: Int { core.latitude.millionths }
    public var longitude: Int { core.longitude.millionths }
    /// The logical day on which it was moved to the trash; `nil` unless it is there.
    public var removedOn: CalendarDay? { content.removal?.day }
    /// Its photos.
    public var photos: [VisitPhoto] { content.photos ?? [] }
    /// The texts for a search, folded.
    public var searchText: String { content.details.searchText }
    var position: VisitPosition { VisitPosition(at: core.at.instant, id: id) }

    /// A visit from a table.
    public init(
        id: Int, added: Int, core: [UInt8], content: [UInt8], isSigned: Bool, isGone: Bool, isPurged: Bool
    ) throws(ValidationError) {
        self.id = id
        self.added = added
        self.core = try VisitCore(record: try Self.json(core))
        self.content = try VisitContent(record: try Self.json(content))
        self.isSigned = isSigned
        self.isGone = isGone
        self.isPurged = isPurged
    }

    init(id: Int, added: Int, core: VisitCore, content: VisitContent, isSigned: Bool) {
        self.id = id
        self.added = added
        self.core = core
        self.content = content
        self.isSigned = isSigned
    }

    private static func json(_ record: [UInt8]) throws(ValidationError) -> JSON {
        do { return try JSON.parse(record, depth: Limits.depth) } catch { throw ValidationError(problem: error.reason) }
    }

    /// What a list can be filtered by.
    public var facets: [VisitFacetValue] {
        let details = content.details
        return details.labels.map { .tag(.label, $0) } + details.members.map { .tag(.member, $0) }
            + (details.group.map { [.tag(.group, $0)] } ?? []) + (details.kind.map { [.kind($0.folded)] } ?? [])
    }
}

/// What visits have in common, as an index stores it.
public enum VisitFacetValue: Sendable, Hashable {
    case tag(VisitFacet, Int)
    /// Folded.
    case kind(String)
}

/// The facets with ids. The raw values are those of the table.
public enum VisitFacet: Int, Sendable {
    case label, group, member

    init(_ kind: VisitTag.Kind) {
        switch kind {
        case .label: self = .label
        case .group: self = .group
        case .member: self = .member
        }
    }
}

/// The place of a visit in a list by time; ids decide at the same instant.
public struct VisitPosition: Sendable, Comparable {
    public var at: Instant
    public var id: Int

    public init(at: Instant, id: Int) {
        self.at = at
        self.id = id
    }

    public static func < (left: VisitPosition, right: VisitPosition) -> Bool {
        (left.at, left.id) < (right.at, right.id)
    }
}

/// What an event did to a visit.
public struct VisitChange {
    enum Kind {
        case added(StoredVisit)
        case content(VisitContent)
        /// A request with a key left it as it was. Its params and its answer have data of the visit.
        case unchanged
        /// Undo replaced some members, or that it was added (RULES U1).
        case replaced(Replacement)
        /// A purge erased it (RULES V8).
        case purged
    }

    public let id: Int
    let kind: Kind

    /// The types of the events that may be about a visit.
    public static let types =
        [
            EventKind.visitAdded.type, EventKind.visitEdited.type, EventKind.visitRemoved.type,
            EventKind.visitRestored.type, EventKind.visitPurged.type, EventKind.requestChangedNothing.type,
        ] + EventKind.replacingTypes

    /// - Returns: nothing for an event that is not about a visit.
    /// - Throws: if the effect is not that of its type.
    public static func changes(by event: Event) throws(ValidationError) -> [VisitChange] {
        if let effect = try EventKind.visitAdded.effect(of: event) {
            return [VisitChange(id: effect.id, kind: .added(effect.visit(addedBy: event.seq)))]
        }
        for kind in [EventKind.visitEdited, .visitRemoved, .visitRestored] {
            if let effect = try kind.effect(of: event) {
                return [VisitChange(id: effect.id, kind: .content(effect.content))]
            }
        }
        if let effect = try EventKind.visitPurged.effect(of: event) {
            return [VisitChange(id: effect.id, kind: .purged)]
        }
        if let id = try EventKind.entity(of: .visit, in: event) { return [VisitChange(id: id, kind: .unchanged)] }
        return try EventKind.replacements(in: .visit, by: event).map { VisitChange(id: $0.id, kind: .replaced($0)) }
    }

    /// The visit after the change.
    ///
    /// - Parameter visit: before it; `nil` if it does not exist.
    /// - Throws: if the change does not fit the visit.
    public func applied(to visit: StoredVisit?) throws(ValidationError) -> StoredVisit {
        if case .added(let visit) = kind { return visit }
        guard var visit else { throw ValidationError(problem: "is about visit \(id), which does not exist") }
        switch kind {
        case .added, .unchanged: break
        case .content(let content): visit.content = content
        case .replaced(let replacement):
            guard let json = replacement.applied(to: visit.content.json) else {
                visit.isGone = true
                return visit
            }
            visit.content = try VisitContent(json: json)
            visit.isGone = false
        case .purged:
            (visit.core, visit.content) = (visit.core.erased, visit.content.erased)
            (visit.isGone, visit.isPurged) = (true, true)
        }
        return visit
    }
}
