import GardenAPI
import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from the export of a garden (RULES I2, I3).
struct GardenExportFileTests {
    private static func read(_ lines: [JSON]) throws -> ImportedFile {
        let text = lines.map { "\($0.text)\n" }.joined()
        #expect(ImportFormat.detect(Array(text.utf8)) == .garden)
        return try ImportFormat.garden.read(Array(text.utf8))
    }

    private static let header: JSON = [
        "export": [
            "format": 1, "version": "0.1.0", "gardenId": "g", "seq": 9, "at": "2026-11-21T09:02:00.000+09:00",
            "day": "2026-11-21", "timezone": "Asia/Tokyo",
        ]
    ]
    private static let end: JSON = ["end": ["lines": 3]]
    private static let points: JSON = [
        "points": ["balance": 20, "multiplier": 2, "earnedToday": 0, "spentToday": 0]
    ]
    private static let category: JSON = [
        "category": ["id": 2, "uid": "a1b2c3d4-2", "name": "Reading", "color": "blue", "position": 1]
    ]

    private static func entry(_ position: String, _ entry: JSON) throws -> ImportedEntry {
        ImportedEntry(position: position, entry: try ImportEntry(json: entry))
    }

    @Test("a line is an entry with its uid; the balance comes last; a line that is wrong is named")
    func lines() throws {
        let standard: JSON = [
            "category": ["id": 1, "uid": "00000000-0", "name": "Default", "color": "green", "position": 0]
        ]
        let file = try Self.read([
            Self.header, Self.points, standard, Self.category, ["rate": ["tier": 1]], ["later": 1],
            ["counter": ["id": 1, "uid": "a1b2c3d4-4", "name": "Tickets", "icon": .null, "count": 3]], Self.end,
        ])
        var expected = ImportedFile("Pocket Garden")
        expected.entries = try [
            Self.entry(
                "line 4", ["origin": "garden:a1b2c3d4-2", "category": ["name": "Reading", "color": "blue"]]),
            Self.entry("line 7", ["origin": "garden:a1b2c3d4-4", "counter": ["name": "Tickets", "count": 3]]),
            Self.entry("line 2", ["origin": "balance:g", "balance": ["balance": 20, "multiplier": 2]]),
        ]
        expected.leftOut = [LeftOut(position: "line 5", reason: "rate.rate is missing")]
        expected.others = ["line of another kind": 1]
        #expect(file == expected)
    }

    @Test("without its last line, a file is cut; what is there is read")
    func aCutFile() throws {
        let file = try Self.read([Self.header, Self.category])
        #expect(file.entries.map(\.position) == ["line 2"])
        #expect(
            file.damage == LeftOut(position: "the last line", reason: "the file is cut: its line \"end\" is missing"))
    }

    @Test("a later form is not read")
    func aLaterForm() throws {
        let later: JSON = [
            "export": [
                "format": 2, "version": "9.0", "gardenId": "g", "seq": 9, "at": "2026-11-21T09:02:00.000+09:00",
                "day": "2026-11-21", "timezone": "Asia/Tokyo",
            ]
        ]
        let file = try Self.read([later, Self.category, Self.end])
        #expect(file.count == 0)
        #expect(
            file.leftOut == [
                LeftOut(position: "line 1", reason: "the form of the file is 2; this release reads up to 1")
            ])
    }
}
