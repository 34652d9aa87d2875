/// A method of the protocol. Its ``WireObject/fields`` are the params, and ``Response`` is the type of the result.
///
/// Each request documents its own errors. These can come from any request:
/// - `invalid_params` when a param is unknown, missing, given twice, of the wrong type or out of range; `param` names
///   it.
/// - `storage_failed` when the request has to read the journal and the disk fails; `reason` says why.
/// - `internal` for a bug in the daemon.
public protocol Request: WireObject {
    /// The type of the `result` in the answer.
    associatedtype Response: WireValue

    /// The JSON-RPC method, for example `timer.start`.
    static var method: String { get }

    /// One sentence for the reference: the effect of the request.
    static var summary: String { get }

    /// Its own errors, besides those of every request. `rpc.discover` lists both (``allErrors``).
    static var errors: [RequestError] { get }

    /// The JSON Schema of its params together, beyond that of each: which exclude or need each other, as ``WireObject/validate()``
    /// checks it. `rpc.discover` has it as `x-params`.
    static var paramsSchema: [(String, JSON)] { get }

    /// What it looks through as a whole, so that its work grows with more than what it returns and changes. `rpc.discover` has it as
    /// `x-looksThrough`.
    static var looksThrough: [LookedThrough] { get }

    /// Whether it is a ``ChangeRequest``. To ask the runtime for that conformance costs a process a search through all of them.
    static var isChange: Bool { get }
}

extension Request {
    public static var name: String { method }
    public static var refusesUnknownNames: Bool { true }
    /// `false`.
    public static var isChange: Bool { false }
    /// Each on its own.
    public static var paramsSchema: [(String, JSON)] { [] }

    /// The schema of an object with params; `null` is the same as none.
    ///
    /// - Parameter values: the schemas of some of them.
    static func given(_ names: String..., where values: [(String, JSON)] = []) -> JSON {
        let given = names.map { ($0, JSON.object(JSONObject([("not", ["type": "null"])]))) }
        return [
            "required": .array((names + values.map(\.0)).map { .string($0) }),
            "properties": .object(JSONObject(given + values)),
        ]
    }

    /// The schema of an object without params.
    static func without(_ names: String...) -> JSON {
        .object(JSONObject([("properties", .object(JSONObject(names.map { ($0, ["type": "null"]) })))]))
    }
}

/// A request that can change the garden. Its params can include an idempotency key (API §1), see ``IdempotencyKey``.
///
/// It changes everything that it documents, or nothing. Besides its own errors and those of every ``Request``:
/// - `storage_failed` when the disk cannot be written; `reason` says why, and nothing is changed.
/// - `refused`, reason `key_reused`, when the key was used for another method or other params.
/// - `refused`, reason `busy`, when it would change what an import that goes on adds.
public protocol ChangeRequest: Request {}

extension ChangeRequest {
    /// `true`.
    public static var isChange: Bool { true }
}

/// The idempotency key of a change (API §1): 1 … 64 characters, chosen by the client.
///
/// A second request with the same key, method and params gets the first answer and changes nothing. A key is valid
/// until the second rollover of the day after its first use. It is read before the other params.
public struct IdempotencyKey: Sendable, Hashable {
    /// The name of the param: `key`.
    public static let param = "key"
    /// The key: 1 … 64 characters.
    public let text: String

    /// Reads the key.
    ///
    /// - Throws: an error if the value is not a string of 1 … 64 characters.
    public init(json: JSON) throws(ValidationError) {
        guard case .string(let text) = json, text.utf8.count <= 4 * Limits.keyCharacters,
            (1...Limits.keyCharacters).contains(text.unicodeScalars.count)
        else {
            let expected = "a string of 1 to \(Limits.keyCharacters) characters"
            throw ValidationError(expected: expected, found: json).inside(Self.param)
        }
        // SQLite would read it back only up to there.
        guard !text.utf8.contains(0) else {
            throw ValidationError(path: [Self.param], problem: "U+0000 is not allowed")
        }
        self.text = text
    }

    /// Whether both are the same bytes, as in the journal: a string can have several canonically equivalent encodings.
    public static func == (left: IdempotencyKey, right: IdempotencyKey) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
