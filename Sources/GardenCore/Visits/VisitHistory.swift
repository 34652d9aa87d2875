import GardenAPI
import GeoKit
import TimeKit

/// Finds a visit, also one in the trash or one that is gone.
public struct VisitQuery: HistoryQuery {
    public typealias Answer = StoredVisit?

    public enum Key: Sendable {
        case id(Int)
        /// By the event that added it.
        case addedBy(Int)
    }

    public let key: Key

    public init(_ key: Key) { self.key = key }

    public func answer(_ stored: StoredVisit?, after staged: [Event]) throws(ValidationError) -> StoredVisit? {
        var visit = stored
        for event in staged {
            for change in try VisitChange.changes(by: event) {
                let isMeant =
                    switch key {
                    case .id(let id): change.id == id
                    case .addedBy(let seq): visit.map { $0.id == change.id } ?? (event.seq == seq)
                    }
                if isMeant { visit = try change.applied(to: visit) }
            }
        }
        return visit
    }
}

/// The numbers of the events about a visit, in ascending order.
public struct VisitEventsQuery: HistoryQuery {
    public let id: Int

    init(of id: Int) { self.id = id }

    public func answer(_ stored: [Int], after staged: [Event]) throws(ValidationError) -> [Int] {
        var seqs = stored
        for event in staged where try VisitChange.changes(by: event).contains(where: { $0.id == id }) {
            seqs.append(event.seq)
        }
        return seqs
    }
}

/// Visits that staged events have changed: a table returns them as it has them, and leaves them out otherwise.
public struct TouchedVisits: Sendable {
    public private(set) var ids: Set<Int> = []

    init() {}

    init(_ staged: [Event]) throws(ValidationError) {
        for event in staged {
            for change in try VisitChange.changes(by: event) { ids.insert(change.id) }
        }
    }

    /// The visits after the staged events.
    fileprivate static func applied(
        _ staged: [Event], to visits: [StoredVisit]
    ) throws(ValidationError) -> [StoredVisit] {
        var all = Dictionary(visits.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        for event in staged {
            for change in try VisitChange.changes(by: event) { all[change.id] = try change.applied(to: all[change.id]) }
        }
        return Array(all.values)
    }
}

/// Lists visits by time, a page at a time.
public struct VisitsQuery: HistoryQuery {
    /// The visits found, and where the search ended.
    public struct Answer: Sendable {
        public var visits: [StoredVisit]
        /// The last visit that was read, if more may follow it.
        public var last: VisitPosition?
        /// The touched visits, whether they belong to the list or not.
        public var touched: [StoredVisit]

        public init(visits: [StoredVisit], last: VisitPosition?, touched: [StoredVisit]) {
            self.visits = visits
            self.last = last
            self.touched = touched
        }
    }

    public let filter: VisitFilter
    public let isAscending: Bool
    /// The page begins after this one; `nil` for the first page.
    public let previous: VisitPosition?
    public let limit: Int
    public private(set) var touched = TouchedVisits()

    init(_ filter: VisitFilter, isAscending: Bool = false, after previous: VisitPosition? = nil, limit: Int) {
        self.filter = filter
        self.isAscending = isAscending
        self.previous = previous
        self.limit = limit
    }

    public func anticipating(_ staged: [Event]) throws(ValidationError) -> VisitsQuery {
        var query = self
        query.touched = try TouchedVisits(staged)
        return query
    }

    /// Whether a visit comes before another one in the list.
    public func isBefore(_ first: VisitPosition, _ second: VisitPosition) -> Bool {
        isAscending ? first < second : first > second
    }

    public func answer(_ stored: Answer, after staged: [Event]) throws(ValidationError) -> Answer {
        var answer = stored
        let touched = try TouchedVisits.applied(staged, to: stored.touched).filter { visit in
            // The search has not come as far as the others.
            let isReached = stored.last.map { !isBefore($0, visit.position) } ?? true
            let isAhead = previous.map { isBefore($0, visit.position) } ?? true
            return isReached && isAhead && filter.contains(visit)
        }
        answer.touched = []
        guard !touched.isEmpty else { return answer }
        answer.visits = (answer.visits + touched).sorted { isBefore($0.position, $1.position) }
        if answer.visits.count > limit {
            answer.visits.removeLast(answer.visits.count - limit)
            answer.last = answer.visits.last?.position
        }
        return answer
    }
}

/// Counts the visits with a label, a group or a member, without those in the trash.
public struct VisitTagQuery: HistoryQuery {
    public struct Answer: Sendable {
        /// A visit, and when it was.
        public struct Latest: Sendable {
            public var id: Int
            public var at: Timestamp

            public init(id: Int, at: Timestamp) {
                self.id = id
                self.at = at
            }
        }

        public var count: Int
        public var latest: Latest?
        public var touched: [StoredVisit]

        public init(count: Int, latest: Latest?, touched: [StoredVisit]) {
            self.count = count
            self.latest = latest
            self.touched = touched
        }
    }

    public let facet: VisitFacet
    public let id: Int
    public private(set) var touched = TouchedVisits()

    init(facet: VisitFacet, id: Int) {
        self.facet = facet
        self.id = id
    }

    public func anticipating(_ staged: [Event]) throws(ValidationError) -> VisitTagQuery {
        var query = self
        query.touched = try TouchedVisits(staged)
        return query
    }

    public func answer(_ stored: Answer, after staged: [Event]) throws(ValidationError) -> Answer {
        var answer = stored
        answer.touched = []
        for visit in try TouchedVisits.applied(staged, to: stored.touched) where visit.isListed {
            guard visit.facets.contains(.tag(facet, id)) else { continue }
            answer.count += 1
            let latest = answer.latest.map { VisitPosition(at: $0.at.instant, id: $0.id) }
            if latest.map({ $0 < visit.position }) ?? true {
                answer.latest = Answer.Latest(id: visit.id, at: visit.at)
            }
        }
        return answer
    }
}

/// A place, and an instant at which someone may have been there.
public struct VisitPlace: Hashable, Sendable {
    public let point: GeoPoint
    /// `nil` for any.
    public let at: Instant?

    init(_ point: GeoPoint, at: Instant?) { (self.point, self.at) = (point, at) }
}

/// Finds the visits at some places, also in the trash.
public struct KnownVisitsQuery: HistoryQuery {
    public struct Answer: Sendable {
        public var visits: [StoredVisit]
        public var touched: [StoredVisit]

        public init(visits: [StoredVisit], touched: [StoredVisit]) {
            self.visits = visits
            self.touched = touched
        }
    }

    public let places: Set<VisitPlace>
    /// Only those that were added after this event.
    public let after: Int
    /// Only those that were added up to this event.
    public let through: Int
    public private(set) var touched = TouchedVisits()

    init(_ places: Set<VisitPlace>, after: Int, through: Int) {
        (self.places, self.after, self.through) = (places, after, through)
    }

    public func anticipating(_ staged: [Event]) throws(ValidationError) -> KnownVisitsQuery {
        var query = self
        query.touched = try TouchedVisits(staged)
        return query
    }

    public func contains(_ visit: StoredVisit) -> Bool {
        let point = GeoPoint(latitude: visit.latitude, longitude: visit.longitude)
        return !visit.isGone && visit.added > after && visit.added <= through
            && (places.contains(VisitPlace(point, at: visit.at.instant))
                || places.contains(VisitPlace(point, at: nil)))
    }

    public func answer(_ stored: Answer, after staged: [Event]) throws(ValidationError) -> Answer {
        let touched = try TouchedVisits.applied(staged, to: stored.touched)
        return Answer(visits: stored.visits + touched.filter(contains), touched: [])
    }
}

extension StoredVisit {
    /// Whether lists have it: it is neither gone nor in the trash.
    public var isListed: Bool { !isGone && removedOn == nil }
}
