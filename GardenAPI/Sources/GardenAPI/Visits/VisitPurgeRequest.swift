/// Erases the data of a visit from the garden, and says which backups still have it (RULES V8). Nothing brings it back, also not undo.
/// The visit must be in the trash, have left it, or have been taken back by undo.
///
/// Errors:
/// - `not_found` when no visit has the id or uid, or it was purged.
/// - `refused`, reason `not_in_trash`, when the visit is not in the trash.
public struct VisitPurge: ChangeRequest, VisitReference {
    public static let method = "visit.purge"
    public static let looksThrough: [LookedThrough] = [.visits, .events]
    public static let summary = "Erases a visit in the trash from the garden, and names the backups that still have it."
    public typealias Response = PurgedVisit
    public static let errors: [RequestError] = [.notFound, .refused(.notInTrash), .refused(.busy)]

    /// The id of the visit; `nil` if the request uses the uid.
    public var id: Int?
    /// The uid of the visit; `nil` if the request uses the id.
    public var uid: String?

    /// Creates the request.
    public init(id: Int? = nil, uid: String? = nil) {
        self.id = id
        self.uid = uid
    }

    public static let fields = Fields(VisitPurge.init, .id, .orUid)
}

/// The answer to ``VisitPurge``.
public struct PurgedVisit: WireObject, Equatable {
    public static let name = "PurgedVisit"

    /// The visit's id, which no other visit gets.
    public var id: Int
    /// Its uid.
    public var uid: String
    /// The paths of backups, and of databases that a restore has kept, that have the visit or cannot be read, sorted. Daily backups
    /// go after seven days; the others stay until a person removes them.
    public var backups: [String]

    /// Creates the value from its members.
    public init(id: Int, uid: String, backups: [String]) {
        self.id = id
        self.uid = uid
        self.backups = backups
    }

    public static let fields = Fields(
        PurgedVisit.init,
        .required("id", \.id, "the visit's id"),
        .required("uid", \.uid, "its uid"),
        .required("backups", \.backups, "the paths of the backups that still have it, or cannot be read"))
}

/// The data of `visit.purged`: the data of a visit was erased (RULES V8).
public struct VisitPurged: WireObject, Equatable {
    public static let name = "VisitPurged"

    /// The visit's id.
    public var id: Int
    /// Its uid.
    public var uid: String
    /// From how many events its data was erased.
    public var events: Int

    /// Creates the value from its members.
    public init(id: Int, uid: String, events: Int) {
        self.id = id
        self.uid = uid
        self.events = events
    }

    public static let fields = Fields(
        VisitPurged.init,
        .required("id", \.id, "the visit's id"),
        .required("uid", \.uid, "its uid"),
        .required("events", \.events, "from how many events its data was erased"))
}
