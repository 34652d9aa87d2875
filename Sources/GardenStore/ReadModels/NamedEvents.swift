import GRDB
import GardenCore

/// What the events did that rows name, for a check.
///
/// Many rows name the same event, such as the undo of a change of many tasks, and to read that takes as long as the change is large.
/// A row names at most two, so those of the last rows are kept.
struct NamedEvents<Facts> {
    private static var most: Int { 4 }

    private let read: (Event) throws -> Facts
    /// The last one asked for is at the end.
    private var known: [(seq: Int, facts: Facts?)] = []

    /// - Parameter read: what an event did.
    init(_ read: @escaping (Event) throws -> Facts) { self.read = read }

    /// What an event did; `nil` if there is no such event.
    mutating func facts(of seq: Int, in db: Database) throws -> Facts? {
        if let index = known.lastIndex(where: { $0.seq == seq }) {
            known.append(known.remove(at: index))
        } else {
            let change = try ChangeRow.row(db, withEvent: seq)?.change
            if known.count == Self.most { known.removeFirst() }
            known.append((seq, try change.map { try read($0.events[seq - $0.seq]) }))
        }
        return known.last?.facts
    }
}
