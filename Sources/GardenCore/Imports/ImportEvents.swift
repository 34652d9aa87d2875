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
