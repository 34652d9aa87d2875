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
        var hash = SHA256()
        hash.update(data: previous)
        hash.add(event.seq)
        hash.add(change)
        hash.add(event.at.milliseconds)
        hash.add(Array(event.type.utf8))
        hash.add(event.version)
        hash.update(data: Array(SHA256.hash(data: event.data)))
        return Array(hash.finalize())
    }

    /// The digest of a change, its events aside, which are in the chain. An absent key is hashed as the length −1.
    static func digest(of change: Change) -> [UInt8] {
        var hash = SHA256()
        hash.add(change.id)
        hash.add(change.at.milliseconds)
        hash.add(Array(change.cause.utf8))
        hash.add(change.params)
        if let key = change.key { hash.add(Array(key.utf8)) } else { hash.add(-1) }
        hash.add(change.answer)
        hash.add(change.rollovers)
        return Array(hash.finalize())
    }

    /// The digest of a snapshot, bound to the event it stands at: one that belongs to another journal is noticed too.
    static func digest(ofSnapshot state: [UInt8], version: Int, lastChange: Int, at eventDigest: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: eventDigest)
        hash.add(version)
        hash.add(lastChange)
        hash.add(state)
        return Array(hash.finalize())
    }
}

extension SHA256 {
    fileprivate mutating func add(_ integer: Int) {
        withUnsafeBytes(of: integer.bigEndian) { update(bufferPointer: $0) }
    }

    fileprivate mutating func add(_ bytes: [UInt8]) {
        add(bytes.count)
        update(data: bytes)
    }
}
