import Glibc
import SystemPackage
import SystemdKit

/// Reports when a deck is written, replaced, added or removed.
final class DeckWatch {
    /// Called in a turn of its own, once for all changes of one turn.
    var onChange: () -> Void = {} {
        didSet { files.onChange = onChange }
    }

    private static let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE)

    private let folder: DeckFolder
    private let loop: EventLoop
    /// The directory itself, which may not exist yet, and the known files, which may be links.
    let files: FileWatch
    /// The names in the directory; `nil` while it does not exist.
    private var entries: EventSource?
    private var isNotifyPending = false

    init(_ folder: DeckFolder, on loop: EventLoop) {
        self.folder = folder
        self.loop = loop
        files = FileWatch(on: loop)
    }

    /// Watches the decks that exist now. To be called after each reading of them.
    func update() {
        files.watch([folder.path] + folder.files)
        entries = try? loop.inotify(folder.path, mask: Self.mask) { [weak self] event in self?.take(event) }
    }

    private func take(_ event: InotifyEvent) {
        guard let name = event.name, DeckFolder.isDeck(name) else { return }
        // A new file is still empty; its write is reported again.
        guard event.mask & UInt32(IN_CREATE) == 0 || !isFile(name) else { return }
        guard !isNotifyPending else { return }
        isNotifyPending = true
        loop.defer { [weak self] in
            guard let self else { return }
            self.isNotifyPending = false
            self.onChange()
        }
    }

    private func isFile(_ name: String) -> Bool {
        (try? Stat("\(folder.path)/\(name)", followTargetSymlink: false))?.type == .regular
    }
}
