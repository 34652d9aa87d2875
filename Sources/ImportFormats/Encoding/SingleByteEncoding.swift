/// An encoding with one byte for each character that expat does not know itself.
struct SingleByteEncoding {
    static let windows1252Name = "windows-1252"

    /// The characters from 0x80 to 0x9F of Windows-1252.
    private static let windows1252: [Int32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
    /// What ISO 8859-15 has other than Latin-1.
    private static let latin9: [UInt8: Int32] = [
        0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152, 0xBD: 0x0153, 0xBE: 0x0178,
    ]

    private enum Kind { case windows1252, latin1, latin9 }
    private let kind: Kind

    /// - Parameter name: as a document declares it; `nil` for others.
    init?(_ name: String) {
        switch name.lowercased() {
        case Self.windows1252Name, "cp1252", "ansi": kind = .windows1252
        case "latin1", "latin-1", "iso8859-1", "iso_8859-1": kind = .latin1
        case "iso-8859-15", "latin-9", "latin9": kind = .latin9
        default: return nil
        }
    }

    func scalar(_ byte: UInt8) -> Int32 {
        switch kind {
        case .latin1: Int32(byte)
        case .latin9: Self.latin9[byte] ?? Int32(byte)
        case .windows1252: (0x80...0x9F).contains(byte) ? Self.windows1252[Int(byte) - 0x80] : Int32(byte)
        }
    }
}
