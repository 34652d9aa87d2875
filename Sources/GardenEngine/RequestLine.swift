import GardenAPI

/// A JSON-RPC 2.0 request with params that are not read yet.
public struct RequestMessage: Sendable, Equatable {
    /// The id; `nil` for a notification, which gets no answer.
    public var id: RequestID?
    /// The method, such as `timer.start`.
    public var method: String
    /// The params; empty if they are absent, or if a notification has a list.
    public var params: JSONObject

    /// Creates a request.
    public init(id: RequestID?, method: String, params: JSONObject) {
        self.id = id
        self.method = method
        self.params = params
    }
}

/// A malformed request, with its id if it could be read.
public struct MalformedRequest: Error, Equatable {
    /// The id for the answer; `nil` if it is missing or invalid.
    public var id: RequestID?
    /// The error for the answer.
    public var error: GardenError

    /// Creates a malformed request.
    public init(id: RequestID? = nil, error: GardenError) {
        self.id = id
        self.error = error
    }
}

/// A line from a client: a request or a batch.
public enum RequestLine: Sendable, Equatable {
    /// One request, or the error for the whole line.
    case single(Result<RequestMessage, MalformedRequest>)
    /// The requests of a batch, 1 … ``Limits/batchEntries``.
    case batch([Result<RequestMessage, MalformedRequest>])

    /// Parses a line, without its line feed. Errors of the line are part of the result.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        do {
            self.init(try JSON.parse(bytes, values: Limits.values))
        } catch {
            if error.reason == JSONSyntaxError.tooManyValues {
                let message = "the line has more than \(Limits.values) values"
                let error = GardenError(.tooLarge, message, [("limit", .integer(Limits.values))])
                self = .single(.failure(MalformedRequest(error: error)))
                return
            }
            let message = "the line is not valid JSON: at byte \(error.offset), \(error.reason)"
            self = .single(.failure(MalformedRequest(error: GardenError(.parseError, message))))
        }
    }

    private init(_ json: JSON) {
        guard case .array(let entries) = json else {
            self = .single(Self.request(json))
            return
        }
        if entries.isEmpty {
            self = .single(.failure(MalformedRequest(error: GardenError(.invalidRequest, "the batch is empty"))))
        } else if entries.count > Limits.batchEntries {
            let message = "the batch has \(entries.count) requests; at most \(Limits.batchEntries) are allowed"
            let error = GardenError(.tooLarge, message, [("limit", .integer(Limits.batchEntries))])
            self = .single(.failure(MalformedRequest(error: error)))
        } else {
            self = .batch(entries.map(Self.request))
        }
    }

    private static func request(_ json: JSON) -> Result<RequestMessage, MalformedRequest> {
        guard case .object(let object) = json else {
            let message = "a request must be an object, not \(json.excerpt)"
            return .failure(MalformedRequest(error: GardenError(.invalidRequest, message)))
        }
        for name in ["id", "jsonrpc", "method", "params"] where object.members.count(where: { $0.name == name }) > 1 {
            // With two ids, none of them is the request's.
            let id = name == "id" ? nil : object["id"].flatMap(RequestID.init(json:))
            return .failure(MalformedRequest(id: id, error: GardenError(.invalidRequest, "\(name) is given twice")))
        }
        let givenID = object["id"]
        let id = givenID.flatMap(RequestID.init(json:))
        func malformed(_ code: ErrorCode, _ message: String) -> Result<RequestMessage, MalformedRequest> {
            .failure(MalformedRequest(id: id, error: GardenError(code, message)))
        }
        if let givenID, id == nil {
            return malformed(.invalidRequest, "id must be a string or an integer, not \(givenID.excerpt)")
        }
        guard object["jsonrpc"]?.stringValue?.isIdentical(as: "2.0") == true else {
            let problem = object["jsonrpc"].map { "must be \"2.0\", not \($0.excerpt)" } ?? "is missing; give \"2.0\""
            return malformed(.invalidRequest, "jsonrpc \(problem)")
        }
        guard case .string(let method)? = object["method"] else {
            return malformed(.invalidRequest, "method is missing or not a string")
        }
        switch object["params"] {
        case nil: return .success(RequestMessage(id: id, method: method, params: JSONObject()))
        case .object(let params)?: return .success(RequestMessage(id: id, method: method, params: params))
        // A notification is never answered, not even when its params are bad (JSON-RPC 2.0 §4.1).
        case .array? where id == nil:
            return .success(RequestMessage(id: nil, method: method, params: JSONObject()))
        case .some(let other):
            return malformed(.invalidParams, "params must be an object, not \(other.excerpt)")
        }
    }
}
