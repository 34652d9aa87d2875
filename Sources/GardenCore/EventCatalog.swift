import GardenAPI
import WorkKit

/// Every kind of event, by type.
public enum EventCatalog {
    /// In the order of the features.
    public static let kinds: [AnyEventKind] = Features.all.flatMap(\.events)

    private static let byType = Dictionary(uniqueKeysWithValues: kinds.map { ($0.type, $0) })

    /// Every type, sorted.
    public static let types: [String] = byType.keys.sorted()

    /// Whether this release can read an event of that type and version.
    public static func knows(type: String, version: Int) -> Bool {
        guard let kind = byType[type] else { return false }
        return version <= kind.version
    }

    /// The exact types that a list of topics names; `nil` for all.
    public static func types(named topics: [String]?) -> [String]? {
        let filter = TopicFilter(topics)
        return filter.topics == nil ? nil : types.filter(filter.includes)
    }

    /// The topics that name no type of this release.
    public static func unknownTopics(_ topics: [String]) -> [String] {
        topics.filter { topic in !types.contains { TopicFilter.topic(topic, names: $0) } }
    }

    /// Whether an event can be undone although other changes were made since, or has nothing to undo.
    ///
    /// - Parameter events: of one change. What follows from others is taken back with them.
    static func areUndoableAlone(_ events: [Event]) -> Bool {
        events.allSatisfy { event in
            event.cause != nil || byType[event.type].map { $0.isUndoableAlone || $0.replacedParts.isEmpty } ?? false
        }
    }

    /// Reads an event's effect, in the form of this release's version.
    static func decode<Value>(
        _ event: Event, _ body: (AnyEventKind, JSON) throws(ValidationError) -> Value
    ) throws(ReplayError) -> Value {
        Work.note(.events)
        guard let kind = byType[event.type] else {
            throw ReplayError(seq: event.seq, problem: "this release does not support the type \(event.type)")
        }
        do throws(ValidationError) {
            return try body(kind, try kind.upgraded(try event.effectRecord(), event.version))
        } catch {
            throw ReplayError(seq: event.seq, problem: "\(event.type): \(error.message)")
        }
    }
}

/// Why an event cannot be replayed.
public struct ReplayError: Error, Equatable {
    public var seq: Int
    public var problem: String

    public init(seq: Int, problem: String) {
        self.seq = seq
        self.problem = problem
    }
}

extension EventKind {
    /// The effect of an event of the journal of this kind; `nil` if it is of another kind.
    func effect(in event: Event) throws(ReplayError) -> Effect? {
        do throws(ValidationError) { return try effect(of: event) } catch {
            throw ReplayError(seq: event.seq, problem: error.message)
        }
    }
}

extension GardenState {
    /// Applies an event of the journal.
    ///
    /// - Throws: if the event does not follow the last one, has an unknown type or a newer version, or has another
    ///   effect than its kind. The state is unusable afterwards.
    public mutating func replay(_ event: Event) throws(ReplayError) {
        guard event.seq == seq + 1 else {
            throw ReplayError(seq: event.seq, problem: "after \(seq), the number must be \(seq + 1)")
        }
        try EventCatalog.decode(event) { (kind, record) throws(ValidationError) in
            try kind.replay(record, event.origin, &self)
        }
        seq = event.seq
    }

    /// Applies a change of the journal.
    public mutating func replay(_ change: Change) throws(ReplayError) {
        for event in change.events { try replay(event) }
        lastChangeAt = change.recordedAt
        conclude(change)
    }
}
