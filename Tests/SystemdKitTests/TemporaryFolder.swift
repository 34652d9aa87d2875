import Glibc
import SystemdKit

/// A folder of a test's own, removed with all in it when the object is released.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/systemdkit-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(code: errno, call: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { _ = try? spawn(["/bin/rm", "-rf", path]).wait() }
}
