import GardenAPI
import TimeKit

extension ErasingEvent {
    /// A purge removes the data of a visit from the events about it (RULES V8).
    static let visitPurge = ErasingEvent(type: EventKind.visitPurged.type) { event throws(ValidationError) in
        guard let effect = try EventKind.visitPurged.effect(of: event) else { return nil }
        return Erasure(of: "visit \(effect.id)", from: effect.events, remains: effect.remains) {
            event throws(ValidationError) in try event.erased(ofVisit: effect.id)
        }
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
        // It has no data: what the request and its answer have is erased with them.
        if try EventKind.entity(of: .visit, in: self) == id { return effect }
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
