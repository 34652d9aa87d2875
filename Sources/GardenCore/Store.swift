import GardenAPI
import TimeKit

/// One request or one due thing that changed something: its events, and what asked for them.
public struct Change: Sendable, Equatable {
    /// When it happened, or was due, in the zone then in force.
    public var at: Timestamp
    /// When it was written, where that is noticeably later; else the same.
    public var recordedAt: Instant
    /// The method, or what fell due.
    public var method: String
    /// Who asked (`daemon.hello`), or ``Actor/due``.
    public var actor: String
    /// The params of the method as JSON; empty for what fell due.
    public var params: [UInt8]
    /// The idempotency key it came with, and what it was answered.
    public var reply: KeyedReply?
    /// At least one.
    public var events: [Event]

    public init(
        at: Timestamp, recordedAt: Instant, method: String, actor: String, params: [UInt8], reply: KeyedReply?,
        events: [Event]
    ) {
        self.at = at
        self.recordedAt = recordedAt
        self.method = method
        self.actor = actor
        self.params = params
        self.reply = reply
        self.events = events
    }

    /// The seq of its first event, which names it.
    public var seq: Int { events[0].seq }
}

/// What a change with an idempotency key was answered. It is kept for as long as the key holds: until the second rollover
/// after the change (API §1).
public struct KeyedReply: Sendable, Equatable {
    public var key: String
    public var answer: [UInt8]
    /// How many rollovers there had been after the change.
    public var rollovers: Int

    public init(key: String, answer: [UInt8], rollovers: Int) {
        self.key = key
        self.answer = answer
        self.rollovers = rollovers
    }

    /// How many more rollovers a key survives.
    public static let rolloversKept = 2
}

/// Who asks for changes, where it is not a client that says so itself.
public enum Actor {
    /// What fell due by itself.
    public static let due = "due"
    /// A client that has not said who it is.
    public static let unnamed = "client"
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
    func method(ofEvent seq: Int) throws(StoreError) -> String?

    /// Looks something up in a table that a feature fills.
    func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer
}

/// A question that the store answers from a read model: a value that a feature declares, so that it need not add to
/// ``History``. The tables know nothing of what is staged: what is open is in the state, and whoever asks puts the two
/// together.
public protocol HistoryQuery: Sendable {
    associatedtype Answer
}

/// Where the journal lives. Every call returns once the disk has taken it.
public protocol Store: History {
    /// Whether it is a copy of another, as a backup is, and nothing has been written to it.
    var isCopy: Bool { get }

    /// Writes changes, and the read models they feed, in one transaction. An empty list still makes the disk work, so
    /// that its recovery can be seen.
    func commit(_ changes: [Change]) throws(StoreError)

    /// The change with that idempotency key, with the first of its events, while its answer is kept.
    func change(withKey key: String) throws(StoreError) -> Change?

    /// The newest sound snapshot of ``GardenState/version``, as a record.
    func snapshot() throws(StoreError) -> [UInt8]?

    /// - Parameter seq: the last event that the snapshot holds.
    func keepSnapshot(_ state: [UInt8], seq: Int) throws(StoreError)

    /// The last event's seq; 0 for an empty journal.
    func lastSeq() throws(StoreError) -> Int

    /// Checks the next changes of the chain.
    ///
    /// - Parameter seq: of the last event of a change, or 0.
    /// - Returns: the changes in order, with about `limit` events in all, and the first event of a change whose digest is
    ///   not what it was written with, if any. An empty list is the end of the journal.
    func checkedChanges(after seq: Int, limit: Int) throws(StoreError) -> CheckedChanges

    /// Begins to compare what the read models hold with what events say.
    func readModelCheck() throws(StoreError) -> any ReadModelCheck
}

/// A comparison of all read models with the journal, a slice at a time.
public protocol ReadModelCheck: AnyObject {
    /// - Returns: the first of the next events that they hold wrongly, and what is wrong; `nil` when there is none.
    func problem(of events: [Event]) throws(StoreError) -> ReplayError?

    /// Once every event up to the last has been looked at: whether they hold something that none of these says.
    ///
    /// - Parameter seq: the last event looked at.
    func orphanProblem(upTo seq: Int) throws(StoreError) -> String?
}

/// A slice of the journal with the verdict of its chain.
public struct CheckedChanges: Sendable {
    public var changes: [Change]
    /// The first event of the first change whose digest differs; the changes before it are sound.
    public var firstBad: Int?

    public init(changes: [Change], firstBad: Int?) {
        self.changes = changes
        self.firstBad = firstBad
    }
}
