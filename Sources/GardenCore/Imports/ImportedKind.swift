import GardenAPI

/// A kind of entry that can be imported. The feature that has such things adds it.
struct ImportedKind: Sendable {
    /// The member of an entry that has it.
    let name: String
    /// What one is called.
    let noun: String
    /// About how many events one leads to: a part has so many times fewer of them.
    let weight: Int
    /// Whether an entry is of this kind.
    let has: @Sendable (ImportEntry) -> Bool
    /// The origin of another entry that an entry builds on, such as its task.
    var basis: @Sendable (ImportEntry) -> String? = { _ in nil }
    /// Begins an import.
    let begin: @Sendable (ImportOptions) -> any EntryImporter

    static let all = Features.additions(ImportedKind.self)

    static func named(_ name: String) -> ImportedKind? { all.first { $0.name == name } }
}

/// What an import brings besides the entries.
struct ImportOptions {
    /// Whether what is done pays points (RULES I4).
    let paysPoints: Bool
    /// Whether focus sessions bring experience (RULES I6).
    let bringsExperience: Bool
    /// Whether nothing that counts was in the garden before it.
    let isForEmptyGarden: Bool
}

/// Adds the entries of one kind in an import.
protocol EntryImporter {
    /// Looks up what the garden has of the entries of the next part that are of this kind, with one question.
    mutating func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError)

    /// Adds an entry.
    ///
    /// - Returns: the id of what was added; `nil` if the garden has it.
    /// - Throws: why it is left out.
    mutating func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int?
}

extension ImportEntry {
    /// - Throws: `invalid_params` for an entry without its origin, by which it is recognised.
    func requiredOrigin() throws(GardenError) -> String {
        guard let origin else { throw .invalidParam("origin", "is missing; an entry is recognised by it") }
        return origin
    }
}
