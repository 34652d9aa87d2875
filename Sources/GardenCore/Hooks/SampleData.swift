import GardenAPI
import TimeKit

extension AnyEventKind {
    /// Invented data of the kind, with the members that every such event has.
    func sampleData(at time: Timestamp) -> JSON { SampleWriter(time: time, objects: referredObjects).value(of: schema) }
}

/// Invents values for JSON Schemas of the protocol.
private struct SampleWriter {
    let time: Timestamp
    let objects: [any WireObject.Type]

    func value(of schema: JSON) -> JSON {
        if case .string(let path)? = schema["$ref"] { return object(named: path) }
        // A value or null.
        if case .array(let alternatives)? = schema["anyOf"] {
            return alternatives.contains(["type": "null"]) ? .null : value(of: alternatives[0])
        }
        if case .array(let words)? = schema["enum"] { return words[0] }
        guard case .string(let type)? = schema["type"] else { return .null }
        switch type {
        case "object": return members(of: schema)
        case "string": return text(schema)
        case "integer", "number": return schema["minimum"] ?? 1
        case "boolean": return false
        case "array": return []
        default: return .null
        }
    }

    private func members(of schema: JSON) -> JSON {
        guard case .object(let properties)? = schema["properties"], case .array(let required)? = schema["required"]
        else { return [:] }
        let named = properties.members.filter { required.contains(.string($0.name)) }
        return .object(JSONObject(named.map { ($0.name, value(of: $0.value)) }))
    }

    private func text(_ schema: JSON) -> JSON {
        switch schema["format"] {
        case "date-time": time.json
        case "date": .string("\(time)".prefix(10).description)
        default: "sample"
        }
    }

    /// - Parameter path: a JSON pointer that ends in the object's name.
    private func object(named path: String) -> JSON {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let type = objects.first(where: { $0.name == name }) else { return [:] }
        return SampleWriter(time: time, objects: objects + Self.objects(in: type)).value(of: type.definition)
    }

    private static func objects<Object: WireObject>(in type: Object.Type) -> [any WireObject.Type] {
        type.fields.flatMap(\.referredObjects)
    }
}
