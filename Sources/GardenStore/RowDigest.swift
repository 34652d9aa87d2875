import Crypto
import GardenCore

/// The digests that rows carry, so that a row changed by anything but the store is noticed.
///
/// What is hashed is unambiguous: integers are 64 bits, big-endian, two's complement; texts and bytes are preceded by
/// their length in bytes as such an integer, so that no field can run into the next; digests are their 32 bytes.
enum RowDigest {
    /// What stands for the digest before the first event.
    static let beginning = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// The digest of an event, which continues the chain:
    ///
    ///     SHA-256(previous digest ‖ seq ‖ change ‖ at ‖ type ‖ version ‖ SHA-256(data))
    ///
    /// The data stands in it by its own digest, so that free text can one day be erased without breaking the chain.
    static func digest(of event: Event, inChange change: Int, after previous: [UInt8]) -> [UInt8] {
        var input = HashInput(capacity: 128)
        input.add(digest: previous)
        input.add(event.seq)
        input.add(change)
        input.add(event.at.milliseconds)
        input.add(event.type)
        input.add(event.version)
        input.add(digest: sha256(event.data))
        return sha256(input.bytes)
    }

    /// The digest of a change, its events aside, which are in the chain. An absent key is hashed as the length −1.
    static func digest(of change: Change) -> [UInt8] {
        var input = HashInput(capacity: 256 + change.params.count + change.answer.count)
        input.add(change.id)
        input.add(change.at.milliseconds)
        input.add(change.cause)
        input.add(change.params)
        if let key = change.key { input.add(key) } else { input.add(-1) }
        input.add(change.answer)
        input.add(change.rollovers)
        return sha256(input.bytes)
    }

    /// The digest of a snapshot, bound to the event it stands at: one that belongs to another journal is noticed too.
    static func digest(ofSnapshot state: [UInt8], version: Int, lastChange: Int, at eventDigest: [UInt8]) -> [UInt8] {
        var input = HashInput(capacity: 64 + state.count)
        input.add(digest: eventDigest)
        input.add(version)
        input.add(lastChange)
        input.add(state)
        return sha256(input.bytes)
    }

    private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return hash.finalize().withUnsafeBytes { [UInt8]($0) }
    }
}

/// What a digest is over, in one piece: a hash that is fed field by field takes longer than it takes to hash.
private struct HashInput {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func add(_ integer: Int) {
        withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ field: [UInt8]) {
        add(field.count)
        bytes.append(contentsOf: field)
    }

    mutating func add(digest: [UInt8]) { bytes.append(contentsOf: digest) }
}
