import GardenAPI
import GeoKit
import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from GPX (RULES I2).
struct GPXTests {
    static let head = #"<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">"#

    static func read(_ text: String) throws -> ImportedFile { try ImportFormat.gpx.read(Array(text.utf8)) }

    @Test func waypointsAreRead() throws {
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
        var first = ImportedPlace("line 5", GeoPoint(latitude: 35_681_236, longitude: 139_767_125))
        first.time = .instant(try #require(Timestamp("2026-03-09T18:59:59.500Z")))
        first.details = VisitDetails(title: "Café & <Bar>", kind: "food", comment: "One\nTwo")
        let second = ImportedPlace("line 15", GeoPoint(latitude: -90_000_000, longitude: -15_000_000))
        var expected = ImportedFile("GPX 1.1")
        expected.places = [first, second]
        expected.others = ["track": 1]
        #expect(file == expected)
    }

    @Test(
        "the version and the namespace do not matter",
        arguments: [
            (#"<gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0">"#, "GPX 1.0"), ("<gpx>", "GPX"),
            (#"<gpx version="1.1" xmlns="http://example.org/own">"#, "GPX 1.1"),
            ("\n\n<?xml version='1.0'?><gpx version=' 1.1'>", "GPX 1.1"),
            (#"<!DOCTYPE gpx SYSTEM "gpx.dtd"><gpx version="2">"#, "GPX"),
        ])
    func versions(root: String, format: String) throws {
        let file = try Self.read("\(root)<wpt lat='1' lon='2'><name>A</name></wpt></gpx>")
        #expect(file.format == format)
        #expect(file.places.map(\.details) == [VisitDetails(title: "A")])
        #expect(file.leftOut == [] && file.repairs == [] && file.damage == nil)
    }

    @Test(
        "one wrong waypoint is left out with its line, and the others are read",
        arguments: [
            ("<wpt lat='1'/>", "its longitude is missing"),
            ("<wpt lat='91' lon='1'/>", "its latitude, \"91\", is not from -90 to 90"),
            ("<wpt lat='0' lon='-0.0000001'/>", "its place is 0, 0, which a device without a place reports"),
            ("<wpt lat='north' lon='1'/>", "its latitude, \"north\", is not from -90 to 90"),
            ("<wpt lat='nan' lon='1'/>", "its latitude, \"nan\", is not from -90 to 90"),
            ("<wpt lat='1,5,2' lon='1'/>", "its latitude, \"1,5,2\", is not from -90 to 90"),
        ])
    func wrongWaypoints(waypoint: String, reason: String) throws {
        let file = try Self.read("\(Self.head)\n<wpt lat='1' lon='1'/>\n\(waypoint)\n<wpt lat='2' lon='2'/></gpx>")
        #expect(file.places.map(\.position) == ["line 2", "line 4"])
        #expect(file.leftOut == [LeftOut(position: "line 3", reason: reason)])
    }

    @Test(
        "what programs write strangely is read, and what is guessed is named",
        arguments: [
            ("<wpt lat='10,5' lon=' 10.5 '>", "", ["the latitude \"10,5\" has a decimal comma"]),
            ("<wpt lat='10.5' lon='10.5'>", "<desc>A</desc><desc>B</desc>", []),
            ("<wpt lat='10.5' lon='10.5'>", "<time>yesterday</time>", []),
            ("<wpt lat='10.5' lon='10.5'>", "<time>1970-01-01T00:00:00Z</time>", []),
            ("<wpt lat='10.5' lon='10.5'>", "<type>12</type>", ["the kind \"12\" cannot be a name"]),
            ("<wpt lat='10.5' lon='10.5'>", "<name>\u{200B}</name>", []),
            (
                "<wpt lat='10.5' lon='10.5'>", "<desc>\(String(repeating: "long ", count: 3000))</desc>",
                ["the comment is cut"]
            ),
            ("<wpt lat='10.5' lon='10.5'>", "<name>\(String(repeating: "x", count: 501))</name>", ["the title is cut"]),
        ])
    func strangeWaypoints(start: String, content: String, guesses: [String]) throws {
        let file = try Self.read("\(Self.head)\(start)\(content)</wpt></gpx>")
        let place = try #require(file.places.first)
        #expect(place.place == GeoPoint(latitude: 10_500_000, longitude: 10_500_000))
        #expect(place.guesses == guesses && place.time == nil)
        #expect(file.places.count == 1 && file.leftOut == [])
        // Each text is one that a visit can have.
        let request = VisitAdd(
            latitude: DecimalNumber("1"), longitude: DecimalNumber("1"), title: place.details.title,
            comment: place.details.comment)
        #expect(try VisitAdd(json: request.json).json == request.json)
    }

    @Test("entities of HTML, control characters and lone ampersands do not spoil a file")
    func mistakesAreCorrected() throws {
        let entities = try Self.read(
            "\(Self.head)<wpt lat='1' lon='1'><name>A&nbsp;&ouml;&hellip;&strange;</name></wpt></gpx>")
        #expect(entities.places.map(\.details.title) == ["A ö…&strange;"])
        #expect(entities.repairs == [])
        let text =
            "\(Self.head)\n<wpt lat='1' lon='1'><name>A & B\u{1}&#2;C &amp; D</name></wpt>\n<wpt lat='2' lon='2'/></gpx>"
        let corrected = try Self.read(text)
        #expect(corrected.places.map(\.details.title) == ["A & B C & D", nil])
        #expect(corrected.places.map(\.position) == ["line 2", "line 3"])
        #expect(corrected.repairs == ["some characters are corrected"])
    }

    @Test("declared and undeclared encodings")
    func encodings() throws {
        let body = "<gpx><wpt lat='1' lon='1'><name>Café</name></wpt></gpx>"
        let latin =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8) + body.unicodeScalars.map { UInt8($0.value) }
        let windows =
            Array("<?xml version='1.0' encoding='windows-1252'?>".utf8) + body.unicodeScalars.map { UInt8($0.value) }
        let wrong = Array("<?xml version='1.0' encoding='UTF-8'?>".utf8) + body.unicodeScalars.map { UInt8($0.value) }
        var (big, little): ([UInt8], [UInt8]) = ([], [])
        for unit in body.utf16 {
            big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        for (bytes, repairs) in [
            (latin, []), (windows, []), (big, []), (little, []), ([0xFE, 0xFF] + big, []), ([0xFF, 0xFE] + little, []),
            (wrong, ["it is not UTF-8; read as windows-1252"]),
        ] as [([UInt8], [String])] {
            let file = try ImportFormat.gpx.read(bytes)
            #expect(file.places.map(\.details.title) == ["Café"])
            #expect(file.repairs == repairs && file.damage == nil)
            #expect(ImportFormat.detect(bytes) == .gpx)
        }
    }

    @Test(
        "of a file that is cut, the complete waypoints are read",
        arguments: [
            ("\n<wpt lat='2' lon='2'><name>B", "line 3", "it is not XML: no element found"),
            ("\n<wpt lat='2'", "line 3", "it is not XML: unclosed token"),
            ("\n</b>", "line 3", "it is not XML: mismatched tag"),
            ("</gpx><gpx/>", "line 2", "it is not XML: junk after document element"),
        ])
    func cutFiles(end: String, position: String, reason: String) throws {
        let file = try Self.read("\(Self.head)\n<wpt lat='1' lon='1'/>\(end)")
        #expect(file.places.map(\.position) == ["line 2"])
        #expect(file.damage == LeftOut(position: position, reason: reason))
    }

    @Test(
        "a file in which nothing can be read is refused with the place",
        arguments: [
            ("", nil, "it is not XML: no element found"), ("<kml/>", "line 1", "its root element is <kml>, not <gpx>"),
            ("<gpx", "line 1", "it is not XML: unclosed token"), ("text", "line 1", "it is not XML: syntax error"),
        ] as [(String, String?, String)])
    func unreadable(text: String, position: String?, reason: String) {
        let problem = #expect(throws: UnreadableFile.self) { try Self.read(text) }
        #expect(problem == UnreadableFile(reason: reason, position: position ?? "line 1"))
    }

    @Test("an entity that a document declares is not expanded in a text, and one of another file is not read")
    func entitiesAreNotFollowed() throws {
        let declared = """
            <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]>
            <gpx><wpt lat='1' lon='1'><name>x&b;&f;y</name></wpt></gpx>
            """
        let file = try Self.read(declared)
        #expect(file.places.map(\.details.title) == ["x&b;&f;y"])
    }

    @Test("one huge waypoint is left out, deep nesting does no harm, and what follows is read")
    func sizesAreBounded() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        let large = "<desc>\(String(repeating: "x", count: 5 << 20))</desc>"
        let file = try Self.read(
            """
            \(Self.head)
            \(nested(5000))
            <wpt lat='1' lon='1'>\(nested(5000))</wpt>
            <wpt lat='1' lon='1'>\(nested(64))<type>x</type></wpt>
            <wpt lat='1' lon='1'>\(large)<type>x</type><name>y</name></wpt>
            <wpt lat='1' lon='1'>\(large)</wpt>
            <wpt lat='2' lon='2'/></gpx>
            """)
        #expect(file.format == "GPX 1.1")
        #expect(file.places.map(\.position) == ["line 7"])
        #expect(
            file.leftOut == (3...6).map { LeftOut(position: "line \($0)", reason: "it is too large") })
        #expect(file.damage == nil)
    }

    @Test("of several corrections, the one that reads everything is taken")
    func severalMistakes() throws {
        let body =
            "\n<wpt lat='1' lon='1'/>\n<wpt lat='2' lon='2'><name>A & B</name></wpt>\n<wpt lat='3' lon='3'><name>é</name></wpt>"
        let latin = "\(Self.head)\(body)</gpx>".unicodeScalars.map { UInt8($0.value) }
        let file = try ImportFormat.gpx.read(latin)
        #expect(file.places.map(\.details.title) == [nil, "A & B", "é"] && file.damage == nil)
        // On one line, and cut.
        let line = "\(Self.head)\(body)<wpt lat='4' lon='4'/><wpt lat='5'".replacing("\n", with: "")
        let cut = try Self.read(line)
        #expect(cut.places.count == 4 && cut.damage?.reason == "it is not XML: unclosed token")
    }

    @Test("a correction leaves CDATA and comments as they are")
    func literalsStay() throws {
        let file = try Self.read(
            "\(Self.head)<!-- a & b --><wpt lat='1' lon='1'><name>A & B</name><desc><![CDATA[http://x/?a=1&b=2]]></desc></wpt></gpx>"
        )
        #expect(file.places.map(\.details.comment) == ["http://x/?a=1&b=2"])
    }

    @Test(
        "a wrong or unknown declaration does not matter if the bytes are UTF-8",
        arguments: [
            "<?xml version='1.0' encoding='utf8'?>", "<?xml version='1.0' encoding='utf-16'?>",
            "<?xml version='1.0' encoding='latin1'?>", "<?xml version='1.0' encoding='windows-1251'?>",
            "<?xml version='1.0' encoding='us-ascii'?>", "<?xml version='1.0' standalone='yes'?>",
            "\u{FEFF}\n<?xml version='1.0'?>", "<!--\(String(repeating: "x", count: 100_000))-->",
        ])
    func declarations(start: String) throws {
        let bytes = Array("\(start)<gpx><wpt lat='1' lon='1'><name>A&nbsp;B</name></wpt></gpx>".utf8)
        #expect(ImportFormat.detect(bytes) == .gpx)
        #expect(try ImportFormat.gpx.read(bytes).places.map(\.details.title) == ["A B"])
    }

    @Test(
        "numbers that no type can hold are refused",
        arguments: ["1e-9223372036854775808", "1e9223372036854775807", "1e500"])
    func hugeExponents(number: String) throws {
        let file = try Self.read("\(Self.head)<wpt lat='\(number)' lon='1'/></gpx>")
        #expect(file.leftOut.map(\.reason) == ["its latitude, \"\(number)\", is not from -90 to 90"])
    }
}
