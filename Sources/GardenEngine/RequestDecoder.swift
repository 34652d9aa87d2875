import GardenAPI
import GardenCore

/// A request with a known method and valid params.
struct DecodedRequest {
    let message: RequestMessage
    let key: IdempotencyKey?
    let request: any Request.Type
    let handler: Handler

    /// - Throws: `method_not_found` or `invalid_params`.
    init(_ message: RequestMessage) throws(GardenError) {
        guard let method = Features.method(named: message.method) else { throw Self.unknownMethod(message.method) }
        var params = message.params
        do throws(ValidationError) {
            key = try Self.takeKey(of: method.request, from: &params)
            handler = try method.read(params)
        } catch {
            throw GardenError(error)
        }
        self.message = message
        request = method.request
    }

    /// Whether it asks for a change.
    var isChange: Bool { request.isChange }

    /// The error, which `rpc.discover` must list for the method.
    func documented(_ error: GardenError) -> GardenError {
        assert(error.isOne(of: request.allErrors), "\(message.method) does not list \(error)")
        return error
    }

    private static func takeKey(of request: any Request.Type, from params: inout JSONObject) throws(ValidationError)
        -> IdempotencyKey?
    {
        guard request.isChange, let json = params.remove(IdempotencyKey.param), json != .null else { return nil }
        return try IdempotencyKey(json: json)
    }

    private static func unknownMethod(_ name: String) -> GardenError {
        let hint = Suggestion.nearest(to: name, among: Features.methods.map { $0.request.method })
        let advice = hint.map { "; did you mean \($0)?" } ?? "; rpc.discover lists all methods"
        return GardenError(.methodNotFound, "unknown method \(JSON.string(name).excerpt)\(advice)")
    }
}

extension RequestLine {
    /// Parses a client's line, or records why it cannot be read.
    init(_ line: LineFramer.Line) {
        switch line {
        case .text(let bytes): self = bytes.withUnsafeBufferPointer { RequestLine($0) }
        case .tooLong:
            let error = GardenError(
                .tooLarge, "the line is longer than \(Limits.lineBytes) bytes", [("limit", .integer(Limits.lineBytes))])
            self = .single(.failure(MalformedRequest(error: error)))
        }
    }
}

extension GardenError {
    /// Whether a method that lists these errors may answer with this one.
    fileprivate func isOne(of errors: [RequestError]) -> Bool {
        guard code == .refused else { return errors.contains(.code(code)) }
        return errors.contains { $0.code == .refused && $0.reason?.rawValue == details["reason"]?.stringValue }
    }
}
