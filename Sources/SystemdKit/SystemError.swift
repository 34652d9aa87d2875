import Glibc
import SystemPackage

/// A call into the system or into libsystemd that failed.
public struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The error number as in errno(3), positive: `ENOENT`, `EBUSY`…
    public let code: Int32

    /// The name of the function that failed, as in its manual page: `sd_event_add_io`.
    public let call: String

    /// An error with the given number, from the named call.
    public init(code: Int32, call: String) {
        self.code = code
        self.call = call
    }

    /// "sd_event_add_io: No such file or directory (2)", with strerror(3)'s text.
    public var description: String {
        "\(call): \(Errno(rawValue: code)) (\(code))"
    }
}

/// Passes on the result of a libsystemd call, which reports errors as negative error numbers.
@discardableResult
func check(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(code: -result, call: call) }
    return result
}

/// Passes on the result of a system call, which returns -1 and sets `errno`.
@discardableResult
func checkErrno(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(code: errno, call: call) }
    return result
}

/// Passes on the result of a libsystemd call that only fails because of our own bug, and stops the process if it did.
///
/// `ESTALE` is allowed: it means that the loop has finished, so nothing is left to change.
func demand(_ result: Int32, _ call: String) {
    precondition(result >= 0 || result == -ESTALE, "\(SystemError(code: -result, call: call))")
}
