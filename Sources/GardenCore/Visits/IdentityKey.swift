import GardenAPI
import NettleKit

/// The garden's Ed25519 key, with which it signs the lines of visits that it located itself (RULES V3).
public struct IdentityKey: Sendable, Equatable {
    /// How many bytes the private half has.
    public static let byteCount = Ed25519.keyByteCount
    /// The key of simulations and tests.
    public static let simulated = IdentityKey(valid: Array(1...UInt8(byteCount)))
    /// The key that a simulation makes when its own is missing.
    public static let simulatedOther = IdentityKey(valid: Array((1...UInt8(byteCount)).reversed()))

    /// The private half. Any 32 bytes are one.
    public let bytes: [UInt8]
    /// The public half, in Base64.
    public let publicKey: String

    /// - Returns: `nil` unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(valid: bytes)
    }

    private init(valid bytes: [UInt8]) {
        self.bytes = bytes
        publicKey = Base64.text(Ed25519.publicKey(ofPrivate: bytes))
    }

    /// The signature of a line, in Base64.
    func signature(of line: String) -> String {
        Base64.text(Ed25519.signature(of: Array(line.utf8), byPrivate: bytes))
    }
}

/// The public half of an Ed25519 key, for checks of signatures.
struct IdentityPublicKey {
    let text: String
    private let key: [UInt8]?

    /// - Parameter text: in Base64. A text that is no key has signed nothing.
    init(_ text: String) {
        self.text = text
        key = Base64.bytes(text)
    }

    /// - Parameter signature: in Base64.
    func hasSigned(_ line: String, _ signature: String) -> Bool {
        guard let key, let bytes = Base64.bytes(signature) else { return false }
        return Ed25519.isSignature(bytes, of: Array(line.utf8), byPublic: key)
    }
}

/// A key that was journaled, and the event from which on it is in force.
struct JournaledKey: WireObject, Equatable {
    static let name = "JournaledKey"

    var since: Int
    /// In Base64.
    var publicKey: String

    static let fields = Fields(
        JournaledKey.init,
        .required("since", \.since, "its event"),
        .required("publicKey", \.publicKey, "the public half, in Base64"))
}

extension EventKind where Effect == VisitKey, Published == VisitKey {
    /// The garden's key was made, with its first located visit.
    static let identityCreated = EventKind("identity.created", "Created the key {publicKey}") { effect, origin, state in
        state.visits.keys.append(JournaledKey(since: origin.seq, publicKey: effect.publicKey))
    } publish: { effect, _ in
        Publication(effect)
    }
    /// Another key is in force from now on.
    static let identityRenewed = EventKind(
        "identity.renewed", "Renewed the key: {publicKey}"
    ) { effect, origin, state in
        state.visits.keys.append(JournaledKey(since: origin.seq, publicKey: effect.publicKey))
    } publish: { effect, _ in
        Publication(effect)
    }
}

extension VisitBook {
    /// The public half of the key in force, in Base64; `nil` before the first located visit.
    public var publicKey: String? { keys.last?.publicKey }

    /// The public half of the key that was in force at an event.
    func publicKey(at seq: Int) -> String? { keys.last { $0.since <= seq }?.publicKey }
}

extension Transition {
    /// The signature of a located visit's line; `nil` if the key is missing, or is not the one that the journal knows. The first
    /// key is journaled first.
    mutating func signature(of line: String, by key: IdentityKey?) -> String? {
        guard let key else { return nil }
        if state.visits.publicKey == nil { emit(.identityCreated, VisitKey(publicKey: key.publicKey)) }
        return state.visits.publicKey == key.publicKey ? key.signature(of: line) : nil
    }

    /// Journals a key that is in force from now on (RULES V4).
    public mutating func renewIdentity(_ key: IdentityKey) -> VisitKey {
        let answer = VisitKey(publicKey: key.publicKey)
        emit(state.visits.publicKey == nil ? .identityCreated : .identityRenewed, answer)
        return answer
    }
}
