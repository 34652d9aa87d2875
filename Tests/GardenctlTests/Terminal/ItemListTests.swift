import Testing

@testable import gardenctl

private struct Entry: ListedItem {
    let id: Int
    let word: String
    var heading: String?

    func has(_ word: String) -> Bool { self.word.contains(word) }
}

struct ItemListTests {
    private static let entries = [
        Entry(id: 1, word: "apple", heading: "Fruit"), Entry(id: 2, word: "pear", heading: "Fruit"),
        Entry(id: 3, word: "plum", heading: "Fruit"), Entry(id: 4, word: "carrot", heading: "Roots"),
        Entry(id: 5, word: "beet", heading: "Roots"), Entry(id: 6, word: "leek"),
    ]

    /// The lines on the screen, with the selected one in brackets.
    private func shown(_ list: ItemList<Entry>) -> [String] {
        list.shown.map { line in
            switch line {
            case .heading(let text): return text
            case .item(let place):
                let word = list.items[place].word
                return place == list.place ? "[\(word)]" : word
            }
        }
    }

    @Test("the list scrolls no more than it must, and shows the heading above the first item")
    func itScrolls() {
        var list = ItemList(Self.entries)
        list.scroll(to: 4)
        #expect(shown(list) == ["Fruit", "[apple]", "pear", "plum"])
        _ = list.press(.end)
        list.scroll(to: 4)
        #expect(shown(list) == ["Roots", "carrot", "beet", "[leek]"])
        list.move(by: -1)
        list.scroll(to: 4)
        #expect(shown(list) == ["Roots", "carrot", "[beet]", "leek"])
        _ = list.press(.pageUp)
        list.scroll(to: 4)
        #expect(shown(list) == ["[pear]", "plum", "Roots", "carrot"])
        _ = list.press(.home)
        list.scroll(to: 4)
        #expect(shown(list) == ["Fruit", "[apple]", "pear", "plum"])
        list.scroll(to: 1)
        #expect(shown(list) == ["[apple]"])
        list.scroll(to: 50)
        #expect(shown(list).count == 8)
    }

    @Test("the selection stays within the list", arguments: [(Key.up, 0), (.pageUp, 0), (.pageDown, 5), (.end, 5)])
    func theSelectionStaysInside(key: Key, place: Int) {
        var list = ItemList(Self.entries)
        list.scroll(to: 3)
        for _ in 0..<9 { #expect(list.press(key) == true) }
        #expect(list.place == place)
        #expect(list.press(.character("j")) == false)
    }

    @Test("an empty list has no selection and no marks")
    func anEmptyList() {
        var list = ItemList<Entry>()
        for key in [Key.up, .down, .pageDown, .home, .end] { _ = list.press(key) }
        list.toggleMark()
        list.setFilter("x")
        list.scroll(to: 5)
        #expect(list.selected == nil && list.chosen == [] && list.shown == [] && list.place == 0)
        list.replace(with: Self.entries)
        #expect(list.items.isEmpty)
    }

    @Test("after a change, the selected item stays selected, or the next one that is left is")
    func theSelectionFollows() {
        var list = ItemList(Self.entries)
        list.select(id: 3)
        list.replace(with: Self.entries.filter { $0.id != 1 })
        #expect(list.selected?.id == 3)
        list.replace(with: Self.entries.filter { $0.id != 3 })
        #expect(list.selected?.id == 4)
        list.replace(with: Array(Self.entries.prefix(2)))
        #expect(list.selected?.id == 2)
        list.replace(with: [])
        #expect(list.selected == nil)
    }

    @Test("a filter finds the items that have each of its words, and leaves the selection if it can")
    func itIsFiltered() {
        var list = ItemList(Self.entries)
        list.select(id: 3)
        list.setFilter(" P  L")
        #expect(list.items.map(\.id) == [1, 3])
        #expect(list.selected?.id == 3)
        list.setFilter("pe")
        #expect(list.selected?.id == 2)
        list.setFilter("nothing")
        #expect(list.selected == nil)
        list.setFilter("")
        #expect(list.items.count == 6)
    }

    @Test("actions are about the marked items that are shown, or else the selected one")
    func marksAreChosen() {
        var list = ItemList(Self.entries)
        #expect(list.chosen.map(\.id) == [1])
        list.toggleMark()
        list.toggleMark()
        #expect(list.chosen.map(\.id) == [1, 2])
        #expect(list.selected?.id == 3)
        list.setFilter("pear")
        #expect(list.chosen.map(\.id) == [2])
        list.toggleMark()
        list.setFilter("")
        #expect(list.chosen.map(\.id) == [1])
        list.replace(with: Self.entries.filter { $0.id != 1 })
        list.replace(with: Self.entries)
        #expect(list.marked == [])
    }
}

struct InputLineTests {
    private func typed(_ keys: [Key], into text: String = "") -> InputLine {
        var line = InputLine(text)
        for key in keys { _ = line.press(key) }
        return line
    }

    @Test(
        "keys edit the line",
        arguments: [
            ([Key.character("a"), .character("b"), .left, .character("c")], "acb"),
            ([.backspace, .backspace], "milk "),
            ([.home, .delete, .delete, .end, .character("!")], "lk 日本!"), ([.control("w")], "milk "),
            ([.control("w"), .control("w")], ""), ([.control("u")], ""),
            ([.left, .control("k")], "milk 日"),
            ([.control("a"), .character("1"), .control("e"), .character("2")], "1milk 日本2"),
            ([.left, .left, .left, .right, .right, .right, .right, .delete], "milk 日本"),
        ] as [([Key], String)])
    func keysEdit(keys: [Key], text: String) {
        let isNew = keys.first == .character("a")
        #expect(typed(keys, into: isNew ? "" : "milk 日本").text == text)
    }

    @Test("a key that the line does not take is reported")
    func otherKeys() {
        var line = InputLine()
        for key in [Key.enter, .escape, .up, .tab, .control("r")] { #expect(line.press(key) == false) }
        #expect(line.text == "")
    }

    @Test("of a long line, the part around the cursor is shown, and the cursor is reversed")
    func thePartAroundTheCursor() {
        var canvas = Canvas(ScreenSize(columns: 20, rows: 3))
        canvas.put(InputLine("0123456789abcdefgh"), label: "Add: ", row: 0, column: 1, width: 18)
        var wide = InputLine("日本語の本を読む日")
        _ = wide.press(.left)
        canvas.put(wide, label: "Add: ", row: 1, column: 1, width: 18)
        canvas.put(InputLine("a\u{1B}[2Jb\tc"), label: "", row: 2, column: 0, width: 20)
        #expect(canvas.lines == [" Add: 789abcdefgh", " Add: の本を読む日", "a [2Jb c"])
        #expect(canvas.rows.map { $0.firstIndex { $0.style == "7" } } == [17, 16, 8])
    }
}
