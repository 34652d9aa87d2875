import Glibc

/// An output stream; each text is written at once and completely.
struct Output {
    let descriptor: Int32

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes the text and a line feed.
    ///
    /// - Throws: `readerGone` if the reader is gone, otherwise `unwritable`.
    func print(_ text: String) throws(CommandError) {
        var rest = Array("\(text)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                retryingInterrupted { write(descriptor, bytes.baseAddress, bytes.count) }
            }
            guard count >= 0 else { throw errno == EPIPE ? .readerGone : .unwritable(errno: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
