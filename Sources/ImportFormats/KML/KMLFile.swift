import GardenAPI

/// KML: placemarks with points are places; lines, areas and tracks are counted.
struct KMLReader: XMLTaker {
    private(set) var file = ImportedFile("KML")
    private var prefix = ""

    static let emptied: Set = ["LineString", "Polygon", "Track", "MultiTrack"]

    static func isRoot(_ tag: XMLTag) -> Bool { tag.name == "kml" }

    mutating func begin(_ tag: XMLTag, depth: Int) -> XMLStep {
        if depth == 0 { prefix = tag.prefix }
        guard tag.prefix == prefix else { return .skip }
        switch tag.name {
        case "kml", "Document", "Folder": return .enter
        case "Placemark": return .collect
        // Nothing of the network is read.
        case "NetworkLink": file.noteOther("network link")
        default: break
        }
        return .skip
    }

    mutating func take(_ element: XMLElement) {
        let points = element.descendants("Point")
        guard !points.isEmpty else {
            let shapes = [("LineString", "line"), ("Polygon", "area"), ("Track", "track"), ("MultiTrack", "track")]
            let shape = shapes.first { !element.descendants($0.0).isEmpty }?.1
            return file.noteOther(shape ?? "empty placemark")
        }
        let line = "line \(element.tag.line)"
        var reading = PlaceReading(line)
        reading.setTitle(element.text("name", prefix: prefix))
        reading.setAddress(element.text("address", prefix: prefix))
        reading.setComment(element.text("description", prefix: prefix))
        reading.setTime(time(of: element))
        for (index, point) in points.enumerated() {
            if points.count > 1 { reading.position = "\(line), point \(index + 1)" }
            // Blanks after the commas are a common mistake.
            let numbers = (point.text("coordinates", prefix: prefix) ?? "").split(separator: ",").map { number in
                String(number.split(whereSeparator: \.isWhitespace).first ?? "")
            }
            reading.take(
                latitude: numbers.count > 1 ? numbers[1] : nil, longitude: numbers.first, into: &file)
        }
    }

    private func time(of element: XMLElement) -> String? {
        element.child("TimeStamp", prefix: prefix)?.text("when", prefix: prefix)
            ?? element.child("TimeSpan", prefix: prefix)?.text("begin", "end", prefix: prefix)
    }

    mutating func leaveOut(_ tag: XMLTag, _ reason: String) { file.leaveOut("line \(tag.line)", reason) }
}
