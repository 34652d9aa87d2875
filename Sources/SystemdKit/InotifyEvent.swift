import CSystemd

/// Something that happened to a watched file or folder: inotify(7).
public struct InotifyEvent: Equatable, Sendable {
    /// The kind of change: `IN_CREATE`, `IN_MOVED_TO`… `IN_Q_OVERFLOW` means that events were lost: check the files.
    /// `IN_IGNORED` means that the watched path is gone and no more events will come.
    public let mask: UInt32

    /// The entry of a watched folder; `nil` if the event is about the watched path itself.
    public let name: String?

    init(_ event: inotify_event, name: UnsafePointer<CChar>?) {
        mask = event.mask
        self.name = name.map { String(cString: $0) }
    }
}
