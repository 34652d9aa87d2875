import CZlib

/// The files of a zip archive, in memory. Their names are only shown: nothing is written.
struct ZipArchive {
    /// A file of the archive.
    struct Entry: Equatable {
        let name: String
        fileprivate let method: Int
        fileprivate let isEncrypted: Bool
        fileprivate let offset: Int
        let compressedSize: Int
        let size: Int
    }

    /// Why a file of an archive cannot be read.
    struct Problem: Error, Equatable {
        let reason: String
        /// How many bytes were read for it nevertheless.
        var bytes = 0
    }

    private static let (localHeader, centralHeader, end) = (0x0403_4B50, 0x0201_4B50, 0x0605_4B50)

    private let bytes: [UInt8]
    /// The files, without folders.
    private(set) var entries: [Entry] = []

    static func isZip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// Reads the list at the end of the archive.
    init(_ bytes: [UInt8]) throws(Problem) {
        self.bytes = bytes
        let size = 22
        // A comment of at most 64 KiB may follow.
        let first = max(0, bytes.count - size - 0xFFFF)
        guard bytes.count >= size,
            let end = stride(from: bytes.count - size, through: first, by: -1).first(where: {
                number($0, 4) == Self.end
            })
        else { throw Problem(reason: "the list at the end of the archive is missing") }
        let count = number(end + 10, 2)
        var place = number(end + 16, 4)
        guard count < 0xFFFF, place < 0xFFFF_FFFF else {
            throw Problem(reason: "an archive of more than 65,534 files or 4 GiB (zip64) is not read; unpack it first")
        }
        for _ in 0..<count {
            guard place + 46 <= bytes.count, number(place, 4) == Self.centralHeader else {
                throw Problem(reason: "the list at the end of the archive is damaged")
            }
            let (nameLength, extra, comment) = (number(place + 28, 2), number(place + 30, 2), number(place + 32, 2))
            guard place + 46 + nameLength <= bytes.count else {
                throw Problem(reason: "the list at the end of the archive is damaged")
            }
            let name = String(decoding: bytes[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self)
            if !name.hasSuffix("/") {
                entries.append(
                    Entry(
                        name: name, method: number(place + 10, 2), isEncrypted: number(place + 8, 2) & 1 != 0,
                        offset: number(place + 42, 4), compressedSize: number(place + 20, 4),
                        size: number(place + 24, 4)))
            }
            place += 46 + nameLength + extra + comment
        }
    }

    /// The content of a file.
    ///
    /// - Parameter most: the largest size; what the archive says of it is not relied on.
    func content(of entry: Entry, most: Int) throws(Problem) -> [UInt8] {
        guard !entry.isEncrypted else { throw Problem(reason: "it is encrypted") }
        guard entry.size <= most, entry.compressedSize < 0xFFFF_FFFF else { throw Problem(reason: "it is too large") }
        guard entry.offset + 30 <= bytes.count, number(entry.offset, 4) == Self.localHeader else {
            throw Problem(reason: "its header is damaged")
        }
        let start = entry.offset + 30 + number(entry.offset + 26, 2) + number(entry.offset + 28, 2)
        guard most > 0 else { throw Problem(reason: "the files before it are too large together") }
        guard start + entry.compressedSize <= bytes.count else { throw Problem(reason: "the archive ends within it") }
        let data = bytes[start..<(start + entry.compressedSize)]
        switch entry.method {
        case 0: return Array(data)
        case 8: return try Inflater.inflate(data, most: most)
        default: throw Problem(reason: "it is compressed by a method that is not known")
        }
    }

    /// A number in little-endian bytes; -1 beyond the end.
    private func number(_ index: Int, _ width: Int) -> Int {
        guard index >= 0, index + width <= bytes.count else { return -1 }
        return (0..<width).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }
}

/// Data without a header, as zip archives have it (RFC 1951).
private enum Inflater {
    static func inflate(_ data: ArraySlice<UInt8>, most: Int) throws(ZipArchive.Problem) -> [UInt8] {
        var stream = z_stream()
        let started = inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard started == Z_OK else { throw ZipArchive.Problem(reason: "there is no memory to read it") }
        defer { inflateEnd(&stream) }
        var input = Array(data)
        var output: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 256 << 10)
        let count = UInt32(part.count)
        let status = input.withUnsafeMutableBufferPointer { input -> Int32 in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            var status = Z_OK
            while status == Z_OK, output.count <= most {
                let written = part.withUnsafeMutableBufferPointer { part -> Int in
                    stream.next_out = part.baseAddress
                    stream.avail_out = count
                    status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    return Int(count - stream.avail_out)
                }
                output += part[..<written]
            }
            return status
        }
        guard output.count <= most else { throw ZipArchive.Problem(reason: "it is too large", bytes: output.count) }
        guard status == Z_STREAM_END else {
            throw ZipArchive.Problem(reason: "its data is damaged", bytes: output.count)
        }
        return output
    }
}
