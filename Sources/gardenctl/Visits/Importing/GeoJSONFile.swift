import GardenAPI
import TimeKit

/// GeoJSON (RFC 7946): points. Other geometries are left out.
extension VisitFile {
    mutating func readGeoJSON(_ bytes: [UInt8]) throws(Problem) {
        let json: JSON
        do { json = try JSON.parse(bytes) } catch {
            let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw Problem(position: "line \(line)", problem: "the file is not JSON: \(error.reason)")
        }
        switch json["type"]?.stringValue {
        case "FeatureCollection":
            guard let features = json["features"]?.arrayValue else {
                throw Problem(position: "features", problem: "must be a list of features")
            }
            for (index, feature) in features.enumerated() { try readFeature(feature, "features[\(index)]") }
        case "Feature": try readFeature(json, "the feature")
        case "Point": try readGeometry(json, .null, "the point")
        default:
            throw Problem(
                position: "type",
                problem: "must be \"FeatureCollection\", \"Feature\" or \"Point\", not "
                    + (json["type"] ?? .null).excerpt)
        }
    }

    private mutating func readFeature(_ feature: JSON, _ position: String) throws(Problem) {
        guard feature["type"] == "Feature" else {
            throw Problem(position: position, problem: "must be a feature, not \((feature["type"] ?? feature).excerpt)")
        }
        try readGeometry(feature["geometry"] ?? .null, feature["properties"] ?? .null, position)
    }

    private mutating func readGeometry(_ geometry: JSON, _ properties: JSON, _ position: String) throws(Problem) {
        guard geometry["type"] == "Point" else {
            omitted += 1
            return
        }
        guard let numbers = geometry["coordinates"]?.arrayValue, (2...4).contains(numbers.count) else {
            throw Problem(position: position, problem: "the coordinates must be [longitude, latitude]")
        }
        func number(_ index: Int) -> DecimalNumber? {
            // Coordinates are numbers, no strings (RFC 7946 §3.1.1).
            numbers[index].stringValue == nil ? try? DecimalNumber(json: numbers[index]) : nil
        }
        guard let longitude = number(0), let latitude = number(1) else {
            throw Problem(position: position, problem: "the coordinates must be numbers")
        }
        let place = try Self.place(latitude: latitude, longitude: longitude, position)
        let reader = Properties(json: properties, position: position)
        try append(
            Point(
                position: position, place: place,
                at: try Self.instant(try reader.text("at", "time", "timestamp", "date") ?? "", position),
                accuracy: try reader.number("accuracy"),
                details: VisitDetails(
                    title: try reader.text("title", "name"), facility: try reader.text("facility"),
                    address: try reader.text("address"), kind: try reader.text("kind"),
                    comment: try reader.text("comment", "description", "desc", keepsLines: true),
                    labels: try reader.names("labels"), group: try reader.text("group"),
                    members: try reader.names("members"))))
    }

    /// The properties of a feature: those of an export, and the usual ones of other programs.
    private struct Properties {
        let json: JSON
        let position: String

        /// The first of the names that has a text; `nil` if none has.
        func text(_ names: String..., keepsLines: Bool = false) throws(Problem) -> String? {
            for name in names {
                switch json[name] {
                case nil, .null?: continue
                case .string(let text)?:
                    if let text = VisitFile.cleaned(text, keepsLines: keepsLines) { return text }
                case .integer(let value)?: return "\(value)"
                case .number(let value)?: return "\(value)"
                case .bool?, .array?, .object?: throw problem(name, "a text")
                }
            }
            return nil
        }

        func number(_ name: String) throws(Problem) -> DecimalNumber? {
            guard let value = json[name], value != .null else { return nil }
            guard let number = try? DecimalNumber(json: value), let tenths = number.units(decimals: 1),
                (0...1_000_000).contains(tenths)
            else { throw problem(name, "a number from 0 to 100000") }
            return number
        }

        func names(_ name: String) throws(Problem) -> [String] {
            guard let value = json[name], value != .null else { return [] }
            guard let values = value.arrayValue else { throw problem(name, "a list of names") }
            var names: [String] = []
            for value in values {
                guard let text = value.stringValue else { throw problem(name, "a list of names") }
                if let text = VisitFile.cleaned(text) { names.append(text) }
            }
            return names
        }

        private func problem(_ name: String, _ expected: String) -> Problem {
            Problem(position: position, problem: "\(name) must be \(expected), not \((json[name] ?? .null).excerpt)")
        }
    }
}
