import CSystemd

/// A descriptor that an ``EventLoop`` waits for; made by ``EventLoop/io(_:_:handler:)``.
@MainActor
public final class IOSource: EventSource {
    /// The events to wait for; if empty, only errors and hang-ups: sd_event_source_set_io_events(3).
    public var events: IOEvents {
        didSet {
            guard let pointer, events != oldValue else { return }
            demand(sd_event_source_set_io_events(pointer, events.rawValue), "sd_event_source_set_io_events")
        }
    }

    init(
        loop: EventLoop, descriptor: Int32, events: IOEvents, handler: @escaping @MainActor (IOEvents) -> Void
    ) throws(SystemError) {
        self.events = events
        try super.init(Handler(handler), "sd_event_add_io") { source, userdata in
            sd_event_add_io(
                loop.pointer, source, descriptor, events.rawValue,
                { _, _, events, userdata in Handler.call(userdata, IOEvents(rawValue: events)) }, userdata)
        }
    }
}
