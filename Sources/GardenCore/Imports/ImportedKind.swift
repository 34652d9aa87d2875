import GardenAPI

/// A kind of entry that can be imported. The feature that has such things adds it.
struct ImportedKind: Sendable {
    /// The member of an entry that has it.
    let name: String
    /// What one is called.
    let noun: String
    /// Whether an entry is of this kind.
    let has: @Sendable (ImportEntry) -> Bool
    /// Begins an import.
    let begin: @Sendable () -> any EntryImporter

    static let all = Features.additions(ImportedKind.self)

    static func named(_ name: String) -> ImportedKind? { all.first { $0.name == name } }
}

/// Adds the entries of one kind in an import.
protocol EntryImporter {
    /// Looks up what the garden has of the entries that come next, all of this kind, with one question.
    mutating func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError)

    /// Adds an entry.
    ///
    /// - Returns: whether it was added; false if the garden has it.
    /// - Throws: why it is left out.
    mutating func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Bool
}
