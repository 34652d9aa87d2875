import GardenAPI
import GardenEngine
import TOMLKit

/// Reads TOML files of the user.
nonisolated enum TOMLDocument {
    /// The table of a file's text.
    ///
    /// - Parameters:
    ///   - path: the file, for messages.
    ///   - mostValues: the most values, lists and tables that it may have: a parser holds the loop.
    /// - Throws: the problem, with its line.
    static func table(in text: String, of path: String, mostValues: Int) throws(SettingsProblem) -> TOMLTable {
        try check(text, of: path, mostValues: mostValues)
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
    /// gigabytes. Its texts end at NUL.
    private static func check(_ text: String, of path: String, mostValues: Int) throws(SettingsProblem) {
        var scanner = TOMLScanner()
        for byte in text.utf8 {
            scanner.read(byte)
            let problem: String
            if scanner.isTooDeep {
                problem = "a name has too many parts, or values are nested too deeply"
            } else if scanner.values > mostValues {
                problem = "more than \(mostValues) values"
            } else if scanner.hasNUL {
                problem = "the character NUL is not allowed"
            } else {
                continue
            }
            throw SettingsProblem(message: "\(path), line \(scanner.line): \(problem)")
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
