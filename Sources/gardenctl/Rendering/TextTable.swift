/// Rows in columns that are as wide as they need to be, and a remark after each.
///
/// If the terminal is too narrow, the flexible column is cut; if even that makes too little room, the remarks go below their
/// rows. Without a terminal nothing is cut.
struct TextTable {
    enum Column {
        /// Aligned to the right.
        case number
        case text
        /// A text that can be cut; at most one column is one.
        case flexible
    }

    enum Look {
        case plain, bold, dim
    }

    private enum Line {
        case heading(String)
        case row(cells: [String], remark: String, Look)
    }

    private static let gap = "  "
    /// Below this width of the flexible column, the remarks go below their rows.
    private static let leastFlexibleColumns = 24
    /// Without a limit of the width, longer texts are not aligned.
    private static let mostFlexibleColumns = 60

    private let columns: [Column]
    private var lines: [Line] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - cells: one for each column; only that of the flexible column must be without colours.
    ///   - look: of the whole row.
    mutating func append(_ cells: [String], remark: String = "", _ look: Look = .plain) {
        lines.append(.row(cells: cells, remark: remark, look))
    }

    /// Adds a line of its own, in bold letters.
    mutating func append(heading: String) {
        lines.append(.heading(heading))
    }

    func text(_ style: Style) -> String {
        let layout = layout(style.columns)
        return lines.map { line in
            switch line {
            case .heading(let text): [style.bold(text.cut(to: style.columns))]
            case .row(let cells, let remark, let look):
                text(cells, remark, layout, style.columns).map { look.applied(to: $0, style) }
            }
        }.joined().joined(separator: "\n")
    }

    private struct Layout {
        var widths: [Int]
        var cutTo: Int?
        var hasRemarksBelow = false
    }

    private func layout(_ width: Int?) -> Layout {
        var layout = Layout(widths: columns.map { _ in 0 })
        var remarkWidth = 0
        for case .row(let cells, let remark, _) in lines {
            for (index, cell) in cells.enumerated() { layout.widths[index] = max(layout.widths[index], cell.columns) }
            remarkWidth = max(remarkWidth, remark.columns)
        }
        guard let flexible = columns.firstIndex(of: .flexible) else { return layout }
        let needed = layout.widths[flexible]
        guard let width else {
            layout.widths[flexible] = min(needed, Self.mostFlexibleColumns)
            return layout
        }
        let others = layout.widths.reduce(0, +) - needed + Self.gap.count * (columns.count - 1)
        let room = width - others
        let roomBesideRemarks = remarkWidth > 0 ? room - Self.gap.count - remarkWidth : room
        layout.hasRemarksBelow = roomBesideRemarks < min(needed, Self.leastFlexibleColumns)
        layout.cutTo = max(1, layout.hasRemarksBelow ? room : roomBesideRemarks)
        layout.widths[flexible] = min(needed, layout.cutTo ?? needed)
        return layout
    }

    private func text(_ cells: [String], _ remark: String, _ layout: Layout, _ width: Int?) -> [String] {
        let aligned = zip(columns, zip(cells, layout.widths)).map { column, cell in
            switch column {
            case .number: cell.0.indented(to: cell.1)
            case .text: cell.0.padded(to: cell.1)
            case .flexible: cell.0.cut(to: layout.cutTo).padded(to: cell.1)
            }
        }
        let row = aligned.joined(separator: Self.gap)
        guard !remark.isEmpty else { return [row.trimmingEnd] }
        guard layout.hasRemarksBelow else { return [row + Self.gap + remark] }
        // Below the first text of the row.
        let numbers = columns.prefix { $0 == .number }.count
        let indentation = layout.widths.prefix(numbers).reduce(0) { $0 + $1 + Self.gap.count }
        let blanks = String(repeating: " ", count: indentation)
        return [row.trimmingEnd] + (blanks + remark).wrapped(to: width, indentedBy: indentation)
    }
}

extension TextTable.Look {
    fileprivate func applied(to line: String, _ style: Style) -> String {
        switch self {
        case .plain: line
        case .bold: style.bold(line)
        case .dim: style.dim(line)
        }
    }
}
