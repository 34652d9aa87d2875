import GardenAPI
import Testing

@testable import GardenCore

/// The keys of the machine and of the garden, and which visits must be signed (RULES V3, V4). The public keys are from Python's
/// `cryptography`.
struct VisitKeyModel {
    private static let publicKeys = [
        "own": "ebVWLo/mVPlAeLES6KmLp5AfhTrmlb7X4OORC60ElmQ=", "other": "PD7RRr20v975Z4znW+lJ4kWXvUSvs0JxhDNZATxFU3k=",
    ]

    /// What is known of a key that a change may have made before the disk refused.
    private static let unknown = "unknown"

    private var file = "own"
    private var journaled: String?
    private var signed = 0

    mutating func note(_ directive: JSON) {
        if let key = directive["identityKey"]?.stringValue { file = key }
    }

    mutating func noteNewKey(_ answer: JSON, isCurrent: Bool) {
        guard file == "missing" else { return }
        file = isCurrent && answer["result"] != nil ? "other" : Self.unknown
    }

    mutating func enter(_ event: Event, _ data: JSON) throws {
        switch event.type {
        case "identity.created", "identity.renewed":
            journaled = try #require(data["publicKey"]?.stringValue)
            #expect(event.type != "identity.created" || signed == 0)
            // A located visit, or a change that the disk refused, has made the file before.
            if file == "missing" || file == Self.unknown { file = "other" }
            #expect(Self.publicKeys[file] == journaled, "\(event.seq)")
        case "visit.added":
            guard data["source"] != "manual" else { return #expect(data["signed"] == false) }
            let key = file == Self.unknown ? file : Self.publicKeys[file]
            #expect(
                key == Self.unknown || data["signed"] == .bool(key != nil && key == journaled),
                "\(event.seq): \(key ?? "no key")")
            if data["signed"] == true { signed += 1 }
        default: break
        }
    }

    func check(_ answer: JSON, _ label: String) {
        guard let result = answer["result"] else { return }
        #expect(result["signed"] == .integer(signed), "\(label)")
        #expect(result["publicKey"] == journaled.map { .string($0) } ?? .null, "\(label)")
    }
}
