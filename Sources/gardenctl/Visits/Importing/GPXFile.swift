import GardenAPI
import TimeKit

/// GPX 1.1: waypoints. Tracks and routes are left out.
extension VisitFile {
    private static let namespace = "http://www.topografix.com/GPX/1/1"

    mutating func readGPX(_ bytes: [UInt8]) throws {
        var reader = try XMLReader(bytes)
        guard case .start(let root)? = reader.next() else { return }
        guard root.name == "gpx", root.namespace == Self.namespace else {
            throw Problem(
                position: "line \(root.line)",
                problem: "the file is not GPX 1.1: its root element is <\(printable(root.name))> of "
                    + "\"\(printable(root.namespace))\", not <gpx> of \"\(Self.namespace)\"")
        }
        while let node = reader.next() {
            guard case .start(let tag) = node else { continue }
            switch (tag.namespace, tag.name) {
            case (Self.namespace, "wpt"): try append(try Self.waypoint(tag, &reader))
            case (Self.namespace, "trk"), (Self.namespace, "rte"):
                omitted += 1
                _ = Self.text(&reader)
            default: _ = Self.text(&reader)
            }
        }
    }

    private static func waypoint(_ tag: XMLReader.Tag, _ reader: inout XMLReader) throws -> Point {
        let position = "line \(tag.line)"
        var texts: [String: String] = [:]
        while let node = reader.next(), node != .end {
            guard case .start(let child) = node else { continue }
            let text = text(&reader)
            guard child.namespace == namespace else { continue }
            guard texts.updateValue(text, forKey: child.name) == nil || child.name == "link" else {
                throw Problem(position: "line \(child.line)", problem: "<\(printable(child.name))> is there twice")
            }
        }
        let place = try place(
            latitude: tag.attributes["lat"].map(DecimalNumber.init),
            longitude: tag.attributes["lon"].map(DecimalNumber.init), position)
        let title = cleaned(texts["name"])
        // An export names a visit without a title by its coordinates.
        let isNamed = title != VisitDetails().shownName(at: place)
        return Point(
            position: position, place: place, at: try instant(texts["time"] ?? "", position),
            details: VisitDetails(
                title: isNamed ? title : nil, kind: cleaned(texts["type"]),
                comment: cleaned(texts["desc"] ?? texts["cmt"], keepsLines: true)))
    }

    /// Reads to the end of the element that was begun, and returns its own text.
    private static func text(_ reader: inout XMLReader) -> String {
        var text = ""
        let depth = reader.depth
        while let node = reader.next() {
            if case .text(let part) = node, reader.depth == depth { text += part }
            if node == .end, reader.depth < depth { return text }
        }
        return text
    }
}
