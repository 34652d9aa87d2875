/// Checks an invariant of a fuzz target. If it fails, the fuzzer keeps the input as a finding.
func claim(
    _ holds: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !holds { fatalError(sentence(), file: file, line: line) }
}

/// The bytes in readable form, for the report of a finding.
func shown(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
        (0x20..<0x7F).contains(byte) ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16)
    }.joined()
}
