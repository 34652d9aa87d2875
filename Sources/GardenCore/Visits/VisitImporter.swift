import GardenAPI
import GeoKit
import TimeKit

extension ImportedKind {
    /// Visits to places that a person says (RULES V12).
    static let visit = ImportedKind(
        name: "visit", noun: "visit", weight: 1, has: { $0.visit != nil }, begin: { _ in VisitImporter() })
}

/// Adds visits of a file, but for those that the garden has, also in the trash.
///
/// One is known by its coordinates and its instant, or by its coordinates and its title if the file does not say when it was. As many
/// are known as there are such visits, so that two visits at the same place and instant come back from an export as two.
private struct VisitImporter: EntryImporter {
    private enum Key: Hashable {
        case instant(GeoPoint, Instant)
        case title(GeoPoint, String)
    }

    /// What the garden has been asked about.
    private var asked: Set<VisitPlace> = []
    /// How many visits it had before the import that no entry was recognised as.
    private var known: [Key: Int] = [:]
    /// The last event before the import.
    private var last: Int?

    mutating func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {
        let last = self.last ?? t.state.seq
        self.last = last
        // What was asked before may be much more, and is not gone through.
        let places = Set(entries.compactMap { $0.visit.flatMap(Self.place) }).filter { !asked.contains($0) }
        guard !places.isEmpty else { return }
        asked.formUnion(places)
        let (history, state) = (t.history, t.state)
        let query = KnownVisitsQuery(places, after: state.lastResetSeq, through: last)
        for visit in try readingJournal({ try history.read(query) }).visits where !visit.isPruned(state) {
            let point = GeoPoint(latitude: visit.latitude, longitude: visit.longitude)
            if places.contains(VisitPlace(point, at: visit.at.instant)) {
                known[.instant(point, visit.at.instant), default: 0] += 1
            }
            if places.contains(VisitPlace(point, at: nil)) {
                known[.title(point, visit.content.details.title ?? ""), default: 0] += 1
            }
        }
    }

    mutating func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let visit = entry.visit else { return nil }
        let point = try GeoPoint(visit.latitude, visit.longitude)
        let key = Self.instant(of: visit).map { Key.instant(point, $0) } ?? .title(point, visit.title ?? "")
        if let count = known[key], count > 0 {
            known[key] = count - 1
            return nil
        }
        // It says when it was by the clock of that place.
        if let time = visit.at.flatMap({ Timestamp($0) }), entry.origin?.hasPrefix(GardenState.ownOrigin) == true {
            return try visit.perform(recordedAt: time, in: &t).id
        }
        return try visit.perform(in: &t).id
    }

    private static func place(of visit: VisitAdd) -> VisitPlace? {
        (try? GeoPoint(visit.latitude, visit.longitude)).map { VisitPlace($0, at: instant(of: visit)) }
    }

    /// When it was; `nil` for a date in words.
    private static func instant(of visit: VisitAdd) -> Instant? { visit.at.flatMap { Timestamp($0)?.instant } }
}
