import GardenCore

extension RestoreSurvey {
    /// The findings before a full backup is restored.
    ///
    /// - Parameter paths: of a folder with its lock held.
    public init(of paths: DataPaths, backup: FullBackupCheck) throws(StoreError) {
        try self.init(of: paths, backup: backup.journal)
        chosen = Candidate(path: backup.folder, day: nil, content: backup.content.journalContent)
        guard case .valid = journal else { return }
        let present = try? ImmutableRead.read(paths.database) { db in try FullBackupJournal.state(db).identity.gardenId
        }
        let types = DatabaseCheck.types(paths.database)
        terms = Terms(
            replacesNewGarden: types.map { $0.isSubset(of: Self.typesOfNewGarden) } ?? false,
            isOfAnotherGarden: present != backup.gardenId)
    }

    /// The types of events of a garden in which nothing was done yet, but that a timer runs or ran, as after an installation.
    private static let typesOfNewGarden: Set<String> = [
        "daemon.started", "daemon.stopping", "day.rolledOver", "presence.changed", "timezone.changed", "timer.started",
        "timer.paused", "timer.resumed", "timer.extended", "timer.stopped",
    ]
}

extension DataPaths {
    /// Photos of visits, named by the SHA-256 of their contents (RULES V9).
    var photos: String { "\(root)/photos" }
    /// The private half of the garden's key (RULES V3).
    var identityKey: String { "\(root)/identity.key" }
}
