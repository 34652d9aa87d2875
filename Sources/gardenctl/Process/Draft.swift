import Glibc

/// A temporary file that holds one line while it is edited, for its owner's eyes only. It goes with ``remove()``.
struct Draft {
    /// More than any line of the log; what is longer is not read.
    private static let mostBytes = 1 << 16

    let path: String

    /// - Parameter folder: where it is made.
    init(holding line: String, in folder: String) throws(Failure) {
        var template = Array("\(folder)/gardenctl-XXXXXX".utf8CString)
        // Its mode is 0600 (mkstemp(3)).
        let descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else {
            throw .system("no temporary file can be made in \(printable(folder)): \(systemError(errno))")
        }
        defer { close(descriptor) }
        do throws(Failure) { try Output(descriptor: descriptor).print(line) } catch {
            let number = errno
            remove()
            throw .system("\(printable(path)) cannot be written: \(systemError(number))")
        }
    }

    /// Its first line as it stands now, without blanks around it.
    ///
    /// - Throws: why it cannot be read, or that it is no text.
    func firstLine() throws(Failure) -> String {
        // By its name: many editors put a new file in the place of the old one.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .system("\(printable(path)) cannot be read: \(systemError(errno)); nothing was changed")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < Self.mostBytes {
            let count = retryingInterrupted { read(descriptor, &buffer, buffer.count) }
            guard count >= 0 else {
                throw .system("\(printable(path)) cannot be read: \(systemError(errno)); nothing was changed")
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw .system("what the editor left is no UTF-8; nothing was changed")
        }
        var trimmed = text.drop { $0.isWhitespace }
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        return String(trimmed)
    }

    func remove() { unlink(path) }
}
