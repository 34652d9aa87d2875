/// Text with `{placeholders}` in it; `{{` and `}}` are literal braces.
public struct Template: Sendable, Equatable {
    /// Why a text is not a valid template.
    public struct Problem: Error, Equatable {
        /// The problem and its correction, for people.
        public let message: String

        /// Creates a problem with a message for people.
        public init(message: String) { self.message = message }
    }

    private enum Piece: Equatable {
        case text(String)
        case placeholder(String)
    }

    private let pieces: [Piece]

    /// Reads a template.
    ///
    /// - Parameter placeholders: the names that may be between braces.
    /// - Throws: the first mistake: an unknown placeholder or a single brace.
    public init(_ text: String, placeholders: [String]) throws(Problem) {
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
                let name = String(rest[..<end])
                guard placeholders.contains(name) else { throw Self.unknown(name, placeholders) }
                pieces += [.text(literal), .placeholder(name)]
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
    public func contains(_ name: String) -> Bool { pieces.contains(.placeholder(name)) }

    /// The text with a value for each placeholder.
    public func rendered(_ value: (String) -> String) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .placeholder(let name): value(name)
            }
        }.joined()
    }
}
