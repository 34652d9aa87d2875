import FileKit
import GardenDaemon
import GardenEngine
import SystemPackage

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
    let bytes: [UInt8]
    do throws(SmallFile.ReadError) { bytes = try SmallFile.read(path, limitBytes: 1 << 16) } catch {
        switch error {
        case .system(.noSuchFileOrDirectory), .system(.notDirectory): return nil
        case .system, .notRegular, .tooLarge: throw SettingsProblem(message: "\(path): \(error)")
        }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
        throw SettingsProblem(message: "\(path): not valid UTF-8")
    }
    return text
}
