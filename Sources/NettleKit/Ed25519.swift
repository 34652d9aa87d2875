import CNettle

/// Ed25519 signatures (RFC 8032). The same key and message always give the same signature.
public enum Ed25519 {
    /// How many bytes each half of a key has. Any 32 bytes are a private half.
    public static let keyByteCount = Int(ED25519_KEY_SIZE)
    /// How many bytes a signature has.
    public static let signatureByteCount = Int(ED25519_SIGNATURE_SIZE)

    /// The public half of a key.
    public static func publicKey(ofPrivate key: [UInt8]) -> [UInt8] {
        precondition(key.count == keyByteCount, "an Ed25519 key has \(keyByteCount) bytes, not \(key.count)")
        return [UInt8](unsafeUninitializedCapacity: keyByteCount) { publicKey, count in
            nettle_ed25519_sha512_public_key(publicKey.baseAddress, key)
            count = keyByteCount
        }
    }

    /// The signature of a message by the private half of a key.
    public static func signature(of message: [UInt8], byPrivate key: [UInt8]) -> [UInt8] {
        let publicKey = publicKey(ofPrivate: key)
        return [UInt8](unsafeUninitializedCapacity: signatureByteCount) { signature, count in
            message.withUnsafeBufferPointer {
                nettle_ed25519_sha512_sign(publicKey, key, $0.count, $0.baseAddress, signature.baseAddress)
            }
            count = signatureByteCount
        }
    }

    /// Whether bytes are the signature of a message by the key with this public half. Bytes of another number are none.
    public static func isSignature(_ signature: [UInt8], of message: [UInt8], byPublic key: [UInt8]) -> Bool {
        guard key.count == keyByteCount, signature.count == signatureByteCount else { return false }
        return message.withUnsafeBufferPointer {
            nettle_ed25519_sha512_verify(key, $0.count, $0.baseAddress, signature) == 1
        }
    }
}
