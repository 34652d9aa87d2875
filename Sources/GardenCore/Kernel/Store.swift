import GardenAPI
import TimeKit

/// One request or due action that changed something: its events and its cause.
public struct Change: Sendable, Equatable {
    /// When it happened, or was due, in the zone in force at the time.
    public var at: Timestamp
    /// When it was written, if that is noticeably later; otherwise the same.
    public var recordedAt: Instant
    /// The method, or the name of the due action.
    public var method: String
    /// The client's name from `daemon.hello`, or ``Actor/due``.
    public var actor: String
    /// The params of the method as JSON; empty for a due action, and after a purge.
    public var params: [UInt8]
    /// The SHA-256 of the params as they were written, if a purge has erased them (RULES V8); `nil` otherwise.
    public var erasedParamsDigest: [UInt8]?
    /// The idempotency key of the request and the answer to it.
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

    /// Whether it was made with those params, also if they have been erased.
    public func hasParams(_ params: [UInt8]) -> Bool {
        erasedParamsDigest.map { $0 == ContentDigest.sha256(params) } ?? (self.params == params)
    }

    /// The seq of its first event, which identifies the change.
    public var seq: Int { events[0].seq }
}

/// The answer to a change with an idempotency key. It is kept for as long as the key holds: until the second rollover
/// after the change (API §1).
public struct KeyedReply: Sendable, Equatable {
    public var key: String
    /// Empty if a purge has erased it.
    public var answer: [UInt8]
    /// What the answer says besides its result, as JSON; `nil` if there is nothing.
    public var meta: [UInt8]?
    /// The rollover count right after the change.
    public var rollovers: Int

    public init(key: String, answer: [UInt8], meta: [UInt8]? = nil, rollovers: Int) {
        self.key = key
        self.answer = answer
        self.meta = meta
        self.rollovers = rollovers
    }

    /// How many more rollovers a key survives.
    public static let rolloversKept = 2
}

/// The actor names other than those that clients give themselves.
public enum Actor {
    /// An action that fell due by itself.
    public static let due = "due"
    /// A client that has not sent its name.
    public static let unnamed = "client"
}

/// An error of the store, in words for the user. Nothing was written, unless its cause is ``Cause/uncertain``.
public struct StoreError: Error, Equatable {
    public var reason: String
    public var cause: Cause

    public enum Cause: Sendable {
        /// The disk or the file system, which may recover.
        case disk
        /// The disk, too, but something may have been written.
        case uncertain
        /// Another program moved, removed or replaced the files.
        case misplaced
        /// The journal is damaged.
        case damaged
    }

    public init(_ reason: String, _ cause: Cause = .disk) {
        self.reason = reason
        self.cause = cause
    }
}

/// Reads the journal for an answer. A disk that cannot be read and a damaged event are errors of the answer.
func readingJournal<Answer>(_ body: () throws -> Answer) throws(GardenError) -> Answer {
    do { return try body() } catch let error as StoreError {
        throw .unreadable(error.reason)
    } catch let error as ReplayError {
        throw .unreadable("event \(error.seq): \(error.problem)")
    } catch let error as ValidationError {
        throw .unreadable("an event cannot be read: \(error.message)")
    } catch {
        preconditionFailure("reading the journal throws \(error)")
    }
}

/// Looks up changes and events by their numbers.
public protocol JournalLookup {
    /// The newest events before a seq, or of all if that is `nil`; oldest first.
    func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event]

    /// The change that contains an event; `nil` if the event does not exist.
    func change(ofEvent seq: Int) throws(StoreError) -> Change?
}

/// Data beyond the state.
public protocol History: JournalLookup {
    /// Returns events after `since`, oldest first: at most `limit`, and at least one if any exists, whatever its size.
    /// `types` are exact types, `nil` for all.
    func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event]

    /// Looks something up in a table that a feature fills.
    func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer
}

extension History {
    /// The event with a seq; `nil` if it does not exist.
    func event(_ seq: Int) throws(StoreError) -> Event? {
        try events(after: seq - 1, limit: 1, types: nil).first.flatMap { $0.seq == seq ? $0 : nil }
    }
}

/// A question that the store answers from a read model: a feature declares it as a value, so that ``History`` stays
/// small. The tables do not contain staged changes: the caller combines them with the state.
public protocol HistoryQuery: Sendable {
    associatedtype Answer

    /// The question for a table that lacks the staged events of the turn, if they bring back a row that is gone there.
    func anticipating(_ staged: [Event]) throws(ValidationError) -> Self

    /// The answer after the staged events of the turn, for a table with rows that no state holds.
    func answer(_ stored: Answer, after staged: [Event]) throws(ValidationError) -> Answer
}

extension HistoryQuery {
    public func anticipating(_ staged: [Event]) -> Self { self }
    public func answer(_ stored: Answer, after staged: [Event]) -> Answer { stored }
}

/// A state to start from, instead of a replay of all the changes that led to it.
public struct StateSnapshot: Sendable, Equatable {
    /// The last event in the state.
    public var seq: Int
    /// The state, encoded.
    public var record: [UInt8]

    public init(seq: Int, record: [UInt8]) {
        self.seq = seq
        self.record = record
    }

    /// The state that it holds; `nil` if it cannot be read.
    public var state: GardenState? {
        guard let json = try? JSON.parse(record, depth: Limits.depth) else { return nil }
        return try? GardenState(record: json)
    }
}

/// The outcome of a check of the whole journal.
public enum JournalCheck: Sendable, Equatable {
    case valid
    /// The journal is valid, but tables that are made from it differ from it.
    case wrongReadModels
    /// The problem with the journal itself.
    case damaged(String)
}

/// The storage of the journal. Every call returns once its data is on the disk.
public protocol Store: History {
    /// Whether the journal is a copy of another, such as a backup, that has not been written to yet.
    var isCopy: Bool { get }

    /// Writes changes and the read models that they feed in one transaction. An empty list still writes to the disk, so
    /// that its recovery can be detected.
    ///
    /// - Parameter snapshot: of the state after the last of these changes, or after an earlier one. It only saves time, so the
    ///   changes are also written if the disk has no room for it.
    func commit(_ changes: [Change], _ snapshot: StateSnapshot?) throws(StoreError)

    /// Whether a start would replay so many changes that a snapshot is worth its bytes.
    var isSnapshotDue: Bool { get }

    /// Whether the journal has not been checked completely since a run that did not end cleanly.
    var needsCheck: Bool { get }

    /// The outcome of a check of the whole journal. A damaged one takes no more changes; the next opening checks everything,
    /// or builds wrong read models again.
    func note(_ check: JournalCheck)

    /// A process that read the journal has ended. If a purge waits for that, its rest is erased now (RULES V8).
    func noteEndOfReader()

    /// Why every commit is refused, because ``note(_:)`` or the store itself has found damage; `nil` while it is not.
    var damage: StoreError? { get }

    /// The change with that idempotency key, with the first of its events, while its answer is kept.
    func change(withKey key: String) throws(StoreError) -> Change?

    /// Reads the newest valid snapshot of ``GardenState/version``; `nil` without one.
    ///
    /// - Parameter seq: skips the snapshots from this event on; `nil` skips no snapshot.
    func snapshot(before seq: Int?) throws(StoreError) -> StateSnapshot?

    /// The last event's seq; 0 for an empty journal.
    func lastSeq() throws(StoreError) -> Int

    /// Checks the next changes of the chain.
    ///
    /// - Parameter seq: the last event of a change, or 0.
    /// - Returns: the changes in order, with about `limit` events in all, and the first event of the first change with
    ///   a wrong digest, if any. An empty list means the end of the journal.
    func checkedChanges(after seq: Int, limit: Int) throws(StoreError) -> CheckedChanges

    /// Checks the whole journal at once, and compares what it leads to with a state. What it finds is noted (``note(_:)``).
    ///
    /// It takes as long as the journal is, so a daemon has another process do it.
    ///
    /// - Parameter state: the state after an event that is on the disk.
    func verification(of state: GardenState) throws(StoreError) -> Verification
}

/// A slice of the journal with the result of the digest check.
public struct CheckedChanges: Sendable {
    public var changes: [Change]
    /// The first event of the first change with a wrong digest; the changes before it are valid.
    public var firstBad: Int?

    public init(changes: [Change], firstBad: Int?) {
        self.changes = changes
        self.firstBad = firstBad
    }
}
