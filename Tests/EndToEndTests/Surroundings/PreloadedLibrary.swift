import Glibc
import Synchronization

/// Libraries between the daemon and the system's calls (ld.so(8), LD_PRELOAD).
enum PreloadedLibrary {
    /// Compiles one from its source in this target's folder.
    ///
    /// - Returns: its path, until this process ends; `nil` if there is no C compiler.
    static func compiled(_ source: String) -> String? {
        let folder = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
        let name = source.split(separator: "/").last?.split(separator: ".").first ?? "library"
        let path = "\(Binaries.folder)/\(name)-\(getpid()).so"
        for compiler in ["clang", "gcc", "cc"] {
            let command = [compiler, "-O2", "-shared", "-fPIC", "-o", path, "\(folder)/\(source)", "-ldl", "-lpthread"]
            if (try? run(command, environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"]))?.end == .exited(0) {
                paths.withLock { $0.append(path) }
                atexit { for path in PreloadedLibrary.paths.withLock({ $0 }) { unlink(path) } }
                return path
            }
        }
        return nil
    }

    /// The libraries to remove when this process ends. Any of several concurrent tests may be the first to need one.
    private static let paths = Mutex<[String]>([])
}
