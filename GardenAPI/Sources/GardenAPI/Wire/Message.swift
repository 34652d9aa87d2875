/// The id of a request, a string or an integer; unique among the open requests of a connection (API §1).
public enum RequestID: Sendable, Hashable {
    /// An integer, 64 bits.
    case integer(Int)
    /// A string.
    case string(String)

    /// Reads the id; `nil` if the value is neither a string nor an integer.
    public init?(json: JSON) {
        switch json {
        case .integer(let value): self = .integer(value)
        case .string(let value): self = .string(value)
        case .null, .bool, .number, .array, .object: return nil
        }
    }
}

extension [UInt8] {
    /// The text with a line feed at its end, as it is sent.
    public consuming func terminated() -> [UInt8] {
        append(UInt8(ascii: "\n"))
        return self
    }
}

/// Writes lines of JSON-RPC 2.0, without line feeds.
public enum LineWriter {
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

    /// A writer of a line that has begun with the version and the id; the id `nil` is written as `null`.
    public static func begun(id: RequestID?, reservingCapacity capacity: Int) -> JSONWriter {
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

    /// The name of the member beside a result.
    public static let metaName = "meta"
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
