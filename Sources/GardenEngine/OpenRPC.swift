import GardenAPI
import GardenCore

/// The reference of the protocol as `rpc.discover` serves it: an OpenRPC 1.3.2 document made from the requests' own
/// descriptions.
public enum OpenRPC {
    /// The document as it is sent. All clients that wait for it share these bytes.
    static let encoded = document.encoded

    public static var document: JSON {
        var objects: [String: JSON] = [:]
        for request in Engine.requests { collect(responseType(of: request), into: &objects) }
        for request in Engine.requests {
            for object in paramObjects(of: request) { collect(object, into: &objects) }
        }
        collect(EventMessage.self, into: &objects)
        for kind in EventCatalog.kinds {
            for object in kind.referredObjects { collect(object, into: &objects) }
        }
        let schemas = objects.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return [
            "openrpc": "1.3.2",
            "info": [
                "title": "Pocket Garden", "version": .string(GardenVersion.current),
                "license": ["name": "MIT"],
                "description": "Line-delimited JSON-RPC 2.0 over a Unix socket.",
            ],
            "methods": .array(Engine.requests.map(method)),
            "x-events": .array(
                EventCatalog.kinds.map { ["name": .string($0.type), "data": $0.schema] }),
            "components": [
                "schemas": .object(JSONObject(schemas)), "errors": errors, "x-reasons": reasons,
                "x-looksThrough": lookedThrough,
            ],
        ]
    }

    private static func method(_ request: any Request.Type) -> JSON {
        let method = description(of: request)
        guard case .object(var members) = method else { return method }
        if !request.looksThrough.isEmpty {
            members.append("x-looksThrough", .array(request.looksThrough.map { .string($0.rawValue) }))
        }
        // What OpenRPC has no word for: a schema of all params together.
        var params = request.paramsSchema
        if !request.refusesUnknownNames { params.append(("additionalProperties", true)) }
        if !params.isEmpty { members.append("x-params", .object(JSONObject(params))) }
        return .object(members)
    }

    /// A request within another one, such as a task to import, has its conditions, too.
    private static func definition(of object: any WireObject.Type) -> JSON {
        guard let request = object as? any Request.Type, case .object(var members) = object.definition else {
            return object.definition
        }
        for (name, schema) in request.paramsSchema { members.append(name, schema) }
        return .object(members)
    }

    private static func description(of request: any Request.Type) -> JSON {
        [
            "name": .string(request.method),
            "summary": .string(request.summary),
            "paramStructure": "by-name",
            "params": .array(params(of: request)),
            "result": ["name": "result", "schema": responseType(of: request).schema],
            "errors": .array(codes(of: request).map { ["$ref": .string("#/components/errors/\($0.rawValue)")] }),
            "x-reasons": .array(
                request.allErrors.compactMap { $0.reason.map { .string($0.rawValue) } }),
        ]
    }

    /// The codes of a method's errors, in the order of the reference.
    private static func codes(of request: any Request.Type) -> [ErrorCode] {
        let codes = Set(request.allErrors.map(\.code))
        return ErrorCode.allCases.filter(codes.contains)
    }

    private static func params(of request: any Request.Type) -> [JSON] {
        var params = paramDescriptors(of: request)
        if request.isChange {
            params.append([
                "name": .string(IdempotencyKey.param), "required": false,
                "description": "an idempotency key: the change happens once, however often it is sent",
                "schema": [
                    "anyOf": [
                        ["type": "string", "minLength": 1, "maxLength": .integer(Limits.keyCharacters)],
                        ["type": "null"],
                    ]
                ],
            ])
        }
        return params
    }

    private static func paramDescriptors<R: Request>(of request: R.Type) -> [JSON] {
        R.fields.map { field in
            [
                "name": .string(field.name), "required": .bool(field.isRequired),
                "description": .string(field.meaning), "schema": field.paramSchema,
            ]
        }
    }

    private static func paramObjects<R: Request>(of request: R.Type) -> [any WireObject.Type] {
        R.fields.flatMap(\.referredObjects)
    }

    private static func responseType<R: Request>(of request: R.Type) -> any WireValue.Type { R.Response.self }

    private static func collect(_ type: any WireValue.Type, into objects: inout [String: JSON]) {
        for object in type.referredObjects where objects[object.name] == nil {
            objects[object.name] = definition(of: object)
            collectFields(of: object, into: &objects)
        }
    }

    private static func collectFields<Object: WireObject>(of type: Object.Type, into objects: inout [String: JSON]) {
        for field in Object.fields {
            for object in field.referredObjects { collect(object, into: &objects) }
        }
    }

    private static var errors: JSON {
        .object(
            JSONObject(
                ErrorCode.allCases.map { code in
                    (
                        code.rawValue,
                        [
                            "code": .integer(code.number), "message": .string(code.rawValue),
                            "data": ["code": .string(code.rawValue)], "x-meaning": .string(code.meaning),
                        ]
                    )
                }))
    }

    /// The reasons of the error `refused`, with when each is given.
    private static var reasons: JSON {
        .object(JSONObject(RefusalReason.allCases.map { ($0.rawValue, .string($0.meaning)) }))
    }

    /// What methods look through as a whole, in words.
    private static var lookedThrough: JSON {
        .object(JSONObject(LookedThrough.allCases.map { ($0.rawValue, .string($0.meaning)) }))
    }
}
