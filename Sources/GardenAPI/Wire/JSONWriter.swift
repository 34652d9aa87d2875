import TimeKit

/// Appends JSON to a byte buffer, keys in the order they are written.
///
/// Commas are the writer's care: call ``key(_:)`` before each member's value, and nothing between elements of a list.
public struct JSONWriter: Sendable {
    /// Room that is enough for most answers: a writer that has it from the first need not move what it has written.
    @usableFromInline static let usualBytes = 960

    /// A member's name as it is written, for one that is written often.
    @usableFromInline struct Key: Sendable {
        fileprivate let bytes: [UInt8]

        @usableFromInline init(_ name: String) {
            var writer = JSONWriter()
            writer.key(name)
            bytes = writer.bytes
        }
    }

    public private(set) var bytes: [UInt8]
    private var needsComma = false

    /// Creates the value from its members.
    public init(reservingCapacity capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    public mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    @usableFromInline mutating func key(_ key: Key) {
        separate()
        bytes.append(contentsOf: key.bytes)
        needsComma = false
    }

    public mutating func null() { literal("null") }
    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    public mutating func integer(_ value: Int) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.appendDigits(value.magnitude)
    }

    /// - Precondition: `value` is finite; JSON has no other numbers.
    public mutating func number(_ value: Double) {
        precondition(value.isFinite, "JSON cannot hold \(value)")
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    public mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { utf8 in
            guard let first = utf8.firstIndex(where: Self.mustBeEscaped) else {
                return bytes.append(contentsOf: utf8)
            }
            appendEscaping(utf8, from: first)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a string whose characters are known to need no escape, straight as bytes.
    public mutating func plainString(_ append: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a value that is JSON already.
    public mutating func encoded(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    public mutating func value(_ value: JSON) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .number(let value): number(value)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                key(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func literal(_ word: StaticString) {
        separate()
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// - Parameter first: the first byte that must be escaped.
    private mutating func appendEscaping(_ utf8: UnsafeBufferPointer<UInt8>, from first: Int) {
        bytes.append(contentsOf: utf8[..<first])
        for byte in utf8[first...] {
            if Self.mustBeEscaped(byte) { escape(byte) } else { bytes.append(byte) }
        }
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(Self.hexDigit(byte >> 4))
            bytes.append(Self.hexDigit(byte & 0xF))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
