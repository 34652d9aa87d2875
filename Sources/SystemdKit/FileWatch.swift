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
            return try loop.inotify(folder.path, mask: folder.mask) { [weak self] event in
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
    /// The events to watch for (inotify(7)).
    var mask: UInt32

    /// A missing folder on the way can only appear. Other programs write in the folder that would contain it.
    private static let appearing = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
    /// A link can be replaced.
    private static let replaced = appearing | UInt32(IN_MOVED_FROM | IN_DELETE)
    /// The file itself can be written, too.
    private static let written = replaced | UInt32(IN_CLOSE_WRITE)

    /// The limit of links on a path (path_resolution(7)).
    private static let mostLinks = 40

    static func all(onTheWayTo files: [String]) -> [WatchedFolder] {
        var folders: [WatchedFolder] = []
        for entry in files.flatMap(entries(onTheWayTo:)) {
            if let index = folders.firstIndex(where: { $0.path == entry.path }) {
                folders[index].names.formUnion(entry.names)
                folders[index].mask |= entry.mask
            } else {
                folders.append(entry)
            }
        }
        return folders
    }

    /// The links on the way to a file, followed by the file itself or by the first missing entry.
    private static func entries(onTheWayTo file: String) -> [WatchedFolder] {
        var entries: [WatchedFolder] = []
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
                entries.append(WatchedFolder(path: folder, names: [name], mask: replaced))
                let target = Folder.linkTarget(path) ?? ""
                if target.hasPrefix("/") { folder = "/" }
                names = target.split(separator: "/").map(String.init) + names
            default:
                let mask = names.isEmpty ? written : appearing
                entries.append(WatchedFolder(path: folder, names: [name], mask: mask))
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
