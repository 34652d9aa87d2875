import FileKit
import GardenAPI
import GardenCore
import GardenEngine
import SystemPackage

/// The person's own decks: the files `*.toml` in the directory `decks` beside the configuration (RULES D1).
public nonisolated struct DeckFolder {
    static let fileExtension = ".toml"
    private static let mostBytes = 1 << 18
    private static let mostFiles = 256
    /// A hundred for each entry.
    private static let mostValues = 100 * Deck.entryCounts.upperBound

    public let path: String
    private let last = LastReadings()

    /// - Parameter config: the path of the configuration file.
    public init(beside config: String) {
        path = "\(config.lastIndex(of: "/").map { config[...$0] } ?? "")decks"
    }

    /// Whether a file in the directory is meant to be a deck: not a draft of an editor.
    static func isDeck(_ name: String) -> Bool { name.hasSuffix(fileExtension) && !name.hasPrefix(".") }

    /// The paths of its decks, by name.
    var files: [String] {
        let names = (try? Folder.names(in: path)) ?? []
        return names.filter(Self.isDeck).sorted().map { "\(path)/\($0)" }
    }

    /// Reads all decks. A file that is refused does not affect the others.
    public func read() -> DeckLibrary {
        do throws(Errno) { _ = try Folder.names(in: path) } catch {
            guard error != .noSuchFileOrDirectory else { return DeckLibrary() }
            return DeckLibrary(problems: [.init(deck: "", message: "\(path): \(error)")])
        }
        let files = files
        var library = DeckLibrary()
        for file in files.prefix(Self.mostFiles) {
            switch reading(of: file) {
            case .success(let deck):
                if let other = library.own.first(where: { $0.name.folded == deck.name.folded }) {
                    let message = "\(file): another deck is named \(other.name); rename one of them"
                    library.problems.append(.init(deck: deck.name, message: message))
                } else {
                    library.own.append(deck)
                }
            case .failure(let problem):
                library.problems.append(.init(deck: Self.name(of: file), message: problem.message))
            }
        }
        if files.count > Self.mostFiles {
            let message = "\(path): \(files.count) decks; only the first \(Self.mostFiles) are read"
            library.problems.append(.init(deck: "", message: message))
        }
        last.keep(only: Set(files))
        return library
    }

    private func reading(of file: String) -> Result<Deck, SettingsProblem> {
        let text: String
        do throws(SettingsProblem) { text = try Self.text(of: file) } catch { return .failure(error) }
        return last.outcome(of: text, in: file) {
            Result { () throws(SettingsProblem) in try Self.deck(in: text, of: file) }
        }
    }

    /// The deck of a file.
    ///
    /// - Throws: the problem, with the line or entry that has it.
    public static func deck(at file: String) throws(SettingsProblem) -> Deck {
        try deck(in: try text(of: file), of: file)
    }

    private static func deck(in text: String, of file: String) throws(SettingsProblem) -> Deck {
        let table = try TOMLDocument.table(in: text, of: file, mostValues: mostValues)
        do throws(ValidationError) { return try DeckFile(named: name(of: file), TOMLDocument.json(table)).deck } catch {
            let separator = error.path.isEmpty ? ":" : ": \(error.path.joined(separator: "."))"
            throw SettingsProblem(message: "\(file)\(separator) \(error.problem)")
        }
    }

    private static func text(of file: String) throws(SettingsProblem) -> String {
        let bytes: [UInt8]
        do throws(SmallFile.ReadError) { bytes = try SmallFile.read(file, limitBytes: mostBytes) } catch {
            throw SettingsProblem(message: "\(file): \(error)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SettingsProblem(message: "\(file): not valid UTF-8")
        }
        return text
    }

    private static func name(of file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return name.hasSuffix(fileExtension) ? String(name.dropLast(fileExtension.count)) : name
    }
}

/// The outcomes of the last parse of each file. TOMLKit 0.6.0 never frees a table, so unchanged text must not be parsed again.
private nonisolated final class LastReadings {
    private var readings: [String: (text: String, outcome: Result<Deck, SettingsProblem>)] = [:]

    func outcome(
        of text: String, in file: String, _ parse: () -> Result<Deck, SettingsProblem>
    ) -> Result<Deck, SettingsProblem> {
        if let last = readings[file], last.text.utf8.elementsEqual(text.utf8) { return last.outcome }
        let outcome = parse()
        readings[file] = (text, outcome)
        return outcome
    }

    func keep(only files: Set<String>) { readings = readings.filter { files.contains($0.key) } }
}
