import GardenAPI
import GeoKit
import TimeKit

extension VisitGet: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> Visit {
        let visit = try context.state.visit(self) { try context.history.read($0) }
        return context.state.view(of: visit)
    }
}

extension VisitList: Query {
    private static let standardLimit = 100

    public func answer(in context: QueryContext) throws(GardenError) -> VisitPage {
        let filter = try filter(in: context)
        var previous: VisitPosition?
        if let before {
            let visit = try readingJournal { try context.history.read(VisitQuery(.id(before))) }
            guard let visit, !visit.isPurged else {
                throw GardenError(
                    .notFound, "before: visit \(before) does not exist; use the next of the previous page",
                    [("kind", "visit"), ("id", .integer(before))])
            }
            previous = visit.position
        }
        let query = VisitsQuery(
            filter, isAscending: ascending == true, after: previous, limit: limit ?? Self.standardLimit)
        let found = try readingJournal { try context.history.read(query) }
        let days = context.environment.settings.visits.trashDays
        let visits = found.visits.map { visit in
            ListedVisit(
                visit: context.state.view(of: visit),
                meters: filter.near.map { Meters($0.center.meters(to: visit.core.place)) },
                expiresOn: visit.removedOn?.advanced(by: days))
        }
        return VisitPage(visits: visits, more: found.last != nil, next: found.last?.id)
    }

    private func filter(in context: QueryContext) throws(GardenError) -> VisitFilter {
        let state = context.state
        var filter = VisitFilter(state)
        for (kind, names) in [(VisitTag.Kind.group, group), (.label, label), (.member, member)] {
            guard let names = names?.names, !names.isEmpty else { continue }
            var values: [VisitFacetValue] = []
            for name in names { values.append(.tag(VisitFacet(kind), try state.visits.tag(kind, named: name).id)) }
            filter.facets.append(values)
        }
        if let kinds = kind?.names, !kinds.isEmpty { filter.facets.append(kinds.map { .kind($0.folded) }) }
        filter.keyword = keyword.map(SearchedText.init)
        let reader = DateReader(context.environment, at: context.moment.wall, today: state.day.day)
        filter.from = try from.map { text throws(GardenError) in try reader.pastBound(text, "from") }
        filter.to = try to.map { text throws(GardenError) in try reader.pastBound(text, "to") }
        filter.near = try near?.circle()
        filter.isTrash = trashed == true
        return filter
    }
}

extension NearPlace {
    /// In tenths of metres: half the circumference of the earth.
    private static let radii = 1...200_200_000
    private static let standardRadius = 1000

    func circle() throws(GardenError) -> VisitFilter.Circle {
        let tenths = try radius?.metersInTenths("radius", in: Self.radii) ?? Self.standardRadius
        return VisitFilter.Circle(center: try GeoPoint(latitude, longitude), radiusMeters: Double(tenths) / 10)
    }
}

extension VisitNear: Query {
    private static let standardLimit = 100

    public func answer(in context: QueryContext) throws(GardenError) -> [NearVisit] {
        let circle = try place.circle()
        return try context.visits(in: circle, limit: limit ?? Self.standardLimit).map { visit in
            NearVisit(
                visit: context.state.view(of: visit), meters: Meters(circle.center.meters(to: visit.core.place)))
        }
    }
}

extension VisitSuggest: Query {
    /// How many visits are looked at: the newest ones.
    private static let mostVisits = 1000
    private static let mostFacilities = 10

    public func answer(in context: QueryContext) throws(GardenError) -> [SuggestedFacility] {
        let circle = try place.circle()
        var found: [String: SuggestedFacility] = [:]
        var names: [String] = []
        for visit in try context.visits(in: circle, limit: Self.mostVisits) {
            let details = visit.content.details
            guard let facility = details.facility else { continue }
            let meters = Meters(circle.center.meters(to: visit.core.place))
            if var known = found[facility.folded] {
                known.visits += 1
                if meters.millimeters < known.meters.millimeters { known.meters = meters }
                found[facility.folded] = known
            } else {
                names.append(facility.folded)
                found[facility.folded] = SuggestedFacility(
                    facility: facility, title: details.title, kind: details.kind, visits: 1, meters: meters)
            }
        }
        // Facilities with as many visits come in the order of their newest visit.
        let order = names.enumerated().sorted { left, right in
            let (more, less) = (found[left.element]?.visits ?? 0, found[right.element]?.visits ?? 0)
            return more == less ? left.offset < right.offset : more > less
        }
        return order.prefix(Self.mostFacilities).compactMap { found[$0.element] }
    }
}

extension QueryContext {
    /// The newest visits in a circle.
    fileprivate func visits(in circle: VisitFilter.Circle, limit: Int) throws(GardenError) -> [StoredVisit] {
        var filter = VisitFilter(state)
        filter.near = circle
        return try readingJournal {
            var (visits, last): ([StoredVisit], VisitPosition?) = ([], nil)
            repeat {
                let page = try history.read(VisitsQuery(filter, after: last, limit: limit - visits.count))
                visits += page.visits
                last = page.last
            } while last != nil && visits.count < limit
            return visits
        }
    }
}
