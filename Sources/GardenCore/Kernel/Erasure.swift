import GardenAPI

/// What an event erases from the journal: the data of something in the events about it, and the params and answers of the requests that
/// made these (RULES V8). Effects and params are replaced by their SHA-256, with which the digests of the journal's rows stay
/// the same. Of an effect, what the state and the tables need also remains.
public struct Erasure: Sendable {
    /// What was erased, in words, such as "visit 5".
    let subject: String
    /// The events that had the data, in ascending order.
    public let events: [Int]
    /// The digest of what remains of them.
    let remains: String
    private let erase: @Sendable (Event) throws(ValidationError) -> Event

    init(
        of subject: String, from events: [Int], remains: String,
        _ erase: @escaping @Sendable (Event) throws(ValidationError) -> Event
    ) {
        self.subject = subject
        self.events = events
        self.remains = remains
        self.erase = erase
    }

    /// The types of the events that erase something.
    public static let eventTypes: [String] = erasingEvents.map(\.type)

    private static let erasingEvents = Features.additions(ErasingEvent.self)

    /// What an event erases; `nil` for most events.
    public static func by(_ event: Event) throws(ValidationError) -> Erasure? {
        for erasing in erasingEvents where erasing.type == event.type {
            return try erasing.erasure(event)
        }
        return nil
    }

    /// What remains of one of the events.
    public func erased(_ event: Event) throws(ValidationError) -> Event { try erase(event) }

    /// The digest of what remains of events, given those of each.
    static func digest(of remains: [[UInt8]]) -> String {
        ContentDigest.hexadecimal(ContentDigest.sha256(remains.flatMap(\.self)))
    }
}

/// A kind of event that erases something.
struct ErasingEvent: Sendable {
    let type: String
    let erasure: @Sendable (Event) throws(ValidationError) -> Erasure?
}

/// A check that data is missing from the journal only where an event has erased it, and that none of it is left. It gets all changes
/// in order.
public struct ErasureCheck {
    /// The events from which something was erased, with the digest of what remains, and the change that they belong to.
    private var erased: [Int: (digest: [UInt8], change: Int)] = [:]
    /// The changes with erased params.
    private var changes: Set<Int> = []

    public init() {}

    /// - Returns: the problem of the next change; `nil` if it has no problem.
    public mutating func problem(of change: Change) -> ReplayError? {
        var hasErased = false
        for event in change.events where event.erasedDigest != nil {
            erased[event.seq] = (ContentDigest.sha256(event.effect), change.seq)
            hasErased = true
        }
        if hasErased, !change.params.isEmpty {
            return ReplayError(seq: change.seq, problem: "its params were not purged")
        }
        if change.erasedParamsDigest != nil { changes.insert(change.seq) }
        for event in change.events {
            do throws(ValidationError) {
                guard let erasure = try Erasure.by(event) else { continue }
                let found = erasure.events.compactMap { erased[$0]?.digest }
                guard found.count == erasure.events.count, Erasure.digest(of: found) == erasure.remains else {
                    return ReplayError(seq: event.seq, problem: "\(erasure.subject) is not purged as it says")
                }
                settle(erasure)
            } catch {
                return ReplayError(seq: event.seq, problem: error.message)
            }
        }
        return nil
    }

    /// The problem after the last change; `nil` if nothing is wrong.
    public var problem: ReplayError? {
        guard let seq = erased.keys.min() ?? changes.min() else { return nil }
        return ReplayError(seq: seq, problem: "its data is missing, and no purge has erased it")
    }

    private mutating func settle(_ erasure: Erasure) {
        for seq in erasure.events {
            if let event = erased.removeValue(forKey: seq) { changes.remove(event.change) }
        }
    }
}
