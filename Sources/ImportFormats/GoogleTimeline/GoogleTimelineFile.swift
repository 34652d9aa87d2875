import GardenAPI

/// The timeline of Google Maps, as a phone exports it (Android and iOS) and as Takeout does: its visits are places; activities, paths
/// and raw positions are counted.
struct GoogleTimelineReader {
    static let lists: Set = ["semanticSegments", "timelineObjects", "locations", "rawSignals"]
    private(set) var file = ImportedFile("Google Timeline")

    private static let parts: [(member: String, name: String)] = [
        ("activity", "journey"), ("activitySegment", "journey"), ("timelinePath", "path"), ("timelineMemory", "memory"),
        ("latitudeE7", "raw position"), ("position", "raw position"), ("wifiScan", "raw position"),
        ("activityRecord", "raw position"),
    ]

    static func canRead(_ value: JSON) -> Bool {
        value["placeVisit"] != nil || value["startTime"] != nil && value["endTime"] != nil
            || parts.contains { value[$0.member] != nil }
    }

    mutating func read(_ bytes: [UInt8]) {
        var records = JSONRecords(bytes, lists: Self.lists)
        records.read { read($0.value, at: $0.position) }
        file.add(records)
    }

    private mutating func read(_ value: JSON, at position: String) {
        if let visit = value["visit"] {
            readPhone(visit, value, position)
        } else if let visit = value["placeVisit"] {
            readTakeout(visit, position)
        } else if let part = Self.parts.first(where: { value[$0.member] != nil }) {
            file.noteOther(part.name)
        } else {
            file.noteOther("other part")
        }
    }

    /// Where one place is within another, such as a shop in a mall, the phone has a visit for each.
    private mutating func readPhone(_ visit: JSON, _ segment: JSON, _ position: String) {
        let level = visit["hierarchyLevel"]?.plainText ?? "0"
        guard level == "0" else { return file.noteOther("place within a place") }
        var reading = PlaceReading(position)
        let candidate = visit["topCandidate"] ?? .null
        reading.setTime(segment["startTime"]?.plainText)
        reading.setTitle(Self.title(candidate["semanticType"]?.stringValue))
        let location = candidate["placeLocation"] ?? .null
        let text = location["latLng"]?.stringValue ?? location.stringValue ?? ""
        let numbers = (text.hasPrefix("geo:") ? String(text.dropFirst(4)) : text).split(separator: ",").map(String.init)
        reading.take(
            latitude: numbers.first, longitude: numbers.count > 1 ? numbers[1] : nil, into: &file)
    }

    private mutating func readTakeout(_ visit: JSON, _ position: String) {
        let others = visit["otherCandidateLocations"]?.arrayValue ?? []
        let candidates = [visit["location"] ?? .null] + others
        let location = candidates.first { $0["latitudeE7"] != nil } ?? candidates[0]
        var reading = PlaceReading(position)
        if location != candidates[0] { reading.guess("the place is one of several that Google thought of") }
        let duration = visit["duration"] ?? .null
        reading.setTime((duration["startTimestamp"] ?? duration["startTimestampMs"])?.plainText)
        reading.setTitle(location["name"]?.plainText ?? Self.title(location["semanticType"]?.stringValue))
        reading.setAddress(location["address"]?.plainText)
        reading.take(
            latitude: (location["latitudeE7"] ?? visit["centerLatE7"]).flatMap(Self.degrees),
            longitude: (location["longitudeE7"] ?? visit["centerLngE7"]).flatMap(Self.degrees), into: &file)
    }

    /// Degrees from whole ten-millionths; some exports have the 32 bits of negative numbers as positive ones.
    private static func degrees(_ json: JSON) -> String? {
        guard case .integer(let value) = json else { return json.numberText }
        let units = value > 1_800_000_000 ? value - (1 << 32) : value
        return "\(units)e-7"
    }

    /// `Home` for `TYPE_HOME`, `INFERRED_HOME` and `Home`; `nil` for what says nothing to a person.
    private static func title(_ type: String?) -> String? {
        guard let type else { return nil }
        let words = type.lowercased().split { "_ ".contains($0) }.filter { !["type", "inferred"].contains($0) }
        let word = words.joined(separator: " ")
        guard !["", "unknown", "aliased location", "searched address"].contains(word) else { return nil }
        return word.prefix(1).uppercased() + word.dropFirst()
    }
}
