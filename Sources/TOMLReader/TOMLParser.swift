/// A problem at a byte of the text.
struct TOMLFault: Error {
    let offset: Int
    let message: String
}

/// Reads a document line by line.
struct TOMLParser {
    var reader: ByteReader
    private let limits: TOMLDocument.Limits
    private var count = 0
    private let root = TableBuilder(.document, at: 0..<0)
    /// The table that the lines below the last header are for, and how many tables and lists they are within.
    private var current: TableBuilder
    private var depth = 0

    static func table(in bytes: [UInt8], _ limits: TOMLDocument.Limits) throws(TOMLFault) -> TOMLTable {
        var parser = TOMLParser(bytes, limits)
        try parser.readDocument()
        return parser.root.table
    }

    private init(_ bytes: [UInt8], _ limits: TOMLDocument.Limits) {
        reader = ByteReader(bytes)
        self.limits = limits
        current = root
    }

    private mutating func readDocument() throws(TOMLFault) {
        reader.skipByteOrderMark()
        while true {
            reader.skipBlanks()
            switch reader.next {
            case nil: return
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"): break
            case UInt8(ascii: "["): try readHeader()
            default: try readAssignment(into: current, depth)
            }
            try reader.endLine()
        }
    }

    // MARK: Headers

    private mutating func readHeader() throws(TOMLFault) {
        let start = reader.place
        reader.skip(1)
        let isListed = reader.take(UInt8(ascii: "["))
        let names = try readNames()
        guard reader.take(UInt8(ascii: "]")), !isListed || reader.take(UInt8(ascii: "]")) else {
            throw reader.fault("a \(isListed ? "]]" : "]") is missing after the name of the table")
        }
        let range = start..<reader.place
        depth = names.count + (isListed ? 1 : 0)
        var table = root
        for name in names.dropLast() {
            table = try table.passedTable(named: name)
            // The table is within a list.
            if table.form == .listed { depth += 1 }
        }
        try countValue(at: start, depth)
        guard let last = names.last else { preconditionFailure("a header without a name") }
        current = isListed ? try table.addListed(last, at: range) : try table.addHeader(last, at: range)
    }

    // MARK: Names and values

    /// `name = value`, with the name perhaps in parts.
    private mutating func readAssignment(into table: TableBuilder, _ depth: Int) throws(TOMLFault) {
        let names = try readNames()
        guard reader.take(UInt8(ascii: "=")) else {
            throw reader.fault("an = is missing after the name")
        }
        var table = table
        for name in names.dropLast() { table = try table.dottedTable(named: name) }
        guard let last = names.last else { preconditionFailure("a value without a name") }
        try table.checkIsFree(last)
        reader.skipBlanks()
        table.add(last, .value(try readValue(depth + names.count - 1)))
    }

    /// The parts of a name, and the blanks around it.
    private mutating func readNames() throws(TOMLFault) -> [TOMLName] {
        var names: [TOMLName] = []
        repeat {
            reader.skipBlanks()
            names.append(try reader.name())
            reader.skipBlanks()
            // Before anything is made of it: a line could have as many parts as half its bytes.
            guard names.count <= limits.depth else {
                throw reader.fault("a name has more than \(limits.depth) parts")
            }
        } while reader.take(UInt8(ascii: "."))
        return names
    }

    private mutating func countValue(at offset: Int, _ depth: Int) throws(TOMLFault) {
        count += 1
        guard count <= limits.values else {
            throw TOMLFault(offset: offset, message: "more than \(limits.values) values")
        }
        guard depth <= limits.depth else {
            throw TOMLFault(offset: offset, message: "values are nested more than \(limits.depth) deep")
        }
    }

    /// - Parameter depth: how many tables and lists the value is within.
    private mutating func readValue(_ depth: Int) throws(TOMLFault) -> TOMLNode {
        let start = reader.place
        try countValue(at: start, depth)
        let value: TOMLValue
        switch reader.next {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): value = .string(try reader.string())
        case UInt8(ascii: "["): value = .array(try readArray(depth + 1))
        case UInt8(ascii: "{"): value = .table(try readInlineTable(depth + 1))
        case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"), UInt8(ascii: ","), UInt8(ascii: "]"),
            UInt8(ascii: "}"):
            throw reader.fault("a value is missing")
        default: value = try reader.bareValue()
        }
        return TOMLNode(value: value, range: start..<reader.place)
    }

    private mutating func readArray(_ depth: Int) throws(TOMLFault) -> [TOMLNode] {
        let start = reader.place
        reader.skip(1)
        var elements: [TOMLNode] = []
        while true {
            try reader.skipBlanksAndLines()
            if reader.take(UInt8(ascii: "]")) { return elements }
            elements.append(try readValue(depth))
            try reader.skipBlanksAndLines()
            if reader.take(UInt8(ascii: ",")) { continue }
            guard reader.take(UInt8(ascii: "]")) else { throw missing("]", "list", from: start) }
            return elements
        }
    }

    private mutating func readInlineTable(_ depth: Int) throws(TOMLFault) -> TOMLTable {
        let start = reader.place
        reader.skip(1)
        let table = TableBuilder(.inline, at: start..<start)
        reader.skipBlanks()
        if reader.take(UInt8(ascii: "}")) { return table.table }
        while true {
            try readAssignment(into: table, depth)
            reader.skipBlanks()
            if reader.take(UInt8(ascii: "}")) { return table.table }
            guard reader.take(UInt8(ascii: ",")) else { throw missing("}", "table within braces", from: start) }
            reader.skipBlanks()
            guard reader.next != UInt8(ascii: "}") else {
                throw reader.fault("no comma may be before the } that ends a table")
            }
        }
    }

    private func missing(_ end: String, _ what: String, from start: Int) -> TOMLFault {
        let begin = reader.place(of: start)
        let whole = "the \(what) that begins in line \(begin.line), column \(begin.column)"
        return reader.fault("a comma, or the \(end) that ends \(whole), is missing")
    }
}
