import GardenAPI

/// Texts of a record that the garden keeps, and how they differ from what the file says.
struct TextFields {
    /// How what is taken differs: `the comment is cut`.
    private(set) var guesses: [String] = []

    mutating func guess(_ text: String) { guesses.append(text) }

    /// A text of one line; `nil` if nothing of it is left.
    mutating func line(_ text: String?, _ field: String) -> String? {
        guard let text, let (line, isCut) = FieldText.line(text) else { return nil }
        if isCut { guesses.append("the \(field) is cut") }
        return line
    }

    /// A text of several lines; `nil` if nothing of it is left.
    mutating func note(_ text: String?, _ field: String) -> String? {
        guard let text, let (note, isCut) = FieldText.note(text) else { return nil }
        if isCut { guesses.append("the \(field) is cut") }
        return note
    }

    /// A name; `nil` if nothing of it is left, or if it cannot be one.
    mutating func name(_ text: String?, _ field: String) -> String? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        guard let (name, isCut) = FieldText.name(text) else {
            guesses.append("the \(field) \(quoted(text)) cannot be a name")
            return nil
        }
        if isCut { guesses.append("the \(field) is cut") }
        return name
    }

    /// Names, each once.
    mutating func names(_ texts: [String], _ field: String) -> [String] {
        if texts.count > FieldText.mostNames {
            guesses.append("only the first \(FieldText.mostNames) of its \(texts.count) \(field)s are kept")
        }
        var names: [String] = []
        for text in texts.prefix(FieldText.mostNames) {
            if let name = name(text, field), !names.contains(where: { $0.folded == name.folded }) { names.append(name) }
        }
        return names
    }

    /// A time; `nil` for none, and for one that is not understood.
    mutating func time(_ text: String?, _ field: String) -> ImportedTime? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        switch ImportedTime.read(text) {
        case .time(let time): return time
        case .unset: return nil
        case .unreadable:
            guesses.append("the \(field), \(quoted(text)), is not understood")
            return nil
        }
    }
}
