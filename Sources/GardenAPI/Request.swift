/// Something a client can ask for. Its fields are the params of the method, described once.
public protocol Request: WireObject {
    associatedtype Response: WireValue

    /// The JSON-RPC method, e.g. `timer.start`.
    static var method: String { get }

    /// One sentence of what it does, for the reference.
    static var summary: String { get }
}

extension Request {
    public static var name: String { method }
    public static var refusesUnknownNames: Bool { true }
}

/// A request that may change something, and so may carry an idempotency key (API §1).
public protocol ChangeRequest: Request {}

/// The idempotency key of a change, read from its params before the rest of them.
public struct IdempotencyKey: Sendable, Hashable {
    public static let param = "key"
    public let text: String

    /// - Throws: what is wrong with the key.
    public init(json: JSON) throws(ValidationError) {
        guard case .string(let text) = json, text.utf8.count <= 4 * Limits.keyCharacters,
            (1...Limits.keyCharacters).contains(text.unicodeScalars.count)
        else {
            let expected = "a string of 1 to \(Limits.keyCharacters) characters"
            throw ValidationError(expected: expected, found: json).inside(Self.param)
        }
        self.text = text
    }
}
