import NettleKit
import WorkKit

/// SHA-256, the digest of everything that the journal names by its content.
public enum ContentDigest {
    /// The digest of bytes, and of those that follow them.
    public static func sha256(_ bytes: [UInt8], _ rest: [UInt8] = []) -> [UInt8] {
        Work.note(bytes.count + rest.count, .bytes)
        var hash = SHA256()
        hash.update(bytes)
        hash.update(rest)
        return hash.digest()
    }

    /// A digest in hexadecimal digits.
    public static func hexadecimal(_ digest: [UInt8]) -> String {
        String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
