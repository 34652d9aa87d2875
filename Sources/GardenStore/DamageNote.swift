import GardenCore

/// The note of damage that a run has found, or that another program may have caused. As long as it is there, an opening
/// checks everything first.
enum DamageNote {
    /// Writes the note. If the disk refuses it, the check after the next opening finds the damage again.
    static func write(_ problem: String, _ paths: DataPaths) {
        guard !isPresent(paths), (try? DiskFile.write(Array("\(problem)\n".utf8), to: paths.damageNote)) != nil else {
            return
        }
        try? DiskFile.sync(paths.root)
    }

    static func isPresent(_ paths: DataPaths) -> Bool { DiskFile.exists(paths.damageNote) }

    /// Removes the note of a journal that has been found valid, or replaced.
    static func remove(_ paths: DataPaths) throws(StoreError) { try DiskFile.remove(paths.damageNote) }
}
