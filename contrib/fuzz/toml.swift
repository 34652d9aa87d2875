// Any text is either a document or refused with a place in it; what is read is where it says, and reads the same there.
import TOMLReader

private let limits = TOMLDocument.Limits(values: 1000, depth: 16)

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let text = String(validating: bytes, as: UTF8.self) else { return 0 }
    do {
        let document = try TOMLDocument(text, limits: limits)
        for member in document.table.members { check(member.node, in: Array(bytes)) }
    } catch {
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        claim((1...lines).contains(error.line), "line \(error.line) of \(lines)")
        claim(error.column > 0 && !error.message.isEmpty, "\(error)")
    }
    return 0
}

private func check(_ node: TOMLNode, in bytes: [UInt8]) {
    claim(node.range.lowerBound >= 0 && node.range.upperBound <= bytes.count, "\(node.range) of \(bytes.count) bytes")
    switch node.value {
    case .table(let table):
        for member in table.members { check(member.node, in: bytes) }
        guard table.form == .inline else { return }
    case .array(let nodes):
        for node in nodes { check(node, in: bytes) }
        // Tables with headers are no value by themselves.
        if case .table(let table)? = nodes.first?.value, table.form == .listed { return }
    case .string, .integer, .float, .boolean, .time: break
    }
    let text = "a = \(String(decoding: bytes[node.range], as: UTF8.self))"
    guard let again = try? TOMLDocument(text, limits: limits), let value = again.table["a"]?.value else {
        return claim(false, "\(text) is not read again")
    }
    claim(isSame(value, node.value), "\(text) is \(value)")
}

/// Whether two values are the same but for their places.
private func isSame(_ one: TOMLValue, _ other: TOMLValue) -> Bool {
    switch (one, other) {
    case (.float(let one), .float(let other)): one == other || (one.isNaN && other.isNaN)
    case (.array(let one), .array(let other)):
        one.count == other.count && zip(one, other).allSatisfy { isSame($0.value, $1.value) }
    case (.table(let one), .table(let other)):
        one.members.count == other.members.count
            && zip(one.members, other.members).allSatisfy { $0.name == $1.name && isSame($0.node.value, $1.node.value) }
    default: one == other
    }
}
