import FileKit
import GardenAPI
import Glibc
import SystemPackage

/// A copy of a file in the daemon's folder for uploads, while a request sends it (RULES V9). The file itself is only read.
enum PhotoCopy {
    /// Copies a file, sends it, and removes the copy, unless the daemon has taken it. The copy is locked, so that a daemon that starts
    /// meanwhile does not remove it.
    ///
    /// - Parameters:
    ///   - photos: the folder of photos, from `daemon.hello`.
    ///   - send: sends the copy with a name.
    static func sending<Answer>(
        _ source: String, to photos: String, by send: (String) throws(CommandError) -> Answer
    ) throws(CommandError) -> Answer {
        let original = try open(source)
        defer { try? original.close() }
        let (name, path, file) = try create(in: "\(photos)/\(photoUploadFolder)", for: source)
        defer {
            unlink(path)
            try? file.close()
        }
        do {
            try copy(original, to: file, of: source)
            try Errno.check(fsync(file.rawValue))
        } catch let error as CommandError {
            throw error
        } catch {
            throw .system("cannot copy \(printable(source)) to \(printable(path)): \(error)")
        }
        return try send(name)
    }

    /// Refuses a file that cannot be sent.
    static func check(_ source: String) throws(CommandError) {
        let file = try open(source)
        try? file.close()
    }

    /// A pipe does not block.
    private static func open(_ source: String) throws(CommandError) -> FileDescriptor {
        do {
            let options: FileDescriptor.OpenOptions = [.nonBlocking, .closeOnExec, .init(rawValue: O_NOCTTY)]
            let file = try FileDescriptor.open(source, .readOnly, options: options)
            do {
                let status = try Stat(file)
                guard status.type == .regular else {
                    throw CommandError.usage("\(printable(source)) is not a regular file")
                }
                guard status.size <= Limits.photoBytes else { throw tooLarge(source) }
                return file
            } catch {
                try? file.close()
                throw error
            }
        } catch let error as CommandError {
            throw error
        } catch {
            throw .system("cannot read \(printable(source)): \(error)")
        }
    }

    private static func tooLarge(_ source: String) -> CommandError {
        .usage("\(printable(source)) has more than \(Limits.photoBytes >> 20) MiB, the maximum of a photo")
    }

    /// Creates a file with a lock. One that a daemon has removed before it was locked is created again.
    private static func create(
        in folder: String, for source: String
    ) throws(CommandError) -> (String, String, FileDescriptor) {
        do {
            while true {
                let name = "upload-\(getpid())-\(UInt32.random(in: .min ... .max))"
                let path = "\(folder)/\(name)"
                let file = try FileDescriptor.open(
                    path, .readWrite, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                    permissions: .ownerReadWrite)
                try Errno.check(flock(file.rawValue, LOCK_EX))
                if try Stat(file).linkCount == 1 { return (name, path, file) }
                try file.close()
            }
        } catch {
            throw .system("cannot copy \(printable(source)) to \(printable(folder)): \(error)")
        }
    }

    private static func copy(_ original: FileDescriptor, to file: FileDescriptor, of source: String) throws {
        var copied = 0
        while true {
            let bytes = try original.readAll(limitBytes: 1 << 20)
            if bytes.isEmpty { return }
            copied += bytes.count
            // It may grow.
            guard copied <= Limits.photoBytes else { throw tooLarge(source) }
            try file.writeAll(bytes)
        }
    }
}
