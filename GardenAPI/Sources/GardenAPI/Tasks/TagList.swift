/// A tag of a task (RULES T22): 1 … 50 letters, digits, `-` and `_`, with a letter.
public enum TaskTag {
    /// The most characters of a tag, as Unicode counts them.
    public static let mostCharacters = 50
    /// The most tags of a task.
    public static let mostOfTask = 10

    /// Whether a text is one.
    public static func isTag(_ text: some StringProtocol) -> Bool {
        let scalars = text.unicodeScalars
        guard (1...mostCharacters).contains(scalars.count) else { return false }
        let isOfTag = scalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .decimalNumber:
                true
            default: scalar == "-" || scalar == "_"
            }
        }
        return isOfTag && scalars.contains { $0.properties.isAlphabetic }
    }

    /// What a tag is, for error messages.
    static let expectation = "a tag: 1 to \(mostCharacters) letters, digits, - and _, with a letter"

    /// Of the characters beyond ASCII, the pattern takes all for letters.
    static var schema: JSON {
        let (letter, other) = (#"A-Za-z\u00c0-\uffdc"#, "0-9_-")
        return [
            "type": "string", "minLength": 1, "maxLength": .integer(mostCharacters),
            "pattern": .string("^[\(letter)\(other)]*[\(letter)][\(letter)\(other)]*$"),
        ]
    }

    static func read(_ json: JSON) throws(ValidationError) -> String {
        guard let text = json.stringValue, isTag(text) else {
            throw ValidationError(expected: expectation, found: json)
        }
        return text
    }

    /// Reads several tags, each once regardless of case (RULES G1).
    static func list(_ values: [JSON]) throws(ValidationError) -> [String] {
        var (tags, known): ([String], Set<String>) = ([], [])
        for (index, value) in values.enumerated() {
            let tag: String
            do { tag = try read(value) } catch { throw error.inside("\(index)") }
            guard known.insert(tag.folded).inserted else {
                throw ValidationError(path: ["\(index)"], problem: "repeats \(JSON.string(tag).text)")
            }
            tags.append(tag)
        }
        return tags
    }
}

/// Tags of a task, each once regardless of case.
public struct TagList: WireValue, Equatable, ExpressibleByArrayLiteral {
    /// The tags, in their order.
    public let tags: [String]

    /// Creates the list.
    public init(_ tags: [String]) { self.tags = tags }
    /// Creates the list.
    public init(arrayLiteral elements: String...) { tags = elements }

    public static var schema: JSON {
        ["type": "array", "items": TaskTag.schema, "maxItems": .integer(TaskTag.mostOfTask), "uniqueItems": true]
    }

    public init(json: JSON) throws(ValidationError) {
        guard let values = json.arrayValue, values.count <= TaskTag.mostOfTask else {
            throw ValidationError(expected: "a list of at most \(TaskTag.mostOfTask) tags", found: json)
        }
        tags = try TaskTag.list(values)
    }

    public func write(to writer: inout JSONWriter) { tags.write(to: &writer) }
}

/// A tag that tasks have, or several that they have all.
public struct TagFilter: WireValue, Equatable, ExpressibleByStringLiteral {
    /// The tags, in their order.
    public let tags: [String]

    /// Creates the filter.
    public init(_ tags: [String]) { self.tags = tags }
    /// Creates the filter.
    public init(stringLiteral tag: String) { tags = [tag] }

    public static var schema: JSON {
        let list: JSON = [
            "type": "array", "items": TaskTag.schema, "minItems": 1, "maxItems": .integer(TaskTag.mostOfTask),
            "uniqueItems": true,
        ]
        return ["anyOf": [TaskTag.schema, list]]
    }

    public init(json: JSON) throws(ValidationError) {
        guard let values = json.arrayValue else {
            tags = [try TaskTag.read(json)]
            return
        }
        guard (1...TaskTag.mostOfTask).contains(values.count) else {
            throw ValidationError(expected: "a tag, or a list of 1 to \(TaskTag.mostOfTask) tags", found: json)
        }
        tags = try TaskTag.list(values)
    }

    public func write(to writer: inout JSONWriter) {
        if tags.count == 1 { tags[0].write(to: &writer) } else { tags.write(to: &writer) }
    }
}
