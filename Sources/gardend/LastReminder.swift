import FileKit
import GardenDaemon
import Glibc
import SystemPackage

/// The file with the seq of the newest reminder that was shown (RULES N1).
struct LastReminder {
    let path: String

    var record: ReminderRecord { ReminderRecord(last: last, write: write) }

    private var last: Int? {
        guard let bytes = try? SmallFile.read(path, limitBytes: 32) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasSuffix("\n"), let seq = Int(text.dropLast()), seq >= 0 else { return nil }
        return seq
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
