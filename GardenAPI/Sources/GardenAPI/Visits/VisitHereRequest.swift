/// Adds a visit at the place where the machine is, and returns it (RULES V11). The daemon finds the place by the location service of
/// the desktop or by a command, as `visits.locate` says, within 30 s; no other request waits for it.
///
/// Errors:
/// - `refused`, reason `location_denied`, when `visits.locate` is off, or the location service does not allow it; reason
///   `location_no_agent`, when nothing can find the place; reason `location_timeout`, when no place was found within 30 s.
/// - `refused`, reason `out_of_range`, when the place that was found is no place on the earth.
/// - `refused`, reason `busy`, when too many requests wait for the place; reason `in_batch`, when it is part of a batch.
/// - `refused`, reason `too_many`, when a new label, group or member would be one too many.
/// - `not_found` when ``like`` is no visit.
public struct VisitHere: ChangeRequest {
    public static let method = "visit.here"
    public static let summary = "Adds a visit at the place where the machine is."
    public typealias Response = Visit
    public static let errors: [RequestError] = [
        .notFound, .refused(.locationDenied), .refused(.locationTimeout), .refused(.outOfRange), .refused(.busy),
        .refused(.inBatch), .refused(.tooMany), .refused(.locationNoAgent),
    ]

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
        title: String? = nil, facility: String? = nil, address: String? = nil, kind: String? = nil,
        comment: String? = nil, labels: NameList? = nil, group: String? = nil, members: NameList? = nil,
        like: Int? = nil
    ) {
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
        VisitHere.init,
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
