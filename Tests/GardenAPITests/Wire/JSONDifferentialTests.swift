import Foundation
import TestSupport
import Testing

@testable import GardenAPI

/// Compares our parser with Foundation's: both must accept and refuse the same texts and read the same values, except
/// for the differences named here.
@Suite struct JSONDifferentialTests {
    private static func foundation(_ bytes: [UInt8]) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    /// Whether Foundation's value is the same as ours.
    private static func same(_ json: JSON, _ other: Any) -> Bool {
        switch json {
        case .null: return other is NSNull
        case .bool(let value): return isBool(other) && (other as? NSNumber)?.boolValue == value
        // The least integer is returned as a decimal number.
        case .integer(let value): return !isBool(other) && (other as? NSNumber)?.stringValue == String(value)
        case .number(let value):
            guard let number = other as? NSNumber, !isBool(other) else { return false }
            // Foundation reads long numbers as decimals, and the conversion to Double rounds twice.
            return number.doubleValue == value
                || number is NSDecimalNumber && abs(number.doubleValue - value) <= abs(value) * 1e-14
        case .string(let value):
            return (other as? String).map { unmarked($0).elementsEqual(unmarked(value)) } == true
        case .array(let elements):
            guard let others = other as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { same($0, $1) }
        case .object(let object):
            guard let others = other as? [String: Any] else { return false }
            // Foundation keeps the last of several members with the same name.
            let last = Dictionary(object.members.map { (unmarked($0.name), $0.value) }) { $1 }
            let theirs = Dictionary(others.map { (unmarked($0.key), $0.value) }) { $1 }
            guard last.count == theirs.count else { return false }
            return last.allSatisfy { name, value in theirs[name].map { same(value, $0) } == true }
        }
    }

    /// Foundation drops a byte order mark at the start of a run of plain characters, so the comparison leaves it out.
    private static func unmarked(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0 != "\u{FEFF}" }
    }

    private static func isBool(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) } == "c"
    }

    /// Foundation takes a comma before a closing bracket.
    private static func isTrailingComma(_ bytes: [UInt8], _ error: JSONSyntaxError) -> Bool {
        guard error.offset < bytes.count, "]}".utf8.contains(bytes[error.offset]) else { return false }
        return bytes[..<error.offset].last { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: ",")
    }

    private static func disagreement(on bytes: [UInt8]) -> String? {
        let theirs = foundation(bytes)
        do {
            let ours = try JSON.parse(bytes)
            guard let theirs else { return "only we take it" }
            return same(ours, theirs) ? nil : "we read \(ours.text), Foundation \(theirs)"
        } catch {
            return theirs == nil || isTrailingComma(bytes, error) ? nil : "only Foundation takes it: \(error)"
        }
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
    }

    @Test(arguments: 0..<200)
    func bothParsersReadTheSameValues(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let json = generator.json()
        for text in [json.text, generator.text(of: json)] {
            let problem = Self.disagreement(on: Array(text.utf8))
            #expect(problem == nil, "seed \(seed): \(Self.shown(Array(text.utf8)))")
        }
    }

    @Test(arguments: 0..<200)
    func bothParsersAgreeOnMutatedTexts(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let json = generator.json(depth: 3)
        let text = Array(generator.text(of: json).utf8)
        for _ in 0..<40 {
            let bytes = generator.mutated(text)
            // Foundation guesses UTF-16 and UTF-32 from zeros in the first four bytes.
            if bytes.prefix(4).contains(0) { continue }
            #expect(Self.disagreement(on: bytes) == nil, "seed \(seed): \(Self.shown(bytes))")
        }
    }

    // MARK: Intended differences

    @Test(arguments: ["[1,]", "{\"a\":1,}", "[[],\n]", "\u{FEFF}1"])
    func foundationAcceptsNonstandardTexts(text: String) {
        #expect(Self.foundation(Array(text.utf8)) != nil)
        #expect(throws: JSONSyntaxError.self) { try JSON.parse(text) }
    }

    @Test(arguments: [[0x31, 0], [0, 0x31], [0x31, 0, 0, 0], [0xFF, 0xFE, 0x31, 0]] as [[UInt8]])
    func foundationAcceptsOtherEncodings(bytes: [UInt8]) {
        #expect(Self.foundation(bytes) != nil)
        #expect(throws: JSONSyntaxError.self) { try JSON.parse(bytes) }
    }

    @Test func foundationAcceptsDeeperNesting() {
        let text = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        #expect(Self.foundation(Array(text.utf8)) != nil)
        #expect(throws: JSONSyntaxError.self) { try JSON.parse(text) }
    }

    @Test func foundationDropsByteOrderMarksInStrings() throws {
        let text = "\"\u{FEFF}a\""
        #expect((Self.foundation(Array(text.utf8)) as? String)?.unicodeScalars.count == 1)
        #expect(try JSON.parse(text).stringValue?.unicodeScalars.count == 2)
    }

    @Test func foundationKeepsOnlyTheLastOfDuplicateNames() throws {
        let text = #"{"a":1,"a":2}"#
        #expect(Self.foundation(Array(text.utf8)) as? [String: Int] == ["a": 2])
        #expect(try JSON.parse(text) == .object(JSONObject([("a", 1), ("a", 2)])))
    }
}
