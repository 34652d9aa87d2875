/// The id of a request, a string or an integer; unique among the open requests of a connection (API §1).
public enum RequestID: Sendable, Hashable {
    /// An integer, 64 bits.
    case integer(Int)
    /// A string.
    case string(String)

    init?(json: JSON) {
        switch json {
        case .integer(let value): self = .integer(value)
        case .string(let value): self = .string(value)
        case .null, .bool, .number, .array, .object: return nil
        }
    }
}

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
    /// The id for the answer; `nil` if there is none or it is invalid.
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

extension [UInt8] {
    /// The text with a line feed at its end, as it is sent.
    package consuming func terminated() -> [UInt8] {
        append(UInt8(ascii: "\n"))
        return self
    }
}

/// Writes lines of JSON-RPC 2.0, without line feeds.
public enum LineWriter {
    /// A successful answer.
    ///
    /// - Parameters:
    ///   - result: the result as JSON.
    ///   - meta: what a change says besides it, as JSON; `nil` for none.
    public static func answer(id: RequestID, result: [UInt8], meta: [UInt8]? = nil) -> [UInt8] {
        var writer = begun(id: id, reservingCapacity: result.count + (meta?.count ?? 0) + 64)
        writer.key("result")
        writer.encoded(result)
        if let meta {
            writer.key(metaName)
            writer.encoded(meta)
        }
        writer.endObject()
        return writer.bytes
    }

    /// The bytes before and after the result of a successful answer, the line feed included: a large result needs no copy.
    package static func answerFrame(id: RequestID) -> (head: [UInt8], tail: [UInt8]) {
        let line = answer(id: id, result: []).terminated()
        return (Array(line.dropLast(2)), Array(line.suffix(2)))
    }

    /// An error answer; the id `nil` is written as `null`.
    public static func refusal(id: RequestID?, error: GardenError) -> [UInt8] {
        var writer = begun(id: id, reservingCapacity: 256)
        writer.key("error")
        error.write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// A notification of the server.
    ///
    /// - Parameter params: the params as JSON.
    public static func notification(method: String, params: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: params.count + 64)
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0")
        writer.key("method")
        writer.string(method)
        writer.key("params")
        writer.encoded(params)
        writer.endObject()
        return writer.bytes
    }

    /// A request of a client.
    ///
    /// - Parameter params: the params as JSON.
    public static func request(id: RequestID, method: String, params: [UInt8]) -> [UInt8] {
        var writer = begun(id: id, reservingCapacity: params.count + 64)
        writer.key("method")
        writer.string(method)
        writer.key("params")
        writer.encoded(params)
        writer.endObject()
        return writer.bytes
    }

    private static func begun(id: RequestID?, reservingCapacity capacity: Int) -> JSONWriter {
        var writer = JSONWriter(reservingCapacity: capacity)
        writer.beginObject(with: version)
        writer.key(idKey)
        switch id {
        case .integer(let number)?: writer.integer(number)
        case .string(let text)?: writer.string(text)
        case nil: writer.null()
        }
        return writer
    }

    fileprivate static let metaName = "meta"
    /// The first member of each line, and the name of the second: written once.
    private static let version = Array(#"{"jsonrpc":"2.0""#.utf8)
    private static let idKey = JSONWriter.Key("id")
}

/// A line from the server, as a client reads it.
public enum ResponseLine: Sendable, Equatable {
    /// The answer to a request: its result or error, and what a change says besides its result, `null` for nothing. The id is
    /// `nil` if the server could not read that of the request.
    case answer(id: RequestID?, Result<JSON, GardenError>, meta: JSON = .null)
    /// A notification: an event or `resync` (API §3).
    case notification(method: String, params: JSON)

    /// The most values in a line, including nested ones: more than 50 megabytes of visits or tasks have. The shortest values take
    /// a hundred times as much memory as their text.
    private static let mostValues = 1 << 22

    /// Parses a line, without its line feed.
    ///
    /// - Throws: an error if the line is neither an answer nor a notification of JSON-RPC 2.0.
    public init(_ bytes: [UInt8]) throws(ValidationError) {
        let json: JSON
        // An answer or an event can contain a value of the deepest nesting, at a depth of its own.
        do throws(JSONSyntaxError) {
            json = try bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
                try JSON.parse(bytes, depth: 2 * Limits.depth, values: Self.mostValues)
            }
        } catch {
            throw ValidationError(problem: "is not valid JSON: at byte \(error.offset), \(error.reason)")
        }
        if let method = json["method"]?.stringValue {
            self = .notification(method: method, params: json["params"] ?? .null)
        } else if let error = json["error"] {
            self = .answer(id: json["id"].flatMap(RequestID.init(json:)), .failure(try GardenError(json: error)))
        } else if let result = json["result"] {
            self = .answer(
                id: json["id"].flatMap(RequestID.init(json:)), .success(result),
                meta: json[LineWriter.metaName] ?? .null)
        } else {
            throw ValidationError(problem: "is neither an answer nor a notification")
        }
    }
}
