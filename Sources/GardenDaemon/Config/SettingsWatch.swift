import Glibc
import Logging
import SystemdKit

/// Notices when the settings file is written, replaced or taken away, also where it is a link into a folder of dotfiles.
final class SettingsWatch {
    var onChange: () -> Void = {}

    private let path: String
    private let loop: EventLoop
    private let log: Logger
    private var sources: [EventSource] = []
    private var watched: [String] = []

    init(path: String, loop: EventLoop, log: Logger) {
        self.path = path
        self.loop = loop
        self.log = log
    }

    /// Watches the folder of the file, and that of what it links to: an editor replaces the file, so that a watch on the
    /// file itself would soon be one on nothing.
    func start() {
        let target = realpath(path, nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        }
        let files = target.map { $0 == path ? [path] : [path, $0] } ?? [path]
        guard files != watched else { return }
        sources = files.compactMap(watch)
        watched = files
    }

    private func watch(_ file: String) -> EventSource? {
        guard let slash = file.lastIndex(of: "/") else { return nil }
        let folder = slash == file.startIndex ? "/" : String(file[..<slash])
        let name = String(file[file.index(after: slash)...])
        let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
        do throws(SystemError) {
            return try loop.inotify(folder, mask: mask) { [weak self] event in
                guard event.name == name, let self else { return }
                self.start()
                self.onChange()
            }
        } catch {
            log.info("the settings are not watched: \(error); gardenctl reload reads them")
            return nil
        }
    }
}
