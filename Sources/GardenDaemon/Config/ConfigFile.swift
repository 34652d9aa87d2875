import GardenAPI
import GardenCore
import GardenEngine
import TOMLReader

/// The settings file, `config.toml` (API §6).
public nonisolated struct ConfigFile {
    public let path: String
    /// Whether the file must exist: true if the user named it.
    private let mustExist: Bool
    private let read: (String) throws(SettingsProblem) -> String?
    private let last = LastReading()

    /// - Parameter read: the text of a file; `nil` if it does not exist.
    public init(
        path: String, mustExist: Bool = false, read: @escaping (String) throws(SettingsProblem) -> String?
    ) {
        self.path = path
        self.mustExist = mustExist
        self.read = read
    }

    /// Whether the file exists; an unreadable file counts as existing.
    public var exists: Bool {
        do { return try read(path) != nil } catch { return true }
    }

    /// The file's folder, whether or not the file exists.
    var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }

    /// The settings of the file, or the defaults if the file is optional and missing, and the names in it that are unknown.
    ///
    /// - Throws: the problem: for a syntax error the line and column, for each setting at fault its line, its full name and the
    ///   allowed values.
    public func reading() throws(SettingsProblem) -> SettingsReading {
        let text = try read(path)
        last.text = text
        guard let text else {
            guard !mustExist else { throw SettingsProblem(message: "\(path) does not exist") }
            return .standard
        }
        if let last = last.reading, last.text.isIdentical(as: text) { return try last.outcome.get() }
        let outcome = Result { () throws(SettingsProblem) in try SettingsReading(text, of: path) }
        last.reading = (text, outcome)
        return try outcome.get()
    }

    /// Whether the file has another content than when it was read last. No watch reports what another machine writes to a
    /// network file system.
    var hasChangedSinceReading: Bool {
        do {
            switch (try read(path), last.text) {
            case (nil, nil): return false
            case (let now?, let last?): return !now.isIdentical(as: last)
            case (nil, _?), (_?, nil): return true
            }
        } catch { return true }
    }
}

/// The text that was read last.
private nonisolated final class LastReading {
    /// `nil` if there was no file.
    var text: String?
    /// The outcome of its reading: any client can ask for another one with `daemon.reload`.
    var reading: (text: String, outcome: Result<SettingsReading, SettingsProblem>)?
}
