import GardenAPI

/// GPX 1.0 and 1.1, also without a namespace: waypoints are places; tracks and routes are counted.
struct GPXReader: XMLTaker {
    private(set) var file = ImportedFile("GPX")
    private var prefix = ""

    static func isRoot(_ tag: XMLTag) -> Bool { tag.name == "gpx" }

    mutating func begin(_ tag: XMLTag, depth: Int) -> XMLStep {
        if depth == 0 {
            prefix = tag.prefix
            let version = tag.attributes["version"].map { " \($0.trimmed)" } ?? ""
            file.format = "GPX\([" 1.0", " 1.1"].contains(version) ? version : "")"
            return .enter
        }
        guard tag.prefix == prefix else { return .skip }
        switch tag.name {
        case "wpt": return .collect
        case "trk": file.noteOther("track")
        case "rte": file.noteOther("route")
        default: break
        }
        return .skip
    }

    mutating func take(_ element: XMLElement) {
        var reading = PlaceReading("line \(element.tag.line)")
        reading.setTitle(element.text("name", prefix: prefix))
        reading.setKind(element.text("type", prefix: prefix))
        reading.setComment(element.text("desc", "cmt", prefix: prefix))
        reading.setTime(element.text("time", prefix: prefix))
        let attributes = element.tag.attributes
        reading.take(latitude: attributes["lat"], longitude: attributes["lon"], into: &file)
    }

    mutating func leaveOut(_ tag: XMLTag, _ reason: String) { file.leaveOut("line \(tag.line)", reason) }
}
