import GeoKit
import Glibc
import Testing

/// Distances on a sphere (RULES V5).
struct DistanceTests {
    private static func point(_ latitude: Double, _ longitude: Double) -> GeoPoint {
        GeoPoint(latitude: Int((latitude * 1e6).rounded()), longitude: Int((longitude * 1e6).rounded()))
    }

    @Test(
        "V5: the examples, in metres",
        arguments: [
            (point(35.681236, 139.767125), point(35.690921, 139.700258), 6134.385),
            (point(0, 0), point(0, 1), 111_194.927), (point(90, 0), point(-90, 77), 20_015_086.796),
            (point(0, 0), point(0.0009, 0), 100.075), (point(0, 0), point(0.00089, 0), 98.963),
            (point(35, 139), point(35, 139.001), 91.086), (point(35, 139), point(35, 139.0011), 100.194),
            (point(0, 179.9995), point(0, -179.9995), 111.195), (point(1, 1), point(1, 1), 0),
            (point(0, 0), point(0, 180), 20_015_086.796), (point(12, -180), point(12, 180), 0),
        ] as [(GeoPoint, GeoPoint, Double)])
    func examples(first: GeoPoint, second: GeoPoint, meters: Double) {
        #expect(abs(first.meters(to: second) - meters) < 0.001)
        #expect(abs(second.meters(to: first) - meters) < 0.001)
    }

    @Test("a box contains every point of its circle", arguments: [0.1, 100, 5_000, 3_000_000, 15_000_000] as [Double])
    func boxesContainTheirCircles(radius: Double) {
        let centers = [
            Self.point(0, 0), Self.point(35.68, 139.76), Self.point(-89.9999, 12), Self.point(90, 0),
            Self.point(10, 179.9999), Self.point(-10, -180), Self.point(60, 180), Self.point(-45, 0.00001),
        ]
        for center in centers {
            let box = GeoBox(around: center, radiusMeters: radius)
            for degree in 0..<360 {
                let there = center.destination(radius * 0.999_999, degree)
                // Rounding to millionths moves a point by up to 8 cm.
                if center.meters(to: there) <= radius { #expect(box.contains(there), "\(center) \(there) \(box)") }
            }
        }
    }

    @Test func boxesOfSmallCirclesAreSmall() {
        let box = GeoBox(around: Self.point(35, 139), radiusMeters: 100)
        #expect(box.latitudes.count < 1900)
        #expect(box.longitudes.map(\.count).reduce(0, +) < 2300)
        #expect(GeoBox(around: Self.point(0, 180), radiusMeters: 100).longitudes.count == 2)
    }
}

extension GeoPoint {
    /// The point at a distance in a direction.
    fileprivate func destination(_ meters: Double, _ degrees: Int) -> GeoPoint {
        let (north, east) = (Double(latitude) * .pi / 180e6, Double(longitude) * .pi / 180e6)
        let (angle, bearing) = (meters / GeoPoint.earthRadiusMeters, Double(degrees) * .pi / 180)
        let sine = sin(north) * cos(angle) + cos(north) * sin(angle) * cos(bearing)
        let lat = asin(max(-1, min(1, sine)))
        let lon = east + atan2(sin(bearing) * sin(angle) * cos(north), cos(angle) - sin(north) * sin(lat))
        var units = Int((lon * 180e6 / .pi).rounded())
        if units > 180_000_000 { units -= 360_000_000 }
        if units < -180_000_000 { units += 360_000_000 }
        return GeoPoint(latitude: Int((lat * 180e6 / .pi).rounded()), longitude: units)
    }
}
