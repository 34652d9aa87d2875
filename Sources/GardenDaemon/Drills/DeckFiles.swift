import GardenAPI
import GardenCore
import Logging
import SystemdKit

/// The person's own decks, which are read together with the settings (RULES D1).
final class DeckFiles: ConfigurationPart {
    private let folder: DeckFolder
    private let deckWatch: DeckWatch
    private let log: Logger
    /// The decks as they were last read.
    private var library = DeckLibrary()

    init(_ folder: DeckFolder, on loop: EventLoop, log: Logger) {
        self.folder = folder
        self.log = log
        deckWatch = DeckWatch(folder, on: loop)
    }

    func read(into environment: inout Environment) {
        library = folder.read()
        environment.decks = library
    }

    var onChange: () -> Void {
        get { deckWatch.onChange }
        set { deckWatch.onChange = newValue }
    }

    var files: FileWatch { deckWatch.files }

    func watch() {
        deckWatch.update()
        for problem in library.problems { log.warning("\(problem.message); the other decks remain") }
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
