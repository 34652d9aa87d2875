import GardenAPI

/// Text with `{placeholders}` in it; `{{` and `}}` are literal braces.
struct Template: Equatable {
    /// Why a text is not a valid template.
    struct Problem: Error, Equatable {
        let message: String
    }

    private enum Piece: Equatable {
        case text(String)
        case placeholder(Placeholder)
    }

    private let pieces: [Piece]

    init(_ text: String) throws(Problem) {
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
                pieces += [.text(literal), .placeholder(try Self.placeholder(String(rest[..<end])))]
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

    func contains(_ placeholder: Placeholder) -> Bool { pieces.contains(.placeholder(placeholder)) }

    func rendered(_ snapshot: StatusSnapshot) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): return text
            case .placeholder(let placeholder): return snapshot.value(of: placeholder)
            }
        }.joined()
    }

    private static func placeholder(_ name: String) throws(Problem) -> Placeholder {
        if let placeholder = Placeholder(rawValue: name) { return placeholder }
        let known = Placeholder.allCases.map(\.rawValue)
        let hint = Suggestion.nearest(to: name, among: known).map { "; did you mean {\($0)}?" } ?? ";"
        throw Problem(message: "unknown placeholder {\(name)}\(hint) use one of: \(known.joined(separator: ", "))")
    }
}
