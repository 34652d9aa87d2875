import GardenAPI
import ImportFormats
import Testing
import TimeKit

@testable import gardenctl

/// The forms in which visits are exported.
struct VisitFormatTests {
    private static func exported(_ details: VisitDetails) throws -> ExportedVisit {
        let at = try Timestamp(json: "2026-03-10T03:59:59.000+09:00")
        let visit = Visit(
            id: 7, uid: "0badcafe-7", at: at, day: try CalendarDay(json: "2026-03-09"),
            latitude: Degrees(millionths: 35_681_236), longitude: Degrees(millionths: -500_000),
            accuracy: Tenths(tenths: 85), source: .manual, details: details, signed: false, trashedAt: nil)
        return ExportedVisit(visit: visit, line: "{}", hash: "00")
    }

    @Test func cellsOfCSVAreQuotedAndNoFormulas() throws {
        let details = VisitDetails(
            title: "=1+1", facility: "a \"b\", c", address: "+49", kind: "-", comment: "two\nlines",
            labels: ["@x", "y"])
        let lines = VisitFormat.csv.text([try Self.exported(details)]).split(separator: "\r\n").map(String.init)
        #expect(lines[0].hasPrefix("id,uid,at,day,latitude,longitude,accuracy,source,title"))
        #expect(
            lines[1] == "7,0badcafe-7,2026-03-10T03:59:59.000+09:00,2026-03-09,35.681236,-0.5,8.5,manual,'=1+1,"
                + "\"a \"\"b\"\", c\",'+49,'-,\"two\nlines\",'@x; y,,")
    }

    @Test func gpxIsEscaped() throws {
        let visit = try Self.exported(VisitDetails(title: "A < B & C", kind: "food", comment: "<>"))
        #expect(
            VisitFormat.gpx.text([visit]) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="gardenctl" xmlns="http://www.topografix.com/GPX/1/1">
                  <wpt lat="35.681236" lon="-0.5">
                    <time>2026-03-10T03:59:59.000+09:00</time>
                    <name>A &lt; B &amp; C</name>
                    <desc>&lt;&gt;</desc>
                    <src>manual</src>
                    <type>food</type>
                  </wpt>
                </gpx>
                """)
    }

    @Test("what no XML can hold is left out of GPX; the rest comes back as it was")
    func gpxIsWellFormed() throws {
        let noncharacters = String(String.UnicodeScalarView([0xFFFE, 0xFFFF].compactMap(Unicode.Scalar.init)))
        let details = VisitDetails(title: "a\(noncharacters)b\u{0}\u{1B}\u{FFFD}", comment: "x\r\ny\tz\u{9B}\u{7F}")
        let text = VisitFormat.gpx.text([try Self.exported(details)])
        let file = try ImportFormat.gpx.read(Array(text.utf8))
        #expect(file.damage == nil && file.repairs == [])
        #expect(file.places.map(\.details) == [VisitDetails(title: "ab\u{FFFD}", comment: "x\ny\tz")])
        #expect(text.contains("x&#13;\ny\tz\u{9B}\u{7F}"))
    }

    @Test("what is exported is read as it was")
    func anExportIsReadAsItWas() throws {
        let details = [
            VisitDetails(
                title: "A < B & \"C\"", facility: "Café", address: "1 Chiyoda, TOKYO", kind: "food",
                comment: "]]>\n\tend", labels: ["a", "b"], group: "Trip", members: ["Ann"]),
            VisitDetails(title: "T", kind: "other"), VisitDetails(),
        ]
        let at = try #require(Timestamp("2026-03-10T03:59:59.123+09:00"))
        let visits = details.enumerated().map { index, details in
            let visit = Visit(
                id: index + 1, uid: "0badcafe-\(index)", at: at, day: CalendarDay(daysSinceEpoch: 20_522),
                latitude: Degrees(millionths: -35_681_236 + index), longitude: Degrees(millionths: 139_767_125),
                accuracy: Tenths(tenths: 85), source: .manual, details: details, signed: false, trashedAt: nil)
            return ExportedVisit(visit: visit, line: "{}", hash: "00")
        }
        let geoJSON = try ImportFormat.geojson.read(Array(VisitFormat.geojson.text(visits).utf8))
        #expect(geoJSON.places.map(\.details) == details)
        #expect(geoJSON.places.map(\.accuracyTenths) == [85, 85, 85])
        let gpx = try ImportFormat.gpx.read(Array(VisitFormat.gpx.text(visits).utf8))
        #expect(
            gpx.places.map(\.details)
                == details.map { VisitDetails(title: $0.title, kind: $0.kind, comment: $0.comment) })
        for file in [geoJSON, gpx] {
            #expect(file.places.map(\.time) == [.instant(at), .instant(at), .instant(at)])
            #expect(file.places.map(\.place.latitude) == [-35_681_236, -35_681_235, -35_681_234])
            #expect(file.leftOut == [] && file.others == [:] && file.places.allSatisfy(\.guesses.isEmpty))
        }
    }

    @Test func geoJSONHasLongitudeFirst() throws {
        let json = try JSON.parse(Array(VisitFormat.geojson.text([try Self.exported(VisitDetails(title: "A"))]).utf8))
        let feature = json["features"]?.arrayValue?.first
        #expect(json["type"] == "FeatureCollection")
        #expect(feature?["geometry"] == ["type": "Point", "coordinates": [-0.5, 35.681236]])
        #expect(feature?["properties"]?["title"] == "A")
        #expect(feature?["properties"]?["latitude"] == nil)
    }

    @Test func aVisitIsShared() throws {
        let visit = try Self.exported(VisitDetails(facility: "Station", address: "1 Chiyoda"))
        #expect(
            VisitFormat.text.text([visit]) == "Station\n1 Chiyoda\n2026-03-10 03:59\ngeo:35.681236,-0.5;u=8.5")
        #expect(VisitFormat.geo.text([visit, visit]) == "geo:35.681236,-0.5;u=8.5\ngeo:35.681236,-0.5;u=8.5")
    }
}
