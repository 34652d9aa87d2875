import GardenAPI
import GeoKit
import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from KML (RULES I2).
struct KMLTests {
    @Test func placemarksAreRead() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Trip</name>
            <NetworkLink><Link><href>http://example.org/</href></Link></NetworkLink>
            <Folder>
            <Placemark><name>Inn</name><description><![CDATA[<b>Nice</b>]]></description><address>1 Road</address>
              <TimeStamp><when>2026-03-10T12:00:00Z</when></TimeStamp><Point><coordinates> 139.7, 35.6, 12 </coordinates></Point></Placemark>
            <Placemark><name>Two</name><TimeSpan><begin>2026-03-11</begin></TimeSpan>
              <MultiGeometry><Point><coordinates>1,2</coordinates></Point><Point><coordinates>3,4</coordinates></Point></MultiGeometry></Placemark>
            <Placemark><name>Way</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
            <Placemark><gx:Track><gx:coord>1 2 3</gx:coord></gx:Track></Placemark>
            <Placemark><name>Empty</name></Placemark>
            <Placemark><name>Wrong</name><Point><coordinates>here</coordinates></Point></Placemark>
            </Folder></Document></kml>
            """
        #expect(ImportFormat.detect(Array(text.utf8)) == .kml)
        let file = try ImportFormat.kml.read(Array(text.utf8))
        var inn = ImportedPlace("line 5", GeoPoint(latitude: 35_600_000, longitude: 139_700_000))
        inn.time = .instant(try #require(Timestamp("2026-03-10T12:00:00Z")))
        inn.details = VisitDetails(title: "Inn", address: "1 Road", comment: "<b>Nice</b>")
        let two = [(1, 2), (3, 4)].enumerated().map { index, point in
            var place = ImportedPlace(
                "line 7, point \(index + 1)", GeoPoint(latitude: point.1 * 1_000_000, longitude: point.0 * 1_000_000))
            place.time = CalendarDay("2026-03-11").map { .day($0) }
            place.details = VisitDetails(title: "Two")
            return place
        }
        var expected = ImportedFile("KML")
        expected.places = [inn] + two
        expected.others = ["network link": 1, "line": 1, "track": 1, "empty placemark": 1]
        expected.leftOut = [LeftOut(position: "line 12", reason: "its latitude is missing")]
        #expect(file == expected)
    }
}
