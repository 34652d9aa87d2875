import GardenAPI
import GeoKit
import ImportFormats
import TimeKit

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
