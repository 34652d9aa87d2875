import Glibc
import SystemPackage

/// An output stream; each text is written at once and completely.
struct Output {
    let descriptor: Int32

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes the text and a line feed.
    ///
    /// - Throws: `readerGone` if the reader is gone, otherwise `unwritable`.
    func print(_ text: String) throws(CommandError) { try write("\(text)\n") }

    /// Writes the text as it is; throws like ``print(_:)``.
    func write(_ text: String) throws(CommandError) {
        do { try FileDescriptor(rawValue: descriptor).writeAll(text.utf8) } catch {
            if case Errno.brokenPipe = error { throw .readerGone }
            throw .unwritable(reason: "\(error)")
        }
    }
}
