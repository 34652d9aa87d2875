/// The bounds of a field beyond its type. Validation can also normalize the value: names are trimmed.
///
/// It is a class: to copy a structure of this size, the runtime needs its type, which a start of `gardenctl` would pay for.
public final class Constraint<Value: Sendable>: Sendable {
    /// The valid values, for error messages: "an integer from 1 to 1440".
    let expectation: String
    /// The additions to the JSON Schema of the type.
    @usableFromInline let schema: JSONObject
    /// Returns the normalized value; `nil` if it is out of bounds.
    let validate: @Sendable (Value) -> Value?
    /// Describes a value that is out of bounds, to follow the field's name: "must not …"; `nil` if ``expectation`` is
    /// enough.
    let problem: @Sendable (Value) -> String?

    /// Creates a constraint.
    ///
    /// - Parameters:
    ///   - expectation: the valid values, for error messages: "an integer from 1 to 1440".
    ///   - schema: additions to the JSON Schema of the type.
    ///   - problem: describes an invalid value, to follow the field's name; `nil` if `expectation` is enough.
    ///   - validate: returns the normalized value; `nil` if it is out of bounds.
    public init(
        _ expectation: String, schema: JSONObject = JSONObject(),
        problem: @escaping @Sendable (Value) -> String? = { _ in nil },
        validate: @escaping @Sendable (Value) -> Value?
    ) {
        self.expectation = expectation
        self.schema = schema
        self.problem = problem
        self.validate = validate
    }
}

extension Constraint where Value == Int {
    /// An integer in a range.
    ///
    /// - Parameter unit: the unit for error messages, in the plural; empty for none.
    public static func range(_ range: ClosedRange<Int>, _ unit: String = "") -> Constraint {
        let expectation = "an integer from \(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " \(unit)")"
        let schema = JSONObject([("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))])
        return Constraint(expectation, schema: schema) { range.contains($0) ? $0 : nil }
    }

    /// An id: counted per kind from 1 and never reused (API §2).
    public static var id: Constraint {
        Constraint("a positive integer", schema: JSONObject([("minimum", 1)])) { $0 > 0 ? $0 : nil }
    }

    /// The length of a phase in whole minutes, 1 … 1440 (API §2).
    public static var minutes: Constraint { .range(1...1440) }
}

extension Constraint where Value == [String] {
    /// A list of at most `most` words, each of at most 100 characters.
    public static func words(_ most: Int) -> Constraint {
        Constraint(
            "a list of at most \(most) words of 100 characters", schema: JSONObject([("maxItems", .integer(most))])
        ) {
            words in
            words.count <= most
                && words.allSatisfy { $0.utf8.count <= 100 * Line.bytesPerCharacter && $0.count <= 100 }
                ? words : nil
        }
    }
}

extension Constraint where Value == Int {
    /// An integer from 0.
    public static var fromZero: Constraint {
        Constraint("an integer of at least 0", schema: JSONObject([("minimum", 0)])) { $0 >= 0 ? $0 : nil }
    }

    /// A signed amount in a range, not 0.
    static func change(_ range: ClosedRange<Int>) -> Constraint {
        let inRange = Constraint.range(range)
        var schema = inRange.schema
        schema.append("not", ["const": 0])
        return Constraint("\(inRange.expectation) other than 0", schema: schema) {
            range.contains($0) && $0 != 0 ? $0 : nil
        }
    }

    /// A signed amount, not 0.
    public static var change: Constraint {
        Constraint("an integer other than 0", schema: JSONObject([("not", ["const": 0])])) { $0 != 0 ? $0 : nil }
    }
}

extension Constraint where Value == String {
    /// One line of 1 to `characters` characters as a reader counts them (grapheme clusters), and of at most 32 bytes
    /// per character (RULES G1). Only text with many combining marks reaches the limit in bytes.
    ///
    /// JSON Schema counts code points, and a character can have many. Therefore the schema has both bounds under names
    /// of its own (`x-maxCharacters`, `x-maxBytes`) instead of `maxLength`.
    public static func line(_ characters: Int) -> Constraint {
        let schema = JSONObject([
            ("minLength", 1), ("x-maxCharacters", .integer(characters)),
            ("x-maxBytes", .integer(characters * Line.bytesPerCharacter)),
        ])
        return Constraint(
            "a line of 1 to \(characters) characters", schema: schema,
            problem: { Line.read($0, mostCharacters: characters).problem },
            validate: { Line.read($0, mostCharacters: characters).text })
    }

    /// An icon of at most 16 characters, such as an emoji; empty for none.
    public static var icon: Constraint {
        let line = line(16)
        let schema = JSONObject(line.schema.members.filter { $0.name != "minLength" }.map { ($0.name, $0.value) })
        return Constraint("a line of at most 16 characters", schema: schema, problem: line.problem) { text in
            text.isEmpty ? text : line.validate(text)
        }
    }

    /// The name of an existing category, item or counter (API §2).
    public static var name: Constraint { .line(100) }

    /// A new name of a category, item or counter. Names of digits only are refused, because they are read as ids (RULES
    /// G1).
    public static var newName: Constraint {
        let name = Constraint.name
        let isId = { @Sendable (text: String) in
            let name = name.validate(text) ?? ""
            return !name.isEmpty && name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        var schema = name.schema
        schema.append("not", ["pattern": "^\\s*[0-9]+\\s*$"])
        return Constraint(
            name.expectation, schema: schema,
            problem: { text in
                guard isId(text) else { return name.problem(text) }
                return "must not consist only of digits: \(name.validate(text) ?? text) is read as an id"
            },
            validate: { text in isId(text) ? nil : name.validate(text) })
    }

    /// A text of several lines, such as a task's note, of at most 10 KiB.
    public static var note: Constraint {
        Constraint(
            "a text of 1 to \(Line.mostTextBytes) bytes",
            schema: JSONObject([("minLength", 1), ("x-maxBytes", .integer(Line.mostTextBytes))]),
            problem: { Line.readText($0).problem }, validate: { Line.readText($0).text })
    }
}
