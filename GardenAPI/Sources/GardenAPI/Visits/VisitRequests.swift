/// A request about one visit, identified by its id or its uid.
public protocol VisitReference: Request {
    /// The id, from 1; `nil` if the request uses the uid.
    var id: Int? { get }
    /// The uid; `nil` if the request uses the id.
    var uid: String? { get }
}

extension VisitReference {
    public static var paramsSchema: [(String, JSON)] { [("oneOf", [given("id"), given("uid")])] }

    /// Checks that exactly one of id and uid is given.
    public func validate() throws(ValidationError) {
        switch (id, uid) {
        case (nil, nil): throw ValidationError(path: ["id"], problem: "is missing; give id or uid")
        case (.some, .some):
            throw ValidationError(path: ["uid"], problem: "conflicts with id; give id or uid, not both")
        case (.some, nil), (nil, .some): return
        }
    }
}

extension Field where Root: VisitReference, Value == Int? {
    static var id: Field { .optional("id", \.id, "the visit's id", .id) }
}

extension Field where Root: VisitReference, Value == String? {
    static var orUid: Field { .optional("uid", \.uid, "or its uid", .line(100)) }
}

/// Adds a visit at a place that is given, and returns it (RULES V1, V2).
///
/// Errors:
/// - `refused`, reason `out_of_range`, when a coordinate is not a number or not on the earth, when both are 0, when the accuracy is
///   not from 0 to 100,000 m, or when ``at`` is in the future.
/// - `refused`, reason `not_understood`, when ``at`` is not understood.
/// - `refused`, reason `too_many`, when a new label, group or member would be one too many.
/// - `not_found` when ``like`` is no visit.
public struct VisitAdd: ChangeRequest {
    public static let method = "visit.add"
    public static let summary = "Adds a visit at a given place."
    public typealias Response = Visit
    public static let errors: [RequestError] = [
        .notFound, .refused(.outOfRange), .refused(.notUnderstood), .refused(.tooMany),
    ]

    /// When it was, a date that looks back (RULES T9), at 12:00 if it has no time; `nil` for now.
    public var at: String?
    /// Degrees from -90 to 90, rounded to 6 decimals.
    public var latitude: DecimalNumber
    /// Degrees from -180 to 180, rounded to 6 decimals.
    public var longitude: DecimalNumber
    /// The accuracy in metres, 0 … 100,000, rounded to one decimal; `nil` if it is unknown.
    public var accuracy: DecimalNumber?
    /// Its title; blank or `nil` for none.
    public var title: String?
    /// What is at the place; blank or `nil` for none.
    public var facility: String?
    /// The address; blank or `nil` for none.
    public var address: String?
    /// Any word; blank or `nil` for none.
    public var kind: String?
    /// A comment of several lines, at most 10 KiB; blank or `nil` for none.
    public var comment: String?
    /// The names of its labels, which are created if they do not exist; `nil` for those of ``like``.
    public var labels: NameList?
    /// The name of its group, which is created if it does not exist; `nil` for that of ``like``.
    public var group: String?
    /// The names of the members who were there, which are created if they do not exist; `nil` for those of ``like``.
    public var members: NameList?
    /// The id of a visit from which labels, group and members are copied (RULES V10); `nil` for none.
    public var like: Int?

    /// Creates the request.
    public init(
        at: String? = nil, latitude: DecimalNumber, longitude: DecimalNumber, accuracy: DecimalNumber? = nil,
        title: String? = nil, facility: String? = nil, address: String? = nil, kind: String? = nil,
        comment: String? = nil, labels: NameList? = nil, group: String? = nil, members: NameList? = nil,
        like: Int? = nil
    ) {
        self.at = at
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.title = title
        self.facility = facility
        self.address = address
        self.kind = kind
        self.comment = comment
        self.labels = labels
        self.group = group
        self.members = members
        self.like = like
    }

    public static let fields = Fields(
        VisitAdd.init,
        .optional("at", \.at, "when it was; 12:00 if only a day is given (default: now)", .phrase),
        .required("latitude", \.latitude, "degrees from -90 to 90"),
        .required("longitude", \.longitude, "degrees from -180 to 180"),
        .optional("accuracy", \.accuracy, "the accuracy in metres, up to 100000"),
        .optional("title", \.title, "its title", .lineOrBlank(500)),
        .optional("facility", \.facility, "what is at the place, such as a shop", .lineOrBlank(500)),
        .optional("address", \.address, "the address", .lineOrBlank(500)),
        .optional("kind", \.kind, "any word, such as food, sightseeing or other", .nameOrBlank),
        .optional("comment", \.comment, "a comment, which may have several lines", .noteOrBlank),
        .optional("labels", \.labels, "its labels, created if they do not exist"),
        .optional("group", \.group, "its group, created if it does not exist", .nameOrBlank),
        .optional("members", \.members, "the members who were there, created if they do not exist"),
        .optional("like", \.like, "a visit from which labels, group and members are copied", .id))
}

/// Changes what a person says about a visit, and returns it. `null` or blank clears a field. When and where it was never changes
/// (RULES V1).
///
/// Errors:
/// - `not_found` when no visit has the id or uid.
/// - `refused`, reason `too_many`, when a new label, group or member would be one too many.
public struct VisitEdit: ChangeRequest, VisitReference {
    public static let method = "visit.edit"
    public static let summary = "Changes what is said about a visit; null clears a field."
    public typealias Response = Visit
    public static let errors: [RequestError] = [.notFound, .refused(.tooMany)]

    /// The id of the visit; `nil` if the request uses the uid.
    public var id: Int?
    /// The uid of the visit; `nil` if the request uses the id.
    public var uid: String?
    /// The new title.
    public var title: FieldChange<String>
    /// What is at the place.
    public var facility: FieldChange<String>
    /// The new address.
    public var address: FieldChange<String>
    /// The new kind.
    public var kind: FieldChange<String>
    /// The new comment.
    public var comment: FieldChange<String>
    /// All its labels.
    public var labels: FieldChange<NameList>
    /// The new group.
    public var group: FieldChange<String>
    /// All members who were there.
    public var members: FieldChange<NameList>

    /// Creates the request.
    public init(
        id: Int? = nil, uid: String? = nil, title: FieldChange<String> = .keep, facility: FieldChange<String> = .keep,
        address: FieldChange<String> = .keep, kind: FieldChange<String> = .keep, comment: FieldChange<String> = .keep,
        labels: FieldChange<NameList> = .keep, group: FieldChange<String> = .keep,
        members: FieldChange<NameList> = .keep
    ) {
        self.id = id
        self.uid = uid
        self.title = title
        self.facility = facility
        self.address = address
        self.kind = kind
        self.comment = comment
        self.labels = labels
        self.group = group
        self.members = members
    }

    public static let fields = Fields(
        VisitEdit.init,
        .id, .orUid,
        .change("title", \.title, "its title", .lineOrBlank(500)),
        .change("facility", \.facility, "what is at the place", .lineOrBlank(500)),
        .change("address", \.address, "the address", .lineOrBlank(500)),
        .change("kind", \.kind, "any word", .nameOrBlank),
        .change("comment", \.comment, "a comment", .noteOrBlank),
        .change("labels", \.labels, "all its labels, created if they do not exist"),
        .change("group", \.group, "its group, created if it does not exist", .nameOrBlank),
        .change("members", \.members, "all members who were there, created if they do not exist"))
}

/// Returns a visit, also one in the trash.
///
/// Errors:
/// - `not_found` when no visit has the id or uid.
public struct VisitGet: Request, VisitReference {
    public static let method = "visit.get"
    public static let summary = "Returns a visit, also one in the trash."
    public typealias Response = Visit
    public static let errors: [RequestError] = [.notFound]

    /// The id of the visit; `nil` if the request uses the uid.
    public var id: Int?
    /// The uid of the visit; `nil` if the request uses the id.
    public var uid: String?

    /// Creates the request.
    public init(id: Int? = nil, uid: String? = nil) {
        self.id = id
        self.uid = uid
    }

    public static let fields = Fields(VisitGet.init, .id, .orUid)
}

/// Moves a visit to the trash, and returns it (RULES V8). Nothing changes if it is there.
///
/// Errors: those of ``VisitGet``.
public struct VisitRemove: ChangeRequest, VisitReference {
    public static let method = "visit.remove"
    public static let summary = "Moves a visit to the trash."
    public typealias Response = Visit
    public static let errors: [RequestError] = VisitGet.errors

    /// The id of the visit; `nil` if the request uses the uid.
    public var id: Int?
    /// The uid of the visit; `nil` if the request uses the id.
    public var uid: String?

    /// Creates the request.
    public init(id: Int? = nil, uid: String? = nil) {
        self.id = id
        self.uid = uid
    }

    public static let fields = Fields(VisitRemove.init, .id, .orUid)
}

/// Takes a visit out of the trash, and returns it (RULES V8). Nothing changes if it is not there.
///
/// Errors: those of ``VisitGet``.
public struct VisitRestore: ChangeRequest, VisitReference {
    public static let method = "visit.restore"
    public static let summary = "Takes a visit out of the trash."
    public typealias Response = Visit
    public static let errors: [RequestError] = VisitGet.errors

    /// The id of the visit; `nil` if the request uses the uid.
    public var id: Int?
    /// The uid of the visit; `nil` if the request uses the id.
    public var uid: String?

    /// Creates the request.
    public init(id: Int? = nil, uid: String? = nil) {
        self.id = id
        self.uid = uid
    }

    public static let fields = Fields(VisitRestore.init, .id, .orUid)
}
