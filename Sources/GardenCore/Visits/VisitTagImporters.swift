import GardenAPI

extension ImportedKind {
    /// Labels of visits with their colours (RULES V1).
    static let label = tag(.label) { $0.label.map { ($0.name, $0.color) } }
    /// Groups of visits.
    static let group = tag(.group) { $0.group.map { ($0.name, nil) } }
    /// The persons of visits.
    static let member = tag(.member) { $0.member.map { ($0.name, nil) } }

    private static func tag(
        _ kind: VisitTag.Kind, _ named: @escaping @Sendable (ImportEntry) -> (name: String, color: CategoryColor?)?
    ) -> ImportedKind {
        ImportedKind(
            name: kind.rawValue, noun: kind.rawValue, weight: 1, has: { named($0) != nil },
            begin: { _ in VisitTagImporter(kind: kind, named: named) })
    }
}

/// Adds names for visits. One that the garden has is known, and stays as it is.
private struct VisitTagImporter: EntryImporter {
    let kind: VisitTag.Kind
    let named: @Sendable (ImportEntry) -> (name: String, color: CategoryColor?)?

    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let (name, color) = named(entry), t.state.visits[kind].named(name) == nil else { return nil }
        return try t.addTag(kind, named: name, color: color).id
    }
}
