import Glibc

/// A part of the earth between two latitudes and two meridians that contains a circle, for a search by an index.
public struct GeoBox: Sendable, Equatable {
    public let latitudes: ClosedRange<Int>
    /// One range, or two if it crosses the meridian of 180 degrees.
    public let longitudes: [ClosedRange<Int>]

    /// The box around a circle. It is slightly larger than necessary, so that rounding leaves no point out.
    ///
    /// - Parameter radiusMeters: from 0.
    public init(around center: GeoPoint, radiusMeters: Double) {
        let margin = 2
        let angle = radiusMeters / GeoPoint.earthRadiusMeters
        let units = Double(GeoPoint.unitsPerDegree) * 180 / .pi
        let height = Int((min(angle, .pi) * units).rounded(.up)) + margin
        let (south, north) = (center.latitude - height, center.latitude + height)
        latitudes = max(south, GeoPoint.latitudes.lowerBound)...min(north, GeoPoint.latitudes.upperBound)
        // A circle around a pole crosses all meridians.
        guard south > GeoPoint.latitudes.lowerBound, north < GeoPoint.latitudes.upperBound, angle < .pi / 2 else {
            longitudes = [GeoPoint.longitudes]
            return
        }
        let ratio = sin(angle) / cos(Double(center.latitude) / units)
        guard ratio < 1 else {
            longitudes = [GeoPoint.longitudes]
            return
        }
        let width = Int((asin(ratio) * units).rounded(.up)) + margin
        let (west, east) = (center.longitude - width, center.longitude + width)
        let (first, last) = (GeoPoint.longitudes.lowerBound, GeoPoint.longitudes.upperBound)
        let circle = last - first
        if west < first {
            longitudes = [first...min(east, last), (west + circle)...last]
        } else if east > last {
            longitudes = [west...last, first...(east - circle)]
        } else {
            // A point at 180 degrees can be written with either sign.
            longitudes = [west...east] + (west == first ? [last...last] : []) + (east == last ? [first...first] : [])
        }
    }

    /// Whether a point is in it.
    public func contains(_ point: GeoPoint) -> Bool {
        latitudes.contains(point.latitude) && longitudes.contains { $0.contains(point.longitude) }
    }
}
