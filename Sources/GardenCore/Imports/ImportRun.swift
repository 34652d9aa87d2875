import GardenAPI

/// An import: the entries that a client has sent ahead, added in parts.
struct ImportRun: PartedChange {
    private static let mostSkippedEntries = 1000

    private let source: String
    private let isDryRun: Bool
    private let entriesOfPart: Int
    private let count: Int
    private var left: ArraySlice<[UInt8]>
    /// By the names of the kinds.
    private var importers: [String: any EntryImporter] = [:]
    private var added: [String: Int] = [:]
    private var known = 0
    private var skipped = 0
    private var skippedEntries: [SkippedEntry] = []

    let isProvisional = true

    private let onEnd: () -> Void

    /// - Parameter onEnd: called with the last part, unless it is a dry run: after that, the entries are not needed any more.
    init(_ entries: StagingArea.Entries, isDryRun: Bool, entriesOfPart: Int, onEnd: @escaping () -> Void) {
        (source, self.isDryRun, self.entriesOfPart) = (entries.source, isDryRun, entriesOfPart)
        self.onEnd = isDryRun ? {} : onEnd
        (count, left) = (entries.all.count, entries.all[...])
    }

    /// Whether all entries are one part.
    var isShort: Bool { left.count <= entriesOfPart }

    mutating func makeNext(in t: inout Transition) throws(GardenError) -> [UInt8]? {
        t.isDryRun = isDryRun
        if !left.isEmpty || count == 0 { try addNext(in: &t) }
        guard left.isEmpty else { return nil }
        let report = ImportReport(
            added: counts, known: known, skipped: skipped, skippedEntries: skippedEntries)
        guard !isDryRun, let change = t.state.partedChange else {
            onEnd()
            return report.encoded
        }
        // The end of several parts is a change of its own, by which undo knows all of them.
        if change.parts.count > 1, !t.events.isEmpty { return nil }
        onEnd()
        t.completeParts()
        let effect = ImportEffect(source: source, added: counts)
        let applied = t.emit(.importApplied, effect)
        t.writeLine(.imported, "imported \(effect.text)", because: applied)
        return report.encoded
    }

    /// In the order of the kinds.
    private var counts: [ImportCount] {
        ImportedKind.all.compactMap { kind in added[kind.name].map { ImportCount(kind: kind.name, count: $0) } }
    }

    /// Adds the next entries on a copy, which is used if something is new.
    private mutating func addNext(in t: inout Transition) throws(GardenError) {
        let first = count - left.count + 1
        var entries: [(entry: ImportEntry, kind: ImportedKind?)] = []
        for bytes in left.prefix(entriesOfPart) {
            do throws(ValidationError) {
                let entry = try ImportEntry(json: try Self.parse(bytes))
                entries.append((entry, ImportedKind.all.first { $0.has(entry) }))
            } catch {
                preconditionFailure("an entry was accepted that cannot be read: \(error.message)")
            }
        }
        left = left.dropFirst(entriesOfPart)
        for kind in ImportedKind.all {
            let own = entries.filter { $0.kind?.name == kind.name }.map(\.entry)
            if !own.isEmpty { try importers[kind.name, default: kind.begin()].expect(own, in: t) }
        }
        var attempt = t.copied()
        let begun = attempt.beginPart(of: ImportCommit.method)
        var isNew = false
        try attempt.emitting(because: begun) { t throws(GardenError) in
            for (offset, (entry, kind)) in entries.enumerated() {
                do throws(GardenError) {
                    guard let kind else { throw GardenError(.invalidParams, "it has nothing that can be added") }
                    if try importers[kind.name, default: kind.begin()].add(entry, in: &t) {
                        added[kind.name, default: 0] += 1
                        isNew = true
                    } else {
                        known += 1
                    }
                } catch {
                    guard error.isAboutEntry else { throw error }
                    skipped += 1
                    if skippedEntries.count < Self.mostSkippedEntries {
                        skippedEntries.append(
                            SkippedEntry(entry: first + offset, line: entry.line, why: error.message))
                    }
                }
            }
        }
        if isNew, !isDryRun { t = attempt }
    }

    private static func parse(_ bytes: [UInt8]) throws(ValidationError) -> JSON {
        do { return try JSON.parse(bytes) } catch { throw ValidationError(problem: error.reason) }
    }
}

extension GardenError {
    /// Whether it is about one entry, which is left out, and not about the garden.
    fileprivate var isAboutEntry: Bool {
        switch code {
        case .refused, .notFound, .alreadyExists, .invalidParams: true
        default: false
        }
    }
}
