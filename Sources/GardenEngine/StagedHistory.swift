import GardenAPI
import GardenCore
import WorkKit

/// The history with the events of staged changes at its end, for a query that comes after them. It stays the same when they, and
/// later ones, have been written.
struct StagedHistory: History {
    let store: any Store
    let staged: [Change]

    func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        let written = try store.events(after: since, limit: limit, types: types).filter { $0.seq < firstStaged }
        return written + wanted(types).filter { $0.seq > since }.prefix(limit - written.count)
    }

    func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        let staged = wanted(types).filter { $0.seq < before ?? .max }
        let written = try store.newestEvents(before: min(before ?? .max, firstStaged), limit: limit, types: types)
        return Array((written + staged).suffix(limit))
    }

    private var firstStaged: Int { staged.first?.seq ?? .max }

    func change(ofEvent seq: Int) throws(StoreError) -> Change? {
        Work.note(staged.count, .values)
        for change in staged where change.events.contains(where: { $0.seq == seq }) { return change }
        return try store.change(ofEvent: seq)
    }

    func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        guard !staged.isEmpty else { return try store.read(query) }
        let events = staged.flatMap(\.events)
        Work.note(events.count, .values)
        let stored = try store.read(try reading { () throws(ValidationError) in try query.anticipating(events) })
        return try reading { () throws(ValidationError) in try query.answer(stored, after: events) }
    }

    private func reading<Value>(_ body: () throws(ValidationError) -> Value) throws(StoreError) -> Value {
        do throws(ValidationError) { return try body() } catch {
            throw StoreError("a staged event cannot be read: \(error.message)")
        }
    }

    private func wanted(_ types: [String]?) -> [Event] {
        let events = staged.flatMap(\.events)
        Work.note(events.count, .values)
        guard let types else { return events }
        return events.filter { types.contains($0.type) }
    }
}
