import CSystemd

/// Something that happened to a watched file or folder: inotify(7).
public struct InotifyEvent: Equatable, Sendable {
    /// What happened: `IN_CREATE`, `IN_MOVED_TO`… `IN_Q_OVERFLOW` says that events were lost: look for yourself.
    /// `IN_IGNORED` says that the watched path is gone and no more will come.
    public let mask: UInt32

    /// The entry of a watched folder; `nil` when it is about the watched path itself.
    public let name: String?

    init(_ event: inotify_event, name: UnsafePointer<CChar>?) {
        mask = event.mask
        self.name = name.map { String(cString: $0) }
    }
}
