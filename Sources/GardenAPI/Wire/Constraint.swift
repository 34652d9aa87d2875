/// What a field allows beyond its type. It may also tidy the value: names come out trimmed.
public struct Constraint<Value: Sendable>: Sendable {
    /// In words of an error message: "an integer from 1 to 1440".
    let expectation: String
    /// What it adds to the JSON Schema of the type.
    let schema: JSONObject
    /// The value as it is to be used; `nil` when it is out of bounds.
    let validate: @Sendable (Value) -> Value?
    /// What is wrong with a value that is out of bounds, to be read after the field's name: "must not …"; `nil` where
    /// ``expectation`` says it.
    let problem: @Sendable (Value) -> String?

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
    public static func range(_ range: ClosedRange<Int>, _ unit: String = "") -> Constraint {
        let expectation = "an integer from \(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " \(unit)")"
        let schema = JSONObject([("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))])
        return Constraint(expectation, schema: schema) { range.contains($0) ? $0 : nil }
    }

    /// An id: counted per kind from 1 and never used again (API §2).
    public static var id: Constraint {
        Constraint("a positive integer", schema: JSONObject([("minimum", 1)])) { $0 > 0 ? $0 : nil }
    }

    /// Whole minutes of a phase (API §2).
    public static var minutes: Constraint { .range(1...1440) }
}

extension Constraint where Value == [String] {
    /// A few words: so many at most, each of at most 100 characters.
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
    /// A number that counts from 0.
    public static var fromZero: Constraint {
        Constraint("an integer of at least 0", schema: JSONObject([("minimum", 0)])) { $0 >= 0 ? $0 : nil }
    }

    /// By how much something becomes more or less.
    public static var change: Constraint {
        Constraint("an integer other than 0", schema: JSONObject([("not", ["const": 0])])) { $0 != 0 ? $0 : nil }
    }
}

extension Constraint where Value == String {
    /// One line of 1 to `characters` characters as a reader counts them (grapheme clusters), with a constraint of bytes so
    /// generous that only heaps of combining marks meet it (RULES G1).
    ///
    /// JSON Schema counts code points, of which a character may have many, so the schema names both bounds in words of its
    /// own instead of `maxLength`.
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

    /// A picture in a few characters, for an emoji may be of many; empty for none.
    public static var icon: Constraint {
        let line = line(16)
        let schema = JSONObject(line.schema.members.filter { $0.name != "minLength" }.map { ($0.name, $0.value) })
        return Constraint("a line of at most 16 characters", schema: schema, problem: line.problem) { text in
            text.isEmpty ? text : line.validate(text)
        }
    }

    /// The name of a category, item or counter that there is (API §2).
    public static var name: Constraint { .line(100) }

    /// The name of one that is to be made or renamed. Digits alone are refused, for they are taken for an id (RULES G1).
    public static var newName: Constraint {
        let name = Constraint.name
        let isId = { @Sendable (text: String) in
            let name = name.validate(text) ?? ""
            return !name.isEmpty && name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return Constraint(
            name.expectation, schema: name.schema,
            problem: { text in
                guard isId(text) else { return name.problem(text) }
                return "must not consist only of digits: \(name.validate(text) ?? text) is read as an id"
            },
            validate: { text in isId(text) ? nil : name.validate(text) })
    }
}
