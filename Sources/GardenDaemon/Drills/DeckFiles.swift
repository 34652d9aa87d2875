import GardenAPI
import GardenCore
import Logging
import SystemdKit

/// The person's own decks, which are read together with the settings (RULES D1).
final class DeckFiles: ConfigurationPart {
    private let folder: DeckFolder
    let files: FileWatch
    private let log: Logger
    /// The decks as they were last read.
    private var library = DeckLibrary()
    /// The problems that the log has: a program can save a file with the same error many times a second.
    private var loggedProblems: [DeckLibrary.Problem] = []

    init(_ folder: DeckFolder, on loop: EventLoop, log: Logger) {
        self.folder = folder
        self.log = log
        files = FileWatch(on: loop)
    }

    func read(into environment: inout Environment) {
        library = folder.read()
        environment.decks = library
    }

    var onChange: () -> Void {
        get { files.onChange }
        set { files.onChange = newValue }
    }

    func watch() {
        files.watch(folder.files, and: FileWatch.FolderEntries(of: folder.path, where: DeckFolder.isDeck))
        for problem in library.problems where !loggedProblems.contains(problem) {
            log.warning("\(problem.message); the other decks remain")
        }
        loggedProblems = library.problems
    }

    var check: HealthCheck? {
        if folder.read() != library {
            return HealthCheck(
                "decks", .warning, "\(folder.path) has changed since it was read",
                advice: "apply it: gardenctl reload")
        }
        guard !library.problems.isEmpty else { return nil }
        return HealthCheck(
            "decks", .warning, library.problems.map(\.message).joined(separator: "; "),
            advice: "fix the file, then check it: gardenctl drill deck check FILE")
    }
}

extension DeckFolder: ConfigurationSource {
    nonisolated func read(into environment: inout Environment) { environment.decks = read() }

    func part(on loop: EventLoop, log: Logger) -> any ConfigurationPart { DeckFiles(self, on: loop, log: log) }
}
