import GardenAPI
import GardenEngine
import TOMLReader

/// A TOML file of the user.
nonisolated struct TOMLFile {
    /// Far more than any setting needs.
    private static let mostDepth = 16

    let path: String
    private let document: TOMLDocument

    var table: TOMLTable { document.table }

    /// Reads a file's text.
    ///
    /// - Parameters:
    ///   - path: the file, for messages.
    ///   - mostValues: the most values, lists and tables that it may have: reading them holds the loop.
    /// - Throws: the problem, with its line.
    init(_ text: String, path: String, mostValues: Int) throws(SettingsProblem) {
        self.path = path
        do throws(TOMLProblem) {
            document = try TOMLDocument(text, limits: .init(values: mostValues, depth: Self.mostDepth))
        } catch {
            throw SettingsProblem(message: "\(path), line \(error.line), column \(error.column): \(error.message)")
        }
        if let node = Self.firstNUL(in: .table(document.table), at: 0..<0) {
            throw SettingsProblem(message: "\(place(of: node)): the character NUL is not allowed")
        }
    }

    /// The file, and the line that a byte of it is in.
    func place(of range: Range<Int>) -> String { "\(path), line \(document.place(of: range.lowerBound).line)" }

    /// Texts are passed to programs, where they end at NUL. TOML can escape it.
    private static func firstNUL(in value: TOMLValue, at range: Range<Int>) -> Range<Int>? {
        switch value {
        case .string(let text): return text.utf8.contains(0) ? range : nil
        case .array(let nodes): return firstNUL(in: nodes)
        case .table(let table):
            return table.members.first { $0.name.utf8.contains(0) }?.node.range
                ?? firstNUL(in: table.members.map(\.node))
        case .integer, .float, .boolean, .time: return nil
        }
    }

    private static func firstNUL(in nodes: [TOMLNode]) -> Range<Int>? {
        for node in nodes {
            if let range = firstNUL(in: node.value, at: node.range) { return range }
        }
        return nil
    }

    static func json(_ table: TOMLTable) -> JSON {
        .object(JSONObject(table.members.map { ($0.name, json($0.node.value)) }))
    }

    static func json(_ value: TOMLValue) -> JSON {
        switch value {
        case .integer(let number): .integer(number)
        // JSON has no other numbers; a setting that takes none refuses the text.
        case .float(let number): number.isFinite ? .number(number) : .string("\(number)")
        case .boolean(let value): .bool(value)
        case .string(let text): .string(text)
        case .time(let time): .string(time.text)
        case .array(let nodes): .array(nodes.map { json($0.value) })
        case .table(let table): json(table)
        }
    }
}
