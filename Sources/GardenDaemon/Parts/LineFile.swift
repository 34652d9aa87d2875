import FileKit
import Glibc
import SystemPackage

/// A file of one line in the data folder, replaced as a whole.
nonisolated enum LineFile {
    /// The line; `nil` if the file has another form.
    static func read(_ path: String) throws(Errno) -> String? {
        do throws(SmallFile.ReadError) {
            let text = String(decoding: try SmallFile.read(path, limitBytes: 32), as: UTF8.self)
            return text.hasSuffix("\n") ? String(text.dropLast()) : nil
        } catch {
            if case .system(let code) = error { throw code }
            return nil
        }
    }

    /// - Parameter isDurable: whether it must be on the disk afterwards.
    /// - Returns: whether it succeeded.
    static func write(_ line: String, to path: String, isDurable: Bool) -> Bool {
        let part = path + ".part"
        let options: FileDescriptor.OpenOptions = [.create, .truncate, .closeOnExec]
        guard let file = try? FileDescriptor.open(part, .writeOnly, options: options, permissions: .ownerReadWrite)
        else { return false }
        let isWritten = (try? file.writeAll("\(line)\n".utf8)) != nil && (!isDurable || fsync(file.rawValue) == 0)
        try? file.close()
        return isWritten && rename(part, path) == 0
    }
}
