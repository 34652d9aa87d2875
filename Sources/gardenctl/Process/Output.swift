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
        var text = text
        do {
            // writeAll(_:) would cost each command a search through the conformances of the program.
            try text.withUTF8 { bytes in
                var rest = UnsafeRawBufferPointer(bytes)
                while !rest.isEmpty {
                    do {
                        let count = try FileDescriptor(rawValue: descriptor).write(rest)
                        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                    } catch Errno.wouldBlock {
                        // Another program that has the same pipe may have made it non-blocking.
                        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                        poll(&polled, 1, -1)
                    }
                }
            }
        } catch {
            if case Errno.brokenPipe = error { throw .readerGone }
            throw .unwritable(reason: "\(error)")
        }
    }
}
