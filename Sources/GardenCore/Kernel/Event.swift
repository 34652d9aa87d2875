import GardenAPI
import Synchronization
import TimeKit
import WorkKit

/// Something that happened, as the journal keeps it: the outcome and what it replaced, never the input.
public struct Event: Sendable, Equatable {
    /// Its place in the journal, from 1.
    public var seq: Int
    /// When it happened, or was due, in the zone in force at the time.
    public var at: Timestamp
    public var type: String
    /// The version of ``effect``'s form.
    public var version: Int
    /// The event of the same change that caused this one.
    public var cause: EventReference?
    /// The data that replay needs, as one line of JSON without names (see `GardenAPI/Wire/Record.swift`).
    public var effect: [UInt8] {
        didSet { decoded = DecodedEffect(ofBytes: effect.count) }
    }
    /// The SHA-256 of the effect as it was written, if a purge has erased data from it (RULES V8): ``effect`` is what remains.
    /// `nil` for a complete effect.
    public var erasedDigest: [UInt8]?
    /// When its change was written, if that is noticeably later than ``at``; `nil` otherwise.
    public var recordedAt: Instant?
    /// `nil` for a short effect, which is decoded each time.
    private(set) var decoded: DecodedEffect?

    public init(
        seq: Int, at: Timestamp, type: String, version: Int, cause: EventReference? = nil, effect: [UInt8],
        erasedDigest: [UInt8]? = nil, recordedAt: Instant? = nil
    ) {
        self.seq = seq
        self.at = at
        self.type = type
        self.version = version
        self.cause = cause
        self.effect = effect
        self.erasedDigest = erasedDigest
        self.recordedAt = recordedAt
        decoded = DecodedEffect(ofBytes: effect.count)
    }

    var origin: EventOrigin { EventOrigin(seq: seq, at: at, cause: cause) }

    /// ``effect`` as a tree.
    func effectRecord() throws(ValidationError) -> JSON {
        Work.note(effect.count, .bytes)
        do { return try JSON.parse(effect, depth: Limits.depth) } catch { throw ValidationError(problem: error.reason) }
    }
}

/// A long effect in its decoded form: the undo of a change with hundreds of entries is read by reducers, tables and publishers, and
/// decoding takes most of the time of each.
final class DecodedEffect: Sendable, Equatable {
    private static let leastBytes = 4096

    private let value = Mutex<(any Sendable)?>(nil)

    init?(ofBytes count: Int) {
        guard count >= Self.leastBytes else { return nil }
    }

    func get<Effect>(_: Effect.Type) -> Effect? { value.withLock { $0 as? Effect } }

    func set(_ effect: some Sendable) { value.withLock { $0 = effect } }

    /// It only repeats what the event has.
    static func == (_: DecodedEffect, _: DecodedEffect) -> Bool { true }
}

/// Refers to an event.
public struct EventReference: Sendable, Equatable {
    public var seq: Int
    public var type: String

    public init(seq: Int, type: String) {
        self.seq = seq
        self.type = type
    }
}

/// Where, when and why an event happened: the values that applying may use besides its effect.
struct EventOrigin: Sendable {
    let seq: Int
    let at: Timestamp
    /// The event of the same change that caused it.
    let cause: EventReference?
}

/// The values that an event's published data is made from, besides its effect.
public struct PublishingContext: Sendable {
    let origin: EventOrigin
    let identity: GardenIdentity
    /// The zone in force now, in which instants other than the event's own are written.
    let zone: ZoneRules

    func uid(_ reference: UIDReference) -> String { identity.uid(reference, at: origin.seq) }
    func timestamp(_ instant: Instant) -> Timestamp { zone.timestamp(instant) }
}

extension [Event] {
    /// Whether an event of that type is among them.
    public func contains(type: String) -> Bool { contains { $0.type == type } }
}

/// Makes the messages that subscribers and readers of the journal get from events.
public struct EventPublisher: Sendable {
    private let identity: GardenIdentity
    private let zone: ZoneRules

    public init(_ state: GardenState, zone: ZoneRules) {
        identity = state.identity
        self.zone = zone
    }

    /// The event as one JSON object (`EventMessage`).
    ///
    /// - Throws: if the event does not match its type. This release wrote or checked all events, so that means damage.
    public func message(_ event: Event) throws(ReplayError) -> [UInt8] {
        let published = try EventCatalog.decode(event) { (kind, record) throws(ValidationError) in
            let context = PublishingContext(origin: event.origin, identity: identity, zone: zone)
            return try kind.publish(record, context)
        }
        var writer = JSONWriter(reservingCapacity: published.data.count + 256)
        writer.beginObject()
        writer.key("seq")
        writer.integer(event.seq)
        writer.key("at")
        event.at.write(to: &writer)
        writer.key("recorded")
        if let recordedAt = event.recordedAt { zone.timestamp(recordedAt).write(to: &writer) } else { writer.null() }
        writer.key("type")
        writer.string(event.type)
        writer.key("text")
        writer.string(published.text)
        writer.key("data")
        writer.encoded(published.data)
        writer.endObject()
        Work.note(writer.bytes.count, .bytes)
        return writer.bytes
    }
}
