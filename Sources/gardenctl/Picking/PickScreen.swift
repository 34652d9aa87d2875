/// A list from which a person chooses one row, and what is typed to filter it.
struct PickList {
    /// What a key ends the list with.
    enum End: Equatable {
        case chosen(PickRow)
        case left
    }

    private let heading: String
    private(set) var list: ItemList<PickRow>
    private(set) var line = InputLine()

    init(_ heading: String, _ rows: [PickRow]) { (self.heading, list) = (heading, ItemList(rows)) }

    mutating func press(_ key: Key) -> End? {
        switch key {
        case .escape, .control("c"), .control("d"), .control("g"): return .left
        case .enter: return list.selected.map(End.chosen)
        case .tab, .control("n"): list.move(by: 1)
        case .control("p"): list.move(by: -1)
        default:
            if !list.press(key), line.press(key), line.text != list.filter { list.setFilter(line.text) }
        }
        return nil
    }

    /// What is typed at the top, the rows, and the keys if there is room.
    mutating func canvas(_ size: ScreenSize, _ style: Style) -> Canvas {
        var canvas = Canvas(size)
        let hasKeys = size.rows >= 4
        list.scroll(to: size.rows - (hasKeys ? 2 : 1))
        let place = list.items.isEmpty ? "0/\(list.all.count)" : "\(list.place + 1)/\(list.items.count)"
        let width = size.columns - 2
        canvas.put(line, label: "\(heading): ", row: 0, column: 1, width: max(0, width - place.columns - 1))
        canvas.put(style.dim(place), row: 0, column: size.columns - 1 - place.columns)
        let ids = list.all.map { "\($0.id)".count }.max() ?? 1
        canvas.put(list, row: 1, style) { row, width in
            let name = "\("\(row.id)".indented(to: ids))  \(printable(row.name))".cut(to: width)
            let room = width - name.columns - 2
            return room < 4 ? name : "\(name)  \(style.dim(row.remark.cut(to: room)))"
        }
        if list.items.isEmpty, size.rows > 1 {
            canvas.put("Nothing has these words.".cut(to: width), row: 1, column: 1)
        }
        let keys = "enter choose   esc leave   type to filter   up, down move"
        if hasKeys { canvas.put(style.dim(keys.cut(to: width)), row: size.rows - 1, column: 1) }
        return canvas
    }
}

/// `gardenctl pick` without another program: a list on the terminal of the process, whatever its streams lead to.
struct PickScreen {
    private let screen: FullScreen
    private let style: Style

    init(_ screen: FullScreen, _ style: Style) { (self.screen, self.style) = (screen, style) }

    /// - Returns: the row that a person chooses; `nil` if the list is left.
    func choice(from rows: [PickRow], _ heading: String) throws(CommandError) -> PickRow? {
        var list = PickList(heading, rows)
        try screen.enter()
        defer { screen.leave() }
        while true {
            try screen.show(list.canvas(screen.size, style))
            try screen.wait()
            for input in screen.inputs() {
                switch input {
                case .changed: break
                case .ended: return nil
                case .key(let key):
                    switch list.press(key) {
                    case .chosen(let row): return row
                    case .left: return nil
                    case nil: break
                    }
                }
            }
        }
    }
}
