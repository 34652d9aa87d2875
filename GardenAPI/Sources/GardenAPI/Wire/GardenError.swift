/// The error of a request: a code, a message for people, and details for programs (API §1).
public struct GardenError: Error, Sendable, Equatable {
    /// The code, for programs.
    public var code: ErrorCode
    /// The message, for people: the request, the obstacle, and the number. Its wording can change.
    public var message: String
    /// The members of `data` except `code`, for example `param`, `kind`, `id`, `name`, `limit`, `reason`.
    public var details: JSONObject

    /// The member of `data` that lists the errors of several things that one request names: `failures`.
    public static let failuresName = "failures"

    /// Creates an error with a code, a message, and the other members of its `data`.
    public init(_ code: ErrorCode, _ message: String, _ details: [(String, JSON)] = []) {
        self.code = code
        self.message = message
        self.details = JSONObject(details)
    }

    /// Creates an `invalid_params` error; `param` is the path of the invalid value.
    public init(_ mismatch: ValidationError) {
        let details = mismatch.param.map { [("param", JSON.string($0))] } ?? []
        self.init(.invalidParams, mismatch.message, details)
    }

    /// A `refused` error: a rule forbids the request.
    public static func refused(_ reason: RefusalReason, _ message: String, _ details: [(String, JSON)] = [])
        -> GardenError
    {
        GardenError(.refused, message, [("reason", .string(reason.rawValue))] + details)
    }
}

/// The error codes (API §1). The raw value is `data.code`; ``number`` is the JSON-RPC code.
public enum ErrorCode: String, Sendable, CaseIterable {
    /// The line is not valid JSON. The answer has the id `null`.
    case parseError = "parse_error"
    /// The JSON is not a request.
    case invalidRequest = "invalid_request"
    /// The method is unknown. The message suggests a similar one.
    case methodNotFound = "method_not_found"
    /// A param is unknown, missing, given twice, of the wrong type or out of range. `param` names it.
    case invalidParams = "invalid_params"
    /// A bug in the daemon.
    case `internal` = "internal"
    /// No entity of the `kind` has the `id` or `name`.
    case notFound = "not_found"
    /// The timer is already running.
    case alreadyRunning = "already_running"
    /// No phase is in the state that the request needs.
    case notRunning = "not_running"
    /// The balance is less than the price; see `price`, `balance` and `shortfall` (RULES M7).
    case insufficientPoints = "insufficient_points"
    /// A disk write or read failed, and nothing was changed. `reason` says why. If `outcome` is `unknown`, the change may have
    /// been saved after all: repeat it with the same key.
    case storageFailed = "storage_failed"
    /// Too many clients are connected. The daemon closes the connection.
    case overloaded = "overloaded"
    /// A line or a batch exceeds its `limit`.
    case tooLarge = "too_large"
    /// Another entity of the `kind` has the `name`.
    case alreadyExists = "already_exists"
    /// A rule forbids the request. `reason` is a ``RefusalReason``.
    case refused = "refused"

    /// The code of JSON-RPC 2.0: -32700 … -32600 for its own errors, -32009 … -32001 for those of the garden.
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

    /// When it is given, for the reference and `rpc.discover`.
    public var meaning: String {
        switch self {
        case .parseError: "the line is not valid JSON; the answer has the id `null`"
        case .invalidRequest: "the JSON is not a request"
        case .methodNotFound: "unknown method; the message suggests a similar one"
        case .invalidParams:
            "a parameter is unknown, missing, duplicate, of the wrong type or out of range; `param` names it"
        case .internal: "a bug in the daemon"
        case .notFound: "no entity of this `kind` has the `id` or `name`"
        case .alreadyRunning: "the timer, or a drill, is already running"
        case .notRunning: "nothing is running or paused that the request could change"
        case .insufficientPoints:
            "the balance is too low; see `price`, `balance` and `shortfall`"
        case .storageFailed:
            "a disk write or read failed, nothing was changed; `reason` says why. "
                + "With `outcome` `unknown`, the change may have been saved: repeat it with the same key"
        case .overloaded: "too many clients; the connection is closed"
        case .tooLarge: "a line or a batch exceeds its `limit`"
        case .alreadyExists: "another entity of this `kind` has the `name`"
        case .refused: "a rule forbids the request; `reason` says which"
        }
    }
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

    /// Reads an error of any release. If `data.code` is unknown, the number decides, then `refused`; the unknown word
    /// remains in ``details``.
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
