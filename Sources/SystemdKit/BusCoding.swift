import CSystemd
import Glibc

/// Writes `value` at the end of `message`: sd_bus_message_append_basic(3), sd_bus_message_open_container(3).
///
/// Throws `EINVAL` or `ENXIO` for an invalid value: a wrong object path, or an element with another type than its
/// array.
func append(_ value: BusValue, to message: OpaquePointer) throws(SystemError) {
    switch value {
    case .byte(let number): try appendNumber(number, "y", to: message)
    case .bool(let flag): try appendNumber(Int32(flag ? 1 : 0), "b", to: message)
    case .int16(let number): try appendNumber(number, "n", to: message)
    case .uint16(let number): try appendNumber(number, "q", to: message)
    case .int32(let number): try appendNumber(number, "i", to: message)
    case .uint32(let number): try appendNumber(number, "u", to: message)
    case .int64(let number): try appendNumber(number, "x", to: message)
    case .uint64(let number): try appendNumber(number, "t", to: message)
    case .double(let number): try appendNumber(number, "d", to: message)
    case .string(let text): try appendText(text, "s", to: message)
    case .objectPath(let text): try appendText(text, "o", to: message)
    case .signature(let text): try appendText(text, "g", to: message)
    case .descriptor(let descriptor): try appendNumber(descriptor.descriptor, "h", to: message)
    case .array(let elementSignature, let elements):
        try appendContainer("a", elementSignature, elements, to: message)
    case .dictionary(let entries):
        let sorted = entries.sorted { $0.key < $1.key }
        let elements = sorted.map { BusValue.entry(key: .string($0.key), value: .variant($0.value)) }
        try appendContainer("a", "{sv}", elements, to: message)
    case .entry(let key, let value):
        try appendContainer("e", key.signature + value.signature, [key, value], to: message)
    case .variant(let content):
        try appendContainer("v", content.signature, [content], to: message)
    case .structure(let fields):
        // libsystemd would send an empty one, and the bus would close the connection.
        guard !fields.isEmpty else { throw SystemError(code: EINVAL, call: "sd_bus_message_open_container") }
        try appendContainer("r", fields.map(\.signature).joined(), fields, to: message)
    }
}

private func appendNumber<Number>(
    _ number: Number, _ type: Unicode.Scalar, to message: OpaquePointer
) throws(SystemError) {
    let result = withUnsafePointer(to: number) { sd_bus_message_append_basic(message, type.letter, $0) }
    try check(result, "sd_bus_message_append_basic")
}

private func appendText(_ text: String, _ type: Unicode.Scalar, to message: OpaquePointer) throws(SystemError) {
    // C would take a zero byte for the end of the text.
    guard !text.utf8.contains(0) else { throw SystemError(code: EINVAL, call: "sd_bus_message_append_basic") }
    try check(sd_bus_message_append_basic(message, type.letter, text), "sd_bus_message_append_basic")
}

private func appendContainer(
    _ type: Unicode.Scalar, _ contents: String, _ elements: [BusValue], to message: OpaquePointer
) throws(SystemError) {
    try check(sd_bus_message_open_container(message, type.letter, contents), "sd_bus_message_open_container")
    for element in elements { try append(element, to: message) }
    try check(sd_bus_message_close_container(message), "sd_bus_message_close_container")
}

/// Reads what is left of `message`, or of the entered container: sd_bus_message_peek_type(3).
///
/// Throws `EBADMSG` when the message is malformed.
func readValues(of message: OpaquePointer) throws(SystemError) -> [BusValue] {
    var values: [BusValue] = []
    while let value = try readValue(of: message) { values.append(value) }
    return values
}

private func readValue(of message: OpaquePointer) throws(SystemError) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard try check(sd_bus_message_peek_type(message, &type, &contents), "sd_bus_message_peek_type") > 0 else {
        return nil
    }
    switch Unicode.Scalar(UInt8(bitPattern: type)) {
    case "y": return .byte(try readNumber(0, type, of: message))
    case "b": return .bool(try readNumber(Int32(0), type, of: message) != 0)
    case "n": return .int16(try readNumber(0, type, of: message))
    case "q": return .uint16(try readNumber(0, type, of: message))
    case "i": return .int32(try readNumber(0, type, of: message))
    case "u": return .uint32(try readNumber(0, type, of: message))
    case "x": return .int64(try readNumber(0, type, of: message))
    case "t": return .uint64(try readNumber(0, type, of: message))
    case "d": return .double(try readNumber(0, type, of: message))
    case "s": return .string(try readText(type, of: message))
    case "o": return .objectPath(try readText(type, of: message))
    case "g": return .signature(try readText(type, of: message))
    case "h":
        // The message owns its descriptors.
        return .descriptor(try BusDescriptor(copying: readNumber(Int32(-1), type, of: message)))
    default:
        return try readContainer(type, contents, of: message)
    }
}

private func readContainer(
    _ type: CChar, _ contents: UnsafePointer<CChar>?, of message: OpaquePointer
) throws(SystemError) -> BusValue {
    let signature = contents.map { String(cString: $0) } ?? ""
    try check(sd_bus_message_enter_container(message, type, signature), "sd_bus_message_enter_container")
    let values = try readValues(of: message)
    try check(sd_bus_message_exit_container(message), "sd_bus_message_exit_container")
    switch Unicode.Scalar(UInt8(bitPattern: type)) {
    case "a" where signature == "{sv}": return .dictionary(namedValues(values))
    case "a": return .array(elementSignature: signature, values)
    case "e" where values.count == 2: return .entry(key: values[0], value: values[1])
    case "v" where values.count == 1: return .variant(values[0])
    case "r": return .structure(values)
    default: throw SystemError(code: EBADMSG, call: "sd_bus_message_peek_type")
    }
}

/// The entries of an `a{sv}`; the later of two equal keys counts.
private func namedValues(_ entries: [BusValue]) -> [String: BusValue] {
    var result: [String: BusValue] = [:]
    for case .entry(.string(let key), .variant(let value)) in entries { result[key] = value }
    return result
}

private func readNumber<Number>(
    _ initial: Number, _ type: CChar, of message: OpaquePointer
) throws(SystemError) -> Number {
    var number = initial
    let result = withUnsafeMutablePointer(to: &number) { sd_bus_message_read_basic(message, type, $0) }
    try check(result, "sd_bus_message_read_basic")
    return number
}

private func readText(_ type: CChar, of message: OpaquePointer) throws(SystemError) -> String {
    var text: UnsafePointer<CChar>?
    let result = withUnsafeMutablePointer(to: &text) { sd_bus_message_read_basic(message, type, $0) }
    try check(result, "sd_bus_message_read_basic")
    return text.map { String(cString: $0) } ?? ""
}

extension Unicode.Scalar {
    /// The letter as a C character.
    fileprivate var letter: CChar { CChar(truncatingIfNeeded: value) }
}
