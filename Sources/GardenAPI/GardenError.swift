/// Why the garden refused a request: a stable code, a word, and a sentence with the numbers (API §1).
public struct GardenError: Error, Sendable, Equatable {
    public var code: ErrorCode
    /// What was asked, what stood in the way, and the number.
    public var message: String
    /// What a program may want to know, beside `code`.
    public var details: JSONObject

    public init(_ code: ErrorCode, _ message: String, _ details: [(String, JSON)] = []) {
        self.code = code
        self.message = message
        self.details = JSONObject(details)
    }

    /// Params that are not what the method takes.
    public init(_ mismatch: ValidationError) {
        let details = mismatch.param.map { [("param", JSON.string($0))] } ?? []
        self.init(.invalidParams, mismatch.message, details)
    }

    public static func invalidParam(_ param: String, _ problem: String) -> GardenError {
        GardenError(ValidationError(path: [param], problem: problem))
    }

    public static func notFound(kind: String, id: Int) -> GardenError {
        GardenError(.notFound, "no \(kind) has the id \(id)", [("kind", .string(kind)), ("id", .integer(id))])
    }

    public static func notFound(kind: String, name: String) -> GardenError {
        GardenError(
            .notFound, "no \(kind) is named \(JSON.string(name).text)",
            [("kind", .string(kind)), ("name", .string(name))])
    }

    public static func alreadyExists(kind: String, name: String) -> GardenError {
        GardenError(
            .alreadyExists, "a \(kind) named \(JSON.string(name).text) already exists",
            [("kind", .string(kind)), ("name", .string(name))])
    }

    /// A change that the disk does not take.
    public static func storageFailed(_ reason: String) -> GardenError {
        GardenError(
            .storageFailed, "cannot write to disk, nothing was changed: \(reason)", [("reason", .string(reason))])
    }

    /// A question that the disk does not answer.
    public static func unreadable(_ reason: String) -> GardenError {
        GardenError(.storageFailed, "cannot read the journal: \(reason)", [("reason", .string(reason))])
    }

    public static func refused(_ reason: RefusalReason, _ message: String, _ details: [(String, JSON)] = [])
        -> GardenError
    {
        GardenError(.refused, message, [("reason", .string(reason.rawValue))] + details)
    }
}

/// The words of `data.code` and their numbers (API §1).
public enum ErrorCode: String, Sendable, CaseIterable {
    case parseError = "parse_error"
    case invalidRequest = "invalid_request"
    case methodNotFound = "method_not_found"
    case invalidParams = "invalid_params"
    case `internal` = "internal"
    case notFound = "not_found"
    case alreadyRunning = "already_running"
    case notRunning = "not_running"
    case insufficientPoints = "insufficient_points"
    case storageFailed = "storage_failed"
    case overloaded = "overloaded"
    case tooLarge = "too_large"
    case alreadyExists = "already_exists"
    case refused = "refused"

    public var number: Int {
        switch self {
        case .parseError: return -32700
        case .invalidRequest: return -32600
        case .methodNotFound: return -32601
        case .invalidParams: return -32602
        case .internal: return -32603
        case .notFound: return -32001
        case .alreadyRunning: return -32002
        case .notRunning: return -32003
        case .insufficientPoints: return -32004
        case .storageFailed: return -32005
        case .overloaded: return -32006
        case .tooLarge: return -32007
        case .alreadyExists: return -32008
        case .refused: return -32009
        }
    }
}

/// The words of `data.reason` under `refused` (API §1), as far as something is refused for them.
public enum RefusalReason: String, Sendable {
    case alreadyRefunded = "already_refunded"
    case ambiguous = "ambiguous"
    case archived = "archived"
    case belowTierBase = "below_tier_base"
    case defaultCategory = "default_category"
    case keyReused = "key_reused"
    case nothingLeft = "nothing_left"
    case notToday = "not_today"
    case outOfRange = "out_of_range"
}

extension GardenError: WireValue {
    public static var schema: JSON {
        [
            "type": "object",
            "properties": [
                "code": ["type": "integer"], "message": ["type": "string"],
                "data": ["type": "object", "properties": ["code": ["type": "string"]], "required": ["code"]],
            ],
            "required": ["code", "message", "data"],
        ]
    }

    /// Reads an error of any release: a word that this one does not know is taken for the code of its number, else for
    /// a refusal, and stays among the details.
    public init(json: JSON) throws(ValidationError) {
        guard let message = json["message"]?.stringValue, let number = json["code"]?.integerValue else {
            throw ValidationError(expected: "an error of JSON-RPC", found: json)
        }
        self.message = message
        details = JSONObject()
        if case .object(let data)? = json["data"] { details = data }
        if let word = details["code"]?.stringValue, let known = ErrorCode(rawValue: word) {
            code = known
            _ = details.remove("code")
        } else {
            code = ErrorCode.allCases.first { $0.number == number } ?? .refused
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("code")
        writer.integer(code.number)
        writer.key("message")
        writer.string(message)
        writer.key("data")
        writer.beginObject()
        writer.key("code")
        writer.string(code.rawValue)
        for member in details.members where member.name != "code" {
            writer.key(member.name)
            writer.value(member.value)
        }
        writer.endObject()
        writer.endObject()
    }
}
