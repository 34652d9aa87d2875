import TOMLReader
import Testing

/// What is read, where it is, and what is said about the rest.
@Suite("Reader of TOML")
struct ReaderTests {
    private static func document(_ text: String) throws(TOMLProblem) -> TOMLDocument {
        try TOMLDocument(text, limits: .init(values: 1000, depth: 16))
    }

    nonisolated private static let problems: [(text: String, line: Int, column: Int, message: String)] = [
        ("a", 1, 2, "an = is missing after the name"),
        ("a =", 1, 4, "a value is missing"),
        ("a = # one", 1, 5, "a value is missing"),
        ("\n = 1", 2, 2, "a name is missing; one with other characters than a–z, A–Z, 0–9, - and _ needs quotes"),
        ("größe = 1", 1, 3, "an = is missing after the name"),
        ("a. = 1", 1, 4, "a name is missing; one with other characters than a–z, A–Z, 0–9, - and _ needs quotes"),
        ("\"\"\"a\"\"\" = 1", 1, 1, "a name can be within one pair of quotes, not three"),
        ("a = yes", 1, 5, "a text needs quotes"),
        ("a = True", 1, 5, "true is written in lower case"),
        ("a = 007", 1, 5, "a number does not begin with 0"),
        ("a = 9223372036854775808", 1, 5, "a whole number has at most 64 bits"),
        ("a = 1_", 1, 5, "neither a number nor a date or time; a text needs quotes"),
        ("a = 2026-02-29", 1, 5, "neither a number nor a date or time; a text needs quotes"),
        ("a = 1 2", 1, 7, "the line should end here; a text needs quotes, and a comment a #"),
        ("a = \"b\nc\"", 1, 7, "the text that begins in line 1, column 5 does not end in its line"),
        (
            "ä = 1".replacing("ä", with: "\"ä\"") + "\nb = \"ö", 2, 7,
            "the text that begins in line 2, column 5 does not end"
        ),
        ("a = '''b", 1, 9, "the text that begins in line 1, column 5 does not end"),
        (
            "a = \"\\d\"", 1, 6,
            "a backslash begins no escape here; for a backslash write \\\\, or put the text within single quotes"
        ),
        ("a = \"\\u12\"", 1, 6, "\\u needs 4 hexadecimal digits"),
        ("a = \"\\UD8000000\"", 1, 6, "U+D8000000 is not a character"),
        ("a = \"\\ud800\"", 1, 6, "U+D800 is not a character"),
        ("a = \"\"\"\\ b\"\"\"", 1, 8, "only blanks may be between a backslash and the end of its line"),
        ("a = \"\u{1}\"", 1, 6, "the control character U+0001 is not allowed here"),
        ("# \u{7F}", 1, 3, "the control character U+007F is not allowed here"),
        ("a = '''''''''", 1, 13, "a text has at most two quotes before its end"),
        ("a = [1, 2", 1, 10, "a comma, or the ] that ends the list that begins in line 1, column 5, is missing"),
        ("a = [\n1\n2]", 3, 1, "a comma, or the ] that ends the list that begins in line 1, column 5, is missing"),
        (
            "a = {b = 1", 1, 11,
            "a comma, or the } that ends the table within braces that begins in line 1, column 5, is missing"
        ),
        ("a = {b = 1,}", 1, 12, "no comma may be before the } that ends a table"),
        ("[a", 1, 3, "a ] is missing after the name of the table"),
        ("[[a]", 1, 5, "a ]] is missing after the name of the table"),
        ("a = 1\na = 2", 2, 1, "a is given twice"),
        ("a = {b = 1, b = 2}", 1, 13, "b is given twice"),
        ("[a]\n[a]", 2, 2, "a is a table already; put both together"),
        ("[a]\nb.c = 1\n[a.b]", 3, 4, "b is a table already; put both together"),
        ("a = 1\n[a]", 2, 2, "a is given already, and not as a table with a header"),
        ("a = 1\n[[a]]", 2, 3, "a is given already, and not as tables with double brackets"),
        ("a = 1\n[a.b]", 2, 2, "a is a value already, to which a header cannot add"),
        ("a = {}\na.b = 1", 2, 1, "a is given already, and a name in parts cannot add to it"),
        ("[a.b]\n[a]\nb.c = 1", 3, 1, "b has a header, and a name in parts cannot add to it"),
        ("\"a\\nb\" = 1\n\"a\\nb\" = 2", 2, 1, "this name is given twice"),
        ("a = 1\r b = 2", 1, 6, "the line should end here; a text needs quotes, and a comment a #"),
        ("a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1", 1, 35, "a name has more than 16 parts"),
        (
            "a = [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", 1, 22, "values are nested more than 16 deep"
        ),
        ("a = [\(String(repeating: "1,", count: 1000))]", 1, 2004, "more than 1000 values"),
    ]

    @Test("what is wrong is named, and where", arguments: problems)
    func aProblemIsNamed(text: String, line: Int, column: Int, message: String) {
        #expect(throws: TOMLProblem(line: line, column: column, message: message)) { try Self.document(text) }
    }

    @Test("each value is where it is written")
    func rangesOfValues() throws {
        let text = """
            \u{FEFF}a = 1 # one
            b . c = "x # y"
            d = [ 1,
              2 ] # two
            e = { f = 'z' }
            [g.h] # three
            i = 2026-11-27 08:00:00
            [[j]]
            [[j]]
            k = \"\"\"
            l\"\"\"
            """
        let document = try Self.document(text)
        let bytes = Array(text.utf8)
        func written(_ names: String...) throws -> String {
            var table = document.table
            for name in names.dropLast() {
                guard case .table(let inner) = try #require(table[name]).value else { return "" }
                table = inner
            }
            return String(decoding: bytes[try #require(table[names.last ?? ""]).range], as: UTF8.self)
        }
        #expect(try written("a") == "1")
        #expect(try written("b") == "b")
        #expect(try written("b", "c") == "\"x # y\"")
        #expect(try written("d") == "[ 1,\n  2 ]")
        #expect(try written("e") == "{ f = 'z' }")
        #expect(try written("e", "f") == "'z'")
        #expect(try written("g") == "g")
        #expect(try written("g", "h") == "[g.h]")
        #expect(try written("g", "h", "i") == "2026-11-27 08:00:00")
        #expect(try written("j") == "[[j]]\n[[j]]")
        let place = document.place(of: try #require(document.table["d"]).range.lowerBound)
        #expect((place.line, place.column) == (3, 5))
    }

    @Test("names are the same if their bytes are")
    func namesAreBytes() throws {
        let table = try Self.document("\"\u{E9}\" = 1\n\"e\u{301}\" = 2\n").table
        #expect(table.members.map(\.node.value) == [.integer(1), .integer(2)])
        #expect(table["\u{E9}"]?.value == .integer(1))
        #expect(table["e\u{301}"]?.value == .integer(2))
    }

    @Test(
        "the forms of tables",
        arguments: [
            ("[a]\nb = 1", TOMLTable.Form.header), ("[a.b]\nc = 1", .implied), ("a.b = 1", .dotted),
            ("a = { b = 1 }", .inline),
            ("[a.b]\n[a]\n", .header),
        ])
    func forms(text: String, form: TOMLTable.Form) throws {
        let document = try Self.document(text)
        guard case .table(let table) = try #require(document.table["a"]).value else {
            Issue.record("no table")
            return
        }
        #expect((document.table.form, table.form) == (.document, form))
    }
}
