import FileKit
import GardenCore
import GardenDaemon
import Glibc
import SystemPackage

/// The file with the seq of the newest reminder that was shown (RULES N1).
struct LastReminder {
    let path: String

    var record: ReminderRecord { ReminderRecord(last: last, write: write) }

    /// `nil` if there is no file. A damaged one counts as 0: a reminder is rather shown twice than never.
    private var last: Int? {
        do throws(Errno) {
            guard let text = try LineFile.read(path), let seq = Int(text), seq >= 0 else { return 0 }
            return seq
        } catch {
            return error == .noSuchFileOrDirectory ? nil : 0
        }
    }

    /// If that fails, a reminder is shown once more than needed.
    private func write(_ seq: Int) { _ = LineFile.write("\(seq)", to: path, isDurable: false) }
}

/// The file with the notification server that was asked to show nothing (RULES N5).
struct SilencedServer {
    let path: String

    var note: SilenceNote {
        let text = (try? LineFile.read(path)) ?? nil
        return SilenceNote(last: text.flatMap { DoNotDisturbServer(rawValue: $0) }, write: write)
    }

    private func write(_ server: DoNotDisturbServer?) -> Bool {
        guard let server else { return unlink(path) == 0 || errno == ENOENT }
        return LineFile.write(server.rawValue, to: path, isDurable: true)
    }
}

/// A file of one line, replaced as a whole.
private enum LineFile {
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
