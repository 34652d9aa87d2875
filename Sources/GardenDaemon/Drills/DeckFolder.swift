import FileKit
import GardenAPI
import GardenCore
import GardenEngine
import Glibc
import SystemPackage

/// The person's own decks: the files `*.toml` in the directory `decks` beside the configuration (RULES D1).
public nonisolated struct DeckFolder {
    static let fileExtension = ".toml"
    private static let mostBytes = 1 << 18
    private static let mostFiles = 256
    /// The most bytes of all decks together: a start reads them all.
    private static let mostBytesOfAll = 1 << 22
    /// Forty for each entry: it has at most sixteen texts that are shown, and words in sixteen languages.
    private static let mostValues = 40 * Deck.entryCounts.upperBound

    public let path: String
    private let last = LastReadings()

    /// In seconds since 1970.
    private let now: () -> Int

    /// - Parameter config: the path of the configuration file.
    public init(beside config: String) { self.init(beside: config) { time(nil) } }

    init(beside config: String, now: @escaping () -> Int) {
        self.now = now
        path = "\(config.lastIndex(of: "/").map { config[...$0] } ?? "")decks"
    }

    /// Whether a file in the directory is meant to be a deck: not a draft of an editor.
    static func isDeck(_ name: String) -> Bool { name.hasSuffix(fileExtension) && !name.hasPrefix(".") }

    /// The paths of its decks, by name: those that are read.
    var files: [String] { ((try? names()) ?? []).prefix(Self.mostFiles).map { "\(path)/\($0)" } }

    private func names() throws(Errno) -> [String] { try Folder.names(in: path).filter(Self.isDeck).sorted() }

    /// How many files have been read so far, each time counted.
    var readCount: Int { last.readCount }

    /// Reads the decks that have changed since the last time. A file that is refused does not affect the others.
    public func read() -> DeckLibrary {
        let names: [String]
        do throws(Errno) { names = try self.names() } catch {
            guard error != .noSuchFileOrDirectory else { return DeckLibrary() }
            return DeckLibrary(problems: [.init(deck: "", message: "\(path): \(error)")])
        }
        let files = names.prefix(Self.mostFiles).map { "\(path)/\($0)" }
        var library = DeckLibrary()
        var bytes = 0
        for file in files {
            let reading = reading(of: file, before: Self.mostBytesOfAll - bytes)
            bytes += reading.bytes
            switch reading.outcome {
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
        if names.count > Self.mostFiles {
            let message = "\(path): \(names.count) decks; only the first \(Self.mostFiles) are read"
            library.problems.append(.init(deck: "", message: message))
        }
        last.keep(only: Set(files))
        return library
    }

    /// - Parameter room: how many bytes are left for all further decks.
    private func reading(of file: String, before room: Int) -> DeckReading {
        let version = FileVersion(of: file, now: now())
        guard version?.size ?? 0 <= room else {
            let problem = "all decks together are larger than \(Self.mostBytesOfAll) bytes"
            return DeckReading(bytes: 0, outcome: .failure(SettingsProblem(message: "\(file): \(problem)")))
        }
        if let version, let known = last.reading(of: file, in: version) { return known }
        last.readCount += 1
        let text: String
        do throws(SettingsProblem) { text = try Self.text(of: file) } catch {
            return DeckReading(bytes: 0, outcome: .failure(error))
        }
        let outcome = Result { () throws(SettingsProblem) in try Self.deck(in: text, of: file) }
        let reading = DeckReading(bytes: text.utf8.count, outcome: outcome)
        if let version { last.keep(reading, of: file, in: version) }
        return reading
    }

    /// The deck of a file.
    ///
    /// - Throws: the problem, with the line or entry that has it.
    public static func deck(at file: String) throws(SettingsProblem) -> Deck {
        try deck(in: try text(of: file), of: file)
    }

    private static func deck(in text: String, of file: String) throws(SettingsProblem) -> Deck {
        let table = try TOMLFile(text, path: file, mostValues: mostValues).table
        do throws(ValidationError) { return try DeckFile(named: name(of: file), TOMLFile.json(table)).deck } catch {
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

/// What a file of a deck was when it was read.
private nonisolated struct DeckReading {
    let bytes: Int
    let outcome: Result<Deck, SettingsProblem>
}

/// What each file was when it was last read, so that only a file that has changed is read again.
private nonisolated final class LastReadings {
    private var readings: [String: (version: FileVersion, reading: DeckReading)] = [:]
    var readCount = 0

    /// - Returns: `nil` if the file was not read in that version.
    func reading(of file: String, in version: FileVersion) -> DeckReading? {
        guard let last = readings[file], last.version == version else { return nil }
        return last.reading
    }

    func keep(_ reading: DeckReading, of file: String, in version: FileVersion) {
        readings[file] = version.isSettled ? (version, reading) : nil
    }

    func keep(only files: Set<String>) { readings = readings.filter { files.contains($0.key) } }
}
