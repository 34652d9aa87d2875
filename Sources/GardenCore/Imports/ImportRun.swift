import GardenAPI

/// An import: the entries that a client has sent ahead, added in parts.
struct ImportRun: PartedChange {
    private static let mostSkippedEntries = 1000

    private let name: String
    private let staging: StagingArea
    private let isDryRun: Bool
    private let options: ImportOptions
    /// `nil` before the first part.
    private var entries: StagingArea.Entries?
    private var position = StagingArea.Entries.Position()
    /// How many entries were looked at.
    private var seen = 0
    /// By the names of the kinds.
    private var importers: [String: any EntryImporter] = [:]
    private var added: [String: Int] = [:]
    private var known = 0
    private var newCategories: [String] = []
    /// The origins that the current part has added; those of a dry run, of all parts.
    private var addedOrigins: Set<String> = []
    private var skipped = 0
    private var skippedEntries: [SkippedEntry] = []

    let isProvisional = true

    /// - Parameter isForEmptyGarden: whether nothing that counts was in the garden before it.
    init(_ request: ImportCommit, in staging: StagingArea, isForEmptyGarden: Bool) {
        (name, self.staging, isDryRun) = (request.import, staging, request.dryRun ?? false)
        options = ImportOptions(
            paysPoints: request.points ?? false, bringsExperience: request.exp ?? true,
            isForEmptyGarden: isForEmptyGarden)
    }

    /// Whether all entries are one part.
    var isShort: Bool {
        guard let entries = staging[name] else { return true }
        return entries.count <= sizeOfPart(of: entries)
    }

    /// How many entries the next part has at most, by the kind of the first one: each part takes about as long, also to take it back.
    private func sizeOfPart(of entries: StagingArea.Entries) -> Int {
        var next = position
        let first = entries.next(1, after: &next).first.map(Self.entry)
        let weight = first.flatMap { entry in ImportedKind.all.first { $0.has(entry) }?.weight } ?? 1
        return max(1, staging.entriesOfPart / weight)
    }

    mutating func makeNext(in t: inout Transition) throws(GardenError) -> [UInt8]? {
        t.isDryRun = isDryRun
        let entries = entries ?? (isDryRun ? staging[name] : staging.take(name)) ?? StagingArea.Entries(from: "")
        self.entries = entries
        if seen < entries.count || seen == 0 {
            try add(entries.next(sizeOfPart(of: entries), after: &position), in: &t)
        }
        guard seen == entries.count else { return nil }
        let report = ImportReport(
            added: counts, known: known, newCategories: newCategories, skipped: skipped, skippedEntries: skippedEntries)
        guard !isDryRun, let change = t.state.partedChange else { return report.encoded }
        // The end of several parts is a change of its own, by which undo knows all of them.
        if change.parts.count > 1, !t.events.isEmpty { return nil }
        t.completeParts()
        let effect = ImportEffect(source: entries.source, added: counts)
        let applied = t.emit(.importApplied, effect)
        t.writeLine(.imported, "imported \(effect.text)", because: applied)
        return report.encoded
    }

    /// In the order of the kinds.
    private var counts: [ImportCount] {
        ImportedKind.all.compactMap { kind in added[kind.name].map { ImportCount(kind: kind.name, count: $0) } }
    }

    /// Adds entries on a copy, which is used if something is new.
    private mutating func add(_ next: [[UInt8]], in t: inout Transition) throws(GardenError) {
        let first = seen + 1
        seen += next.count
        var entries: [(entry: ImportEntry, kind: ImportedKind?)] = []
        for bytes in next {
            let entry = Self.entry(bytes)
            entries.append((entry, ImportedKind.all.first { $0.has(entry) }))
        }
        // What earlier parts of a dry run have added is not there.
        let absent = addedOrigins
        if !isDryRun { addedOrigins = [] }
        let origins = try Self.known(entries.compactMap(\.entry.knownBy), in: t)
        for kind in ImportedKind.all {
            let own = entries.filter { $0.kind?.name == kind.name }.map(\.entry)
            if !own.isEmpty { try importers[kind.name, default: kind.begin(options)].expect(own, in: t) }
        }
        var attempt = t.copied()
        let begun = attempt.beginPart(of: ImportCommit.method)
        var isNew = false
        try attempt.emitting(because: begun) { t throws(GardenError) in
            for (offset, (entry, kind)) in entries.enumerated() {
                do throws(GardenError) {
                    guard let kind else { throw GardenError(.invalidParams, "it has nothing that can be added") }
                    let isKnown = entry.knownBy.map { origins.contains($0) || addedOrigins.contains($0) } ?? false
                    let isOnAbsent = isDryRun && (kind.basis(entry).map(absent.contains) ?? false)
                    let isAdded = isKnown ? false : isOnAbsent ? true : try add(entry, of: kind, in: &t)
                    if isAdded {
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
        guard isNew else { return }
        newCategories += CreatedCategory.names(createdBy: attempt.events).filter { !newCategories.contains($0) }
        if !isDryRun { t = attempt }
    }

    /// - Returns: whether it was added; false if the garden has it.
    private mutating func add(
        _ entry: ImportEntry, of kind: ImportedKind, in t: inout Transition
    ) throws(GardenError) -> Bool {
        guard let id = try importers[kind.name, default: kind.begin(options)].add(entry, in: &t) else { return false }
        if let origin = entry.knownBy {
            t.emit(.importEntryAdded, ImportOriginEffect(kind: kind.name, id: id, origin: origin))
            addedOrigins.insert(origin)
        }
        return true
    }

    /// Those by which the garden has an entry, or which are its own: what it exported, and a person may have removed since.
    private static func known(_ origins: [String], in t: borrowing Transition) throws(GardenError) -> Set<String> {
        guard !origins.isEmpty else { return [] }
        let (history, query) = (t.history, ImportedEntriesQuery(Set(origins), after: t.state.lastResetSeq))
        let entries = try readingJournal { try history.read(query) }
        let state = t.state
        return Set(entries.filter { !$0.isUndone }.map(\.origin)).union(origins.filter { state.ownUid($0) != nil })
    }

    private static func entry(_ bytes: [UInt8]) -> ImportEntry {
        do throws(ValidationError) { return try ImportEntry(json: try parse(bytes)) } catch {
            preconditionFailure("an entry was accepted that cannot be read: \(error.message)")
        }
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

extension ImportEntry {
    /// What the garden keeps of the origin. That of a visit can say where it was, and a purge must leave nothing of it (RULES V8).
    fileprivate var knownBy: String? {
        guard visit != nil, let origin, !origin.hasPrefix(GardenState.ownOrigin) else { return origin }
        return "sha256:\(ContentDigest.hexadecimal(ContentDigest.sha256(Array(origin.utf8))))"
    }
}

extension GardenState {
    /// Before the uid of something that a garden created, in the origin of an entry: `garden:0badcafe-12`.
    static let ownOrigin = "garden:"

    /// The uid in the origin of an entry, if this garden created that itself.
    func ownUid(_ origin: String) -> String? {
        guard origin.hasPrefix(Self.ownOrigin) else { return nil }
        let uid = String(origin.dropFirst(Self.ownOrigin.count))
        guard let seq = GardenIdentity.seq(ofOwn: uid), seq > lastResetSeq, seq <= self.seq else { return nil }
        return identity.newUid(at: seq) == uid ? uid : nil
    }
}
