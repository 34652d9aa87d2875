/// An object of the protocol. Its ``fields`` are the only description: parsing, writing, validation and the JSON Schema
/// use them.
public protocol WireObject: WireValue {
    /// The name of its JSON Schema, for example `Timer`.
    static var name: String { get }

    /// All fields, in the order of the wire.
    static var fields: Fields<Self> { get }

    /// Whether names that are not in ``fields`` are an error: true for requests, false for answers and events, because
    /// newer releases can add members (API §1).
    static var refusesUnknownNames: Bool { get }

    /// Checks conditions that involve several fields, after each was read.
    func validate() throws(ValidationError)
}

extension WireObject {
    public static var refusesUnknownNames: Bool { false }
    public static var schema: JSON { ["$ref": .string("#/components/schemas/\(name)")] }
    public static var referredObjects: [any WireObject.Type] { [Self.self] }

    public func validate() throws(ValidationError) {}

    /// The JSON Schema that ``schema`` refers to.
    public static var definition: JSON {
        var schema = JSONObject([("type", "object")])
        let properties = fields.map { ($0.name, $0.describedSchema) }
        schema.append("properties", .object(JSONObject(properties)))
        // A request can omit a field that has a default; an answer has every field that is not optional.
        let required = fields.filter { $0.isRequired || (!refusesUnknownNames && $0.isAlwaysWritten) }
            .map { JSON.string($0.name) }
        if !required.isEmpty { schema.append("required", .array(required)) }
        if refusesUnknownNames { schema.append("additionalProperties", false) }
        return .object(schema)
    }

    public init(json: JSON) throws(ValidationError) {
        guard case .object(let object) = json else { throw ValidationError(expected: "an object", found: json) }
        var members = MemberReader(object.members)
        do throws(ValidationError) {
            self = try Self.fields.readMembers(&members)
        } catch {
            throw Self.problem(in: object) ?? error
        }
        // A member that no field has read is unknown or given twice.
        if members.readCount < object.members.count, let problem = Self.problem(in: object) { throw problem }
        try validate()
    }

    @inlinable public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// Writes the fields as members of an object that the caller has begun.
    @inlinable public func writeMembers(to writer: inout JSONWriter) {
        let fields = Self.fields.all
        withUnsafePointer(to: self) { object in
            // By index, because an iterator would retain each field.
            for index in fields.indices { fields[index].write(object, &writer) }
        }
    }

    /// The fields that differ from `other`, with their values in `self`: the `before` of an event.
    @inlinable public func fieldsDiffering(from other: Self) -> JSON {
        var object = JSONObject()
        let fields = Self.fields.all
        withUnsafePointer(to: self) { mine in
            withUnsafePointer(to: other) { theirs in
                for index in fields.indices where !fields[index].isIdentical(mine, theirs) {
                    object.append(fields[index].name, fields[index].value(mine))
                }
            }
        }
        return .object(object)
    }

    @inlinable public func isIdentical(as other: Self) -> Bool {
        withUnsafePointer(to: self) { mine in
            withUnsafePointer(to: other) { theirs in Self.fields.all.allSatisfy { $0.isIdentical(mine, theirs) } }
        }
    }

    /// The first invalid member of an object, in their order; `nil` if all are valid.
    private static func problem(in object: JSONObject) -> ValidationError? {
        var isGiven = [Bool](repeating: false, count: fields.count)
        for member in object.members {
            guard let index = fields.firstIndex(where: { $0.name.isIdentical(as: member.name) }) else {
                if refusesUnknownNames { return unknown(member.name) }
                continue
            }
            guard !isGiven[index] else { return ValidationError(path: [member.name], problem: "is given twice") }
            isGiven[index] = true
            do throws(ValidationError) { try fields[index].check(member.value) } catch {
                return error.inside(member.name)
            }
        }
        let missing = fields.indices.first { !isGiven[$0] && fields[$0].isRequired }
        return missing.map { ValidationError(path: [fields[$0].name], problem: "is missing") }
    }

    private static func unknown(_ name: String) -> ValidationError {
        let names = fields.map(\.name)
        let excerpt = name.beginning
        guard !names.isEmpty else {
            return ValidationError(path: [excerpt], problem: "is unknown; no parameters are allowed")
        }
        let hint = Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
        let mostNames = 12
        if names.count > mostNames, let hint {
            return ValidationError(path: [excerpt], problem: "is unknown (\(hint))")
        }
        let parts = ["is unknown;", hint, "allowed: \(allowed(names, mostNames, likeName: name))"].compactMap(\.self)
        return ValidationError(path: [excerpt], problem: parts.joined(separator: " "))
    }

    /// The names; of many with sections, those of the same section, or the sections.
    private static func allowed(_ names: [String], _ most: Int, likeName name: String) -> String {
        func section(_ name: String) -> Substring { name.prefix { $0 != "." } }
        guard names.count > most, names.allSatisfy({ $0.contains(".") }) else { return names.joined(separator: ", ") }
        let near = names.filter { section($0) == section(name) }
        if !near.isEmpty { return near.joined(separator: ", ") }
        let sections = names.map(section).reduce(into: [Substring]()) { if $0.last != $1 { $0.append($1) } }
        return sections.map { "\($0).…" }.joined(separator: ", ")
    }
}
