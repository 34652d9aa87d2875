import GardenAPI
import TimeKit

extension DayEffect {
    /// The day that begins with an event, or is corrected by it; `nil` for other events.
    static func day(setBy event: Event) throws(ValidationError) -> CalendarDay? {
        if let start = try EventKind.daemonStarted.effect(of: event) { return start.day?.day }
        for kind in [EventKind.dayRolledOver, .dayCorrected] {
            if let effect = try kind.effect(of: event) { return effect.after.day }
        }
        return nil
    }
}

extension JournalLookup {
    /// The current day before an event; `nil` before the first day.
    public func day(before seq: Int) throws(StoreError) -> CalendarDay? {
        let types = [EventKind.dayRolledOver.type, EventKind.dayCorrected.type]
        var began = try newestEvents(before: seq, limit: 1, types: types).last
        // A start of the daemon begins a day only in a new garden, with its first event.
        if began == nil { began = try change(ofEvent: 1)?.events.first }
        guard let event = began else { return nil }
        do throws(ValidationError) { return try DayEffect.day(setBy: event) } catch { throw .unreadable(event, error) }
    }
}
