import FileKit
import GardenAPI
import Glibc
import SystemPackage

/// Creates the directory of a file and those above it that are missing, for their owner only.
///
/// - Parameter path: an absolute path.
func createFolder(of path: String) throws(CommandError) {
    var folder = ""
    for name in path.split(separator: "/").dropLast() {
        folder += "/\(name)"
        do throws(Errno) { try Errno.check(mkdir(folder, 0o700)) } catch {
            if error != .fileExists {
                throw .system("cannot create the directory \(printable(folder)): \(error)")
            }
        }
    }
}
