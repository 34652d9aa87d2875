import GardenAPI
import GeoKit
import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from GeoJSON (RULES I2).
struct GeoJSONTests {
    static func read(_ text: String) throws -> ImportedFile {
        #expect(ImportFormat.detect(Array(text.utf8)) == .geojson, "\(text.prefix(80))")
        return try ImportFormat.geojson.read(Array(text.utf8))
    }

    @Test func pointsAreRead() throws {
        let file = try Self.read(
            """
            {"name": "x", "features": [
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [139.767125, 35.681236, 3]},
               "properties": {"name": "Station", "time": "2026-03-10T03:59:59+09:00", "accuracy": 8.5, "labels": ["a"]}},
              {"type": "Feature", "geometry": null, "properties": null},
              {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 1], [2, 2]]}, "properties": {}}],
             "type": "FeatureCollection"}
            """)
        var place = ImportedPlace("line 2, features[0]", GeoPoint(latitude: 35_681_236, longitude: 139_767_125))
        place.time = .instant(try #require(Timestamp("2026-03-10T03:59:59+09:00")))
        place.accuracyTenths = 85
        place.details = VisitDetails(title: "Station", labels: ["a"])
        var expected = ImportedFile("GeoJSON")
        expected.places = [place]
        expected.others = ["empty feature": 1, "line": 1]
        #expect(file == expected)
    }

    private static let point = #"{"type": "Point", "coordinates": [1, 2]}"#
    private static let feature = #"{"type": "Feature", "geometry": \#(point), "properties": {}}"#

    @Test(
        "every shape of a file",
        arguments: [
            (point, ["line 1"]), (#"{"type": "FeatureCollection", "features": []}"#, []), (feature, ["line 1"]),
            ("[\(feature),\n\(feature)]", ["line 1, [0]", "line 2, [1]"]),
            ("\(feature)\n\(feature)\n", ["line 1", "line 2"]),
            ("\u{1E}\(feature)\n\u{1E}\(feature)\n", ["line 1", "line 2"]),
            (#"{"type": "MultiPoint", "coordinates": [[1, 2], [1, 2]]}"#, ["line 1, point 1", "line 1, point 2"]),
            (
                #"{"type": "GeometryCollection", "geometries": [\#(point), {"type": "Polygon", "coordinates": []}]}"#,
                ["line 1, geometries[0]"]
            ),
            (
                #"[{"type": "FeatureCollection", "features": [\#(feature)]}]"#, ["line 1, [0], features[0]"]
            ),
        ])
    func shapes(text: String, positions: [String]) throws {
        let file = try Self.read(text)
        #expect(file.places.map(\.position) == positions)
        #expect(file.places.allSatisfy { $0.place == GeoPoint(latitude: 2_000_000, longitude: 1_000_000) })
        #expect(file.leftOut == [] && file.damage == nil)
    }

    @Test(
        "one wrong feature is left out",
        arguments: [
            ("1", "it is no feature, but 1"), (#"{"type": "Topology"}"#, "it is no feature, but \"Topology\""),
            (#"{"type": "Point", "coordinates": [1]}"#, "its latitude is missing"),
            (#"{"type": "Point", "coordinates": [null, 2]}"#, "its longitude is missing"),
            (#"{"type": "Point", "coordinates": [0, 0]}"#, "its place is 0, 0, which a device without a place reports"),
            (#"{"type": Point}"#, "it is no JSON: a value is expected"),
            (
                #"{"type": "Feature", "geometry": {"type": "Curve"}}"#,
                "its geometry is no shape of GeoJSON, but \"Curve\""
            ),
        ])
    func wrongFeatures(feature: String, reason: String) throws {
        let file = try Self.read(
            "{\"type\": \"FeatureCollection\", \"features\": [\(Self.feature),\n\(feature),\n\(Self.feature)]}")
        #expect(file.places.map(\.position) == ["line 1, features[0]", "line 3, features[2]"])
        #expect(file.leftOut == [LeftOut(position: "line 2, features[1]", reason: reason)])
    }

    @Test("of a file that is cut, the complete features are read")
    func cutFiles() throws {
        let whole = "{\"type\": \"FeatureCollection\", \"features\": [\(Self.feature),\n\(Self.feature)]}"
        for length in whole.utf8.count - Self.feature.utf8.count - 1..<whole.utf8.count - 2 {
            let file = try ImportFormat.geojson.read(Array(whole.utf8.prefix(length)))
            #expect(file.places.map(\.position) == ["line 1, features[0]"])
            #expect(
                file.damage?.position
                    == (length == whole.utf8.count - Self.feature.utf8.count - 1 ? "line 1" : "line 2")
                    || file.damage?.position == "line 2")
        }
    }

    @Test("a quotation mark that is missing spoils one entry")
    func aStrayQuotationMark() throws {
        let bad = Self.feature.replacing("{}", with: "{\"title\": \"a \" b\"}")
        for indentation in ["", "  "] {
            let lines = [Self.feature, bad, Self.feature, Self.feature].map { indentation + $0 }
            let file = try Self.read(
                "{\"type\": \"FeatureCollection\", \"features\": [\n\(lines.joined(separator: ",\n"))\n]}")
            #expect(
                file.places.map(\.position) == ["line 2, features[0]", "line 4, features[2]", "line 5, features[3]"])
            #expect(file.leftOut.map(\.position) == ["line 3, features[1]"] && file.damage == nil)
        }
    }

    @Test("entries without an end are looked for a limited number of times")
    func manyEntriesWithoutAnEnd() throws {
        let text = "{\"features\": [\(Self.feature),\n" + String(repeating: "{\n", count: 200_000)
        let file = try ImportFormat.geojson.read(Array(text.utf8))
        #expect((file.places.count, file.leftOut.count) == (1, 100))
        #expect(file.damage == LeftOut(position: "line 102", reason: "the file ends within an entry"))
    }

    @Test("of many mistakes, a thousand are named")
    func manyMistakes() throws {
        let file = try Self.read(
            "{\"features\": [\(Self.feature)\(String(repeating: ",0", count: 3000))], \"type\": \"FeatureCollection\"}")
        #expect((file.places.count, file.leftOut.count, file.unnamed) == (1, 1000, 2000))
    }

    @Test("Google's saved places, old and new")
    func savedPlaces() throws {
        let file = try Self.read(
            """
            {"type": "FeatureCollection", "features": [
            {"geometry": {"coordinates": [139.7, 35.6], "type": "Point"}, "properties": {"date": "2023-05-01T10:00:00Z",
              "google_maps_url": "http://maps.google.com/?cid=1", "location": {"address": "1 Road", "country_code": "JP", "name": "Shop"}},
              "type": "Feature"},
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [139.7, 35.7]}, "properties": {"Title": "Café",
              "Published": "2016-05-01T10:00:00Z", "Location": {"Address": "2 Road", "Business Name": "Café Z"}}},
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}, "properties": {"date": "2023-05-01T10:00:00Z"}}]}
            """)
        #expect(
            file.places.map(\.details) == [
                VisitDetails(title: "Shop", address: "1 Road"), VisitDetails(title: "Café", address: "2 Road"),
            ])
        #expect(
            file.places.map(\.time) == [
                .instant(try #require(Timestamp("2023-05-01T10:00:00Z"))),
                .instant(try #require(Timestamp("2016-05-01T10:00:00Z"))),
            ])
        #expect(file.leftOut.map(\.position) == ["line 7, features[2]"])
    }
}
