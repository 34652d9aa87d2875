import GardenAPI
import GardenCore
import GardenEngine
import TOMLKit

/// The settings file, `config.toml` (API §6).
public nonisolated struct ConfigFile {
    public let path: String
    /// Whether there must be such a file: one that a person named.
    private let mustExist: Bool
    private let read: (String) throws(SettingsProblem) -> String?
    private let last = LastReading()

    /// - Parameter read: the text of a file; `nil` when there is none.
    public init(
        path: String, mustExist: Bool = false, read: @escaping (String) throws(SettingsProblem) -> String?
    ) {
        self.path = path
        self.mustExist = mustExist
        self.read = read
    }

    /// Whether there is such a file; one that cannot be read counts as one.
    public var exists: Bool {
        do { return try read(path) != nil } catch { return true }
    }

    /// Where it is, or would be.
    var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }

    /// The settings as the file gives them, the built-in ones where there is no file and need be none.
    ///
    /// - Throws: what is wrong: for a syntax error the line and column, for a setting its full name and what is allowed.
    public func settings() throws(SettingsProblem) -> Settings {
        guard let text = try read(path) else {
            guard !mustExist else { throw SettingsProblem(message: "\(path) does not exist") }
            return .standard
        }
        if let last = last.reading, last.text.isIdentical(as: text) { return try last.outcome.get() }
        let outcome = Result { () throws(SettingsProblem) in try Self.settings(in: text, of: path) }
        last.reading = (text, outcome)
        return try outcome.get()
    }

    static func settings(in text: String, of path: String) throws(SettingsProblem) -> Settings {
        try refuseDeepNames(in: text, of: path)
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let place = "line \(error.source.begin.line), column \(error.source.begin.column)"
            throw SettingsProblem(message: "\(path), \(place): \(error.description)")
        } catch {
            throw SettingsProblem(message: "\(path): \(error)")
        }
        do throws(ValidationError) {
            return try Settings(json: .object(flattened(table)))
        } catch {
            throw SettingsProblem(setting: error.param, message: "\(path): \(error.message)")
        }
    }

    /// The parser takes names of any number of parts one inside another, and thousands of them end the process.
    private static func refuseDeepNames(in text: String, of path: String) throws(SettingsProblem) {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let name = line.prefix { $0 != "=" && $0 != "#" }
            guard name.count(where: { $0 == "." }) > 16 else { continue }
            throw SettingsProblem(message: "\(path), line \(number + 1): the name of the setting has too many parts")
        }
    }

    /// The values of a table under their full names: `[timer] focus_minutes` is `timer.focus_minutes`.
    private static func flattened(_ table: TOMLTable, under prefix: String = "") -> JSONObject {
        var object = JSONObject()
        for (key, value) in table {
            let name = prefix + key
            if let inner = value.table {
                for member in flattened(inner, under: "\(name).").members { object.append(member.name, member.value) }
            } else {
                object.append(name, json(value))
            }
        }
        return object
    }

    private static func json(_ value: any TOMLValueConvertible) -> JSON {
        switch value.type {
        case .int: return .integer(value.int ?? 0)
        case .double: return value.double.map { $0.isFinite ? .number($0) : .string("\($0)") } ?? .null
        case .bool: return .bool(value.bool ?? false)
        case .string: return .string(value.string ?? "")
        case .array: return .array(value.array.map { $0.map(json) } ?? [])
        case .table: return .object(value.table.map { flattened($0) } ?? JSONObject())
        case .date, .time, .dateTime: return .string(value.debugDescription)
        }
    }
}

/// What the text that was read last came to. TOMLKit 0.6.0 never frees a table, so what is asked for again and again, as
/// any client may with `daemon.reload`, must not be parsed again and again.
private nonisolated final class LastReading {
    var reading: (text: String, outcome: Result<Settings, SettingsProblem>)?
}
