import FileKit
import SystemPackage

/// Where an export goes: to the output, or to a file that is written as a whole or not at all.
final class ExportDestination {
    private let output: Output
    private let path: String?
    private var draft: FileDraft?

    /// - Parameter path: the file; `nil` or `-` for the output.
    init(path: String?, or output: Output) throws(CommandError) {
        self.output = output
        self.path = path == "-" ? nil : path
        guard let path = self.path else { return }
        do throws(Errno) {
            draft = try FileDraft(replacing: path, permissions: .ownerReadWrite)
        } catch {
            throw Self.unwritable(path, error)
        }
    }

    /// The name of the file; `nil` for the output.
    var file: String? { path.map { printable($0) } }

    /// Writes lines: a text without its last line feed.
    func write(_ text: String) throws(CommandError) {
        guard let path else { return try output.printData(text) }
        do throws(Errno) { try draft?.append("\(text)\n") } catch { throw Self.unwritable(path, error) }
    }

    /// Puts the file in its place.
    func finish() throws(CommandError) {
        guard let path else { return }
        do throws(Errno) { try draft.take()?.commit() } catch { throw Self.unwritable(path, error) }
    }

    private static func unwritable(_ path: String, _ error: Errno) -> CommandError {
        .system("\(printable(path)) cannot be written: \(error)")
    }
}
