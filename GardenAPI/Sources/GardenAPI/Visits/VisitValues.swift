import GeoKit
import TimeKit

/// Where the place of a visit comes from (RULES V1).
public enum VisitSource: String, WireWord {
    /// Coordinates given by hand or by a program.
    case manual
    /// The location service of the desktop.
    case geoclue
    /// The command that `visits.locate` names.
    case command
}

/// A visit to a place (API §2; RULES V1).
public struct Visit: WireObject, Equatable {
    public static let name = "Visit"

    /// The visit's id, from 1, never reused.
    public var id: Int
    /// An id that is unique across devices (RULES G2).
    public var uid: String
    /// When it was.
    public var at: Timestamp
    /// The logical day on which it was.
    public var day: CalendarDay
    /// Degrees, positive in the north.
    public var latitude: Degrees
    /// Degrees, positive in the east.
    public var longitude: Degrees
    /// The accuracy in metres; `nil` if it is unknown.
    public var accuracy: Tenths?
    /// Where the place comes from.
    public var source: VisitSource
    /// The parts that can be edited.
    public var details: VisitDetails
    /// Whether the garden's key has signed it (RULES V3).
    public var signed: Bool
    /// When it was removed; `nil` unless it is in the trash.
    public var trashedAt: Timestamp?
    /// True in an older event about a visit that was purged since: time, place and details are blank (RULES V8). `nil` otherwise.
    public var purged: Bool?

    /// Creates the value from its members.
    public init(
        id: Int, uid: String, at: Timestamp, day: CalendarDay, latitude: Degrees, longitude: Degrees,
        accuracy: Tenths?, source: VisitSource, details: VisitDetails, signed: Bool, trashedAt: Timestamp?,
        purged: Bool? = nil
    ) {
        self.id = id
        self.uid = uid
        self.at = at
        self.day = day
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.source = source
        self.details = details
        self.signed = signed
        self.trashedAt = trashedAt
        self.purged = purged
    }

    public static let fields = Fields(
        Visit.init,
        .required("id", \.id, "the visit's id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("at", \.at, "when it was"),
        .required("day", \.day, "the logical day on which it was"),
        .required("latitude", \.latitude, "degrees, positive in the north, with 6 decimals"),
        .required("longitude", \.longitude, "degrees, positive in the east, with 6 decimals"),
        .nullable("accuracy", \.accuracy, "the accuracy in metres, with one decimal"),
        .required("source", \.source, "where the place comes from"),
        .inlined(\.details),
        .required("signed", \.signed, "whether the garden's key has signed it"),
        .nullable("trashedAt", \.trashedAt, "when it was removed, while it is in the trash"),
        .optional("purged", \.purged, "true in an event about a visit that was purged since: its data is blank"))
}

extension Visit {
    /// The text for the visit as a whole: the title, else the facility, else the address, else the coordinates (RULES V1).
    public var shownName: String {
        details.shownName(at: GeoPoint(latitude: latitude.millionths, longitude: longitude.millionths))
    }
}

/// What a person says about a visit (RULES V1).
public struct VisitDetails: WireObject, Equatable {
    public static let name = "VisitDetails"

    /// Its title; `nil` for none.
    public var title: String?
    /// What is at the place, such as a shop; `nil` for none.
    public var facility: String?
    /// The address; `nil` for none.
    public var address: String?
    /// Any word, such as food or sightseeing; `nil` for none.
    public var kind: String?
    /// A comment, which can have several lines; `nil` for none.
    public var comment: String?
    /// The names of its labels.
    public var labels: [String]
    /// The name of its group; `nil` for none.
    public var group: String?
    /// The names of the members who were there.
    public var members: [String]
    /// Its photos, at most four (RULES V9).
    public var photos: [VisitPhoto]

    /// Creates the value from its members.
    public init(
        title: String? = nil, facility: String? = nil, address: String? = nil, kind: String? = nil,
        comment: String? = nil, labels: [String] = [], group: String? = nil, members: [String] = [],
        photos: [VisitPhoto] = []
    ) {
        self.title = title
        self.facility = facility
        self.address = address
        self.kind = kind
        self.comment = comment
        self.labels = labels
        self.group = group
        self.members = members
        self.photos = photos
    }

    public static let fields = Fields(
        VisitDetails.init,
        .nullable("title", \.title, "its title"),
        .nullable("facility", \.facility, "what is at the place, such as a shop"),
        .nullable("address", \.address, "the address"),
        .nullable("kind", \.kind, "any word, such as food, sightseeing or other"),
        .nullable("comment", \.comment, "a comment, which can have several lines"),
        .required("labels", \.labels, "the names of its labels"),
        .nullable("group", \.group, "the name of its group"),
        .required("members", \.members, "the names of the members who were there"),
        .required("photos", \.photos, "its photos, at most four"))
}

extension VisitDetails {
    /// The title, else the facility, else the address, else the coordinates with 4 decimals (RULES V1).
    public func shownName(at place: GeoPoint) -> String { title ?? facility ?? address ?? place.shortText }
}

extension GeoPoint {
    /// The coordinates with 4 decimals: `35.6812, 139.7671`.
    var shortText: String {
        [latitude, longitude].map { units in
            let rounded = (units.magnitude + 50) / 100
            return FixedPoint.text(units < 0 ? -Int(rounded) : Int(rounded), decimals: 4)
        }.joined(separator: ", ")
    }
}

/// A visit in a list.
public struct ListedVisit: WireObject, Equatable {
    public static let name = "ListedVisit"

    /// The visit.
    public var visit: Visit
    /// The distance from the place that the list is about; `nil` if it is not about one.
    public var meters: Meters?
    /// The day that takes it out of the trash for good; `nil` unless it is there.
    public var expiresOn: CalendarDay?

    /// Creates the value from its members.
    public init(visit: Visit, meters: Meters? = nil, expiresOn: CalendarDay? = nil) {
        self.visit = visit
        self.meters = meters
        self.expiresOn = expiresOn
    }

    public static let fields = Fields(
        ListedVisit.init,
        .inlined(\.visit),
        .optional("meters", \.meters, "the distance from near"),
        .optional("expiresOn", \.expiresOn, "the day that takes it out of the trash for good"))
}

/// Some visits, and whether there are more (API §2).
public struct VisitPage: WireObject, Equatable {
    public static let name = "VisitPage"

    /// The visits.
    public var visits: [ListedVisit]
    /// Whether more may follow.
    public var more: Bool
    /// The value of `before` for the next page; `nil` after the last.
    public var next: Int?

    /// Creates the value from its members.
    public init(visits: [ListedVisit], more: Bool, next: Int?) {
        self.visits = visits
        self.more = more
        self.next = next
    }

    public static let fields = Fields(
        VisitPage.init,
        .required("visits", \.visits, "the visits"),
        .required("more", \.more, "whether more may follow"),
        .nullable("next", \.next, "before of the next page"))
}

/// A visit and its distance from a place (RULES V5).
public struct NearVisit: WireObject, Equatable {
    public static let name = "NearVisit"

    /// The visit.
    public var visit: Visit
    /// The distance on a sphere with a radius of 6371 km.
    public var meters: Meters

    /// Creates the value from its members.
    public init(visit: Visit, meters: Meters) {
        self.visit = visit
        self.meters = meters
    }

    public static let fields = Fields(
        NearVisit.init,
        .required("visit", \.visit, "the visit"),
        .required("meters", \.meters, "the distance on a sphere with a radius of 6371 km"))
}

/// A facility of earlier visits near a place (RULES V10).
public struct SuggestedFacility: WireObject, Equatable {
    public static let name = "SuggestedFacility"

    /// Its name.
    public var facility: String
    /// The title of the newest visit there; `nil` for none.
    public var title: String?
    /// The kind of the newest visit there; `nil` for none.
    public var kind: String?
    /// How many visits there were.
    public var visits: Int
    /// The distance of the nearest of them.
    public var meters: Meters

    /// Creates the value from its members.
    public init(facility: String, title: String?, kind: String?, visits: Int, meters: Meters) {
        self.facility = facility
        self.title = title
        self.kind = kind
        self.visits = visits
        self.meters = meters
    }

    public static let fields = Fields(
        SuggestedFacility.init,
        .required("facility", \.facility, "its name"),
        .nullable("title", \.title, "the title of the newest visit there"),
        .nullable("kind", \.kind, "the kind of the newest visit there"),
        .required("visits", \.visits, "how many visits there were"),
        .required("meters", \.meters, "the distance of the nearest of them"))
}

/// A label, a group or a member: a name that visits can have (RULES V7).
public struct VisitTag: WireObject, Equatable {
    public static let name = "VisitTag"

    /// The id, from 1, counted for each kind and never reused.
    public var id: Int
    /// An id that is unique across devices (RULES G2).
    public var uid: String
    /// The name, unique in its kind regardless of case.
    public var name: String
    /// The colour of a label; `nil` for a group or a member.
    public var color: CategoryColor?

    /// Creates the value from its members.
    public init(id: Int, uid: String, name: String, color: CategoryColor? = nil) {
        self.id = id
        self.uid = uid
        self.name = name
        self.color = color
    }

    public static let fields = Fields(
        VisitTag.init,
        .required("id", \.id, "the id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("name", \.name, "the name, unique regardless of upper and lower case"),
        .optional("color", \.color, "the colour of a label"))
}

/// A label, a group or a member in a list, with its visits (RULES V7).
public struct ListedVisitTag: WireObject, Equatable {
    public static let name = "ListedVisitTag"

    /// The newest visit.
    public struct Latest: WireObject, Equatable {
        public static let name = "LatestVisit"

        /// The visit's id.
        public var id: Int
        /// When it was.
        public var at: Timestamp

        /// Creates the value from its members.
        public init(id: Int, at: Timestamp) {
            self.id = id
            self.at = at
        }

        public static let fields = Fields(
            Latest.init,
            .required("id", \.id, "the visit's id"),
            .required("at", \.at, "when it was"))
    }

    /// The label, the group or the member.
    public var tag: VisitTag
    /// How many visits have it, without those in the trash.
    public var visits: Int
    /// The newest of them; `nil` without one.
    public var latest: Latest?

    /// Creates the value from its members.
    public init(tag: VisitTag, visits: Int, latest: Latest?) {
        self.tag = tag
        self.visits = visits
        self.latest = latest
    }

    public static let fields = Fields(
        ListedVisitTag.init,
        .inlined(\.tag),
        .required("visits", \.visits, "how many visits have it, without those in the trash"),
        .nullable("latest", \.latest, "the newest of them"))
}

/// The data of `visit.pruned`: visits left the trash for good (RULES V8).
public struct VisitsPruned: WireObject, Equatable {
    public static let name = "VisitsPruned"

    /// Visits removed before this day are gone.
    public var before: CalendarDay
    /// How many they were.
    public var visits: Int

    /// Creates the value from its members.
    public init(before: CalendarDay, visits: Int) {
        self.before = before
        self.visits = visits
    }

    public static let fields = Fields(
        VisitsPruned.init,
        .required("before", \.before, "visits removed before this day are gone"),
        .required("visits", \.visits, "how many they were"))
}
