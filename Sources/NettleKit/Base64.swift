import FoundationEssentials

/// Bytes as text (RFC 4648).
package enum Base64 {
    package static func text(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

    /// - Returns: `nil` if the text is not Base64.
    package static func bytes(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}
