import TimeKit

/// Writes JSON into a byte buffer, with the keys in the order of the calls.
///
/// It inserts the commas. Call ``key(_:)`` before each member's value.
public struct JSONWriter: Sendable {
    /// The capacity that is enough for most answers, so that the buffer need not grow.
    @usableFromInline static let usualBytes = 960

    /// A member's name in written form, for names that are written often.
    @usableFromInline struct Key: Sendable {
        /// After a comma, which the first member does not have.
        fileprivate let bytes: [UInt8]

        /// The length in bytes, the colon included.
        var count: Int { bytes.count - 1 }

        @usableFromInline init(_ name: String) {
            var writer = JSONWriter()
            writer.needsComma = true
            writer.key(name)
            bytes = writer.bytes
        }
    }

    /// The bytes written so far.
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    /// Creates an empty writer.
    ///
    /// - Parameter capacity: the expected number of bytes.
    public init(reservingCapacity capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// The text written so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Begins an object, as an element, a member's value or the whole.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    /// Ends the object.
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    /// Begins a list, as an element, a member's value or the whole.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    /// Ends the list.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes a member's name; its value must follow.
    public mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    @usableFromInline mutating func key(_ key: Key) {
        key.bytes.withUnsafeBufferPointer { [needsComma] written in
            append(needsComma ? written : UnsafeBufferPointer(rebasing: written[1...]))
        }
        needsComma = false
    }

    /// Writes `null`.
    public mutating func null() { literal("null") }
    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes an integer.
    public mutating func integer(_ value: Int) {
        let (magnitude, comma, sign) = (value.magnitude, needsComma ? 1 : 0, value < 0 ? 1 : 0)
        append(comma + sign + Digits.count(of: magnitude)) { place in
            if comma > 0 { place[0] = UInt8(ascii: ",") }
            if sign > 0 { place[comma] = UInt8(ascii: "-") }
            Digits.write(magnitude, to: UnsafeMutableBufferPointer(rebasing: place[(comma + sign)...]))
        }
        needsComma = true
    }

    /// Writes a number.
    ///
    /// - Precondition: `value` is finite; JSON has no other numbers.
    public mutating func number(_ value: Double) {
        precondition(value.isFinite, "JSON cannot hold \(value)")
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Writes a string with the necessary escapes.
    public mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            guard let first = utf8.firstIndex(where: Self.mustBeEscaped) else { return quoted(utf8) }
            separate()
            bytes.append(UInt8(ascii: "\""))
            appendEscaping(utf8, from: first)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a string that needs no escapes.
    private mutating func quoted(_ utf8: UnsafeBufferPointer<UInt8>) {
        let comma = needsComma ? 1 : 0
        append(comma + utf8.count + 2) { place in
            if comma > 0 { place[0] = UInt8(ascii: ",") }
            place[comma] = UInt8(ascii: "\"")
            _ = UnsafeMutableBufferPointer(rebasing: place[(comma + 1)...]).update(fromContentsOf: utf8)
            place[place.count - 1] = UInt8(ascii: "\"")
        }
        needsComma = true
    }

    /// Writes a string from bytes that need no escapes.
    public mutating func plainString(_ append: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a value that is already JSON.
    public mutating func encoded(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Begins an object with its first members, which are JSON already.
    mutating func beginObject(with members: [UInt8]) {
        separate()
        bytes.append(contentsOf: members)
    }

    /// Writes a tree.
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
        append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func append(_ written: UnsafeBufferPointer<UInt8>) {
        append(written.count) { _ = $0.update(fromContentsOf: written) }
    }

    /// Appends bytes in their place. Each append of an array checks the array again, so what belongs together is one.
    @inline(__always)
    private mutating func append(_ count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        bytes.append(addingCapacity: count) { output in
            output.withUnsafeMutableBufferPointer { free, initialized in
                write(UnsafeMutableBufferPointer(rebasing: free[initialized..<(initialized + count)]))
                initialized += count
            }
        }
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
