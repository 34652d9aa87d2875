import GardenAPI

extension Feature {
    /// What comes from files of other programs (RULES I).
    static let imports = Feature(
        "imports", undo: .onlyWith([EventKind.importApplied.type]),
        methods: [.staging(ImportApply.self), .parted(ImportCommit.self)],
        events: {
            EventKind.importApplied
            EventKind.importEntryAdded
        },
        additions: [ImportedKind.category, ImportedKind.garden, ImportedKind.logLine])
}

extension ImportApply: StagingRequest {
    func perform(in staging: StagingArea) throws(GardenError) -> StagedImport {
        StagedImport(staged: try staging.append(entries.map(\.encoded), to: `import`, from: source))
    }
}

extension GardenState {
    /// Whether a person has done nothing in it yet that counts.
    fileprivate var isEmpty: Bool { undo.first == nil && gardens.allSatisfy { $0.exp == 0 } }
}

extension ImportCommit: PartedCommand {
    func begin(in t: inout Transition, _ staging: StagingArea) throws(GardenError) -> BegunChange {
        guard staging[`import`] != nil else {
            throw GardenError(
                .notFound, "nothing was sent ahead for the import \(JSON.string(`import`).excerpt) (import.apply)",
                [("import", .string(`import`))])
        }
        var run = ImportRun(self, in: staging, isForEmptyGarden: t.state.isEmpty)
        guard run.isShort else { return .inParts(run) }
        guard let answer = try run.makeNext(in: &t) else { preconditionFailure("a short import has several parts") }
        return .made(answer)
    }
}
