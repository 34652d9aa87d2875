import CSystemd
import Glibc

/// A file without a name that exists in memory only, such as for the output of another program: memfd_create(2).
public final class MemoryFile {
    let descriptor: Int32

    /// - Parameter name: for debugging, as shown in /proc.
    public init(_ name: String) throws(SystemError) {
        descriptor = try checkErrno(memfd_create(name, UInt32(MFD_CLOEXEC)), "memfd_create")
    }

    deinit { close(descriptor) }

    /// Its content as text, at most this many bytes.
    public func text(limitBytes: Int) -> String {
        let bytes = [UInt8](unsafeUninitializedCapacity: limitBytes) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, limitBytes, 0))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
