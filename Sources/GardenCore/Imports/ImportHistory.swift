import GardenAPI

/// An entry of another program that the garden has, as the history finds it by its origin (RULES I1).
public struct ImportedEntry: Sendable, Equatable {
    /// Its event.
    public var seq: Int
    /// The first event of the change that added it.
    public var change: Int
    /// The name of the kind.
    public var kind: String
    /// The id of what was added.
    public var id: Int
    /// What the program that it is from knows it by.
    public var origin: String
    /// Whether the change that added it is undone.
    public var isUndone: Bool

    public init(seq: Int, change: Int, kind: String, id: Int, origin: String, isUndone: Bool = false) {
        self.seq = seq
        self.change = change
        self.kind = kind
        self.id = id
        self.origin = origin
        self.isUndone = isUndone
    }

    /// What an event does to the entries.
    public enum Update: Sendable {
        case added(ImportedEntry)
        /// A change was undone, or made again: to those that it added.
        case undone(change: Int, Bool)
    }

    /// The types of the events that may be about entries.
    public static let types = [
        EventKind.importEntryAdded.type, EventKind.changeUndone.type, EventKind.changeRedone.type,
    ]

    /// - Throws: if the effect is not that of its type.
    public static func update(by event: Event) throws(ValidationError) -> Update? {
        if let effect = try EventKind.importEntryAdded.effect(of: event) {
            // The part of an import that adds it is its cause, and the first event of the change.
            let change = event.cause?.seq ?? event.seq
            return .added(
                ImportedEntry(
                    seq: event.seq, change: change, kind: effect.kind, id: effect.id, origin: effect.origin))
        }
        if let effect = try EventKind.changeUndone.effect(of: event) { return .undone(change: effect.change, true) }
        if let effect = try EventKind.changeRedone.effect(of: event) { return .undone(change: effect.change, false) }
        return nil
    }
}

/// Finds what the garden has by its origin, also what is undone, which a staged event may bring back.
public struct ImportedEntriesQuery: HistoryQuery {
    public typealias Answer = [ImportedEntry]

    public let origins: Set<String>
    /// Only those that were added after this event.
    public let after: Int
    public init(_ origins: Set<String>, after: Int) { (self.origins, self.after) = (origins, after) }

    public func answer(_ stored: [ImportedEntry], after staged: [Event]) throws(ValidationError) -> [ImportedEntry] {
        var entries = stored
        for event in staged {
            switch try ImportedEntry.update(by: event) {
            case .added(let entry)?: if includes(entry) { entries.append(entry) }
            case .undone(let change, let isUndone)?:
                for index in entries.indices where entries[index].change == change {
                    entries[index].isUndone = isUndone
                }
            case nil: break
            }
        }
        return entries
    }

    /// Whether it has one of the origins.
    public func includes(_ entry: ImportedEntry) -> Bool { entry.seq > after && origins.contains(entry.origin) }
}
