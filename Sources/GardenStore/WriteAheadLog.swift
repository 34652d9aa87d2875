import GardenCore
import SystemPackage

/// Finds damage in SQLite's log that SQLite itself would skip silently.
///
/// SQLite reads a log up to the first frame with a wrong checksum and drops the rest, because a power cut leaves
/// unacknowledged frames like that. A flipped bit in the middle looks the same, and the acknowledged transactions after
/// it would be lost silently. The two cases differ: a transaction begins only after the previous one has reached the
/// disk, so after a power cut no frame of this log can follow the end of the transaction with the wrong frame
/// (https://sqlite.org/fileformat2.html#the_write_ahead_log).
struct WriteAheadLog {
    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    /// The size of a log with that many frames.
    static func bytes(frames: Int, pageBytes: Int) -> Int { headerBytes + frames * (frameHeaderBytes + pageBytes) }

    /// The damage of a database's log; `nil` if it is valid, torn at its end at most, or missing.
    static func problem(_ path: String) throws(StoreError) -> String? {
        guard let size = DiskFile.size(path), size >= headerBytes else { return nil }
        let file: FileDescriptor
        do { file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec) } catch {
            throw StoreError("cannot open \(path): \(error)")
        }
        defer { try? file.close() }

        let header = bytes(file, at: 0, count: headerBytes)
        guard header.contains(where: { $0 != 0 }) else { return nil }
        var log = WriteAheadLog(isBigEndian: word(header, 0) == 0x377f_0683)
        log.add(header[..<24])
        let magic = word(header, 0) & ~1
        guard magic == 0x377f_0682, log.sum == (word(header, 24), word(header, 28)) else {
            return "has a damaged log: its header differs from what was written"
        }
        let pageBytes = Int(word(header, 8))
        guard pageBytes >= 512, pageBytes <= 65536 else {
            return "has a damaged log: its page size is \(pageBytes) bytes"
        }

        var wrong: Int?
        var isTransactionOver = false
        let frameBytes = frameHeaderBytes + pageBytes
        for index in 0..<(size - headerBytes) / frameBytes {
            let frame = bytes(file, at: headerBytes + index * frameBytes, count: frameBytes)
            guard frame.count == frameBytes else { return nil }
            log.add(frame[..<8])
            log.add(frame[frameHeaderBytes...])
            let stored = (word(frame, 16), word(frame, 20))
            // Frames of an older round through the file have another salt.
            let isOfThisRound = frame[8..<16] == header[16..<24]
            if !isOfThisRound || log.sum != stored {
                (wrong, isTransactionOver) = (index, false)
            } else if let wrong, isTransactionOver {
                return "has a damaged log: frame \(wrong + 1) differs from what was written, and more frames follow"
            }
            // From here on each frame is checked against the one before. The remains of a refused commit after the last
            // good one do not match the frames that follow them.
            log.sum = stored
            // A frame that ends a transaction contains the size of the database.
            if wrong != nil, isOfThisRound, word(frame, 4) != 0 { isTransactionOver = true }
        }
        return nil
    }

    private let isBigEndian: Bool
    private var sum: (UInt32, UInt32) = (0, 0)

    private init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds a multiple of eight bytes to the checksum.
    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { raw in
            for offset in stride(from: 0, to: raw.count, by: 8) {
                let (first, second) = (
                    raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
                    raw.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                )
                sum.0 &+= (isBigEndian ? UInt32(bigEndian: first) : UInt32(littleEndian: first)) &+ sum.1
                sum.1 &+= (isBigEndian ? UInt32(bigEndian: second) : UInt32(littleEndian: second)) &+ sum.0
            }
        }
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The bytes that the file has, at most `count`.
    private static func bytes(_ file: FileDescriptor, at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = (try? file.read(fromAbsoluteOffset: Int64(offset), into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
    }
}
