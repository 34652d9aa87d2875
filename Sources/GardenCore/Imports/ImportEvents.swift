import GardenAPI
import TextKit

/// An import that was applied.
struct ImportEffect: WireObject {
    static let name = "ImportEffect"

    /// Where the entries were from.
    var source: String
    /// What was added, by kind.
    var added: [ImportCount]

    static let fields = Fields(
        ImportEffect.init,
        .required("source", \.source, "where the entries were from"),
        .required("added", \.added, "what was added"))

    /// "1300 visits from places.gpx"
    var text: String {
        let counts = added.map { count in
            count.count.counted(ImportedKind.named(count.kind)?.noun ?? count.kind)
        }
        return "\(counts.joined(separator: ", ")) from \(source)"
    }
}

extension EventKind where Effect == ImportEffect, Published == AppliedImport {
    static let importApplied = EventKind(
        "import.applied", "Imported {what}"
    ) { _, _, _ in
    } publish: { effect, _ in
        Publication(AppliedImport(source: effect.source, added: effect.added, what: effect.text))
    }.described { "imported \($0.text)" }
}

/// What the garden knows an imported entry by, so that it is not added again.
struct ImportOriginEffect: WireObject {
    static let name = "ImportOriginEffect"

    /// The name of the kind.
    var kind: String
    /// The id of what was added.
    var id: Int
    /// What the program that it is from knows it by.
    var origin: String

    static let fields = Fields(
        ImportOriginEffect.init,
        .required("kind", \.kind, "the name of the kind"),
        .required("id", \.id, "the id of what was added"),
        .required("origin", \.origin, "what the program that it is from knows it by"))
}

extension EventKind where Effect == ImportOriginEffect, Published == ImportOrigin {
    static let importEntryAdded = EventKind(
        "import.entryAdded", "The {kind} {id} is {origin}"
    ) { _, _, _ in
    } publish: { effect, _ in
        Publication(ImportOrigin(kind: effect.kind, id: effect.id, origin: effect.origin))
    }
}
