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
        case .string(let text): text.utf8.contains(0) ? range : nil
        case .array(let nodes): nodes.lazy.compactMap { firstNUL(in: $0.value, at: $0.range) }.first
        case .table(let table):
            table.members.lazy.compactMap { member in
                member.name.utf8.contains(0)
                    ? member.node.range : firstNUL(in: member.node.value, at: member.node.range)
            }.first
        case .integer, .float, .boolean, .time: nil
        }
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
