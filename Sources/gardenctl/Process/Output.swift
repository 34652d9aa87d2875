import Glibc
import SystemPackage

/// An output stream; each text is written at once and completely.
///
/// Everything that gardenctl writes goes through it, and what comes from outside, from a file or from a daemon, can be anything. So it
/// decides what a terminal gets. A test knows the few callers of ``writeAsIs(_:)``.
struct Output {
    let descriptor: Int32

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a text for people and a line feed. Also in a pipe, it has nothing that a terminal obeys but our own colours: it often
    /// leads to one.
    ///
    /// - Throws: `readerGone` if the reader is gone, otherwise `unwritable`.
    func print(_ text: String) throws(CommandError) { try writeAsIs("\(text.forPeople)\n") }

    /// Writes data for programs and a line feed: as it is in a file or a pipe, but a terminal gets nothing that it obeys. Throws like
    /// ``print(_:)``.
    func printData(_ text: String) throws(CommandError) {
        try writeAsIs("\(isTerminal ? text.dataOnTerminal : text)\n")
    }

    /// Rings the bell, if this is a terminal. Throws like ``print(_:)``.
    func ringBell() throws(CommandError) { if isTerminal { try writeAsIs("\u{7}") } }

    /// Writes the sequences of a full screen. Throws like ``print(_:)``.
    func writeAsIs(_ text: String) throws(CommandError) {
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
