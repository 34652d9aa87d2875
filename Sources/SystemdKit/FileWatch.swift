import FileKit
import Glibc
import SystemPackage

/// Reports when one of some files is written, replaced or removed. This includes files behind links, and files or
/// folders that do not exist yet.
///
/// Files are replaced more often than written, and a watch on a file would stay with the old inode. The entries of
/// folders are watched instead. All watches of a loop share one inotify instance; a user has only some of them
/// (`fs.inotify.max_user_instances`). While not all folders can be watched, ``look()`` finds what the watches miss.
@MainActor
public final class FileWatch {
    /// Called in a turn of its own, once for all changes of one turn.
    public var onChange: () -> Void = {}

    /// Why not all folders on the way to the files are watched; `nil` while they are.
    public private(set) var problem: SystemError?

    private let loop: EventLoop
    private var paths: [String] = []
    /// The folder in which also new entries are reported; `nil` for none.
    private var entries: FolderEntries?
    private var entriesSource: EventSource?
    private var sources: [EventSource] = []
    private var watched: [WatchedFolder] = []
    private var isNotifyPending = false
    /// What the files were when they were looked at last, while not all folders are watched.
    private var seen: [FileIdentity?] = []

    /// Creates a watch of nothing.
    public init(on loop: EventLoop) { self.loop = loop }

    /// Some entries of a folder, also those that do not exist yet.
    public struct FolderEntries {
        let folder: String
        let includes: (String) -> Bool

        /// - Parameters:
        ///   - folder: an absolute path; the folder need not exist.
        ///   - includes: whether an entry with a name counts.
        public init(of folder: String, where includes: @escaping (String) -> Bool) {
            (self.folder, self.includes) = (folder, includes)
        }
    }

    /// Watches these files instead of the previous ones.
    ///
    /// - Parameters:
    ///   - paths: absolute paths.
    ///   - entries: entries of a folder that are added, written, replaced or removed. To be given again once the folder may have
    ///     been made again: a watch stays with the old one.
    public func watch(_ paths: [String], and entries: FolderEntries? = nil) {
        (self.paths, self.entries) = (paths, entries)
        if let folder = entries?.folder { self.paths.insert(folder, at: 0) }
        entriesSource = nil
        updateWatches()
    }

    private static let entryMask = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE)

    private func source(of entries: FolderEntries) -> EventSource? {
        do throws(SystemError) {
            return try loop.inotify(entries.folder, mask: Self.entryMask) { [weak self] event in
                self?.take(event, of: entries)
            }
        } catch {
            // A folder that does not exist has no entries.
            if error.code != ENOENT, error.code != ENOTDIR { problem = error }
            return nil
        }
    }

    private func take(_ event: InotifyEvent, of entries: FolderEntries) {
        guard let name = event.name, entries.includes(name) else { return }
        // A new file is still empty; its write is reported again.
        guard event.mask & UInt32(IN_CREATE) == 0 || !isFile("\(entries.folder)/\(name)") else { return }
        notify()
    }

    private func isFile(_ path: String) -> Bool {
        (try? Stat(path, followTargetSymlink: false))?.type == .regular
    }

    /// Looks for changes that the watches may have missed, and tries to watch what is not watched. It does nothing while all
    /// folders are watched.
    ///
    /// - Returns: whether a file has changed since the last look. ``onChange`` is not called for it.
    public func look() -> Bool {
        guard problem != nil else { return false }
        let before = seen
        updateWatches()
        // A second write in the same tick of the kernel's clock leaves no trace.
        return before.contains { $0?.isRecent ?? false } || FileIdentity.all(paths) != before
    }

    /// Watches the folders that now lead to the files.
    private func updateWatches() {
        let folders = WatchedFolder.all(onTheWayTo: paths)
        guard folders != watched || problem != nil || entriesSource == nil && entries != nil else { return }
        problem = nil
        sources = folders.compactMap { source(of: $0) }
        // After the folders on the way to it: one that appears in between is reported by these.
        if let entries { entriesSource = source(of: entries) }
        watched = folders
        seen = problem == nil ? [] : FileIdentity.all(paths)
    }

    private func source(of folder: WatchedFolder) -> EventSource? {
        do throws(SystemError) {
            return try loop.inotify(folder.path, mask: folder.mask) { [weak self] event in
                self?.take(event, in: folder)
            }
        } catch {
            problem = error
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

/// What distinguishes a file from another one at its path, and from itself before a write.
private struct FileIdentity: Equatable {
    static func == (mine: FileIdentity, theirs: FileIdentity) -> Bool {
        (mine.device, mine.inode, mine.size, mine.modifiedSeconds, mine.modifiedNanoseconds)
            == (theirs.device, theirs.inode, theirs.size, theirs.modifiedSeconds, theirs.modifiedNanoseconds)
    }

    var device: UInt64
    var inode: UInt64
    var size: Int64
    var modifiedSeconds: Int
    var modifiedNanoseconds: Int
    /// Whether it was written in the second before it was looked at.
    var isRecent: Bool

    /// Those of some files; `nil` for one that does not exist.
    static func all(_ paths: [String]) -> [FileIdentity?] {
        let now = time(nil)
        return paths.map { path in
            guard let status = try? Stat(path) else { return nil }
            return FileIdentity(
                device: UInt64(status.deviceID.rawValue), inode: UInt64(status.inode.rawValue),
                size: Int64(status.size),
                modifiedSeconds: status.st_mtim.tv_sec, modifiedNanoseconds: status.st_mtim.tv_nsec,
                isRecent: abs(now - status.st_mtim.tv_sec) <= 1)
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
