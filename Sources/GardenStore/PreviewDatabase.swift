import GardenCore

/// A preview of gardend wrote the journal, and there is no valid backup.
public struct PreviewDatabase: Error, Equatable {
    /// The problem, as a predicate for the file's name.
    static let problem = "was written by a preview of gardend, which no release can read"

    public var file: String
    /// The preview's other files and folders. A new garden does not begin next to them, or would mix with them.
    public var companions: [String]
    /// A folder for all of these files, which does not exist yet.
    public var destination: String

    /// - Parameter paths: of a folder with its lock held.
    init(_ paths: DataPaths) throws(StoreError) {
        file = paths.database
        companions = try JournalOpening.traces(paths)
        if DiskFile.exists(paths.sharedMemory) { companions.append(paths.sharedMemory) }
        if try !DiskFile.names(in: paths.archive).isEmpty { companions.append(paths.archive) }
        let names = sequence(first: 1) { $0 + 1 }.lazy.map { "\(paths.root)/preview\($0 == 1 ? "" : "-\($0)")" }
        destination = names.first { !DiskFile.exists($0) } ?? ""
    }

    /// Moves all of the preview's files away.
    public var command: String {
        let moved = ([file] + companions + [destination]).map(ShellCommand.quoted).joined(separator: " ")
        return "mkdir \(ShellCommand.quoted(destination)) && mv \(moved)"
    }

    public var message: String {
        "\(file) \(Self.problem). Nothing was changed. There is no valid backup. To start a new garden, move all files of"
            + " the preview away: \(command)"
    }

    /// The next step, as a sentence.
    var remedy: String { "Move all files of the preview away: `\(command)`. Then start gardend again." }
}
