import GardenAPI
import TimeKit

/// What a purge removes from the journal (RULES V8): the data of a visit in the events about it, and the params and answers of the
/// requests that made them. Effects and params are replaced by their SHA-256, with which the digests of the journal's rows
/// stay the same. Of an effect, what the state and the tables need also remains.
public struct VisitErasure: Sendable, Equatable {
    public let visitId: Int
    /// The events about the visit, in ascending order.
    public let events: [Int]
    /// The digest of what remains of them.
    let remains: String

    init(_ effect: VisitPurgeEffect) {
        (visitId, events, remains) = (effect.id, effect.events, effect.remains)
    }

    /// The type of the events that ask for one.
    public static let eventType = EventKind.visitPurged.type

    /// The erasure that an event asks for; `nil` unless it is a purge.
    public static func by(_ event: Event) throws(ValidationError) -> VisitErasure? {
        try EventKind.visitPurged.effect(of: event).map(VisitErasure.init)
    }

    /// What remains of an event about the visit.
    public func erased(_ event: Event) throws(ValidationError) -> Event { try event.erased(ofVisit: visitId) }

    /// The digest of what remains of events, given those of each.
    static func digest(of remains: [[UInt8]]) -> String {
        ContentDigest.hexadecimal(ContentDigest.sha256(remains.flatMap(\.self)))
    }
}

extension Event {
    /// The event without the data of the visit that it is about.
    func erased(ofVisit id: Int) throws(ValidationError) -> Event {
        var event = self
        event.effect = try remains(ofVisit: id)
        event.erasedDigest = erasedDigest ?? ContentDigest.sha256(effect)
        return event
    }

    private func remains(ofVisit id: Int) throws(ValidationError) -> [UInt8] {
        for kind in [EventKind.visitAdded, .visitEdited, .visitRemoved, .visitRestored] {
            guard let effect = try kind.effect(of: self) else { continue }
            // The digest of the row has the version, so that the record must be of the same one.
            guard version == kind.version else {
                throw ValidationError(problem: "has version \(version), and this release erases \(kind.version) only")
            }
            return effect.erased.record
        }
        let undone = try EventKind.erasing(id, of: .visit, in: self, text: "changed visit \(id), which was purged") {
            replacement throws(ValidationError) in
            try replacement.eraseVisit()
        }
        guard let undone else { throw ValidationError(problem: "is not about a visit") }
        return undone
    }
}

extension VisitEffect {
    fileprivate var erased: VisitEffect {
        VisitEffect(
            id: id, uid: uid, core: core.erased, content: content.erased, names: nil,
            before: before.map { Before(content: $0.content.erased, names: nil) },
            seal: seal.map { VisitSeal(line: "", hash: $0.hash, signature: nil) }, isSigned: isSigned, isPurged: true)
    }
}

extension VisitCore {
    /// The core of a purged visit, which only has the source: a line without a signature must not seem to lack one.
    var erased: VisitCore {
        VisitCore(
            at: Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0), day: CalendarDay(daysSinceEpoch: 0),
            latitude: Degrees(millionths: 0), longitude: Degrees(millionths: 0), accuracy: nil, source: source)
    }
}

extension VisitContent {
    /// The content of a purged visit. The state counts the trash by the days of removals.
    var erased: VisitContent { VisitContent(details: StoredDetails(), removal: removal) }
}

extension Replacement {
    private static let removal = "removal"

    /// Removes what a person said about a visit.
    fileprivate mutating func eraseVisit() throws(ValidationError) {
        guard case .object(let old) = before, case .object(let new) = after else {
            // One of them is the whole content.
            before = try before.map { json throws(ValidationError) in try VisitContent(json: json).erased.json }
            after = try after.map { json throws(ValidationError) in try VisitContent(json: json).erased.json }
            return
        }
        before = .object(JSONObject(old.members.filter { $0.name == Self.removal }.map { ($0.name, $0.value) }))
        after = .object(JSONObject(new.members.filter { $0.name == Self.removal }.map { ($0.name, $0.value) }))
    }
}

/// A check that data is missing from the journal only where a purge has erased it, and that none of it is left. It gets all changes
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
                guard let erasure = try VisitErasure.by(event) else { continue }
                let found = erasure.events.compactMap { erased[$0]?.digest }
                guard found.count == erasure.events.count, VisitErasure.digest(of: found) == erasure.remains else {
                    return ReplayError(seq: event.seq, problem: "visit \(erasure.visitId) is not purged as it says")
                }
                settle(erasure)
            } catch {
                return ReplayError(seq: event.seq, problem: error.message)
            }
        }
        return nil
    }

    /// Whether a purge must follow.
    public var isOpen: Bool { !erased.isEmpty || !changes.isEmpty }

    /// A purge that came after the changes that are checked, while some of them were still to be read.
    public mutating func enter(later event: Event) {
        if let erasure = try? VisitErasure.by(event) { settle(erasure) }
    }

    /// The problem after the last change; `nil` if nothing is wrong.
    public var problem: ReplayError? {
        guard let seq = erased.keys.min() ?? changes.min() else { return nil }
        return ReplayError(seq: seq, problem: "its data is missing, and no purge has erased it")
    }

    private mutating func settle(_ erasure: VisitErasure) {
        for seq in erasure.events {
            if let event = erased.removeValue(forKey: seq) { changes.remove(event.change) }
        }
    }
}
