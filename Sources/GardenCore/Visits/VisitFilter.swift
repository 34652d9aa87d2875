import GardenAPI
import GeoKit
import TimeKit

/// Which visits a list has (RULES V6): the values of one facet are alternatives, and different facets combine.
public struct VisitFilter: Sendable {
    /// A circle around a place.
    public struct Circle: Sendable {
        public let center: GeoPoint
        public let radiusMeters: Double
    }

    /// The values of each facet: a visit needs one of each. Empty for all visits.
    public var facets: [[VisitFacetValue]] = []
    /// Folded; `nil` for all.
    public var keyword: SearchedText?
    public var from: DateBound?
    public var to: DateBound?
    public var near: Circle?
    /// Whether the trash is wanted instead.
    public var isTrash = false
    /// Visits removed before this day are gone.
    public var prunedBefore: CalendarDay?
    /// Only visits added after this event.
    public var after = 0

    init(_ state: GardenState) {
        prunedBefore = state.visits.prunedBefore
        after = state.lastResetSeq
    }

    public func contains(_ visit: StoredVisit) -> Bool {
        guard !visit.isGone, visit.added > after, (visit.removedOn != nil) == isTrash else { return false }
        if let day = visit.removedOn, let prunedBefore, day < prunedBefore { return false }
        return isInTime(visit) && isNear(latitude: visit.latitude, longitude: visit.longitude)
            && (facets.isEmpty || hasFacets(visit.facets)) && hasKeyword(visit.searchText)
    }

    public func hasKeyword(_ text: @autoclosure () -> String) -> Bool { keyword.map { $0.isFound(in: text()) } ?? true }

    public func isNear(latitude: Int, longitude: Int) -> Bool {
        guard let near else { return true }
        return near.center.meters(to: GeoPoint(latitude: latitude, longitude: longitude)) <= near.radiusMeters
    }

    private func hasFacets(_ values: [VisitFacetValue]) -> Bool {
        facets.allSatisfy { $0.contains(where: values.contains) }
    }

    private func isInTime(_ visit: StoredVisit) -> Bool {
        let isAfter =
            switch from {
            case nil: true
            case .instant(let first)?: visit.at.instant >= first
            case .day(let first)?: visit.day >= first
            }
        let isBefore =
            switch to {
            case nil: true
            case .instant(let last)?: visit.at.instant <= last
            case .day(let last)?: visit.day <= last
            }
        return isAfter && isBefore
    }
}
