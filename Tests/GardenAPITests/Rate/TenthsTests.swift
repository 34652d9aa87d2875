import GardenAPI
import Testing

@Suite struct TenthsTests {
    @Test(
        arguments: [
            ("1.5", 15, "1.5"), ("1", 10, "1.0"), ("1.0", 10, "1.0"), ("0", 0, "0.0"), ("-0.0", 0, "0.0"),
            ("0.1", 1, "0.1"),
            ("-2.3", -23, "-2.3"), ("1e1", 100, "10.0"), ("0.3", 3, "0.3"), ("1000000", 10_000_000, "1000000.0"),
            ("-1000000.0", -10_000_000, "-1000000.0"), ("999999.9", 9_999_999, "999999.9"),
        ] as [(String, Int, String)])
    func readsAndWritesOneDecimal(text: String, tenths: Int, written: String) throws {
        #expect(try Tenths(json: try JSON.parse(text)) == Tenths(tenths: tenths))
        #expect(Tenths(tenths: tenths).json.text == written)
    }

    @Test(arguments: [
        "1.55", "0.05", "1.0000001", "1000000.1", "1000001", "9223372036854775807", "1e300", "null", "true", "\"1.5\"",
        "[]", "{}",
    ])
    func refusesEverythingElse(text: String) throws {
        let json = try JSON.parse(text)
        #expect(throws: ValidationError(expected: "a number with one decimal", found: json)) { try Tenths(json: json) }
    }

    @Test func everyTenthUpToAThousandRoundTrips() throws {
        for tenths in -10_000...10_000 {
            let read = try Tenths(json: Tenths(tenths: tenths).json)
            #expect(read.tenths == tenths)
        }
    }
}
