import GardenAPI

/// One request or one due thing that changed something: its events, and what asked for them.
public struct Change: Sendable, Equatable {
    /// Counted from 1.
    public var id: Int
    /// When it happened, or was due.
    public var at: Instant
    /// The method, or what fell due.
    public var cause: String
    /// The params of the method as JSON; empty for what fell due.
    public var params: [UInt8]
    /// The idempotency key it came with.
    public var key: String?
    /// The answer that was given; empty for what fell due.
    public var answer: [UInt8]
    /// How many rollovers there had been after it: a key holds until the second one that follows (API §1).
    public var rollovers: Int
    public var events: [Event]

    public init(
        id: Int, at: Instant, cause: String, params: [UInt8], key: String?, answer: [UInt8], rollovers: Int,
        events: [Event]
    ) {
        self.id = id
        self.at = at
        self.cause = cause
        self.params = params
        self.key = key
        self.answer = answer
        self.rollovers = rollovers
        self.events = events
    }
}

/// What the store refused, in words for the user. Nothing was written.
public struct StoreError: Error, Equatable {
    public var reason: String

    public init(_ reason: String) { self.reason = reason }
}

/// What can be looked up beyond the state.
public protocol History {
    /// Events after `since`, oldest first, at most `limit` of them and at least one if there is any, whatever its size;
    /// `types` are exact types, `nil` for all.
    func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event]

    /// The newest events of those before a seq, of all when that is `nil`; oldest of them first.
    func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event]

    /// What was asked for, or fell due, in the change that an event is of; `nil` when there is no such event.
    func cause(ofEvent seq: Int) throws(StoreError) -> String?

    /// The lines of a day's log, oldest first.
    func logLines(of day: CalendarDay) throws(StoreError) -> [LogLine]
}

/// Where the journal lives. Every call returns once the disk has taken it.
public protocol Store: History {
    /// Writes changes, and the read models they feed, in one transaction. An empty list still makes the disk work, so
    /// that its recovery can be seen.
    func commit(_ changes: [Change]) throws(StoreError)

    /// The newest change with that idempotency key; its events are left out.
    func change(withKey key: String) throws(StoreError) -> Change?

    /// The newest snapshot of ``GardenState/version`` as JSON, and the id of the last change it holds.
    func snapshot() throws(StoreError) -> (state: [UInt8], lastChange: Int)?

    func keepSnapshot(_ state: [UInt8], seq: Int, lastChange: Int) throws(StoreError)

    /// The id of the last change; 0 for an empty journal.
    func lastChangeId() throws(StoreError) -> Int

    /// Checks the next events of the chain.
    ///
    /// - Returns: the events in order, and the first one whose digest is not what it was written with, if any. An empty
    ///   list is the end of the journal.
    func checkedEvents(after seq: Int, limit: Int) throws(StoreError) -> CheckedEvents

    /// Compares what the read models hold of some events with what these say.
    ///
    /// - Returns: the first event they hold wrongly and what is wrong; `nil` when there is none.
    func readModelProblem(of events: [Event]) throws(StoreError) -> ReplayError?

    /// Whether the read models hold something that no event up to that state says; `nil` when they do not.
    func strayRowProblem(in state: GardenState) throws(StoreError) -> String?
}

/// A slice of the journal with the verdict of its chain.
public struct CheckedEvents: Sendable {
    public var events: [Event]
    /// The first event whose digest differs; the events before it are sound.
    public var firstBad: Int?

    public init(events: [Event], firstBad: Int?) {
        self.events = events
        self.firstBad = firstBad
    }
}
