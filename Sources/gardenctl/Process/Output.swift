import Glibc
import SystemPackage

/// A stream that text is written to, at once and whole.
struct Output {
    let descriptor: Int32

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes the text and a line feed.
    ///
    /// - Throws: `readerGone` when whoever read has gone, else `unwritable`.
    func print(_ text: String) throws(CommandError) {
        do { try FileDescriptor(rawValue: descriptor).writeAll("\(text)\n".utf8) } catch {
            if case Errno.brokenPipe = error { throw .readerGone }
            throw .unwritable(reason: "\(error)")
        }
    }
}
