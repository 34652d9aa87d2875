import WorkKit

/// A text that is searched for in others, ignoring case (RULES G1).
///
/// It compares bytes, in time that is linear in both texts (Knuth, Morris and Pratt): by characters, a search for a letter with a
/// thousand combining marks held everybody up for a second.
public struct SearchedText: Sendable, Equatable {
    private let bytes: [UInt8]
    /// For each number of bytes that match: how many still do if the next one differs.
    private let shorter: [Int]

    public init(_ text: String) {
        let bytes = Array(text.folded.utf8)
        var shorter = [0, 0]
        for byte in bytes.dropFirst() {
            var matched = shorter[shorter.count - 1]
            while matched > 0, bytes[matched] != byte { matched = shorter[matched] }
            shorter.append(bytes[matched] == byte ? matched + 1 : 0)
        }
        (self.bytes, self.shorter) = (bytes, shorter)
    }

    /// Whether a text has it.
    ///
    /// - Parameter text: folded.
    public func isFound(in text: String) -> Bool {
        guard !bytes.isEmpty else { return true }
        Work.note(text.utf8.count, .bytes)
        var text = text
        return text.withUTF8 { text in
            var matched = 0
            for byte in text {
                while matched > 0, bytes[matched] != byte { matched = shorter[matched] }
                if bytes[matched] == byte { matched += 1 }
                if matched == bytes.count { return true }
            }
            return false
        }
    }
}
