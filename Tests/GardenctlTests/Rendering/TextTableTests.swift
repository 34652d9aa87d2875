import Testing

@testable import gardenctl

struct TextTableTests {
    private static func table(_ remark: String = "new") -> TextTable {
        var table = TextTable([.number, .flexible, .text, .number])
        table.append(["id", "name", "color", "count"], .dim)
        table.append(["1", "Tea", "green", "5"], remark: remark)
        table.append(["12", "A name that goes on and on, until it is far too long", "", "12345"])
        table.append(heading: "読書と散歩の記録読書と散歩の記録読書と散歩の記録")
        table.append(["3", "読書と散歩の記録読書と散歩の記録", "red", "1"], .bold)
        return table
    }

    @Test func withEnoughRoomNothingIsCut() {
        #expect(
            Self.table().text(Style(isColored: false, columns: 77)) == """
                id  name                                                  color  count
                 1  Tea                                                   green      5  new
                12  A name that goes on and on, until it is far too long         12345
                読書と散歩の記録読書と散歩の記録読書と散歩の記録
                 3  読書と散歩の記録読書と散歩の記録                      red        1
                """)
    }

    @Test func withLessRoomTheFlexibleColumnIsCut() {
        #expect(
            Self.table().text(Style(isColored: false, columns: 47)) == """
                id  name                      color  count
                 1  Tea                       green      5  new
                12  A name that goes on and…         12345
                読書と散歩の記録読書と散歩の記録読書と散歩の記…
                 3  読書と散歩の記録読書と…   red        1
                """)
    }

    @Test func withEvenLessRoomRemarksAreBelowTheirRows() {
        #expect(
            Self.table("new, and hardly known").text(Style(isColored: false, columns: 23)) == """
                id  name   color  count
                 1  Tea    green      5
                    new, and hardly
                    known
                12  A na…         12345
                読書と散歩の記録読書と…
                 3  読書…  red        1
                """)
    }

    @Test func withoutATerminalNothingIsCutAndVeryLongNamesAreNotAligned() {
        var table = TextTable([.flexible, .number])
        let name = String(repeating: "long ", count: 19) + "name"
        table.append([name, "1"])
        table.append(["Tea", "12"])

        #expect(
            table.text(.plain) == """
                \(name)   1
                Tea\(String(repeating: " ", count: 57))  12
                """)
    }

    @Test func eachLineOfARowHasItsLook() {
        var table = TextTable([.number, .flexible])
        table.append(["1", "Coffee and tea"], remark: "500 short and more", .dim)

        #expect(
            table.text(Style(isColored: true, columns: 17)) == """
                \u{1B}[2m1  Coffee and tea\u{1B}[0m
                \u{1B}[2m   500 short and\u{1B}[0m
                \u{1B}[2m   more\u{1B}[0m
                """)
    }
}
