import GardenAPI
import GardenCore

/// The requests that wait for something from outside of the core, in the order in which they came. Of each kind of need, the machine
/// obtains one at a time.
struct NeedQueue {
    struct Waiting {
        let request: DecodedRequest
        let prepared: PreparedRequest
        let need: any Need
        let slot: PendingSlot
        /// How often it was obtained for this request, while the garden changed.
        var tries = 0
    }

    private struct Line {
        /// Those that the machine has begun to obtain something for; empty while it obtains nothing.
        var begun: [Waiting] = []
        /// The last event when it began.
        var begunAt = 0
        /// The others.
        var waiting: [Waiting] = []

        var count: Int { begun.count + waiting.count }
    }

    private typealias Kind = ObjectIdentifier

    private var lines: [Kind: Line] = [:]
    /// The kinds that have requests waiting while nothing is obtained, in the order in which they came.
    private var due: [Kind] = []
    /// What the machine need not keep any longer.
    private var unneeded: [any Need] = []

    private static func kind(_ need: any Need) -> Kind { ObjectIdentifier(type(of: need)) }

    // MARK: Waiting

    /// Whether one more request may wait. Requests of clients that left do not count.
    mutating func hasRoom(for need: any Need) -> Bool {
        let kind = Self.kind(need)
        dropDeparted(kind)
        return (lines[kind]?.count ?? 0) < type(of: need).policy.mostWaiting
    }

    mutating func append(_ waiting: Waiting) {
        let kind = Self.kind(waiting.need)
        var line = lines.removeValue(forKey: kind) ?? Line()
        line.waiting.append(waiting)
        if line.begun.isEmpty, !due.contains(kind) { due.append(kind) }
        lines[kind] = line
    }

    /// The machine need not keep what a client has left for a need.
    mutating func drop(_ need: any Need) { unneeded.append(need) }

    mutating func takeUnneeded() -> (any Need)? { unneeded.isEmpty ? nil : unneeded.removeFirst() }

    /// Drops the requests of clients that left, except the first of those for which the machine obtains something: that one ends
    /// with it.
    private mutating func dropDeparted(_ kind: Kind) {
        guard var line = lines.removeValue(forKey: kind) else { return }
        let others = line.begun.dropFirst() + line.waiting
        unneeded += others.filter { $0.slot.reply == nil }.map(\.need)
        line.begun = line.begun.prefix(1) + line.begun.dropFirst().filter { $0.slot.reply != nil }
        line.waiting.removeAll { $0.slot.reply == nil }
        lines[kind] = line
    }

    // MARK: Obtaining

    /// Whether something should begin, or need not be kept.
    var hasTasks: Bool { !due.isEmpty || !unneeded.isEmpty }

    /// The next request that waits while nothing of its kind is obtained; `nil` if no such request waits. ``begin(at:)`` or
    /// ``removeNext()`` follows.
    mutating func next() -> Waiting? {
        while let kind = due.first {
            dropDeparted(kind)
            if let first = lines[kind]?.waiting.first { return first }
            due.removeFirst()
        }
        return nil
    }

    /// Drops the next request: it needs nothing any more.
    mutating func removeNext() { lines[due[0]]?.waiting.removeFirst() }

    /// The machine begins to obtain what the next request needs.
    ///
    /// - Parameter seq: the last event on the disk.
    mutating func begin(at seq: Int) {
        let kind = due.removeFirst()
        guard var line = lines.removeValue(forKey: kind), let first = line.waiting.first else {
            preconditionFailure("something begins that nothing waits for")
        }
        let count = type(of: first.need).policy.recipients == .allBefore ? line.waiting.count : 1
        line.begun = Array(line.waiting.prefix(count))
        for index in line.begun.indices { line.begun[index].tries += 1 }
        line.begunAt = seq
        line.waiting.removeFirst(count)
        lines[kind] = line
    }

    /// The machine has obtained something.
    ///
    /// - Returns: the requests to decide with it, and the last event when it began. A request that needs it once more is put back
    ///   by ``retry(_:)``.
    mutating func end<Ended: Need>(_ type: Ended.Type) -> (waiting: [Waiting], begunAt: Int) {
        let kind = ObjectIdentifier(type)
        guard var line = lines.removeValue(forKey: kind), !line.begun.isEmpty else {
            preconditionFailure("\(type) ends and was not begun")
        }
        var ended = line.begun
        line.begun = []
        if Ended.policy.recipients == .all {
            ended += line.waiting
            line.waiting = []
        }
        lines[kind] = line
        if !line.waiting.isEmpty { due.append(kind) }
        return (ended, line.begunAt)
    }

    /// Puts a request back to the head of its line.
    mutating func retry(_ waiting: Waiting) {
        let kind = Self.kind(waiting.need)
        lines[kind]?.waiting.insert(waiting, at: 0)
        if !due.contains(kind) { due.append(kind) }
    }
}
