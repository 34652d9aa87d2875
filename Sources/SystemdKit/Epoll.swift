import CSystemd
import Glibc

/// Many descriptors behind one (epoll(7)), to act as a single source of an ``EventLoop``: sd-event dispatches one
/// source per turn, so large groups of descriptors share one.
public final class Epoll {
    /// A ready descriptor and its events.
    public struct Ready: Equatable, Sendable {
        public var descriptor: Int32
        public var events: IOEvents

        public init(descriptor: Int32, events: IOEvents) {
            self.descriptor = descriptor
            self.events = events
        }
    }

    /// The epoll's own descriptor: readable while any of its members is ready.
    public let descriptor: Int32
    private var buffer: [epoll_event]

    /// - Parameter batch: how many descriptors ``ready()`` returns at once.
    public init(batch: Int = 512) throws(SystemError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError(code: errno, call: "epoll_create1") }
        buffer = [epoll_event](repeating: epoll_event(), count: batch)
    }

    deinit { close(descriptor) }

    public func add(_ member: Int32, _ events: IOEvents) throws(SystemError) {
        try control(EPOLL_CTL_ADD, member, events)
    }

    public func change(_ member: Int32, to events: IOEvents) throws(SystemError) {
        try control(EPOLL_CTL_MOD, member, events)
    }

    public func remove(_ member: Int32) throws(SystemError) {
        try control(EPOLL_CTL_DEL, member, [])
    }

    /// The members that are ready now, without waiting; those beyond the batch come in the next call.
    public func ready() -> [Ready] {
        let count = epoll_wait(descriptor, &buffer, Int32(buffer.count), 0)
        guard count > 0 else { return [] }
        return buffer[..<Int(count)].map { Ready(descriptor: $0.data.fd, events: IOEvents(rawValue: $0.events)) }
    }

    private func control(_ operation: Int32, _ member: Int32, _ events: IOEvents) throws(SystemError) {
        var event = epoll_event(events: events.rawValue, data: epoll_data_t(fd: member))
        guard epoll_ctl(descriptor, operation, member, &event) == 0 else {
            throw SystemError(code: errno, call: "epoll_ctl")
        }
    }
}
