import GardenAPI
import GeoKit
import TimeKit

/// The part of a visit that never changes (RULES V1).
struct VisitCore: WireObject, Equatable {
    static let name = "VisitCore"

    var at: Timestamp
    /// The logical day on which it was.
    var day: CalendarDay
    var latitude: Degrees
    var longitude: Degrees
    var accuracy: Tenths?
    var source: VisitSource

    static let fields = Fields(
        VisitCore.init,
        .required("at", \.at, "when it was"),
        .required("day", \.day, "the logical day on which it was"),
        .required("latitude", \.latitude, "millionths of a degree"),
        .required("longitude", \.longitude, "millionths of a degree"),
        .nullable("accuracy", \.accuracy, "the accuracy in metres"),
        .required("source", \.source, "where the place comes from"))

    var place: GeoPoint { GeoPoint(latitude: latitude.millionths, longitude: longitude.millionths) }

    /// The canonical line: JSON with sorted keys, with the hash of the line before (RULES V3).
    func line(id: Int, deviceId: String, after head: String) -> String {
        let utc = Timestamp(instant: at.instant, offsetSeconds: 0).description.dropLast("+00:00".count)
        let acc = accuracy.map { "\"acc\":\(FixedPoint.text($0.tenths, decimals: 1))," } ?? ""
        let lat = FixedPoint.text(latitude.millionths, decimals: 6)
        let lon = FixedPoint.text(longitude.millionths, decimals: 6)
        return "{\(acc)\"at\":\"\(utc)Z\",\"garden\":\"\(deviceId)\",\"id\":\(id),\"lat\":\(lat),\"lon\":\(lon),"
            + "\"prev\":\"\(head)\",\"source\":\"\(source.rawValue)\"}"
    }
}

/// A visit's line in the chain (RULES V3).
struct VisitSeal: WireObject, Equatable {
    static let name = "VisitSeal"

    var line: String
    /// The SHA-256 of the line, in hexadecimal digits.
    var hash: String
    /// The signature of the line by the garden's key, in Base64; `nil` if it is not signed.
    var signature: String?

    static let fields = Fields(
        VisitSeal.init,
        .required("line", \.line, "the canonical line"),
        .required("hash", \.hash, "the SHA-256 of the line"),
        .optional("signature", \.signature, "the signature of the line, in Base64"))

    init(line: String, hash: String, signature: String?) {
        self.line = line
        self.hash = hash
        self.signature = signature
    }

    init(line: String) { self.init(line: line, hash: Self.hash(of: line), signature: nil) }

    /// The SHA-256 of a text, in hexadecimal digits.
    static func hash(of line: String) -> String {
        ContentDigest.hexadecimal(ContentDigest.sha256(Array(line.utf8)))
    }
}

extension GeoPoint {
    /// - Throws: `out_of_range` if the coordinates are not of a point on the earth, or both 0 (RULES V2).
    init(_ latitude: DecimalNumber, _ longitude: DecimalNumber) throws(GardenError) {
        let north = try Self.units(latitude, "latitude", Self.latitudes)
        let east = try Self.units(longitude, "longitude", Self.longitudes)
        guard (north, east) != (0, 0) else {
            throw .refused(
                .outOfRange, "latitude and longitude are both 0, which a device without a place reports",
                [("param", "latitude")])
        }
        self.init(latitude: north, longitude: east)
    }

    private static func units(
        _ number: DecimalNumber, _ param: String, _ range: ClosedRange<Int>
    ) throws(GardenError) -> Int {
        if let units = number.units(decimals: 6), range.contains(units) { return units }
        let degrees = range.upperBound / unitsPerDegree
        throw .refused(
            .outOfRange,
            "\(param) must be a number from -\(degrees) to \(degrees), not \(JSON.string(number.text).excerpt)",
            [("param", .string(param))])
    }
}

extension DecimalNumber {
    /// Metres with one decimal.
    ///
    /// - Throws: `out_of_range` outside a range of tenths.
    func metersInTenths(_ param: String, in range: ClosedRange<Int>) throws(GardenError) -> Int {
        if let tenths = units(decimals: 1), range.contains(tenths) { return tenths }
        let (least, most) = (FixedPoint.text(range.lowerBound, decimals: 1), range.upperBound / 10)
        throw .refused(
            .outOfRange, "\(param) must be from \(least) to \(most) metres, not \(JSON.string(text).excerpt)",
            [("param", .string(param))])
    }
}
