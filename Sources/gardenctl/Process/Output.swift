import Glibc
import SystemPackage

/// An output stream; each text is written at once and completely.
///
/// It calls write(2) itself: what swift-system needs around it is searched for at each start of the program.
struct Output {
    let descriptor: Int32

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes the text and a line feed.
    ///
    /// - Throws: `readerGone` if the reader is gone, otherwise `unwritable`.
    func print(_ text: String) throws(CommandError) {
        var line = "\(text)\n"
        let number = line.withUTF8 { bytes -> Int32 in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let count = retryingInterrupted { write(descriptor, piece.baseAddress, piece.count) }
                guard count >= 0 else { return errno }
                rest = rest.dropFirst(count)
            }
            return 0
        }
        guard number != EPIPE else { throw .readerGone }
        guard number == 0 else { throw .unwritable(reason: "\(Errno(rawValue: number))") }
    }
}
