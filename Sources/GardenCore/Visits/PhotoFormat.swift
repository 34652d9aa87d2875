import GardenAPI

extension PhotoType {
    /// How many bytes at the beginning of a file are enough to know what it is.
    public static let headBytes = 256

    /// The kind of a picture by the first bytes of its content, whatever its name; `nil` for any other content (RULES V9).
    public init?(head: [UInt8]) {
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if Self.isHEIC(head) {
            self = .heic
        } else {
            return nil
        }
    }

    /// The brands of HEVC pictures (ISO/IEC 23008-12, annex B).
    private static let brands: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]

    /// Whether a file begins with a file type box (ISO/IEC 14496-12, 4.3) that names a brand of HEVC pictures. AVIF has the same box
    /// with other brands.
    private static func isHEIC(_ head: [UInt8]) -> Bool {
        guard head.count >= 16, head[4..<8].elementsEqual("ftyp".utf8) else { return false }
        let size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(size, head.count)
        // The major brand, then its version, then the others.
        let places = [8] + stride(from: 16, to: max(16, end - 3), by: 4)
        return places.contains { $0 + 4 <= end && brands.contains(String(decoding: head[$0..<$0 + 4], as: UTF8.self)) }
    }
}
