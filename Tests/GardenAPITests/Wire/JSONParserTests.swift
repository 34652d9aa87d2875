import Testing

@testable import GardenAPI

@Suite struct JSONParserTests {
    struct Good: Sendable, CustomTestStringConvertible {
        let text: String
        let value: JSON
        var testDescription: String { text.count <= 60 ? text : "\(text.prefix(60))…" }
        init(_ text: String, _ value: JSON) { (self.text, self.value) = (text, value) }
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let error: JSONSyntaxError
        var testDescription: String { String(decoding: bytes.prefix(60), as: UTF8.self) }
        init(_ bytes: [UInt8], _ offset: Int, _ reason: String) {
            (self.bytes, error) = (bytes, JSONSyntaxError(offset: offset, reason: reason))
        }
        init(_ text: String, _ offset: Int, _ reason: String) { self.init(Array(text.utf8), offset, reason) }
    }

    // MARK: Valid texts

    @Test(arguments: [
        Good("null", nil), Good("true", true), Good("false", false), Good("0", 0), Good("\"\"", ""), Good("[]", []),
        Good("{}", [:]), Good(" \t\r\n[ \t\r\n] \t\r\n", []), Good("{ }", [:]),
        Good("[1,2]", [1, 2]), Good(" [ 1 , 2 ] ", [1, 2]), Good("[[],[[]],{}]", [[], [[]], [:]]),
        Good("{\"a\":{\"b\":[null,false]},\"c\":\"d\"}", ["a": ["b": [nil, false]], "c": "d"]),
        Good("\n{\r\"a\"\t: 1\n,\"b\" :2 }\n", ["a": 1, "b": 2]),
        Good("{\"\":\"\"}", ["": ""]),
    ])
    func readsEveryKindOfValue(good: Good) throws {
        #expect(try JSON.parse(good.text) == good.value)
    }

    @Test(arguments: [
        Good("0", 0), Good("-0", 0), Good("7", 7), Good("-7", -7), Good("10", 10),
        Good("9223372036854775807", .integer(.max)), Good("-9223372036854775808", .integer(.min)),
        Good("9223372036854775808", .number(9_223_372_036_854_775_808)),
        Good("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
        Good("18446744073709551616", .number(18_446_744_073_709_551_616)),
        Good("1" + String(repeating: "0", count: 300), .number(1e300)),
        Good("1.0", .number(1)), Good("-1.5", .number(-1.5)), Good("0.1", .number(0.1)), Good("-0.0", .number(-0.0)),
        Good("1e2", .number(100)), Good("1E+2", .number(100)), Good("12e-1", .number(1.2)), Good("0e0", .number(0)),
        Good("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
        Good("5e-324", .number(.leastNonzeroMagnitude)),
        Good("1e-400", .number(0)), Good("0e999999999", .number(0)),
    ])
    func readsRepresentableNumbersExactly(good: Good) throws {
        #expect(try JSON.parse(good.text) == good.value)
    }

    @Test(arguments: [
        Good(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        Good(#""a\nb\tc""#, "a\nb\tc"), Good(#""\u0041\u00e9\u00E9\u5ead""#, "Aéé庭"), Good(#""\u0000""#, "\u{0}"),
        Good(#""\ud83c\udf31""#, "🌱"), Good(#""x\uD800\uDC00y""#, "x\u{10000}y"),
        Good(#""\udbff\udfff""#, "\u{10FFFF}"),
        Good(#""\ud7ff\ue000\uffff""#, "\u{D7FF}\u{E000}\u{FFFF}"),
        Good("\"\u{7F}\u{80}é庭🌱\u{10FFFF}\"", "\u{7F}\u{80}é庭🌱\u{10FFFF}"), Good(#""é\n庭""#, "é\n庭"),
        Good(#"{"\u0061":1}"#, ["a": 1]),
    ])
    func readsEscapesAndSurrogatePairs(good: Good) throws {
        let value = try JSON.parse(good.text)
        #expect(value == good.value)
        // String equality is canonical: the scalars must be the same too.
        #expect(value.text.unicodeScalars.elementsEqual(good.value.text.unicodeScalars))
    }

    @Test func keepsDuplicateNamesAndTheirOrder() throws {
        let object = JSONObject([("b", 1), ("a", 2), ("b", 3)])
        #expect(try JSON.parse(#"{"b":1,"a":2,"b":3}"#) == .object(object))
        #expect(object["b"] == 1)
    }

    @Test func removingRemovesTheFirstMemberWithTheName() {
        var object = JSONObject([("b", 1), ("a", 2), ("b", 3)])
        #expect(object.remove("b") == 1)
        #expect(object == JSONObject([("a", 2), ("b", 3)]))
        #expect(object.remove("b") == 3)
        #expect(object.remove("b") == nil)
        #expect(object == JSONObject([("a", 2)]))
    }

    // MARK: Invalid texts

    private static let digitMissing = "a digit is expected"
    private static let noValue = "a value is expected"
    private static let ended = "a value is expected, but the text ends"
    private static let open = "the string is not closed"
    private static let half = "a surrogate pair is incomplete"
    private static let zero = "a number must not have leading zeros"

    @Test(arguments: [
        Bad("", 0, ended), Bad("  \n", 3, ended), Bad("nul", 0, noValue), Bad("nulL", 0, noValue),
        Bad("True", 0, noValue),
        Bad("truE", 0, noValue), Bad("NaN", 0, noValue), Bad("Infinity", 0, noValue), Bad("'a'", 0, noValue),
        Bad("// c", 0, noValue), Bad("\u{FEFF}1", 0, noValue), Bad("\u{A0}1", 0, noValue), Bad("\u{C}1", 0, noValue),
        Bad("nulll", 4, "there is text after the value"),
        Bad("1 2", 2, "there is text after the value"),
        Bad("{}}", 2, "there is text after the value"),
        Bad("\"\"\u{0}", 2, "there is text after the value"),
        Bad("[", 1, ended), Bad("[1", 2, "a comma or a closing bracket is expected"), Bad("[1,", 3, ended),
        Bad("[1,]", 3, noValue), Bad("[,1]", 1, noValue),
        Bad("[1 2]", 3, "a comma or a closing bracket is expected"),
        Bad("[1}", 2, "a comma or a closing bracket is expected"), Bad("]", 0, noValue), Bad("}", 0, noValue),
        Bad("{", 1, "a member name in quotes is expected"),
        Bad("{a:1}", 1, "a member name in quotes is expected"),
        Bad("{1:1}", 1, "a member name in quotes is expected"),
        Bad("{,}", 1, "a member name in quotes is expected"),
        Bad("{\"a\":1,}", 7, "a member name in quotes is expected"),
        Bad("{\"a\"}", 4, "a colon is expected"), Bad("{\"a\" 1}", 5, "a colon is expected"),
        Bad("{\"a\"", 4, "a colon is expected"), Bad("{\"a\":", 5, ended), Bad("{\"a\":}", 5, noValue),
        Bad("{\"a\":1", 6, "a comma or a closing brace is expected"),
        Bad("{\"a\":1]", 6, "a comma or a closing brace is expected"),
        Bad("{\"a\":1 \"b\":2}", 7, "a comma or a closing brace is expected"),
    ])
    func refusesInvalidStructure(bad: Bad) {
        #expect(throws: bad.error) { try JSON.parse(bad.bytes) }
    }

    @Test(arguments: [
        Bad("-", 1, digitMissing), Bad("+1", 0, noValue), Bad(".5", 0, noValue), Bad("-.5", 1, digitMissing),
        Bad("1.", 2, digitMissing), Bad("1.e1", 2, digitMissing), Bad("1e", 2, digitMissing),
        Bad("1e+", 3, digitMissing),
        Bad("1E-x", 3, digitMissing), Bad("--1", 1, digitMissing), Bad("01", 0, zero), Bad("-01", 1, zero),
        Bad("00", 0, zero), Bad("[012]", 1, zero), Bad("1e400", 0, "the number is too large"),
        Bad("[-1e400]", 1, "the number is too large"),
        Bad("1" + String(repeating: "0", count: 400), 0, "the number is too large"),
        Bad("0x10", 1, "there is text after the value"),
        Bad("1_000", 1, "there is text after the value"),
        Bad("-Infinity", 1, digitMissing), Bad("1.5.5", 3, "there is text after the value"),
        Bad("\u{FF11}", 0, noValue), Bad("1\u{0661}", 1, "there is text after the value"),
    ])
    func refusesInvalidNumbers(bad: Bad) {
        #expect(throws: bad.error) { try JSON.parse(bad.bytes) }
    }

    @Test(arguments: [
        Bad("\"", 1, open), Bad("\"abc", 4, open), Bad(#""a\"#, 3, open), Bad(#""a\""#, 4, open),
        Bad(#""a\nb"#, 5, open),
        Bad(#""\x41""#, 2, "the escape sequence is invalid"), Bad(#""\'""#, 2, "the escape sequence is invalid"),
        Bad(#""\U0041""#, 2, "the escape sequence is invalid"), Bad(#""\0""#, 2, "the escape sequence is invalid"),
        Bad(#""\u""#, 3, "four hexadecimal digits are expected"),
        Bad(#""\u12g4""#, 5, "four hexadecimal digits are expected"),
        Bad(#""\u123"#, 6, "four hexadecimal digits are expected"),
        Bad(#""\u+123""#, 3, "four hexadecimal digits are expected"),
        Bad("\"\\u\u{FF11}234\"", 3, "four hexadecimal digits are expected"),
        Bad(#""\ud800""#, 7, half), Bad(#""\udc00""#, 7, half), Bad(#""\ud800x""#, 7, half),
        Bad(#""\ud800\n""#, 8, half),
        Bad(#""\ud800\ud800""#, 13, half), Bad(#""\ud800\u0041""#, 13, half), Bad(#""\udfff\ud800""#, 7, half),
        Bad("\"a\nb\"", 2, "a control character in a string must be escaped"),
        Bad("\"\u{0}\"", 1, "a control character in a string must be escaped"),
        Bad("\"\\n\u{1F}\"", 3, "a control character in a string must be escaped"),
    ])
    func refusesInvalidStrings(bad: Bad) {
        #expect(throws: bad.error) { try JSON.parse(bad.bytes) }
    }

    @Test(arguments: 0..<0x20)
    func refusesEveryBareControlCharacter(code: Int) {
        let error = JSONSyntaxError(offset: 2, reason: "a control character in a string must be escaped")
        #expect(throws: error) { try JSON.parse([0x22, 0x61, UInt8(code), 0x22]) }
    }

    @Test(
        arguments: [
            ("a lone continuation", [0x80]), ("a lone continuation", [0xBF]), ("an overlong NUL", [0xC0, 0x80]),
            ("an overlong slash of 2", [0xC0, 0xAF]), ("an overlong DEL", [0xC1, 0xBF]),
            ("an overlong slash of 3", [0xE0, 0x80, 0xAF]), ("overlong U+07FF", [0xE0, 0x9F, 0xBF]),
            ("an overlong slash of 4", [0xF0, 0x80, 0x80, 0xAF]), ("overlong U+FFFF", [0xF0, 0x8F, 0xBF, 0xBF]),
            ("surrogate U+D800", [0xED, 0xA0, 0x80]), ("surrogate U+DFFF", [0xED, 0xBF, 0xBF]),
            ("a surrogate pair", [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80]), ("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80]),
            ("a lead of no text", [0xF5, 0x80, 0x80, 0x80]), ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
            ("FE", [0xFE]), ("FF", [0xFF]), ("1 of 2", [0xC3]), ("1 of 3", [0xE5]), ("2 of 3", [0xE5, 0xBA]),
            ("1 of 4", [0xF0]), ("2 of 4", [0xF0, 0x9F]), ("3 of 4", [0xF0, 0x9F, 0x8C]),
            ("Latin-1 é", [0x61, 0xE9, 0x61]),
        ] as [(String, [UInt8])])
    func refusesInvalidUTF8(kind: String, sequence: [UInt8]) {
        let quote = [UInt8(ascii: "\"")]
        let plain = JSONSyntaxError(offset: 1, reason: "the text is not valid UTF-8")
        #expect(throws: plain) { try JSON.parse(quote + sequence + quote) }
        let afterEscape = JSONSyntaxError(offset: 3, reason: "the text is not valid UTF-8")
        #expect(throws: afterEscape) { try JSON.parse(quote + Array(#"\n"#.utf8) + sequence + quote) }
        let inName = JSONSyntaxError(offset: 2, reason: "the text is not valid UTF-8")
        #expect(throws: inName) { try JSON.parse(Array("{\"".utf8) + sequence + Array("\":1}".utf8)) }
        #expect(throws: JSONSyntaxError(offset: 0, reason: "a value is expected")) {
            try JSON.parse(sequence.filter { $0 > 0x7F })
        }
    }

    // MARK: Depth

    private static func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> String {
        String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }

    @Test func sixtyFourLevelsAreReadAndSixtyFiveRefused() throws {
        var value: JSON = []
        for _ in 1..<64 { value = [value] }
        #expect(try JSON.parse(Self.nested(64)) == value)
        let reason = "lists and objects are nested too deeply"
        #expect(throws: JSONSyntaxError(offset: 64, reason: reason)) { try JSON.parse(Self.nested(65)) }
        let objects = String(repeating: "{\"a\":", count: 64)
        #expect(throws: Never.self) { try JSON.parse(objects + "1" + String(repeating: "}", count: 64)) }
        #expect(throws: JSONSyntaxError(offset: 320, reason: reason)) {
            try JSON.parse(objects + "[" + "]" + String(repeating: "}", count: 64))
        }
    }

    @Test func depthCountsOnlyOpenLists() throws {
        let manyLists = "[" + Array(repeating: Self.nested(63), count: 3).joined(separator: ",") + "]"
        #expect(try JSON.parse(manyLists).arrayValue?.count == 3)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func aHundredThousandLevelsAreRefused(open: String) {
        let reason = "lists and objects are nested too deeply"
        #expect(throws: JSONSyntaxError.self) { try JSON.parse(String(repeating: open, count: 100_000)) }
        let offset = open == "[" ? 64 : open.count == 5 ? 320 : 192
        #expect(throws: JSONSyntaxError(offset: offset, reason: reason)) {
            try JSON.parse(String(repeating: open, count: 100_000))
        }
    }
}
