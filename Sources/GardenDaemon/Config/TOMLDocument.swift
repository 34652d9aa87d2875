import GardenAPI
import GardenEngine
import TOMLKit

/// Reads TOML files of the user.
nonisolated enum TOMLDocument {
    /// The table of a file's text.
    ///
    /// - Parameter path: the file, for messages.
    /// - Throws: the problem, with its line.
    static func table(in text: String, of path: String) throws(SettingsProblem) -> TOMLTable {
        try refuseDeepNames(in: text, of: path)
        // The parser's texts end at it.
        guard !["\0", "\\u0000", "\\U00000000"].contains(where: text.contains) else {
            throw SettingsProblem(message: "\(path): the character NUL is not allowed")
        }
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let place = "line \(error.source.begin.line), column \(error.source.begin.column)"
            throw SettingsProblem(message: "\(path), \(place): \(error.description)")
        } catch {
            throw SettingsProblem(message: "\(path): \(error)")
        }
    }

    /// The parser accepts dotted names of any depth: thousands of levels crash the process, and the names of all of them need
    /// gigabytes.
    private static func refuseDeepNames(in text: String, of path: String) throws(SettingsProblem) {
        var depth = TOMLDepth()
        for byte in text.utf8 {
            depth.read(byte)
            guard depth.isTooDeep else { continue }
            let problem = "a name has too many parts, or values are nested too deeply"
            throw SettingsProblem(message: "\(path), line \(depth.line): \(problem)")
        }
    }

    static func json(_ table: TOMLTable) -> JSON { .object(JSONObject(table.map { ($0.0, json($0.1)) })) }

    static func json(_ value: any TOMLValueConvertible) -> JSON {
        switch value.type {
        case .int: return .integer(value.int ?? 0)
        case .double: return value.double.map { $0.isFinite ? .number($0) : .string("\($0)") } ?? .null
        case .bool: return .bool(value.bool ?? false)
        case .string: return .string(value.string ?? "")
        case .array: return .array(value.array.map { $0.map(json) } ?? [])
        case .table: return value.table.map { json($0) } ?? [:]
        case .date, .time, .dateTime: return .string(value.debugDescription)
        }
    }
}
