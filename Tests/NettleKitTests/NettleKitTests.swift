import NettleKit
import Testing

private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
}

/// The examples of the standards.
struct NettleKitTests {
    @Test(
        "SHA-256 has the digests of FIPS 180-4, in one part or in many",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func aDigestIsThatOfTheStandard(message: String, digest: String) {
        var (whole, parts) = (SHA256(), SHA256())
        whole.update(Array(message.utf8))
        for byte in message.utf8 { parts.update([byte]) }
        #expect(whole.digest() == bytes(digest))
        #expect(parts.digest() == bytes(digest))
    }

    @Test("a digest of a part can be continued")
    func aDigestDoesNotEndTheHash() {
        var hash = SHA256()
        hash.update(Array("a".utf8))
        let part = hash
        hash.update(Array("bc".utf8))
        #expect(part.digest() == bytes("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"))
        #expect(hash.digest() == bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    }

    @Test(
        "Ed25519 has the keys and signatures of RFC 8032, 7.1",
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            ),
        ])
    func aSignatureIsThatOfTheStandard(privateKey: String, publicKey: String, message: String, signature: String) {
        let (key, message, expected) = (bytes(privateKey), bytes(message), bytes(signature))
        #expect(Ed25519.publicKey(ofPrivate: key) == bytes(publicKey))
        #expect(Ed25519.signature(of: message, byPrivate: key) == expected)
        #expect(Ed25519.isSignature(expected, of: message, byPublic: bytes(publicKey)))
    }

    @Test("another message, key, signature or number of bytes is not a signature")
    func whatIsNoSignature() {
        let (key, message) = ([UInt8](1...32), Array("a visit".utf8))
        let publicKey = Ed25519.publicKey(ofPrivate: key)
        let signature = Ed25519.signature(of: message, byPrivate: key)
        #expect(Ed25519.isSignature(signature, of: message, byPublic: publicKey))
        for bit in 0..<8 * signature.count {
            var flipped = signature
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(!Ed25519.isSignature(flipped, of: message, byPublic: publicKey), "bit \(bit)")
        }
        #expect(!Ed25519.isSignature(signature, of: message + [0], byPublic: publicKey))
        let other = Ed25519.publicKey(ofPrivate: Array(signature.suffix(32)))
        #expect(!Ed25519.isSignature(signature, of: message, byPublic: other))
        #expect(!Ed25519.isSignature(signature, of: message, byPublic: publicKey + [0]))
        #expect(!Ed25519.isSignature(signature, of: message, byPublic: []))
        #expect(!Ed25519.isSignature(signature + [0], of: message, byPublic: publicKey))
        #expect(!Ed25519.isSignature([], of: message, byPublic: publicKey))
    }
}
