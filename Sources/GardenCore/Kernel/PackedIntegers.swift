import GardenAPI
import TimeKit

/// A long list of integers of a snapshot. Its record form is a text of them, which is read several times faster than a list.
struct PackedIntegers: WireValue {
    static var schema: JSON { [Int].schema }

    let values: [Int]

    init(_ values: [Int]) { self.values = values }

    init(json: JSON) throws(ValidationError) { values = try [Int](json: json) }

    func write(to writer: inout JSONWriter) { values.write(to: &writer) }

    init(record: JSON) throws(ValidationError) {
        guard case .string(var text) = record else {
            throw ValidationError(expected: "a text of integers", found: record)
        }
        guard let values = text.withUTF8(Self.integers) else {
            throw ValidationError(expected: "integers between blanks", found: record)
        }
        self.values = values
    }

    /// The integers, each with a blank after it; `nil` for any other text.
    private static func integers(_ text: UnsafeBufferPointer<UInt8>) -> [Int]? {
        var values: [Int] = []
        var place = 0
        while place < text.count {
            let isNegative = text[place] == UInt8(ascii: "-")
            if isNegative { place += 1 }
            let start = place
            var value = 0
            while place < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place]) {
                value = value * 10 + Int(text[place] - UInt8(ascii: "0"))
                place += 1
            }
            // 18 digits fit in any case; no id and no instant has more.
            guard (1...18).contains(place - start), place < text.count, text[place] == UInt8(ascii: " ") else {
                return nil
            }
            values.append(isNegative ? -value : value)
            place += 1
        }
        return values
    }

    func writeRecord(to writer: inout JSONWriter) {
        writer.plainString { bytes in
            for value in values {
                if value < 0 { bytes.append(UInt8(ascii: "-")) }
                bytes.appendDigits(value.magnitude)
                bytes.append(UInt8(ascii: " "))
            }
        }
    }
}
