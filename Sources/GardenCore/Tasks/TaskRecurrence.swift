import GardenAPI
import Recurrence
import TimeKit

/// A schedule of dates in a zone. Occurrences with a time are ordered and counted by their instants (RULES T5): where the
/// clock is put forward, two wall times can be at the same instant, and then they are one occurrence.
struct TaskRecurrence {
    private let recurrence: Recurrence
    private let zone: ZoneRules

    init(_ recurrence: Recurrence, in zone: ZoneRules) {
        self.recurrence = recurrence
        self.zone = zone
    }

    /// Whether its occurrences are days, without a time.
    var isOfDays: Bool { recurrence.anchor.time == nil }

    /// The last occurrence of one that ends.
    var last: StoredDate? { recurrence.last.map(StoredDate.init) }

    func next(after date: StoredDate) -> StoredDate? {
        guard let instant = instant(date) else { return recurrence.next(after: wall(date)).map(StoredDate.init) }
        return recurrence.next(after: instant, in: zone).map { .wall($0.time) }
    }

    func last(before date: StoredDate) -> StoredDate? {
        if let instant = instant(date) {
            return recurrence.last(notAfter: instant.advanced(byMilliseconds: -1), in: zone).map { .wall($0.time) }
        }
        return recurrence.last(notAfter: .day(wall(date).day.advanced(by: -1))).map(StoredDate.init)
    }

    /// The number of occurrences after one date and not after another.
    func count(after start: StoredDate, through end: StoredDate) -> Int {
        if let start = instant(start), let end = instant(end) {
            return recurrence.count(after: start, through: end, in: zone)
        }
        return recurrence.count(after: wall(start), through: wall(end))
    }

    /// The order of two dates.
    func isBefore(_ date: StoredDate, _ other: StoredDate) -> Bool {
        if let date = instant(date), let other = instant(other) { return date < other }
        return wall(date) < wall(other)
    }

    private func wall(_ date: StoredDate) -> OccurrenceDate { date.occurrence(in: zone) }

    /// `nil` if days are compared.
    private func instant(_ date: StoredDate) -> Instant? {
        guard !isOfDays else { return nil }
        return switch date {
        case .instant(let instant): instant
        case .wall(let time): time.instant(in: zone)
        case .day: nil
        }
    }
}
