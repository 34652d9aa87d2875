import GardenAPI

extension JSON {
    private static let lineCharacters = 100

    /// The value as a person reviews it: one line per member or element, but for a value that fits on a line.
    func indented(by depth: Int = 0, after prefix: String = "") -> String {
        let margin = String(repeating: "  ", count: depth)
        let line = text
        if margin.count + prefix.count + line.count <= Self.lineCharacters { return margin + prefix + line }
        let (open, parts, close): (String, [(prefix: String, value: JSON)], String)
        switch self {
        case .object(let object):
            parts = object.members.map { (JSON.string($0.name).text + ": ", $0.value) }
            (open, close) = ("{", "}")
        case .array(let elements):
            parts = elements.map { ("", $0) }
            (open, close) = ("[", "]")
        case .null, .bool, .integer, .number, .string: return margin + prefix + line
        }
        let inner = parts.map { $0.value.indented(by: depth + 1, after: $0.prefix) }.joined(separator: ",\n")
        return "\(margin)\(prefix)\(open)\n\(inner)\n\(margin)\(close)"
    }
}
