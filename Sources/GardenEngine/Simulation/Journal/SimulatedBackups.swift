import GardenCore

/// The backups of a virtual machine: they take no time, and write no file.
final class SimulatedBackups: SimulatedPart {
    private static let backup = GardenBackup(
        path: "garden-before-reset.sqlite", restoreCommand: "gardend restore --force garden-before-reset.sqlite")

    let needs = [NeedHandler(BackupNeed.self) { _, end in end(.success(SimulatedBackups.backup)) }]
}
