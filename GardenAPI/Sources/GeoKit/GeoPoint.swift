import Glibc

/// A point on the earth, in whole millionths of a degree: about 11 cm.
public struct GeoPoint: Hashable, Sendable {
    /// Millionths of a degree, positive in the north.
    public var latitude: Int
    /// Millionths of a degree, positive in the east.
    public var longitude: Int

    /// Creates the point.
    public init(latitude: Int, longitude: Int) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// How many units a degree has.
    public static let unitsPerDegree = 1_000_000
    /// The latitudes of points on the earth.
    public static let latitudes = -90_000_000...90_000_000
    /// The longitudes of points on the earth; both ends are the same meridian.
    public static let longitudes = -180_000_000...180_000_000
    /// The radius of the sphere that distances are measured on, in metres.
    public static let earthRadiusMeters = 6_371_000.0

    /// The length of the great circle between two points, in metres.
    ///
    /// The arc tangent is exact for all angles. The arc cosine is not for small ones, nor the haversine at antipodes.
    public func meters(to other: GeoPoint) -> Double {
        let (north1, north2) = (Self.radians(latitude), Self.radians(other.latitude))
        let east = Self.radians(other.longitude - longitude)
        let (sin1, cos1, sin2, cos2) = (sin(north1), cos(north1), sin(north2), cos(north2))
        let (across, along) = (cos2 * sin(east), cos1 * sin2 - sin1 * cos2 * cos(east))
        let opposite = (across * across + along * along).squareRoot()
        return Self.earthRadiusMeters * atan2(opposite, sin1 * sin2 + cos1 * cos2 * cos(east))
    }

    private static func radians(_ units: Int) -> Double {
        Double(units) / Double(unitsPerDegree) * .pi / 180
    }
}
