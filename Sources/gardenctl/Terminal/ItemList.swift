import GardenAPI

/// Something in a list that a person moves in with keys.
protocol ListedItem: Equatable, Identifiable where ID == Int {
    /// The heading under which it is; `nil` for none.
    var heading: String? { get }

    /// Whether it has a word that a person types to filter the list.
    ///
    /// - Parameter word: folded.
    func has(_ word: String) -> Bool
}

/// The state of a list on a full screen: its items, the filter, which item is selected, which are marked, and from which line on it
/// is shown.
struct ItemList<Item: ListedItem>: Equatable {
    /// A line of the list.
    enum Line: Equatable {
        case heading(String)
        /// The item at a place among those shown.
        case item(Int)
    }

    /// All items, without the filter.
    private(set) var all: [Item] = []
    /// Those that the filter finds.
    private(set) var items: [Item] = []
    /// The lines of these, with their headings.
    private(set) var lines: [Line] = []
    /// The words that an item must have; empty for no filter.
    private(set) var filter = ""
    /// The place of the selected item among those shown; 0 in an empty list.
    private(set) var place = 0
    private var markedIDs: Set<Int> = []
    /// The first line on the screen.
    private(set) var top = 0
    /// How many lines the screen has had room for.
    private(set) var rows = 1

    init(_ items: [Item] = []) { replace(with: items) }

    var selected: Item? { items.indices.contains(place) ? items[place] : nil }

    /// The marked items that are shown.
    var marked: [Item] { markedIDs.isEmpty ? [] : items.filter { markedIDs.contains($0.id) } }

    /// What an action is about: the marked items that are shown, or else the selected one.
    var chosen: [Item] { marked.isEmpty ? [selected].compactMap(\.self) : marked }

    func isMarked(_ item: Item) -> Bool { markedIDs.contains(item.id) }

    // MARK: Changes

    /// Takes other items. The selected item stays selected; if it is gone, the next one that is still there is.
    mutating func replace(with items: [Item]) {
        let following = self.items[min(place, self.items.count)...].map(\.id)
        let before = place
        all = items
        markedIDs.formIntersection(items.map(\.id))
        show()
        let places = Dictionary(self.items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        place = following.lazy.compactMap { places[$0] }.first ?? min(before, max(0, self.items.count - 1))
    }

    /// Filters by the words of a text: an item must have each of them.
    mutating func setFilter(_ text: String) {
        let id = selected?.id
        filter = text
        show()
        place = items.firstIndex { $0.id == id } ?? 0
    }

    private mutating func show() {
        let words = filter.split(separator: " ").map { String($0).folded }
        items = words.isEmpty ? all : all.filter { item in words.allSatisfy(item.has) }
        lines = []
        var heading: String?
        for (index, item) in items.enumerated() {
            if let next = item.heading, next != heading { lines.append(.heading(next)) }
            heading = item.heading
            lines.append(.item(index))
        }
    }

    mutating func select(id: Int) {
        if let found = items.firstIndex(where: { $0.id == id }) { place = found }
    }

    /// Marks the selected item, or takes its mark away, and goes to the next one.
    mutating func toggleMark() {
        guard let selected else { return }
        if markedIDs.remove(selected.id) == nil { markedIDs.insert(selected.id) }
        move(by: 1)
    }

    mutating func unmarkAll() { markedIDs = [] }

    /// Takes a key that moves the selection.
    ///
    /// - Returns: whether it is one.
    mutating func press(_ key: Key) -> Bool {
        switch key {
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: -max(1, rows - 1))
        case .pageDown: move(by: max(1, rows - 1))
        case .home: move(by: -items.count)
        case .end: move(by: items.count)
        default: return false
        }
        return true
    }

    mutating func move(by count: Int) { place = max(0, min(items.count - 1, place + count)) }

    // MARK: Scrolling

    /// Scrolls as little as possible so that the selected item is among that many lines, with its heading if it is the first below
    /// that.
    mutating func scroll(to rows: Int) {
        self.rows = max(1, rows)
        let line = lines.firstIndex(of: .item(place)) ?? 0
        var first = line
        if line > 0, case .heading = lines[line - 1], self.rows > 1 { first = line - 1 }
        top = min(top, first)
        top = max(top, line - self.rows + 1)
        top = max(0, min(top, lines.count - self.rows))
    }

    /// The lines on the screen.
    var shown: ArraySlice<Line> { lines[min(top, lines.count)...].prefix(rows) }
}

extension Canvas {
    /// How many columns the marks of a list take before its items.
    static let markColumns = 3

    /// Puts the shown lines of a list on rows: `>` before the selected item, which is reversed as well, and `*` before marked ones.
    ///
    /// - Parameter text: an item in that many columns.
    mutating func put<Item: ListedItem>(
        _ list: ItemList<Item>, row: Int, _ style: Style, text: (Item, _ width: Int) -> String
    ) {
        let width = size.columns - Self.markColumns
        for (offset, line) in list.shown.enumerated() {
            switch line {
            case .heading(let heading):
                put(style.bold(printable(heading).cut(to: size.columns - 1)), row: row + offset, column: 1)
            case .item(let place):
                let item = list.items[place]
                let marks = "\(place == list.place ? ">" : " ")\(list.isMarked(item) ? "*" : " ") "
                put(marks, row: row + offset)
                put(text(item, width), row: row + offset, column: Self.markColumns)
                if place == list.place { reverse(row: row + offset, columns: 0..<size.columns) }
            }
        }
    }
}
