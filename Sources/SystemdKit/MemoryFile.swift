import CSystemd
import Glibc

/// A file without a name that exists in memory only, such as for the output of another program: memfd_create(2).
public final class MemoryFile {
    /// Open while this object lives.
    public let descriptor: Int32

    /// - Parameter name: for debugging, as shown in /proc.
    /// - Throws: `EMFILE` or `ENFILE` when no descriptor is left, `ENOMEM` when no memory is.
    public init(_ name: String) throws(SystemError) {
        descriptor = try checkErrno(csystemd_memfd_create(name), "memfd_create")
    }

    /// A file with this content that cannot be changed, positioned at its beginning.
    ///
    /// - Throws: also `ENOMEM` or `ENOSPC` when there is no memory for the content.
    public convenience init(_ name: String, sealing content: [UInt8]) throws(SystemError) {
        try self.init(name)
        var written = 0
        while written < content.count {
            let result = content.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + written, content.count - written, written)
            }
            written += Int(try checkErrno(Int32(clamping: result), "pwrite"))
        }
        try checkErrno(csystemd_seal(descriptor), "fcntl")
    }

    deinit { close(descriptor) }

    /// The end of its content as text, at most this many bytes.
    public func lastText(limitBytes: Int) -> String {
        let size = lseek(descriptor, 0, SEEK_END)
        let bytes = [UInt8](unsafeUninitializedCapacity: limitBytes) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, limitBytes, max(0, size - limitBytes)))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
