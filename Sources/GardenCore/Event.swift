import GardenAPI

/// Something that changed, as the journal keeps it: what came out, never what went in.
public struct Event: Sendable, Equatable {
    /// Its place in the journal, from 1.
    public var seq: Int
    /// When it happened, or was due.
    public var at: Instant
    public var type: String
    /// The version of ``data``'s form.
    public var version: Int
    /// The payload as one line of JSON.
    public var data: [UInt8]

    public init(seq: Int, at: Instant, type: String, version: Int, data: [UInt8]) {
        self.seq = seq
        self.at = at
        self.type = type
        self.version = version
        self.data = data
    }

    /// The event as subscribers and the journal's readers get it.
    public func message(in zone: ZoneRules) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: data.count + 128)
        writer.beginObject()
        writer.key("seq")
        writer.integer(seq)
        writer.key("at")
        zone.timestamp(at).write(to: &writer)
        writer.key("type")
        writer.string(type)
        writer.key("data")
        writer.encoded(data)
        writer.endObject()
        return writer.bytes
    }
}

/// A kind of event: its type, the form of its data, and what it does to the state. Applying is plain assignment: it
/// needs no setting, no zone and no rule of today.
public struct EventKind<Payload: WireObject>: Sendable {
    let type: String
    let version: Int
    let apply: @Sendable (Payload, inout GardenState) -> Void

    init(_ type: String, version: Int = 1, apply: @escaping @Sendable (Payload, inout GardenState) -> Void) {
        self.type = type
        self.version = version
        self.apply = apply
    }
}

/// Why an event cannot be replayed.
public struct ReplayError: Error, Equatable {
    public var seq: Int
    public var problem: String

    public init(seq: Int, problem: String) {
        self.seq = seq
        self.problem = problem
    }
}

extension GardenState {
    /// Applies an event of the journal.
    ///
    /// - Throws: when it does not follow the last one, is of an unknown type or a newer version, or has other data than
    ///   its kind. The state is then of no further use.
    public mutating func replay(_ event: Event) throws(ReplayError) {
        guard event.seq == seq + 1 else {
            throw ReplayError(seq: event.seq, problem: "it follows \(seq), so it should be \(seq + 1)")
        }
        guard let entry = EventCatalog.entry(event.type) else {
            throw ReplayError(seq: event.seq, problem: "no release up to this one knows \(event.type)")
        }
        guard event.version <= entry.version else {
            let problem = "\(event.type) has version \(event.version); this release knows up to \(entry.version)"
            throw ReplayError(seq: event.seq, problem: problem)
        }
        let json: JSON
        do { json = try JSON.parse(event.data, depth: .max) } catch {
            throw ReplayError(seq: event.seq, problem: "its data is not JSON: \(error.reason)")
        }
        do { try entry.replay(json, &self) } catch {
            throw ReplayError(seq: event.seq, problem: "\(event.type): \(error.message)")
        }
        seq = event.seq
        lastEventAt = event.at
    }
}
