import GardenDaemon
import GardenEngine
import Glibc

extension ConfigFile {
    /// The settings file at a path of this machine.
    init(at path: String, mustExist: Bool) {
        self.init(path: path, mustExist: mustExist) { (path) throws(SettingsProblem) in try text(of: path) }
    }
}

/// The text of a file; `nil` if it does not exist.
///
/// - Throws: if it cannot be read, is not text, or is larger than any settings file.
private func text(of path: String) throws(SettingsProblem) -> String? {
    let mostBytes = 1 << 16
    // Opening something other than a file, such as a pipe, must not block the daemon.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw SettingsProblem(message: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw SettingsProblem(message: "\(path): not a regular file")
    }
    var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
    var count = 0
    while count < bytes.count {
        let offset = count
        let got = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + offset, $0.count - offset) }
        if got == 0 { break }
        guard got > 0 else { throw SettingsProblem(message: "\(path): \(String(cString: strerror(errno)))") }
        count += got
    }
    guard count <= mostBytes else { throw SettingsProblem(message: "\(path): larger than \(mostBytes) bytes") }
    guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
        throw SettingsProblem(message: "\(path): not valid UTF-8")
    }
    return text
}
