import GardenCore
import NettleKit

/// The digests of rows, which reveal a row that anything but the store changed.
///
/// The hashed bytes are unambiguous: integers are 64 bits, big-endian, two's complement; texts and bytes are preceded
/// by their length in bytes as such an integer, so that no field can run into the next; digests are their 32 bytes.
enum RowDigest {
    /// The digest before the first change.
    static let beginning = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// The digest of a change, which continues the chain:
    ///
    ///     SHA-256(previous digest ‖ seq ‖ at ‖ offset ‖ recorded ‖ method ‖ actor ‖ key ‖ SHA-256(params)
    ///             ‖ number of events ‖ for each: type ‖ version ‖ cause ‖ SHA-256(effect))
    ///
    /// The hash covers the digests of params and effects, so that a purge can erase them without breaking the chain.
    /// An absent key is hashed as the length −1, an absent cause as 0. The version of an event that happened at another time than the
    /// change is hashed as its negative, which its own at and offset follow.
    static func digest(of change: Change, after previous: [UInt8]) -> [UInt8] {
        var input = HashInput(capacity: 192 + 72 * change.events.count)
        input.add(digest: previous)
        input.add(change.seq)
        input.add(change.at.instant.milliseconds)
        input.add(change.at.offsetSeconds)
        input.add(change.recordedAt.milliseconds)
        input.add(change.method)
        input.add(change.actor)
        if let key = change.reply?.key { input.add(key) } else { input.add(-1) }
        input.add(digest: change.erasedParamsDigest ?? sha256(change.params))
        input.add(change.events.count)
        for event in change.events {
            input.add(event.type)
            if event.at == change.at {
                input.add(event.version)
            } else {
                input.add(-event.version)
                input.add(event.at.instant.milliseconds)
                input.add(event.at.offsetSeconds)
            }
            input.add(event.cause?.seq ?? 0)
            input.add(digest: event.erasedDigest ?? sha256(event.effect))
        }
        return sha256(input.bytes)
    }

    /// The digest of a kept answer.
    static func digest(of reply: KeyedReply, ofChange seq: Int) -> [UInt8] {
        var input = HashInput(capacity: 128 + reply.column.count)
        input.add(seq)
        input.add(reply.key)
        input.add(reply.rollovers)
        input.add(reply.column)
        return sha256(input.bytes)
    }

    /// The digest of a snapshot, bound to its change: this also detects a snapshot of another journal.
    static func digest(ofSnapshot state: [UInt8], version: Int, after changeDigest: [UInt8]) -> [UInt8] {
        var input = HashInput(capacity: 64)
        input.add(digest: changeDigest)
        input.add(version)
        input.add(state.count)
        // A large state is not copied.
        return ContentDigest.sha256(input.bytes, state)
    }

    private static func sha256(_ bytes: [UInt8]) -> [UInt8] { ContentDigest.sha256(bytes) }
}

/// The input of a digest in one piece: feeding a hash field by field takes longer than the hashing itself.
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
