import TOMLReader

/// The text of a settings file in which one value is changed and everything else, comments included, stays as it is.
struct ConfigText {
    private(set) var text: String

    init(_ text: String) { self.text = text }

    /// Why a value cannot be changed here.
    enum Problem: Error, Equatable {
        /// The value is tables, or has comments within.
        case isLong
        /// Two names in the file are the setting's.
        case isAmbiguous
        /// The file is not TOML.
        case isUnreadable(TOMLProblem)
    }

    /// More than any settings file may have, so that gardend's check says so.
    private static let limits = TOMLDocument.Limits(values: 100_000, depth: 64)

    /// Sets a value: in its place if there is one, otherwise below the example of it (`#focus_minutes = 25`), otherwise at the
    /// end of its section, which is added if it is missing.
    ///
    /// - Parameters:
    ///   - setting: the full name: `timer.focus_minutes`.
    ///   - value: in the notation of TOML.
    mutating func set(_ setting: String, to value: String) throws(Problem) {
        let document: TOMLDocument
        do throws(TOMLProblem) { document = try TOMLDocument(text, limits: Self.limits) } catch {
            throw .isUnreadable(error)
        }
        var bytes = ConfigBytes(text)
        let places = document.table.nodes(named: setting)
        guard places.count < 2 else { throw .isAmbiguous }
        if let place = places.first {
            guard place.isShort(in: bytes) else { throw .isLong }
            bytes.replace(place.range, with: value)
        } else {
            Self.add(setting, value, to: document.table, &bytes)
        }
        text = bytes.text
    }

    private static func add(_ setting: String, _ value: String, to document: TOMLTable, _ bytes: inout ConfigBytes) {
        let parts = setting.split(separator: ".", omittingEmptySubsequences: false)
        let section = parts.dropLast().joined(separator: ".")
        let line = "\(parts.last ?? "") = \(value)"
        let headers = document.headers.sorted { $0.lowerBound < $1.lowerBound }
        guard let node = document.nodes(named: section).first, case .table(let table) = node.value else {
            return bytes.appendSection(section, line)
        }
        switch table.form {
        case .header:
            let end = headers.first { $0.lowerBound > node.range.lowerBound }?.lowerBound ?? bytes.count
            let part = bytes.lines(from: node.range.lowerBound, to: end)
            let values = document.longValues
            let example = part.last { line in
                bytes.isExample(of: parts.last ?? "", at: line) && !values.contains { $0.contains(line.lowerBound) }
            }
            bytes.insertLine(line, after: example ?? part.last { !bytes.isBlank($0) } ?? node.range)
        case .inline:
            let last = table.members.compactMap(\.node.end).max()
            let comma = last == nil ? "" : ","
            let place = last ?? node.range.lowerBound + 1
            bytes.replace(place..<place, with: "\(comma) \(line)\(last == nil ? " " : "")")
        case .dotted:
            let last = table.members.compactMap(\.node.end).max() ?? node.range.upperBound
            bytes.insertLine("\(section).\(line)", after: last..<last)
        case .implied, .listed, .document: bytes.appendSection(section, line)
        }
    }
}

extension TOMLTable {
    /// The values that have a full name: `focus_minutes` in `timer`, or `"timer.focus_minutes"`.
    fileprivate func nodes(named name: String) -> [TOMLNode] {
        members.flatMap { member -> [TOMLNode] in
            if member.name == name { return [member.node] }
            guard name.hasPrefix("\(member.name)."), case .table(let table) = member.node.value else { return [] }
            return table.nodes(named: String(name.dropFirst(member.name.count + 1)))
        }
    }

    /// The places of all headers.
    fileprivate var headers: [Range<Int>] { members.flatMap { $0.node.headers } }

    /// The places of all values that can have several lines. One of these may look like a comment, or be one.
    fileprivate var longValues: [Range<Int>] { members.flatMap { $0.node.longValues } }
}

extension TOMLNode {
    fileprivate var headers: [Range<Int>] {
        switch value {
        case .table(let table):
            (table.form == .header || table.form == .listed ? [range] : []) + table.headers
        case .array(let nodes): nodes.flatMap(\.headers)
        case .string, .integer, .float, .boolean, .time: []
        }
    }

    fileprivate var longValues: [Range<Int>] {
        switch value {
        case .string: [range]
        case .table(let table): table.longValues
        case .array(let nodes): isListed ? nodes.flatMap(\.longValues) : [range]
        case .integer, .float, .boolean, .time: []
        }
    }

    /// Whether it is a list of tables with headers.
    private var isListed: Bool {
        guard case .array(let nodes) = value, case .table(let table)? = nodes.first?.value else { return false }
        return table.form == .listed
    }

    /// Where it ends in the lines of the table that it is in; `nil` if it has a header.
    fileprivate var end: Int? {
        guard case .table(let table) = value, table.form != .inline else { return isListed ? nil : range.upperBound }
        return table.form == .dotted ? table.members.compactMap(\.node.end).max() : nil
    }

    /// Whether another value can take its place without a loss: it has no tables, and no comments.
    fileprivate func isShort(in bytes: ConfigBytes) -> Bool {
        switch value {
        case .table: false
        case .array(let nodes):
            nodes.allSatisfy { $0.isShort(in: bytes) } && !bytes.hasComments(in: range, outsideOf: nodes.map(\.range))
        case .string, .integer, .float, .boolean, .time: true
        }
    }
}

/// The bytes of a settings file, as the ranges of its values count.
private struct ConfigBytes {
    private var bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var count: Int { bytes.count }

    mutating func replace(_ range: Range<Int>, with text: String) { bytes.replaceSubrange(range, with: text.utf8) }

    func hasComments(in range: Range<Int>, outsideOf others: [Range<Int>]) -> Bool {
        range.contains { place in bytes[place] == UInt8(ascii: "#") && !others.contains { $0.contains(place) } }
    }

    // MARK: Lines

    /// The lines of a part, without their ends.
    func lines(from start: Int, to end: Int) -> [Range<Int>] {
        bytes[start..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(\.indices)
    }

    func isBlank(_ line: Range<Int>) -> Bool { bytes[line].allSatisfy { " \t\r".utf8.contains($0) } }

    /// Whether a line is a comment with a setting in it: `#focus_minutes = 25`.
    func isExample(of name: Substring, at line: Range<Int>) -> Bool {
        var text = Substring(String(decoding: bytes[line], as: UTF8.self)).drop(while: \.isWhitespace)
        guard text.popFirst() == "#", let equals = text.firstIndex(of: "=") else { return false }
        return text[..<equals].filter { !$0.isWhitespace } == name
    }

    /// Inserts a line after the one that a range ends in, with the same line end.
    mutating func insertLine(_ line: String, after range: Range<Int>) {
        let end = bytes[range.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let isWindows = end > 0 && end < bytes.count && bytes[end - 1] == UInt8(ascii: "\r")
        replace(end..<end, with: isWindows ? "\n\(line)\r" : "\n\(line)")
    }

    mutating func appendSection(_ section: String, _ line: String) {
        let isWindows = bytes.contains(UInt8(ascii: "\r"))
        while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
        let lines = (bytes.isEmpty ? [] : ["", ""]) + ["[\(section)]", line, ""]
        bytes += lines.joined(separator: isWindows ? "\r\n" : "\n").utf8
    }
}
