import CSystemd

/// The events a descriptor is ready for: the event bits of epoll_ctl(2).
public struct IOEvents: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// There is something to read, or the end of it (`EPOLLIN`).
    public static let readable = IOEvents(rawValue: EPOLLIN.rawValue)

    /// A write would not block (`EPOLLOUT`).
    public static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)

    /// The peer has closed its writing side (`EPOLLRDHUP`).
    public static let peerClosed = IOEvents(rawValue: EPOLLRDHUP.rawValue)

    /// The other end is gone (`EPOLLHUP`). Always reported.
    public static let hangUp = IOEvents(rawValue: EPOLLHUP.rawValue)

    /// The descriptor has an error (`EPOLLERR`). Always reported.
    public static let error = IOEvents(rawValue: EPOLLERR.rawValue)
}
