import GardenAPI
import GardenCore
import GardenEngine
import SystemdKit
import TOMLKit

/// The settings file, `config.toml` (API §6).
public nonisolated struct ConfigFile {
    public let path: String
    /// Whether the file must exist: true if the user named it.
    private let mustExist: Bool
    private let read: (String) throws(SettingsProblem) -> String?
    private let last = LastReading()
    /// Reading more than this leaves memory behind that is worth giving back.
    private static let largeBytes = 8 << 10
    /// Several times as many as there are settings.
    private static let mostValues = 1000

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

    /// The settings of the file, or the defaults if the file is optional and missing.
    ///
    /// - Throws: the problem: for a syntax error the line and column, for a setting its full name and the allowed
    ///   values.
    public func settings() throws(SettingsProblem) -> Settings {
        let text = try read(path)
        last.text = text
        guard let text else {
            guard !mustExist else { throw SettingsProblem(message: "\(path) does not exist") }
            return .standard
        }
        if let last = last.reading, last.text.isIdentical(as: text) { return try last.outcome.get() }
        let outcome = Result { () throws(SettingsProblem) in try Self.settings(in: text, of: path) }
        last.reading = (text, outcome)
        if text.utf8.count > Self.largeBytes { Malloc.giveBack() }
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

    static func settings(in text: String, of path: String) throws(SettingsProblem) -> Settings {
        let table = try TOMLDocument.table(in: text, of: path, mostValues: mostValues)
        do throws(ValidationError) {
            return try Settings(json: .object(flattened(table)))
        } catch {
            throw SettingsProblem(setting: error.param, message: "\(path): \(error.message)")
        }
    }

    /// The values of a table under their full names: `[timer] focus_minutes` is `timer.focus_minutes`.
    private static func flattened(_ table: TOMLTable, under prefix: String = "") -> JSONObject {
        var object = JSONObject()
        for (key, value) in table {
            let name = prefix + key
            if let inner = value.table {
                // An empty table of another name is misspelt.
                if inner.isEmpty, !Settings.hasSection(name) { object.append(name, .object(JSONObject())) }
                for member in flattened(inner, under: "\(name).").members { object.append(member.name, member.value) }
            } else {
                object.append(name, TOMLDocument.json(value))
            }
        }
        return object
    }
}

/// The outcome of the last parse. TOMLKit 0.6.0 never frees a table, so unchanged text must not be parsed again: any
/// client can ask for that with `daemon.reload`.
private nonisolated final class LastReading {
    /// The text that was read last, valid or not; `nil` if there was no file.
    var text: String?
    var reading: (text: String, outcome: Result<Settings, SettingsProblem>)?
}
