import TestSupport

@testable import GardenAPI

/// Seeded JSON values, and valid texts of them that our writer does not produce.
extension SeededGenerator {
    private static let scalars: [Unicode.Scalar] =
        (0..<0x20).map { Unicode.Scalar($0 as UInt8) }
        + ["\"", "\\", "/", "a", "Z", "0", " ", "\u{7F}", "\u{80}", "é", "\u{301}", "\u{2028}", "\u{FEFF}", "庭"]
        + ["\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "🌱", "\u{10FFFF}"]
    private static let integers = [0, 1, -1, 9, 10, -10, 1 << 53, (1 << 53) + 1, .max, .max - 1, .min, .min + 1]
    private static let numbers = [
        0.5, -0.1, 1e16, 1e-7, 1e300, -1e300, .leastNonzeroMagnitude, .leastNormalMagnitude, 1.7976931348623157e308,
        9.3e18,
    ]

    mutating func json(depth: Int = 5) -> JSON {
        switch below(depth > 0 ? 9 : 6) {
        case 0: return .null
        case 1: return .bool(below(2) == 0)
        case 2: return .integer(pick(Self.integers))
        case 3: return .integer(Int(truncatingIfNeeded: next()) >> below(64))
        case 4: return .number(below(2) == 0 ? pick(Self.numbers) : Double.random(in: -1000...1000, using: &self))
        case 5: return .string(string())
        case 6: return .array((0..<below(5)).map { _ in json(depth: depth - 1) })
        default: return .object(JSONObject((0..<below(5)).map { ("\($0)" + string(), json(depth: depth - 1)) }))
        }
    }

    mutating func string() -> String {
        var text = ""
        for _ in 0..<below(8) { text.unicodeScalars.append(pick(Self.scalars)) }
        return text
    }

    /// The value with white space and escapes strewn in.
    mutating func text(of json: JSON) -> String {
        switch json {
        case .null, .bool, .integer, .number: return blank() + json.text + blank()
        case .string(let value): return blank() + quoted(value) + blank()
        case .array(let elements):
            return "\(blank())[\(blank())\(elements.map { text(of: $0) }.joined(separator: ","))]\(blank())"
        case .object(let object):
            let members = object.members.map { "\(blank())\(quoted($0.name))\(blank()):\(text(of: $0.value))" }
            return "\(blank()){\(blank())\(members.joined(separator: ","))}\(blank())"
        }
    }

    private mutating func blank() -> String { pick(["", "", "", "", " ", "\n", "\t", "\r"]) }

    private mutating func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            let mustBeEscaped = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if mustBeEscaped || below(4) == 0 {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: below(2) == 0)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// The bytes with a few of them changed, dropped, added, repeated or cut off.
    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        let significant =
            Array("{}[],:\"\\/0123456789.eE+-truefalsn \n\tu\u{80}\u{7FF}".utf8) + [0xC0, 0xED, 0xA0, 0xF5, 0x1F]
        var bytes = bytes
        for _ in 0...below(3) where !bytes.isEmpty {
            let index = below(bytes.count)
            switch below(5) {
            case 0: bytes[index] = pick(significant)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(pick(significant), at: index)
            case 3: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 4)], at: index)
            default: if below(4) == 0 { bytes.removeSubrange(index...) } else { bytes[index] ^= 1 << UInt8(below(8)) }
            }
        }
        return bytes
    }
}
