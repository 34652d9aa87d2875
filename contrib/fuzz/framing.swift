// A stream of bytes gives the same lines however it is split: those between its line feeds, each within the limit.
//
// An input is eight parameter bytes, then the stream. The first byte is the limit; the others are the piece lengths and
// the number of lines to take after each piece.
import GardenAPI

private let lineFeed = UInt8(ascii: "\n")
private let headBytes = 8

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard input.count >= headBytes else { return -1 }
    let limitBytes = 1 + Int(input[0] % 64)
    let stream = Array(input[headBytes...])

    let expected = lines(of: stream, limitBytes: limitBytes)
    let whole = framed([stream[...]], limitBytes: limitBytes)
    claim(whole == expected, "in one piece: \(whole), not \(expected)")
    let bytewise = framed(stream.indices.map { stream[$0...$0] }, limitBytes: limitBytes)
    claim(bytewise == expected, "byte by byte: \(bytewise), not \(expected)")
    let chopped = framed(pieces(of: stream, as: input[1..<headBytes]), limitBytes: limitBytes)
    claim(chopped == expected, "in pieces: \(chopped), not \(expected)")
    let slowly = takenSlowly(stream, as: input[1..<headBytes], limitBytes: limitBytes)
    claim(slowly == expected, "taken slowly: \(slowly), not \(expected)")
    return 0
}

/// The contract in its simplest form: the bytes before a line feed, without one final carriage return, unless they are
/// empty.
private func lines(of stream: [UInt8], limitBytes: Int) -> [LineFramer.Line] {
    stream.split(separator: lineFeed, omittingEmptySubsequences: false).dropLast().compactMap { part in
        let line = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
        if line.isEmpty { return nil }
        return line.count <= limitBytes ? .text(Array(line)) : .tooLong
    }
}

/// Takes every available line after each piece, as the server does.
private func framed(_ pieces: [ArraySlice<UInt8>], limitBytes: Int) -> [LineFramer.Line] {
    var framer = LineFramer(limitBytes: limitBytes)
    var lines: [LineFramer.Line] = []
    for piece in pieces {
        piece.withUnsafeBytes { framer.append($0) }
        while let line = next(of: &framer) { lines.append(line) }
        claim(framer.pendingBytes <= limitBytes + 1, "\(framer.pendingBytes) bytes are kept; \(limitBytes) are allowed")
    }
    return lines
}

/// Takes a few lines after each piece, as the server does for a client with waiting answers, and the rest at the end.
private func takenSlowly(
    _ stream: [UInt8], as shape: Slice<UnsafeBufferPointer<UInt8>>, limitBytes: Int
) -> [LineFramer.Line] {
    var framer = LineFramer(limitBytes: limitBytes)
    var lines: [LineFramer.Line] = []
    for (index, piece) in pieces(of: stream, as: shape).enumerated() {
        piece.withUnsafeBytes { framer.append($0) }
        let most = Int(shape[shape.startIndex + index % shape.count] >> 6)
        for _ in 0..<most { if let line = next(of: &framer) { lines.append(line) } }
    }
    while let line = next(of: &framer) { lines.append(line) }
    return lines
}

private func pieces(of stream: [UInt8], as shape: Slice<UnsafeBufferPointer<UInt8>>) -> [ArraySlice<UInt8>] {
    var rest = stream[...]
    var pieces: [ArraySlice<UInt8>] = []
    while !rest.isEmpty {
        let length = 1 + Int(shape[shape.startIndex + pieces.count % shape.count] & 0x3F)
        pieces.append(rest.prefix(length))
        rest = rest.dropFirst(length)
    }
    return pieces
}

/// The next line, which the framer must have announced.
private func next(of framer: inout LineFramer) -> LineFramer.Line? {
    let isKnown = framer.hasWholeLine
    let line = framer.next()
    claim(isKnown == (line != nil), "hasWholeLine is \(isKnown), and next() gives \(String(describing: line))")
    return line
}
