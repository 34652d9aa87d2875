import GardenAPI
import GardenCore

/// A request with a known method and valid params.
struct DecodedRequest {
    let message: RequestMessage
    let key: IdempotencyKey?
    let handler: Handler
    /// Whether it asks for a change.
    let isChange: Bool

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
        isChange = method.request.isChange
    }

    private static func takeKey(of request: any Request.Type, from params: inout JSONObject) throws(ValidationError)
        -> IdempotencyKey?
    {
        guard request.isChange, let json = params.remove(IdempotencyKey.param) else { return nil }
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
