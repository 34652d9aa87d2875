import GardenAPI

extension VisitTag: Entity {}

extension VisitTag.Kind {
    /// The part of the state, for undo.
    var part: StatePart {
        switch self {
        case .label: .visitLabel
        case .group: .visitGroup
        case .member: .visitMember
        }
    }

    var events: (added: VisitTagEvent, edited: VisitTagEvent, removed: VisitTagEvent) {
        switch self {
        case .label: (.labelAdded, .labelEdited, .labelRemoved)
        case .group: (.groupAdded, .groupEdited, .groupRemoved)
        case .member: (.memberAdded, .memberEdited, .memberRemoved)
        }
    }
}

/// The labels, the groups or the members (RULES V7).
struct VisitTagBook: WireObject, Equatable {
    static let name = "VisitTagBook"

    private(set) var entries: EntityTable<VisitTag>
    private(set) var lastId: Int

    init() { self.init(entries: EntityTable(), lastId: 0) }

    private init(entries: EntityTable<VisitTag>, lastId: Int) {
        self.entries = entries
        self.lastId = lastId
    }

    static let fields = Fields(
        { VisitTagBook(entries: EntityTable($0), lastId: $1) },
        .required("entries", \.entries.inOrder, "the entries"),
        .required("lastId", \.lastId, "the id last given"))

    subscript(id: Int) -> VisitTag? { entries[id] }

    func named(_ name: String) -> VisitTag? { entries.named(name).first }

    mutating func put(_ tag: VisitTag) {
        entries.put(tag)
        lastId = max(lastId, tag.id)
    }

    mutating func remove(_ id: Int) { entries.remove(id) }

    /// Removes all entries, and gives none of their ids again.
    mutating func clear() { entries = EntityTable() }
}

extension CategoryColor {
    /// The colour of the next label.
    static func ofLabel(_ id: Int) -> CategoryColor { CategoryColor(names[(id - 1) % names.count]) ?? .green }
}
