import FileKit
import GardenDaemon
import Glibc
import SystemPackage

/// The file with the seq of the newest reminder that was shown (RULES N1).
struct LastReminder {
    let path: String

    var record: ReminderRecord { ReminderRecord(last: last, write: write) }

    /// `nil` if there is no file. A damaged one counts as 0: a reminder is rather shown twice than never.
    private var last: Int? {
        do throws(SmallFile.ReadError) {
            let text = String(decoding: try SmallFile.read(path, limitBytes: 32), as: UTF8.self)
            guard text.hasSuffix("\n"), let seq = Int(text.dropLast()), seq >= 0 else { return 0 }
            return seq
        } catch {
            return error == .system(.noSuchFileOrDirectory) ? nil : 0
        }
    }

    /// The file is replaced as a whole. If that fails, a reminder is shown once more than needed.
    private func write(_ seq: Int) {
        let part = path + ".part"
        let options: FileDescriptor.OpenOptions = [.create, .truncate, .closeOnExec]
        guard let file = try? FileDescriptor.open(part, .writeOnly, options: options, permissions: .ownerReadWrite)
        else { return }
        let isWritten = (try? file.writeAll("\(seq)\n".utf8)) != nil
        try? file.close()
        if isWritten { rename(part, path) }
    }
}
