import FileKit
import Glibc
import SystemPackage
import SystemdKit

/// Reports when one of some files is written, replaced or removed. This includes files behind links, and files or
/// folders that do not exist yet.
///
/// Files are replaced more often than written, and a watch on a file would stay with the old inode. The entries of
/// folders are watched instead.
final class FileWatch {
    /// Called in a turn of its own, once for all changes of one turn.
    var onChange: () -> Void = {}

    private let loop: EventLoop
    /// Called with the reason when a folder cannot be watched.
    private let onFailure: (SystemError) -> Void
    private var paths: [String] = []
    private var sources: [EventSource] = []
    private var watched: [WatchedFolder] = []
    private var isNotifyPending = false

    private static let mask = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    init(on loop: EventLoop, onFailure: @escaping (SystemError) -> Void) {
        self.loop = loop
        self.onFailure = onFailure
    }

    /// Watches these files instead of the previous ones.
    ///
    /// - Parameter paths: absolute paths.
    func watch(_ paths: [String]) {
        self.paths = paths
        updateWatches()
    }

    /// Watches the folders that now lead to the files.
    private func updateWatches() {
        let folders = WatchedFolder.all(onTheWayTo: paths)
        guard folders != watched else { return }
        sources = folders.compactMap(source)
        watched = folders
    }

    private func source(of folder: WatchedFolder) -> EventSource? {
        do throws(SystemError) {
            return try loop.inotify(folder.path, mask: Self.mask) { [weak self] event in
                self?.take(event, in: folder)
            }
        } catch {
            onFailure(error)
            return nil
        }
    }

    private func take(_ event: InotifyEvent, in folder: WatchedFolder) {
        if let name = event.name {
            guard folder.names.contains(name) else { return }
            // A new file is still empty; its write is reported again.
            guard event.mask & UInt32(IN_CREATE) == 0 || !folder.isFile(name) else { return }
        } else {
            // The folder itself was removed together with its watch, or events were lost.
            watched = []
        }
        updateWatches()
        notify()
    }

    private func notify() {
        guard !isNotifyPending else { return }
        isNotifyPending = true
        loop.defer { [weak self] in
            guard let self else { return }
            self.isNotifyPending = false
            self.onChange()
        }
    }
}

/// An existing folder and those of its entries, present or not, that decide where a path leads.
private struct WatchedFolder: Equatable {
    /// Free of symbolic links.
    var path: String
    var names: Set<String>

    /// The limit of links on a path (path_resolution(7)).
    private static let mostLinks = 40

    static func all(onTheWayTo files: [String]) -> [WatchedFolder] {
        var folders: [WatchedFolder] = []
        for (path, name) in files.flatMap(entries(onTheWayTo:)) {
            if let index = folders.firstIndex(where: { $0.path == path }) {
                folders[index].names.insert(name)
            } else {
                folders.append(WatchedFolder(path: path, names: [name]))
            }
        }
        return folders
    }

    /// The links on the way to a file, followed by the file itself or by the first missing entry.
    private static func entries(onTheWayTo file: String) -> [(folder: String, name: String)] {
        var entries: [(folder: String, name: String)] = []
        var folder = "/"
        var names = file.split(separator: "/").map(String.init)[...]
        var links = 0
        while let name = names.popFirst() {
            if name == "." { continue }
            if name == ".." {
                folder = parent(of: folder)
                continue
            }
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            switch kind(of: path) {
            case .directory? where !names.isEmpty: folder = path
            case .symbolicLink? where links < mostLinks:
                links += 1
                entries.append((folder, name))
                let target = Folder.linkTarget(path) ?? ""
                if target.hasPrefix("/") { folder = "/" }
                names = target.split(separator: "/").map(String.init) + names
            default:
                entries.append((folder, name))
                return entries
            }
        }
        return entries
    }

    /// Whether that entry is a regular file rather than a link or a folder.
    func isFile(_ name: String) -> Bool { Self.kind(of: "\(path)/\(name)") == .regular }

    /// `nil` if the entry does not exist.
    private static func kind(of path: String) -> FileType? {
        (try? Stat(path, followTargetSymlink: false))?.type
    }

    private static func parent(of folder: String) -> String {
        let parent = folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }
}
