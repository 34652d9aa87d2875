import Glibc

/// Why a test cannot continue.
struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The error of a system call.
    init(call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}
