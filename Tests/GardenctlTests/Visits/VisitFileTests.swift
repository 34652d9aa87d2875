import GardenAPI
import GeoKit
import Testing
import TimeKit

@testable import gardenctl

/// What an import reads from files of other programs (RULES V12).
struct VisitFileTests {
    static let head = #"<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">"#

    static func read(_ text: String) throws(VisitFile.Problem) -> VisitFile { try VisitFile(Array(text.utf8)) }

    static func problem(_ text: String) -> String? {
        do throws(VisitFile.Problem) {
            _ = try read(text)
            return nil
        } catch { return error.position.map { "\($0): \(error.problem)" } ?? error.problem }
    }

    @Test func waypointsOfGPXAreRead() throws {
        let file = try Self.read(
            """
            \u{FEFF}<?xml version='1.0' encoding="utf-8"?>
            <!-- of another program -->
            <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1" version="1.1">
              <g:metadata><g:name>All</g:name><g:time>2026-01-01T00:00:00Z</g:time></g:metadata>
              <g:wpt lon='139.767125' lat="35.681236">
                <g:ele>3</g:ele>
                <g:time> 2026-03-09T18:59:59.5Z </g:time>
                <g:name>Caf&#xE9; &amp; <![CDATA[<Bar>]]>&#8203;</g:name>
                <g:desc>One\r\nTwo</g:desc>
                <g:type>food</g:type>
                <g:extensions><x:y xmlns:x="urn:x"><x:name>no</x:name></x:y></g:extensions>
              </g:wpt>
              <g:trk><g:name>Way</g:name><g:trkseg><g:trkpt lat="1" lon="1"/></g:trkseg></g:trk>
              <g:wpt lat="-90" lon="-1.5e1"/>
            </g:gpx>
            """)
        let first = VisitFile.Point(
            position: "line 5", place: GeoPoint(latitude: 35_681_236, longitude: 139_767_125),
            at: Timestamp("2026-03-09T18:59:59.500Z"),
            details: VisitDetails(title: "Café & <Bar>", kind: "food", comment: "One\nTwo"))
        let second = VisitFile.Point(
            position: "line 15", place: GeoPoint(latitude: -90_000_000, longitude: -15_000_000))
        #expect(file.points == [first, second])
        #expect(file.omitted == 1)
    }

    @Test func pointsOfGeoJSONAreRead() throws {
        let file = try Self.read(
            """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [139.767125, 35.681236, 3]},
               "properties": {"name": "Station", "time": "2026-03-10T03:59:59+09:00", "accuracy": 8.5, "labels": ["a"]}},
              {"type": "Feature", "geometry": null, "properties": null},
              {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 1], [2, 2]]}, "properties": {}}]}
            """)
        let point = VisitFile.Point(
            position: "features[0]", place: GeoPoint(latitude: 35_681_236, longitude: 139_767_125),
            at: Timestamp("2026-03-10T03:59:59+09:00"), accuracy: DecimalNumber(8.5),
            details: VisitDetails(title: "Station", labels: ["a"]))
        #expect(file.points == [point])
        #expect(file.omitted == 2)
        #expect(
            try Self.read(#"{"type": "Point", "coordinates": [1, 2]}"#).points.map(\.place)
                == [GeoPoint(latitude: 2_000_000, longitude: 1_000_000)])
    }

    @Test func anExportIsReadAsItWas() throws {
        let details = [
            VisitDetails(
                title: "A < B & \"C\"", facility: "Café", address: "1 Chiyoda, TOKYO", kind: "food",
                comment: "]]>\n\tend",
                labels: ["a", "b"], group: "Trip", members: ["Ann"]), VisitDetails(title: "T", kind: "other"),
            VisitDetails(),
        ]
        let at = try #require(Timestamp("2026-03-10T03:59:59.123+09:00"))
        let visits = details.enumerated().map { index, details in
            let visit = Visit(
                id: index + 1, uid: "0badcafe-\(index)", at: at, day: CalendarDay(daysSinceEpoch: 20_522),
                latitude: Degrees(millionths: -35_681_236 + index), longitude: Degrees(millionths: 139_767_125),
                accuracy: Tenths(tenths: 85), source: .manual, details: details, signed: false, trashedAt: nil)
            return ExportedVisit(visit: visit, line: "{}", hash: "00")
        }

        let geoJSON = try Self.read(VisitFormat.geojson.text(visits)).points
        #expect(geoJSON.map(\.details) == details)
        #expect(geoJSON.map { $0.accuracy?.units(decimals: 1) } == [85, 85, 85])
        let gpx = try Self.read(VisitFormat.gpx.text(visits)).points
        #expect(
            gpx.map(\.details)
                == details.map { VisitDetails(title: $0.title, kind: $0.kind, comment: $0.comment) })
        for points in [geoJSON, gpx] {
            #expect(points.map(\.at) == [at, at, at])
            #expect(points.map(\.place.latitude) == [-35_681_236, -35_681_235, -35_681_234])
        }
    }

    @Test(arguments: [
        ("", "the file is neither GPX nor GeoJSON"),
        (
            "<gpx/>",
            "line 1: the file is not GPX 1.1: its root element is <gpx> of \"\", not <gpx> of "
                + "\"http://www.topografix.com/GPX/1/1\""
        ),
        ("<!DOCTYPE gpx>\n\(head)</gpx>", "line 1: document type declarations are not read; remove it"),
        ("\(head)\n<wpt lat='1'/></gpx>", "line 2: the longitude is missing"),
        (
            "\(head)\n<wpt lat='91' lon='1'/></gpx>",
            "line 2: the latitude must be a number from -90 to 90, not \"91\""
        ),
        (
            "\(head)\n<wpt lat='0' lon='-0.0000001'/></gpx>",
            "line 2: latitude and longitude are both 0, which a device without a place reports"
        ),
        (
            "\(head)<wpt lat='1' lon='1'><time>yesterday</time></wpt></gpx>",
            "line 1: the time must be an instant with its zone, such as 2026-03-10T03:59:59Z, not \"yesterday\""
        ),
        ("\(head)<wpt lat='1' lon='1'><name/><name/></wpt></gpx>", "line 1: <name> is there twice"),
        ("\(head)\n<a>\n</b></gpx>", "line 3: the file is not XML: mismatched tag"),
        ("\(head)\n<a b='1' b='2'/></gpx>", "line 2: the file is not XML: duplicate attribute"),
        ("\(head)\n<a>&nbsp;</a></gpx>", "line 2: the file is not XML: undefined entity"),
        ("\(head)\n<a:b/></gpx>", "line 2: the file is not XML: unbound prefix"),
        ("\(head)\n<a", "line 2: the file is not XML: unclosed token"),
        ("\(head)\n", "line 2: the file is not XML: no element found"),
        ("\(head)</gpx><gpx/>", "line 1: the file is not XML: junk after document element"),
        ("<?xml version='1.0' encoding='UTF-16'?>\(head)</gpx>", "line 1: the encoding is UTF-16; only UTF-8 is read"),
        ("\(head)\n\u{1}</gpx>", "line 2: the file is not XML: not well-formed (invalid token)"),
        ("{\n\"type\"}", "line 2: the file is not JSON: a colon is expected"),
        (
            #"{"type": "Topology"}"#,
            "type: must be \"FeatureCollection\", \"Feature\" or \"Point\", not \"Topology\""
        ),
        (#"{"type": "FeatureCollection", "features": [1]}"#, "features[0]: must be a feature, not 1"),
        (#"{"type": "Point", "coordinates": [1]}"#, "the point: the coordinates must be [longitude, latitude]"),
        (#"{"type": "Point", "coordinates": [1, "2"]}"#, "the point: the coordinates must be numbers"),
        (
            #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {"title": []}}"#,
            "the feature: title must be a text, not a list"
        ),
        (
            #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {"kind": 5}}"#,
            "the feature: kind must not consist only of digits: 5 is read as an id"
        ),
    ])
    func aRefusalNamesThePlace(_ text: String, _ problem: String) { #expect(Self.problem(text) == problem) }

    @Test func depthAndCountHaveLimits() {
        let deep = String(repeating: "<a>", count: XMLReader.mostDepth)
        #expect(Self.problem(Self.head + deep) == "line 1: elements are nested more than 64 deep")
        let many = String(repeating: "<wpt lat='1' lon='1'/>", count: VisitFile.mostPoints)
        #expect(Self.problem("\(Self.head)\(many)</gpx>") == nil)
        #expect(
            Self.problem("\(Self.head)\(many)\n<wpt lat='1' lon='1'/></gpx>")
                == "line 2: the file has more than 50000 points; split it")
    }
}
