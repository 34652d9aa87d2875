import GardenAPI
import GeoKit
import ImportFormats
import TimeKit

/// Visits that the garden has, also in the trash, so that a file that is read again adds nothing.
///
/// A place of a file is known by its coordinates and its instant, or by its coordinates and its title if the file does not say when it was.
/// As many are known as there are such visits, so that two visits at the same place and instant come back from an export as two.
struct KnownVisits {
    private enum Key: Hashable {
        case instant(GeoPoint, Instant)
        case title(GeoPoint, String)
    }

    private var counts: [Key: Int] = [:]

    /// Reads all visits at the time of some places, or all if a place has none.
    init(around places: [DatedPlace], asking client: Client) throws(CommandError) {
        let times = places.compactMap(\.at)
        let isBound = times.count == places.count
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

    /// Whether a visit is the place. The next place like it needs another visit.
    mutating func take(_ dated: DatedPlace) -> Bool {
        let point = dated.place.place
        let key = dated.at.map { Key.instant(point, $0.instant) } ?? .title(point, dated.place.details.title ?? "")
        guard let count = counts[key], count > 0 else { return false }
        counts[key] = count - 1
        return true
    }
}

/// A place of a file with the instant at which it was.
struct DatedPlace {
    let place: ImportedPlace
    /// `nil` if the file does not say it.
    let at: Timestamp?

    /// The request that adds it.
    ///
    /// - Parameter date: when it was, if the file does not say it.
    func request(at date: String?) -> VisitAdd {
        let details = place.details
        return VisitAdd(
            at: at?.description ?? date, latitude: Self.degrees(place.place.latitude),
            longitude: Self.degrees(place.place.longitude),
            accuracy: place.accuracyTenths.map { DecimalNumber(Tenths(tenths: $0).json.text) },
            title: details.title, facility: details.facility, address: details.address, kind: details.kind,
            comment: details.comment, labels: details.labels.isEmpty ? nil : NameList(details.labels),
            group: details.group, members: details.members.isEmpty ? nil : NameList(details.members))
    }

    private static func degrees(_ millionths: Int) -> DecimalNumber {
        DecimalNumber(Degrees(millionths: millionths).json.text)
    }
}
