/// A part of a name. Names are the same if their bytes are: é and e with an accent are two.
struct TOMLName: Hashable {
    let text: String
    /// Where it begins.
    let offset: Int

    /// The name for a message, which is for a person: a long one, or one with characters that are not seen, is not in it.
    var shown: String {
        let isShown = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return isShown && !text.isEmpty && text.count <= 64 ? text : "this name"
    }

    static func == (left: TOMLName, right: TOMLName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// A table while it is read. Later lines may add to it, as its form allows.
final class TableBuilder {
    enum Entry {
        case value(TOMLNode)
        case table(TableBuilder)
        case list(TableList)
    }

    private(set) var form: TOMLTable.Form
    /// Its header, or where it is first named.
    private var range: Range<Int>
    private var entries: [(name: TOMLName, entry: Entry)] = []
    private var indices: [TOMLName: Int] = [:]

    init(_ form: TOMLTable.Form, at range: Range<Int>) {
        self.form = form
        self.range = range
    }

    /// The table as it is now.
    var table: TOMLTable {
        TOMLTable(
            form: form,
            members: entries.map { name, entry in TOMLTable.Member(name: name.text, node: Self.node(of: entry)) })
    }

    private static func node(of entry: Entry) -> TOMLNode {
        switch entry {
        case .value(let node): return node
        case .table(let table): return table.node
        case .list(let list):
            let range = list.first.range.lowerBound..<list.last.range.upperBound
            return TOMLNode(value: .array(list.all.map(\.node)), range: range)
        }
    }

    private var node: TOMLNode { TOMLNode(value: .table(table), range: range) }

    func add(_ name: TOMLName, _ entry: Entry) {
        indices[name] = entries.count
        entries.append((name, entry))
    }

    /// Throws if the table has the name already.
    func checkIsFree(_ name: TOMLName) throws(TOMLFault) {
        guard indices[name] == nil else { throw Self.fault(name, "is given twice") }
    }

    /// A table on the way to the one that a header names.
    func passedTable(named name: TOMLName) throws(TOMLFault) -> TableBuilder {
        guard let index = indices[name] else { return added(name, .implied) }
        switch entries[index].entry {
        case .table(let table): return table
        case .list(let list): return list.last
        case .value: throw Self.fault(name, "is a value already, to which a header cannot add")
        }
    }

    /// The table that a header names.
    func addHeader(_ name: TOMLName, at range: Range<Int>) throws(TOMLFault) -> TableBuilder {
        guard let index = indices[name] else {
            let table = TableBuilder(.header, at: range)
            add(name, .table(table))
            return table
        }
        guard case .table(let table) = entries[index].entry else {
            throw Self.fault(name, "is given already, and not as a table with a header")
        }
        guard table.form == .implied else { throw Self.fault(name, "is a table already; put both together") }
        table.form = .header
        table.range = range
        return table
    }

    /// One more of the tables that a header in double brackets names.
    func addListed(_ name: TOMLName, at range: Range<Int>) throws(TOMLFault) -> TableBuilder {
        let table = TableBuilder(.listed, at: range)
        guard let index = indices[name] else {
            add(name, .list(TableList(table)))
            return table
        }
        guard case .list(let list) = entries[index].entry else {
            throw Self.fault(name, "is given already, and not as tables with double brackets")
        }
        list.add(table)
        return table
    }

    /// A table on the way of a name in parts. A header's table is complete: names of another place cannot add to it.
    func dottedTable(named name: TOMLName) throws(TOMLFault) -> TableBuilder {
        guard let index = indices[name] else { return added(name, .dotted) }
        guard case .table(let table) = entries[index].entry else {
            throw Self.fault(name, "is given already, and a name in parts cannot add to it")
        }
        switch table.form {
        case .dotted: return table
        case .implied:
            table.form = .dotted
            return table
        case .header, .listed, .inline, .document:
            throw Self.fault(name, "has a header, and a name in parts cannot add to it")
        }
    }

    private func added(_ name: TOMLName, _ form: TOMLTable.Form) -> TableBuilder {
        let table = TableBuilder(form, at: name.offset..<name.offset + name.text.utf8.count)
        add(name, .table(table))
        return table
    }

    private static func fault(_ name: TOMLName, _ problem: String) -> TOMLFault {
        TOMLFault(offset: name.offset, message: "\(name.shown) \(problem)")
    }
}

/// Tables with the same name in double brackets.
final class TableList {
    private(set) var all: [TableBuilder]
    let first: TableBuilder
    private(set) var last: TableBuilder

    init(_ first: TableBuilder) {
        self.first = first
        (all, last) = ([first], first)
    }

    func add(_ table: TableBuilder) {
        all.append(table)
        last = table
    }
}
