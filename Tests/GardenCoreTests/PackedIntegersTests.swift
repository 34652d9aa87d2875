import GardenAPI
import Testing

@testable import GardenCore

/// The text form of long lists in snapshots.
@Suite("Packed integers")
struct PackedIntegersTests {
    @Test(arguments: [[], [0], [-1, 1, -62_135_596_800_000, 253_402_300_799_999], Array(-300...300)])
    func theRecordKeepsTheValues(values: [Int]) throws {
        let record = PackedIntegers(values).record
        #expect(record == Array("\"\(values.map { "\($0) " }.joined())\"".utf8))
        #expect(try PackedIntegers(record: JSON.parse(record)).values == values)
        #expect(try PackedIntegers(json: PackedIntegers(values).json).values == values)
    }

    @Test(arguments: ["1", " ", "1  2 ", "--1 ", "- ", "+1 ", "1.5 ", "x ", "1234567890123456789 "])
    func anotherTextIsRefused(text: String) {
        #expect(throws: ValidationError(expected: "integers between blanks", found: .string(text))) {
            try PackedIntegers(record: .string(text))
        }
    }

    @Test func aListIsRefused() {
        #expect(throws: ValidationError(expected: "a text of integers", found: [1, 2])) {
            try PackedIntegers(record: [1, 2])
        }
    }
}
