import CNettle

/// SHA-256 (FIPS 180-4) of bytes that come in parts.
public struct SHA256: Sendable {
    /// How many bytes a digest has.
    public static let byteCount = Int(SHA256_DIGEST_SIZE)

    private var context = sha256_ctx()

    public init() { nettle_sha256_init(&context) }

    /// Continues with more bytes.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { nettle_sha256_update(&context, $0.count, $0.baseAddress) }
    }

    /// The digest of all bytes so far.
    public consuming func digest() -> [UInt8] {
        var context = context
        return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { digest, count in
            nettle_sha256_digest(&context, Self.byteCount, digest.baseAddress)
            count = Self.byteCount
        }
    }
}
