import GardenAPI
import GeoKit
import TimeKit

/// Visits that the garden has, also in the trash, so that a file that is read again adds nothing.
///
/// A point is known by its place and its instant, or by its place and its title if the file does not say when it was. As many points
/// are known as there are such visits, so that two visits at the same place and instant come back from an export as two.
struct KnownVisits {
    private enum Key: Hashable {
        case instant(GeoPoint, Instant)
        case title(GeoPoint, String)
    }

    private var counts: [Key: Int] = [:]

    /// Reads all visits at the time of some points, or all if a point has none.
    init(around points: [VisitFile.Point], asking client: Client) throws(CommandError) {
        let times = points.compactMap(\.at)
        let isBound = times.count == points.count
        let first = isBound ? times.min { $0.instant < $1.instant } : nil
        let last = isBound ? times.max { $0.instant < $1.instant } : nil
        for trashed in [nil, true] as [Bool?] {
            var before: Int?
            var pages = Pages(of: VisitList.method)
            repeat {
                let request = VisitList(
                    from: first?.description, to: last?.description, trashed: trashed, limit: 1000, before: before)
                let page = try client.ask(request).value()
                for listed in page.visits { add(listed.visit) }
                before = page.next
                if let before { try pages.go(to: before) }
            } while before != nil
        }
    }

    private mutating func add(_ visit: Visit) {
        let place = GeoPoint(latitude: visit.latitude.millionths, longitude: visit.longitude.millionths)
        counts[.instant(place, visit.at.instant), default: 0] += 1
        counts[.title(place, visit.details.title ?? ""), default: 0] += 1
    }

    /// Whether a visit is the point. The next point like it needs another visit.
    mutating func take(_ point: VisitFile.Point) -> Bool {
        let key =
            point.at.map { Key.instant(point.place, $0.instant) }
            ?? .title(point.place, point.details.title ?? "")
        guard let count = counts[key], count > 0 else { return false }
        counts[key] = count - 1
        return true
    }
}
