import ExportFormats
import GardenAPI
import TextKit

/// The form in which visits are exported.
enum VisitFormat: String, CaseIterable {
    case json, csv, gpx, geojson, text, geo

    /// Visits in this form, without a line feed at the end.
    func text(_ visits: [ExportedVisit]) -> String {
        switch self {
        case .json: visits.json.text
        case .csv: Self.csv(visits.map(\.visit))
        case .gpx: Self.gpx(visits.map(\.visit))
        case .geojson: Self.geoJSON(visits.map(\.visit))
        case .text: visits.map { Self.shared($0.visit) }.joined(separator: "\n\n")
        case .geo: visits.map { Self.link($0.visit) }.joined(separator: "\n")
        }
    }

    // MARK: CSV (RFC 4180)

    private static func csv(_ visits: [Visit]) -> String {
        let head = [
            "id", "uid", "at", "day", "latitude", "longitude", "accuracy", "source", "title", "facility", "address",
            "kind", "comment", "labels", "group", "members",
        ]
        let rows = visits.map { visit -> [String] in
            let details = visit.details
            let texts = [details.title, details.facility, details.address, details.kind, details.comment].map {
                $0 ?? ""
            }
            let core = [
                "\(visit.id)", visit.uid, visit.at.description, "\(visit.day)", visit.latitude.json.text,
                visit.longitude.json.text, visit.accuracy?.json.text ?? "", visit.source.rawValue,
            ]
            let tags = [
                details.labels.joined(separator: "; "), details.group ?? "", details.members.joined(separator: "; "),
            ]
            return core + (texts + tags).map(CSV.harmless)
        }
        return CSV.text([head] + rows)
    }

    // MARK: GPX 1.1

    private static func gpx(_ visits: [Visit]) -> String {
        let points = visits.map { visit in
            var lines = ["  <wpt lat=\"\(visit.latitude.json.text)\" lon=\"\(visit.longitude.json.text)\">"]
            lines.append("    <time>\(visit.at.description)</time>")
            lines.append("    <name>\(escaped(visit.shownName))</name>")
            if let comment = visit.details.comment { lines.append("    <desc>\(escaped(comment))</desc>") }
            lines.append("    <src>\(visit.source.rawValue)</src>")
            if let kind = visit.details.kind { lines.append("    <type>\(escaped(kind))</type>") }
            return (lines + ["  </wpt>"]).joined(separator: "\n")
        }
        let head = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<gpx version=\"1.1\" creator=\"gardenctl\" xmlns=\"http://www.topografix.com/GPX/1/1\">",
        ]
        return (head + points + ["</gpx>"]).joined(separator: "\n")
    }

    /// A text as content of an element. A reader would make another end of line of a carriage return, unless it is a reference
    /// (XML 1.0 §2.11); what no XML can hold is left out.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\r": result += "&#13;"
            case _ where scalar.isInXML: result.unicodeScalars.append(scalar)
            default: break
            }
        }
    }

    // MARK: GeoJSON (RFC 7946)

    private static func geoJSON(_ visits: [Visit]) -> String {
        let features = visits.map { visit -> JSON in
            guard case .object(let members) = visit.json else { return .null }
            let others = members.members.filter { !["latitude", "longitude"].contains($0.name) }.map {
                ($0.name, $0.value)
            }
            let point: JSON = ["type": "Point", "coordinates": [visit.longitude.json, visit.latitude.json]]
            return ["type": "Feature", "geometry": point, "properties": .object(JSONObject(others))]
        }
        let collection: JSON = ["type": "FeatureCollection", "features": .array(features)]
        return collection.text
    }

    // MARK: Sharing

    private static func shared(_ visit: Visit) -> String {
        let details = visit.details
        let texts = [details.facility, details.address, details.comment].compactMap(\.self)
        return ([visit.shownName] + texts.filter { $0 != visit.shownName } + ["\(visit.at.dateAndClock)", link(visit)])
            .joined(separator: "\n")
    }

    /// A link of the place (RFC 5870).
    private static func link(_ visit: Visit) -> String {
        let accuracy = visit.accuracy.map { ";u=\($0.json.text)" } ?? ""
        return "geo:\(visit.latitude.json.text),\(visit.longitude.json.text)\(accuracy)"
    }
}

extension Unicode.Scalar {
    /// Whether an XML document can hold it, as a character or as a reference (XML 1.0 §2.2).
    fileprivate var isInXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
