import GardenAPI

/// Values that a schema of `rpc.discover` allows, for a daemon that only looks like gardend.
public struct SchemaSamples: Sendable {
    /// Every text that no pattern or format limits.
    public var text: String
    /// Every integer, as far as its minimum allows.
    public var integer: Int
    /// Every other choice: the last of the allowed words, and `false`.
    public var takesLast: Bool

    public init(text: String, integer: Int = 3, takesLast: Bool = false) {
        (self.text, self.integer, self.takesLast) = (text, integer, takesLast)
    }

    /// The results of all methods by their names.
    ///
    /// - Parameter document: what `rpc.discover` answers.
    public func results(of document: JSON) -> [String: JSON] {
        let schemas = document["components"]?["schemas"] ?? .null
        let methods = document["methods"]?.arrayValue ?? []
        return Dictionary(
            methods.map { method in
                (method["name"]?.stringValue ?? "", value(of: method["result"]?["schema"] ?? .null, schemas))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The params of a notification for each type of event.
    public func events(of document: JSON) -> [JSON] {
        let schemas = document["components"]?["schemas"] ?? .null
        return (document["x-events"]?.arrayValue ?? []).enumerated().map { index, event in
            guard case .object(var params) = value(of: ["$ref": "#/components/schemas/Event"], schemas) else {
                return .null
            }
            for (name, value) in [
                ("seq", JSON.integer(index + 1)), ("type", event["name"] ?? .null),
                ("data", value(of: event["data"] ?? .null, schemas)),
            ] {
                _ = params.remove(name)
                params.append(name, value)
            }
            return .object(params)
        }
    }

    /// - Parameter depth: how many schemas this one is in; one that contains itself ends somewhere.
    private func value(of schema: JSON, _ schemas: JSON, depth: Int = 0) -> JSON {
        if let reference = schema["$ref"]?.stringValue {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            return value(of: schemas[name] ?? .null, schemas, depth: depth + 1)
        }
        if let choices = schema["anyOf"]?.arrayValue {
            return depth < 12 ? value(of: choices[0], schemas, depth: depth + 1) : .null
        }
        if let words = schema["enum"]?.arrayValue, let word = takesLast ? words.last : words.first { return word }
        switch schema["type"]?.stringValue {
        case "object":
            guard case .object(let properties)? = schema["properties"] else {
                return .object(JSONObject([(text, .string(text))]))
            }
            return .object(
                JSONObject(
                    properties.members.map { ($0.name, value(of: $0.value, schemas, depth: depth + 1)) }))
        case "array":
            guard depth < 12 else { return [] }
            let element = value(of: schema["items"] ?? .null, schemas, depth: depth + 1)
            return .array(Array(repeating: element, count: max(1, schema["minItems"]?.integerValue ?? 1)))
        case "integer": return .integer(max(integer, schema["minimum"]?.integerValue ?? .min))
        case "number": return 1.5
        case "boolean": return .bool(!takesLast)
        case "null": return .null
        case "string": return .string(string(of: schema))
        // Any value.
        default: return .object(JSONObject([(text, .string(text))]))
        }
    }

    private func string(of schema: JSON) -> String {
        switch schema["format"]?.stringValue {
        case "date": return "2026-11-21"
        case "date-time": return "2026-11-21T09:25:00.000+01:00"
        default: break
        }
        guard let pattern = schema["pattern"]?.stringValue else { return text }
        return pattern.contains("[Bb][Ll][Uu][Ee]") ? "blue" : "ab"
    }
}
