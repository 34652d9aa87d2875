import FileKit
import Glibc
import SystemPackage
import SystemdKit

/// Notices when one of some files is written, replaced or taken away, also where links lead to it, or where it or its
/// folder is yet to be made.
///
/// Files are replaced more often than written, so that a watch on a file itself would soon be one on nothing: what is
/// watched are entries of folders.
final class FileWatch {
    /// Called in a turn of its own, once for all that happened in one.
    var onChange: () -> Void = {}

    private let loop: EventLoop
    /// Called with why a folder cannot be watched.
    private let onFailure: (SystemError) -> Void
    private var paths: [String] = []
    private var sources: [EventSource] = []
    private var watched: [WatchedFolder] = []
    private var isToTell = false

    private static let mask = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)

    init(on loop: EventLoop, onFailure: @escaping (SystemError) -> Void) {
        self.loop = loop
        self.onFailure = onFailure
    }

    /// Watches these files, and none that were watched before.
    ///
    /// - Parameter paths: from the root.
    func watch(_ paths: [String]) {
        self.paths = paths
        look()
    }

    /// Watches what now stands on the way to the files.
    private func look() {
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
            // A file just made is empty yet, and is told of again once it is written.
            guard event.mask & UInt32(IN_CREATE) == 0 || !folder.isFile(name) else { return }
        } else {
            // The folder itself has gone, and its watch with it; or events were lost.
            watched = []
        }
        look()
        tell()
    }

    private func tell() {
        guard !isToTell else { return }
        isToTell = true
        loop.defer { [weak self] in
            guard let self else { return }
            self.isToTell = false
            self.onChange()
        }
    }
}

/// A folder that exists, and those of its entries, there or not, that decide what a path leads to.
private struct WatchedFolder: Equatable {
    /// Without links.
    var path: String
    var names: Set<String>

    /// As many links may stand on the way to a file (path_resolution(7)).
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

    /// The links on the way to a file, and the file, or in its stead the first on the way that is not there.
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

    /// Whether that entry is a file itself: no link, and no folder.
    func isFile(_ name: String) -> Bool { Self.kind(of: "\(path)/\(name)") == .regular }

    /// `nil` where there is nothing.
    private static func kind(of path: String) -> FileType? {
        (try? Stat(path, followTargetSymlink: false))?.type
    }

    private static func parent(of folder: String) -> String {
        let parent = folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }
}
