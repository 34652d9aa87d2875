import GardenAPI
import GardenCore
import GardenEngine

/// The tables of the articles, made from the descriptions that the code itself reads, writes and refuses by.
enum Reference {
    static var methods: String {
        table(
            ["Method", "Params", "Result", "What it does"],
            Engine.requests.map { request in
                let params = fields(of: request).map { "`\($0.name)\($0.isRequired ? "" : "?")`" }
                let key = request.isChange ? ["`key?`"] : []
                return [
                    "`\(request.method)`", (params + key).joined(separator: ", "),
                    type(of: response(of: request).schema),
                    request.summary,
                ]
            })
    }

    static var params: String {
        table(
            ["Method", "Param", "Value", "Meaning"],
            Engine.requests.flatMap { request in
                fields(of: request).map { field in
                    ["`\(request.method)`", "`\(field.name)`", type(of: field.schema), field.meaning]
                }
            })
    }

    /// Every object that an answer or a notification can hold, by name.
    static var values: String {
        guard case .object(let schemas)? = OpenRPC.document["components"]?["schemas"] else { return "" }
        return schemas.members.map { member in
            guard case .object(let properties)? = member.value["properties"] else { return "" }
            let rows = properties.members.map { property in
                ["`\(property.name)`", type(of: property.value), property.value["description"]?.stringValue ?? ""]
            }
            return "#### \(member.name)\n\n\(table(["Field", "Value", "Meaning"], rows))"
        }.joined(separator: "\n\n")
    }

    /// The lines of an export of everything, and the values that only it has.
    static var export: String {
        let head = ["Member", "Value", "What it is"]
        func members<Value: WireObject>(of value: Value.Type) -> String {
            table(head, value.fields.map { ["`\($0.name)`", type(of: $0.schema), $0.meaning] })
        }
        func section<Value: WireObject>(_ value: Value.Type) -> String {
            "#### \(value.name)\n\n\(members(of: value))"
        }
        let values = [
            section(ExportHeader.self), section(ExportedDrillLevel.self), section(ExportedDrillEntry.self),
            section(ExportEnd.self),
        ]
        return ([members(of: ExportLine.self)] + values).joined(separator: "\n\n")
    }

    static var errors: String {
        table(
            ["Number", "Word", "When"],
            ErrorCode.allCases.map { ["`\($0.number)`", "`\($0.rawValue)`", $0.meaning] })
    }

    static var reasons: String {
        table(
            ["Reason", "When"],
            RefusalReason.allCases.map { ["`\($0.rawValue)`", $0.meaning] }.sorted { $0[0] < $1[0] })
    }

    /// What each method can refuse, besides the errors of every request.
    static var methodErrors: String {
        table(
            ["Method", "Its own errors"],
            Engine.requests.filter { !$0.errors.isEmpty }.map { request in
                let words = request.errors.map { "`\($0.reason?.rawValue ?? $0.code.rawValue)`" }
                return ["`\(request.method)`", words.joined(separator: ", ")]
            })
    }

    /// What each method looks through as a whole.
    static var lookedThrough: String {
        table(
            ["Method", "What it looks through"],
            Engine.requests.filter { !$0.looksThrough.isEmpty }.map { request in
                ["`\(request.method)`", request.looksThrough.map(\.meaning).joined(separator: "; ")]
            })
    }

    static var features: String {
        table(
            ["Feature", "Its methods", "Its events"],
            Features.all.compactMap { feature in
                guard let name = feature.name else { return nil }
                let methods = topics(feature.methods.map { $0.request.method })
                return ["`\(name)`", methods, topics(feature.events.map { $0.type })]
            })
    }

    /// The first words of names, each once.
    private static func topics(_ names: [String]) -> String {
        var topics: [String] = []
        for name in names {
            let topic = "`\(name.prefix { $0 != "." }).*`"
            if !topics.contains(topic) { topics.append(topic) }
        }
        return topics.joined(separator: ", ")
    }

    static var limits: String {
        let values = WireLimits(connections: Settings.standard.maxConnections).json
        return table(
            ["Limit", "Value", "What it bounds"],
            WireLimits.fields.map { ["`\($0.name)`", values[$0.name]?.text ?? "", $0.meaning] })
    }

    /// Every type of event, with the members of its data as they are found in some events: with `?` where not in all.
    static func events(_ events: [JSON]) -> String {
        table(
            ["Event", "Its data"],
            EventCatalog.types.map { type in
                let data = events.filter { $0["type"]?.stringValue == type }.compactMap { members(of: $0["data"]) }
                var names: [String] = []
                // The longest first, for it has the most members in their order.
                for list in data.sorted(by: { $0.count > $1.count }) {
                    names += list.filter { !names.contains($0) }
                }
                let list = names.map { name in
                    data.allSatisfy { $0.contains(name) } ? "`\(name)`" : "`\(name)?`"
                }
                return ["`\(type)`", list.joined(separator: ", ")]
            })
    }

    static var settings: String {
        let defaults = Settings.standard.json
        return table(
            ["Setting", "Default", "Allowed", "Meaning"],
            Settings.fields.map { field in
                ["`\(field.name)`", "`\(defaults[field.name]?.text ?? "")`", type(of: field.schema), field.meaning]
            })
    }

    // MARK: Words

    /// A schema in words.
    static func type(of schema: JSON) -> String {
        if let reference = schema["$ref"]?.stringValue {
            return String(reference.split(separator: "/").last ?? "")
        }
        if let alternatives = schema["anyOf"]?.arrayValue {
            return alternatives.map(type(of:)).joined(separator: " or ")
        }
        if let words = schema["enum"]?.arrayValue { return words.map { "`\($0.text)`" }.joined(separator: ", ") }
        if let types = schema["type"]?.arrayValue { return types.compactMap(\.stringValue).joined(separator: " or ") }
        switch schema["type"]?.stringValue {
        case "array": return "list of \(type(of: schema["items"] ?? true))"
        case "integer": return "integer\(range(of: schema))"
        case "string":
            switch schema["format"]?.stringValue {
            case "date-time": return "instant"
            case "date": return "day"
            default:
                return schema["pattern"] == CategoryColor.schema["pattern"] ? "colour" : "string\(length(of: schema))"
            }
        case let word?: return word
        case nil: return "any value"
        }
    }

    private static func range(of schema: JSON) -> String {
        switch (schema["minimum"]?.integerValue, schema["maximum"]?.integerValue) {
        case (let least?, let most?): return ", \(least) to \(most)"
        case (let least?, nil): return " from \(least)"
        case (nil, _): return ""
        }
    }

    private static func length(of schema: JSON) -> String {
        guard let least = schema["minLength"]?.integerValue,
            let most = (schema["maxLength"] ?? schema["x-maxCharacters"])?.integerValue
        else {
            return ""
        }
        return " of \(least) to \(most) characters"
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    private static func members(of data: JSON?) -> [String]? {
        guard case .object(let object)? = data else { return nil }
        return object.members.map(\.name)
    }

    private static func response<R: Request>(of request: R.Type) -> any WireValue.Type { R.Response.self }

    private static func fields<R: Request>(of request: R.Type) -> [(
        name: String, isRequired: Bool, schema: JSON, meaning: String
    )] {
        R.fields.map { ($0.name, $0.isRequired, $0.schema, $0.meaning) }
    }
}
