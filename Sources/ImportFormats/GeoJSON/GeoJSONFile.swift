import GardenAPI

/// GeoJSON (RFC 7946) in all its shapes, also a list of features, features one after the other (RFC 8142), and Google's saved places:
/// points are places; lines and areas are counted.
struct GeoJSONReader {
    static let lists: Set = ["features", "geometries", "locations"]
    private(set) var file = ImportedFile("GeoJSON")

    private static let geometries: Set = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
    ]

    static func canRead(_ value: JSON) -> Bool {
        guard let type = value["type"]?.stringValue else { return false }
        return geometries.contains(type) || ["Feature", "FeatureCollection"].contains(type)
    }

    mutating func read(_ bytes: [UInt8]) {
        var records = JSONRecords(bytes, lists: Self.lists)
        records.read { read($0.value, at: $0.position) }
        file.add(records)
    }

    mutating func read(_ value: JSON, at position: String) {
        switch value["type"]?.stringValue {
        case "FeatureCollection"?:
            for (index, feature) in (value["features"]?.arrayValue ?? []).enumerated() {
                read(feature, at: "\(position), features[\(index)]")
            }
        case "Feature"?:
            var reading = PlaceReading(position)
            FeatureProperties(value["properties"] ?? .null).describe(&reading)
            readGeometry(value["geometry"] ?? .null, reading)
        case let type? where Self.geometries.contains(type): readGeometry(value, PlaceReading(position))
        default: file.leaveOut(position, "it is no feature, but \((value["type"] ?? value).excerpt)")
        }
    }

    /// - Parameter reading: of the feature. What is said about it is read once, whatever the number of its points.
    private mutating func readGeometry(_ geometry: JSON, _ reading: PlaceReading) {
        var part = reading
        switch geometry["type"]?.stringValue {
        case "Point"?: readPoint(geometry["coordinates"], reading)
        case "MultiPoint"?:
            for (index, point) in (geometry["coordinates"]?.arrayValue ?? []).enumerated() {
                part.position = "\(reading.position), point \(index + 1)"
                readPoint(point, part)
            }
        case "GeometryCollection"?:
            for (index, inner) in (geometry["geometries"]?.arrayValue ?? []).enumerated() {
                part.position = "\(reading.position), geometry \(index + 1)"
                readGeometry(inner, part)
            }
        case "LineString"?, "MultiLineString"?: file.noteOther("line")
        case "Polygon"?, "MultiPolygon"?: file.noteOther("area")
        case nil where geometry == .null: file.noteOther("empty feature")
        default:
            file.leaveOut(
                reading.position, "its geometry is no shape of GeoJSON, but \((geometry["type"] ?? geometry).excerpt)")
        }
    }

    private mutating func readPoint(_ coordinates: JSON?, _ reading: PlaceReading) {
        let numbers = coordinates?.arrayValue ?? []
        // Some programs write the numbers as strings.
        reading.take(
            latitude: numbers.count > 1 ? numbers[1].plainText : nil, longitude: numbers.first?.plainText, into: &file)
    }
}

/// The properties of a feature: those of our own export, and the usual ones of other programs.
private struct FeatureProperties {
    private let json: JSON

    init(_ json: JSON) { self.json = json }

    func describe(_ reading: inout PlaceReading) {
        // Google's saved places have their facts in an object.
        let location = json["location"] ?? json["Location"] ?? .null
        let business = location["name"]?.plainText ?? location["Business Name"]?.plainText
        reading.setTitle(text("title", "name", "Title", "Name") ?? business)
        reading.setFacility(text("facility"))
        reading.setAddress(
            text("address", "addr:full") ?? location["address"]?.plainText ?? location["Address"]?.plainText)
        reading.setKind(text("kind", "category"))
        reading.setComment(text("comment", "description", "desc", "note", "Comment", "Note"))
        reading.setLabels(names("labels"))
        reading.setGroup(text("group"))
        reading.setMembers(names("members"))
        reading.setAccuracy(text("accuracy", "horizontal_accuracy", "acc"))
        reading.setTime(text("at", "time", "timestamp", "date", "datetime", "tst", "Published", "created_at"))
    }

    /// The first of the names that has a text that is not blank.
    private func text(_ names: String...) -> String? {
        for name in names {
            if let text = json[name]?.plainText, !text.allSatisfy(\.isWhitespace) { return text }
        }
        return nil
    }

    private func names(_ name: String) -> [String] {
        json[name]?.arrayValue?.compactMap(\.plainText) ?? json[name]?.plainText.map { [$0] } ?? []
    }
}
