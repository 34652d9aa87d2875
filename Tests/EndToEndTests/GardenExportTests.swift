import GardenAPI
import Testing
import TimeKit

/// Everything of a garden, exported by a real gardenctl and imported into an empty garden (RULES I3).
struct GardenExportTests {
    private static func gardenctl(_ home: Home, _ words: String...) throws -> String {
        let outcome = try run(["\(Binaries.folder)/gardenctl"] + words, environment: home.environment)
        #expect(outcome.end == .exited(0) && outcome.errors == "", "\(words): \(outcome)")
        return outcome.output
    }

    /// The lines of an export by their names, without what is of one garden: its ids, and when something was changed.
    private static func lines(_ text: String) throws -> [String: [JSON]] {
        var lines: [String: [JSON]] = [:]
        for line in text.split(separator: "\n") {
            guard case .object(let object) = try JSON.parse(String(line)), let member = object.members.first else {
                throw TestFailure("\(line) is no object")
            }
            lines[member.name, default: []].append(withoutIds(member.value))
        }
        return lines
    }

    private static let ids: Set = [
        "id", "uid", "categoryId", "categoryUid", "gardenId", "seq", "at", "updatedAt", "position",
    ]

    private static func withoutIds(_ value: JSON) -> JSON {
        switch value {
        case .array(let elements): .array(elements.map(withoutIds))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.filter { !ids.contains($0.name) }.map { ($0.name, withoutIds($0.value)) }))
        default: value
        }
    }

    @Test func anEmptyGardenGetsWhatThereWas() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        _ = try Self.gardenctl(home, "example")
        for (method, params) in [
            ("task.done", ["id": 1]),
            ("task.add", ["title": "Meditate", "category": "Health", "repeat": "every day", "due": "today"]),
            ("task.done", ["title": "Meditate"]),
            ("session.add", ["text": "9:00-10:25 Thesis yesterday"]),
            ("visit.add", ["latitude": 48.1, "longitude": 11.5, "title": "Cafe", "labels": "food", "at": "yesterday"]),
            ("log.note", ["text": "Snow"]), ("log.note", ["text": "Rain", "at": "yesterday 20:00"]),
            ("points.setMultiplier", ["multiplier": 2]), ("shop.buy", ["name": "Coffee"]),
        ] as [(String, JSON)] { _ = try client.call(method, params) }
        let exported = try Self.gardenctl(home, "export")
        let path = "\(home.folder.path)/garden.jsonl"
        #expect(
            try Self.gardenctl(home, "export", "--output", path)
                == "Wrote \(path): \(exported.split(separator: "\n").count) lines\n")

        let other = try Home()
        let otherDaemon = try Gardend(in: other)
        let added = try Self.gardenctl(other, "import", "--yes", "--json", path)
        #expect(try JSON.parse(added)["leftOut"] == [], "\(added)")
        let (before, after) = try (Self.lines(exported), Self.lines(Self.gardenctl(other, "export")))
        for name in ["settings", "category", "garden", "counter", "session"] {
            #expect(after[name] == before[name], "\(name)")
        }
        // Points come as the balance alone.
        func done(_ lines: [String: [JSON]]) -> [[JSON?]]? {
            lines["completion"]?.map { [$0["task"]?["title"], $0["day"], $0["occurrence"], $0["exp"]] }
        }
        #expect(done(after) == done(before) && done(after)?.count == 2)
        func titles(_ lines: [String: [JSON]]) -> [String] { (lines["task"] ?? []).map { $0.text }.sorted() }
        #expect(titles(after) == titles(before))
        // The line of the import itself is the last one.
        #expect(after["logLine"]?.filter { $0["kind"] != "import" } == before["logLine"])
        #expect(after["points"]?.map { [$0["balance"], $0["multiplier"]] } == [[1500, 2]])
        #expect(
            after["shopItem"]?.map { [$0["name"], $0["price"], $0["category"]] }
                == before["shopItem"]?.map { [$0["name"], $0["price"], $0["category"]] })
        #expect(after["visit"]?.map { $0["visit"]?["title"] } == ["Cafe"])
        #expect(after["end"]?.count == 1)

        // Once, and not into the garden that it is of.
        for (home, known) in [(other, true), (home, true)] {
            let again = try JSON.parse(Self.gardenctl(home, "import", "--yes", "--json", path))
            #expect(again["added"] == 0 && (again["alreadyThere"]?.integerValue ?? 0 > 0) == known, "\(again.text)")
        }
        _ = try Self.gardenctl(other, "undo", "--yes")
        let emptied = try Self.lines(Self.gardenctl(other, "export"))
        #expect(Set(emptied.keys).isDisjoint(with: ["task", "session", "visit", "shopItem", "counter", "completion"]))
        #expect(emptied["points"]?.map { $0["balance"] } == [0])
        withExtendedLifetime((daemon, otherDaemon)) {}
    }
}
