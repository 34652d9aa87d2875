import GardenAPI
import Testing

@Suite struct CategoryColorTests {
    @Test func tenColorsHaveNames() {
        let names: Set = ["red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "gray", "black"]
        #expect(Set(CategoryColor.names) == names)
        #expect(CategoryColor.names.count == 10)
    }

    // RULES T2
    @Test(arguments: CategoryColor.names)
    func colorNamesIgnoreCase(name: String) {
        #expect(CategoryColor(name)?.text == name)
        #expect(CategoryColor(name.uppercased())?.text == name)
        #expect(CategoryColor(name.capitalized)?.text == name)
    }

    @Test(arguments: [
        ("#000000", "#000000"), ("#ffffff", "#FFFFFF"), ("#aBcDeF", "#ABCDEF"), ("#019aF7", "#019AF7"),
        ("#aB0", "#AABB00"), ("Grey", "gray"),
    ])
    func hexDigitsAreWrittenInUpperCase(text: String, written: String) throws {
        #expect(CategoryColor(text)?.text == written)
        #expect(try CategoryColor(json: .string(text)).json.text == "\"\(written)\"")
    }

    private static let refused: [JSON] = [
        "", " green", "green ", "greenish", "#", "#12345", "#1234567", "123456", "1234567", "##12345",
        "#12345g",
        "#12 456", "#1234é", "＃123456", nil, 0, 123456, true, ["green"], ["text": "green"],
    ]

    @Test(arguments: refused)
    func refusesAnInvalidColor(json: JSON) {
        let names = "green, blue, orange, purple, red, yellow, pink, brown, gray, black"
        let mismatch = ValidationError(expected: "one of \(names) or #RRGGBB", found: json)
        #expect(throws: mismatch) { try CategoryColor(json: json) }
    }

    /// Seven bytes too, and hexadecimal digits to `Character`, but none of `#RRGGBB`.
    @Test(arguments: ["#１２", "#a１bc", "#123４", "#ＡＢ"])
    func hexDigitsMustBeASCII(text: String) {
        #expect(CategoryColor(text) == nil)
    }
}
