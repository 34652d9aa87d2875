/// The figures behind a chart, as a table that people can open.
struct DataTable {
    /// A figure, or a text.
    enum Cell {
        case words(HTML)
        case number(String)
    }

    let caption: String
    /// Of the headers of the rows, then of the columns.
    let columns: [String]
    let rows: [(header: HTML, cells: [Cell])]

    /// The table, folded away.
    ///
    /// - Parameter id: unique in the page.
    func details(id: String) -> HTML {
        """
        <details>
        <summary>Show the figures<span class="unseen">: \(caption)</span></summary>
        <div class="scroll" role="region" aria-labelledby="\(id)-caption" tabindex="0">
        \(html(id: id))
        </div>
        </details>
        """
    }

    func html(id: String) -> HTML {
        let headers = columns.enumerated().map { index, column -> HTML in
            let isNumeric =
                index > 0
                && rows.contains { row in
                    if case .number = row.cells[index - 1] { true } else { false }
                }
            return "<th scope=\"col\"\(isNumeric ? " class=\"number\"" : "" as HTML)>\(column)</th>"
        }
        let lines = rows.map { row -> HTML in
            let cells = row.cells.map { cell -> HTML in
                switch cell {
                case .words(let words): "<td>\(words)</td>"
                case .number(let number): "<td class=\"number\">\(number)</td>"
                }
            }
            return "<tr><th scope=\"row\">\(row.header)</th>\(HTML.joined(cells))</tr>"
        }
        return """
            <table>
            <caption id="\(id)-caption">\(caption)</caption>
            <thead><tr>\(HTML.joined(headers))</tr></thead>
            <tbody>
            \(lines)
            </tbody>
            </table>
            """
    }
}
