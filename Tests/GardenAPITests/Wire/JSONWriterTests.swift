import GardenAPI
import TestSupport
import Testing

@Suite struct JSONWriterTests {
    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("\"\\", #""\"\\""#), ("/", #""/""#), ("a\nb\rc\td", #""a\nb\rc\td""#),
        ("\u{7F}\u{80}\u{2028}é庭🌱", "\"\u{7F}\u{80}\u{2028}é庭🌱\""), ("\n", #""\n""#), ("x\n", #""x\n""#),
        ("\nx", #""\nx""#),
    ])
    func escapesOnlyRequiredCharacters(text: String, written: String) {
        #expect(JSON.string(text).text == written)
    }

    @Test func escapesEveryControlCharacter() {
        let written = (0..<0x20).map { JSON.string(String(Unicode.Scalar($0 as UInt8))).text }
        let expected = (0..<0x20).map { code in
            switch code {
            case 0x09: return #""\t""#
            case 0x0A: return #""\n""#
            case 0x0D: return #""\r""#
            default: return "\"\\u00\(code < 0x10 ? "0" : "")\(String(code, radix: 16))\""
            }
        }
        #expect(written == expected)
    }

    @Test(
        arguments: [
            (0, "0"), (-1, "-1"), (10, "10"), (100_000, "100000"), (.max, "9223372036854775807"),
            (.min, "-9223372036854775808"),
        ] as [(Int, String)])
    func writesIntegersToTheirExtremes(value: Int, written: String) {
        #expect(JSON.integer(value).text == written)
    }

    @Test(
        arguments: [
            (1, "1.0"), (-0.5, "-0.5"), (0.1, "0.1"), (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"),
            (-0.0, "-0.0"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        ] as [(Double, String)])
    func writesTheShortestExactNumber(value: Double, written: String) throws {
        #expect(JSON.number(value).text == written)
        #expect(try JSON.parse(written) == .number(value))
    }

    @Test func writesCommasInNestedStructures() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.integer(1)
        writer.beginArray()
        writer.endArray()
        writer.beginObject()
        writer.endObject()
        writer.null()
        writer.endArray()
        writer.key("b")
        writer.beginObject()
        writer.key("c")
        writer.bool(true)
        writer.key("d")
        writer.plainString { $0.append(contentsOf: "e".utf8) }
        writer.endObject()
        writer.key("f")
        writer.encoded("[2]".utf8)
        writer.key("g")
        writer.number(0.5)
        writer.endObject()
        #expect(writer.text == #"{"a":[1,[],{},null],"b":{"c":true,"d":"e"},"f":[2],"g":0.5}"#)
    }

    @Test(arguments: 0..<300)
    func writtenValuesRoundTrip(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let json = generator.json()
        let read = try JSON.parse(json.text)
        #expect(read == json, "seed \(seed)")
        #expect(read.text.utf8.elementsEqual(json.text.utf8), "seed \(seed)")
        #expect(!json.text.utf8.contains(UInt8(ascii: "\n")), "seed \(seed)")
        #expect(try JSON.parse(generator.text(of: json)) == json, "seed \(seed)")
    }
}
