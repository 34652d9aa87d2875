import GardenAPI
import ImportFormats
import TextKit

/// What became of the entries of a file.
struct ImportOutcome {
    private let file: ImportedFile
    /// How many entries were added, or would be in a dry run, by kind.
    private var added: [ImportCount] = []
    private var isDryRun = false
    /// How many entries the garden had already.
    private var known = 0
    var leftOut: [LeftOut]
    var guessed: [LeftOut] = []

    private var newCategories: [String] = []
    /// How many more entries were left out.
    private var unnamed: Int

    init(_ file: ImportedFile) { (self.file, leftOut, unnamed) = (file, file.leftOut, file.unnamed) }

    mutating func leaveOut(_ position: String, _ reason: String) {
        leftOut.append(LeftOut(position: position, reason: reason))
    }

    /// Takes what the daemon says about the entries that were sent to it.
    mutating func take(_ report: ImportReport, _ entries: [PlannedEntry], isDryRun: Bool) {
        (self.isDryRun, known, added, newCategories) = (isDryRun, report.known, report.added, report.newCategories)
        for skipped in report.skippedEntries where entries.indices.contains(skipped.entry - 1) {
            leaveOut(entries[skipped.entry - 1].position, skipped.why)
        }
        unnamed += max(0, report.skipped - report.skippedEntries.count)
        guard !added.isEmpty else { return }
        let left = Set(report.skippedEntries.map(\.entry))
        for (index, entry) in entries.enumerated() where !left.contains(index + 1) {
            guessed += entry.guesses.map { LeftOut(position: entry.position, reason: $0) }
        }
    }

    private var count: Int { added.reduce(0) { $0 + $1.count } }

    /// "3 tasks, 12 sessions"; of the kinds that the file has, also if none was added.
    private var countText: String {
        let kinds = [("visit", file.places.count), ("session", file.sessions.count), ("task", file.tasks.count)]
        let first = kinds.compactMap { kind, inFile -> String? in
            let count = added.first { $0.kind == kind }?.count ?? 0
            return inFile > 0 || count > 0 ? count.counted(kind) : nil
        }
        let names = kinds.map(\.0)
        let others = added.filter { !names.contains($0.kind) && $0.count > 0 }.map {
            $0.count.counted($0.kind == "logLine" ? "log line" : printable($0.kind))
        }
        let counts = first + others
        return counts.isEmpty ? "nothing" : counts.joined(separator: ", ")
    }

    var json: JSON {
        func list(_ parts: [LeftOut]) -> JSON {
            .array(parts.map { ["position": .string($0.position), "reason": .string($0.reason)] })
        }
        let others = file.others.sorted { $0.key < $1.key }.map { ($0.key, JSON.integer($0.value)) }
        return [
            "format": .string(file.format), "added": .integer(isDryRun ? 0 : count),
            "wouldAdd": isDryRun ? .integer(count) : .null,
            "kinds": .object(JSONObject(added.map { ($0.kind, .integer($0.count)) })),
            "newCategories": .array(newCategories.map { .string($0) }), "alreadyThere": .integer(known),
            "leftOut": list(leftOut), "leftOutUnnamed": .integer(unnamed), "guessed": list(guessed),
            "notRead": .object(JSONObject(others)),
            "repairs": .array(file.repairs.map { .string($0) }), "damage": file.damage.map { list([$0]) } ?? .null,
        ]
    }

    func text(_ name: String, _ style: Style) -> String {
        var lines = ["\(isDryRun ? "Would add" : "Added") \(countText) from \(name) (\(printable(file.format)))."]
        if !newCategories.isEmpty {
            lines.append("New categories: \(newCategories.map { printable($0) }.joined(separator: ", ")).")
        }
        if known > 0 { lines.append("Already there: \(known).") }
        if !file.others.isEmpty {
            let others = file.others.sorted { $0.key < $1.key }.map { $0.value.counted($0.key) }
            lines.append("Not read: \(others.joined(separator: ", ")).")
        }
        for repair in file.repairs { lines.append("To read it: \(printable(repair)).") }
        lines += Self.list("Left out", leftOut, unnamed, style) + Self.list("Guessed", guessed, 0, style)
        if let damage = file.damage {
            let text =
                "The file is damaged at \(printable(damage.position)): \(printable(damage.reason)). What is before that was read."
            lines.append(style.warning(text))
        }
        return lines.joined(separator: "\n")
    }

    /// The most parts that are named; --json has all.
    private static let mostNamed = 10

    /// - Parameter unnamed: how many more there are.
    private static func list(_ heading: String, _ parts: [LeftOut], _ unnamed: Int, _ style: Style) -> [String] {
        guard !parts.isEmpty else { return [] }
        let named = parts.prefix(mostNamed).map { "  \(printable($0.position)): \(printable($0.reason))" }
        let more = parts.count - named.count + unnamed
        let rest = more > 0 ? ["  and \(more) more; as far as they are named: --json"] : []
        return ["\(heading): \(parts.count + unnamed)"] + (named + rest).map(style.dim)
    }
}
