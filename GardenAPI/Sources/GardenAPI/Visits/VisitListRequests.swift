/// A place, and how far from it is near (RULES V5).
public struct NearPlace: WireObject, Equatable {
    public static let name = "NearPlace"
    public static let refusesUnknownNames = true

    /// Degrees from -90 to 90.
    public var latitude: DecimalNumber
    /// Degrees from -180 to 180.
    public var longitude: DecimalNumber
    /// The greatest distance in metres, rounded to one decimal; `nil` for 100.
    public var radius: DecimalNumber?

    /// Creates the value.
    public init(latitude: DecimalNumber, longitude: DecimalNumber, radius: DecimalNumber? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }

    public static let fields = Fields(
        NearPlace.init,
        .required("latitude", \.latitude, "degrees from -90 to 90"),
        .required("longitude", \.longitude, "degrees from -180 to 180"),
        .optional("radius", \.radius, "the greatest distance in metres, inclusive (default: 100)"))
}

/// Lists visits, the newest first, a page at a time (RULES V6). Values of one filter are alternatives; different filters combine.
///
/// A search takes a bounded time: a page can have fewer visits than ``limit``, even none, while ``VisitPage/more`` is true.
///
/// Errors:
/// - `not_found` when no label, group or member has the name, or ``before`` is no visit.
/// - `refused`, reason `not_understood`, when ``from`` or ``to`` is not understood; reason `out_of_range`, when ``near`` is no place.
public struct VisitList: Request {
    public static let method = "visit.list"
    public static let looksThrough: [LookedThrough] = [.visits]
    public static let summary = "Lists visits, the newest first."
    public typealias Response = VisitPage
    public static let errors: [RequestError] = [.notFound, .refused(.notUnderstood), .refused(.outOfRange)]

    /// Names of labels; `nil` for all visits.
    public var label: NameList?
    /// Names of groups; `nil` for all visits.
    public var group: NameList?
    /// Names of members; `nil` for all visits.
    public var member: NameList?
    /// Kinds; `nil` for all visits.
    public var kind: NameList?
    /// A part of title, facility, address or comment, compared regardless of case (RULES G1); `nil` for all visits.
    public var keyword: String?
    /// The first day or instant, looking back (RULES T9); `nil` for no bound.
    public var from: String?
    /// The last day or instant, inclusive; `nil` for no bound.
    public var to: String?
    /// Only visits near a place; `nil` for all.
    public var near: NearPlace?
    /// Whether to list the trash instead; `nil` for no.
    public var trashed: Bool?
    /// Whether the oldest come first; `nil` for no.
    public var ascending: Bool?
    /// How many visits at most, 1 … 1000; `nil` for 100.
    public var limit: Int?
    /// The value of ``VisitPage/next`` of the page before; `nil` for the first page.
    public var before: Int?

    /// Creates the request.
    public init(
        label: NameList? = nil, group: NameList? = nil, member: NameList? = nil, kind: NameList? = nil,
        keyword: String? = nil, from: String? = nil, to: String? = nil, near: NearPlace? = nil, trashed: Bool? = nil,
        ascending: Bool? = nil, limit: Int? = nil, before: Int? = nil
    ) {
        self.label = label
        self.group = group
        self.member = member
        self.kind = kind
        self.keyword = keyword
        self.from = from
        self.to = to
        self.near = near
        self.trashed = trashed
        self.ascending = ascending
        self.limit = limit
        self.before = before
    }

    public static let fields = Fields(
        VisitList.init,
        .optional("label", \.label, "only visits with one of these labels"),
        .optional("group", \.group, "only visits in one of these groups"),
        .optional("member", \.member, "only visits with one of these members"),
        .optional("kind", \.kind, "only visits of one of these kinds"),
        .optional("keyword", \.keyword, "a part of title, facility, address or comment", .line(500)),
        .optional("from", \.from, "the first day or instant", .phrase),
        .optional("to", \.to, "the last day or instant, inclusive", .phrase),
        .optional("near", \.near, "only visits near a place"),
        .optional("trashed", \.trashed, "true to list the trash instead (default: false)"),
        .optional("ascending", \.ascending, "true for the oldest first (default: false)"),
        .optional("limit", \.limit, "how many at most (default: 100)", .range(1...1000)),
        .optional("before", \.before, "next of the page before", .id))
}

/// Lists the visits near a place, the newest first, with their distances (RULES V5).
///
/// Errors:
/// - `refused`, reason `out_of_range`, when a coordinate is not a number or not on the earth, or the radius is not above 0.
public struct VisitNear: Request {
    public static let method = "visit.near"
    public static let looksThrough: [LookedThrough] = [.visits]
    public static let summary = "Lists the visits near a place, the newest first, with their distances."
    public typealias Response = [NearVisit]
    public static let errors: [RequestError] = [.refused(.outOfRange)]

    /// The place.
    public var place: NearPlace
    /// How many visits at most, 1 … 1000; `nil` for 100.
    public var limit: Int?

    /// Creates the request.
    public init(place: NearPlace, limit: Int? = nil) {
        self.place = place
        self.limit = limit
    }

    public static let fields = Fields(
        VisitNear.init,
        .inlined(\.place),
        .optional("limit", \.limit, "how many at most (default: 100)", .range(1...1000)))
}

/// Suggests facilities of earlier visits near a place, those with the most visits first (RULES V10).
///
/// Errors: those of ``VisitNear``.
public struct VisitSuggest: Request {
    public static let method = "visit.suggest"
    public static let looksThrough: [LookedThrough] = [.visits]
    public static let summary = "Suggests facilities of earlier visits near a place."
    public typealias Response = [SuggestedFacility]
    public static let errors: [RequestError] = VisitNear.errors

    /// The place.
    public var place: NearPlace

    /// Creates the request.
    public init(place: NearPlace) { self.place = place }

    public static let fields = Fields(VisitSuggest.init, .inlined(\.place))
}
