import GardenAPI

/// Text with `{placeholders}` in it; `{{` and `}}` are literal braces, and `{category:json}` is the value as a JSON string.
package struct Template: Sendable, Equatable {
    /// Why a text is not a valid template.
    package struct Problem: Error, Equatable {
        /// The problem and its correction, for people.
        package let message: String

        /// Creates a problem with a message for people.
        package init(message: String) { self.message = message }
    }

    private enum Piece: Equatable {
        case text(String)
        case placeholder(String, isJSON: Bool)
    }

    private static let jsonSuffix = ":json"

    private let pieces: [Piece]

    /// Reads a template.
    ///
    /// - Parameter placeholders: the names that may be between braces.
    /// - Throws: the first mistake: an unknown placeholder or a single brace.
    package init(_ text: String, placeholders: [String]) throws(Problem) {
        var pieces: [Piece] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "{" || character == "}", rest.first == character {
                rest.removeFirst()
                literal.append(character)
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw Problem(message: "a { has no matching }; write {{ for a literal brace")
                }
                var name = String(rest[..<end])
                let isJSON = name.hasSuffix(Self.jsonSuffix)
                if isJSON { name.removeLast(Self.jsonSuffix.count) }
                guard placeholders.contains(name) else { throw Self.unknown(name, placeholders) }
                pieces += [.text(literal), .placeholder(name, isJSON: isJSON)]
                literal = ""
                rest = rest[rest.index(after: end)...]
            } else if character == "}" {
                throw Problem(message: "a } has no matching {; write }} for a literal brace")
            } else {
                literal.append(character)
            }
        }
        self.pieces = (pieces + [.text(literal)]).filter { $0 != .text("") }
    }

    private static func unknown(_ name: String, _ placeholders: [String]) -> Problem {
        let hint = Suggestion.nearest(to: name, among: placeholders).map { "; did you mean {\($0)}?" } ?? ";"
        return Problem(
            message:
                "unknown placeholder {\(name.beginning)}\(hint) use one of: \(placeholders.joined(separator: ", "))")
    }

    /// Whether the text has a placeholder of that name.
    package func contains(_ name: String) -> Bool {
        pieces.contains(.placeholder(name, isJSON: false)) || pieces.contains(.placeholder(name, isJSON: true))
    }

    /// The text with a value for each placeholder.
    package func rendered(_ value: (String) -> String) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .placeholder(let name, isJSON: false): value(name)
            case .placeholder(let name, isJSON: true): JSON.string(value(name)).text
            }
        }.joined()
    }
}
