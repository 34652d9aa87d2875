import GardenAPI

/// A check of values against the JSON Schemas that `rpc.discover` publishes: of the words that these use, and stricter in
/// one thing: an object must have no members that its schema does not name.
public struct JSONSchema: Sendable {
    private var events: [String: JSON] = [:]
    private var components: [String: JSON] = [:]

    /// - Parameter document: what `rpc.discover` answers.
    public init(_ document: JSON) {
        for event in document["x-events"]?.arrayValue ?? [] { events[event["name"]?.stringValue ?? ""] = event["data"] }
        guard case .object(let schemas)? = document["components"]?["schemas"] else { return }
        for schema in schemas.members { components[schema.name] = schema.value }
    }

    /// The problem of an event's data; `nil` if it is valid.
    public func problem(ofEvent type: String, data: JSON) -> String? {
        guard let schema = events[type] else { return "\(type) has no schema" }
        return problem(data, schema, type)
    }

    private func problem(_ value: JSON, _ schema: JSON, _ path: String) -> String? {
        guard case .object(let words) = schema else { return nil }
        for word in words.members {
            if let problem = problem(value, word.name, word.value, schema, path) { return problem }
        }
        return nil
    }

    private func problem(_ value: JSON, _ word: String, _ argument: JSON, _ schema: JSON, _ path: String) -> String? {
        switch word {
        case "$ref":
            let name = argument.stringValue?.split(separator: "/").last.map(String.init) ?? ""
            guard let definition = components[name] else { return "\(path): no schema \(name)" }
            return problem(value, definition, path)
        case "anyOf":
            let problems = (argument.arrayValue ?? []).map { problem(value, $0, path) }
            return problems.contains(nil) ? nil : "\(path): none fits: \(problems.compactMap(\.self))"
        case "type":
            let isRight =
                switch (argument.stringValue, value) {
                case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null),
                    ("integer", .integer), ("number", .integer), ("number", .number):
                    true
                default: false
                }
            return isRight ? nil : "\(path) is \(value.text), not \(argument.text)"
        case "properties":
            guard case .object(let object) = value else { return nil }
            for member in object.members {
                guard let schema = argument[member.name] else { return "\(path).\(member.name) is not described" }
                if let problem = problem(member.value, schema, "\(path).\(member.name)") { return problem }
            }
            return nil
        case "required":
            let missing = (argument.arrayValue ?? []).compactMap(\.stringValue).filter { value[$0] == nil }
            return missing.isEmpty ? nil : "\(path) lacks \(missing)"
        case "items":
            for (index, element) in (value.arrayValue ?? []).enumerated() {
                if let problem = problem(element, argument, "\(path)[\(index)]") { return problem }
            }
            return nil
        case "enum":
            return argument.arrayValue?.contains(value) == true
                ? nil : "\(path) is \(value.text), none of \(argument.text)"
        case "minimum":
            guard let least = argument.integerValue, let number = value.integerValue else { return nil }
            return number >= least ? nil : "\(path) is \(number), below \(least)"
        case "description", "format", "pattern", "maximum", "minItems", "maxItems", "minLength", "maxLength",
            "x-decimals", "x-open", "additionalProperties", "not":
            return nil
        default: return "\(path): the check does not know the word \(word)"
        }
    }
}
