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
    private var watched: [Place] = []

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
        let places = files.map { Place(of: $0) }
        guard places != watched else { return }
        sources = places.compactMap(watch)
        watched = places
    }

    private func watch(_ place: Place) -> EventSource? {
        let mask = UInt32(
            IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
        do throws(SystemError) {
            return try loop.inotify(place.folder, mask: mask) { [weak self] event in
                guard let self else { return }
                if event.name == nil {
                    // The folder itself has gone, and its watch with it.
                    self.watched = []
                } else {
                    guard event.name == place.name else { return }
                    // A file just made is empty yet, and is told of again once it is written.
                    guard event.mask & UInt32(IN_CREATE) == 0 || !place.isFile else { return }
                }
                self.start()
                self.onChange()
            }
        } catch {
            log.info("the settings are not watched: \(error); gardenctl reload reads them")
            return nil
        }
    }

    /// An entry of a folder that exists.
    private struct Place: Equatable {
        var folder: String
        var name: String

        /// Where the file stands, or, where its folder is yet to be made, where that would.
        init(of file: String) {
            (folder, name) = Self.split(file)
            while access(folder, F_OK) != 0, folder != "/" { (folder, name) = Self.split(folder) }
        }

        /// - Precondition: the path is absolute.
        private static func split(_ path: String) -> (folder: String, name: String) {
            guard let slash = path.lastIndex(of: "/") else { return ("/", path) }
            return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
        }

        /// Whether a file stands there itself: no link, and no folder.
        var isFile: Bool {
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }
}
