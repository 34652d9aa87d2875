import Glibc
import SystemPackage

/// Reads regular files as a whole, up to a limit.
public enum SmallFile {
    /// Why a file was not read.
    public enum ReadError: Error, Equatable, CustomStringConvertible {
        /// A system call failed.
        case system(Errno)
        /// It is of another type, such as a directory.
        case notRegular(FileType)
        /// It has more bytes than the limit.
        case tooLarge(limitBytes: Int)

        /// "No such file or directory", with strerror(3)'s text; "not a regular file".
        public var description: String {
            switch self {
            case .system(let error): "\(error)"
            case .notRegular: "not a regular file"
            case .tooLarge(let limitBytes): "larger than \(limitBytes) bytes"
            }
        }
    }

    /// The bytes of the file at a path.
    ///
    /// It does not block on a pipe.
    ///
    /// - Parameter options: further options of open(2).
    public static func read(_ path: String, limitBytes: Int, options: FileDescriptor.OpenOptions = [])
        throws(ReadError) -> [UInt8]
    {
        do {
            let quietly: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking, .init(rawValue: O_NOCTTY)]
            let file = try FileDescriptor.open(path, .readOnly, options: quietly.union(options))
            defer { try? file.close() }
            let type = try Stat(file).type
            guard type == .regular else { throw ReadError.notRegular(type) }
            // The size of the status is not used: for files in /proc it is 0.
            let bytes = try file.readAll(limitBytes: limitBytes + 1)
            guard bytes.count <= limitBytes else { throw ReadError.tooLarge(limitBytes: limitBytes) }
            return bytes
        } catch let error as ReadError {
            throw error
        } catch let error as Errno {
            throw .system(error)
        } catch {
            preconditionFailure("a system call throws \(error)")
        }
    }
}
