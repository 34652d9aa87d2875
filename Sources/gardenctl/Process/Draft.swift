import FileKit
import Glibc
import SystemPackage

/// A temporary file that holds one line while the user edits it. Only its owner can read it. ``remove()`` deletes it.
struct Draft {
    /// More than any line of the log; a larger file is refused.
    private static let limitBytes = 1 << 16

    let path: String

    /// - Parameter folder: the folder of the file.
    init(holding line: String, in folder: String) throws(CommandError) {
        var template = Array("\(folder)/gardenctl-XXXXXX".utf8CString)
        // Its mode is 0600 (mkstemp(3)).
        let descriptor = mkstemp(&template)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else {
            throw .system("cannot create a temporary file in \(printable(folder)): \(Errno(rawValue: errno))")
        }
        let file = FileDescriptor(rawValue: descriptor)
        do { _ = try file.closeAfter { try file.writeAll("\(line)\n".utf8) } } catch {
            remove()
            throw .system("cannot write \(printable(path)): \(error)")
        }
    }

    /// The only line that is not blank, trimmed; empty if there is none.
    ///
    /// - Throws: if the file cannot be read, is not text, or has more than one line.
    func line() throws(CommandError) -> String {
        guard let text = String(validating: try bytes(), as: UTF8.self) else {
            throw .system("the edited text is not valid UTF-8; nothing was changed")
        }
        // CR LF is a single Character, so the text is split by Unicode scalars.
        let lines = text.unicodeScalars.split(separator: "\n").map { Self.trimmed(String($0)) }.filter { !$0.isEmpty }
        guard lines.count <= 1 else {
            throw .usage(
                "a log entry must be one line; the edited text has \(lines.count). Nothing was changed")
        }
        return lines.first ?? ""
    }

    private func bytes() throws(CommandError) -> [UInt8] {
        // Opened by name: many editors replace the file by a new one.
        do throws(SmallFile.ReadError) { return try SmallFile.read(path, limitBytes: Self.limitBytes) } catch {
            throw .system("cannot read \(printable(path)): \(error); nothing was changed")
        }
    }

    private static func trimmed(_ text: String) -> String {
        var trimmed = text.drop { $0.isWhitespace }
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        return String(trimmed)
    }

    func remove() { unlink(path) }
}
