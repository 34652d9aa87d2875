import CSystemd

/// Something an ``EventLoop`` waits for while this object lives.
///
/// Releasing the object, or calling ``cancel()``, removes the source from its loop; the handler is not called again,
/// not even for an event that has already happened. Both are allowed inside the handler. The source keeps its handler
/// and all the handler holds: capture the source's owner weakly.
@MainActor
public class EventSource {
    /// libsystemd's object; `nil` once cancelled.
    private(set) var pointer: OpaquePointer?
    private var handler: AnyObject?

    /// Adds a source with `add`, which gets the place for the pointer and the userdata of its C callback.
    init(
        _ handler: AnyObject, _ call: String,
        add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(SystemError) {
        self.handler = handler
        try check(add(&pointer, Unmanaged.passUnretained(handler).toOpaque()), call)
    }

    /// Removes the source from its loop permanently: sd_event_source_disable_unref(3). Harmless when repeated.
    public func cancel() {
        sd_event_source_disable_unref(pointer)
        pointer = nil
        handler = nil
    }

    isolated deinit { cancel() }
}

/// A Swift closure that a C callback finds again through its userdata.
///
/// Nothing is retained on the C side: the owner keeps the handler until the callback can no longer come.
@MainActor
final class Handler<Value: Sendable> {
    private let body: @MainActor (Value) -> Void

    init(_ body: @escaping @MainActor (Value) -> Void) {
        self.body = body
    }

    /// Enters Swift from a C callback, which libsystemd calls on the thread that runs the loop: the main one.
    ///
    /// Returns the result for the C callback. It is always 0: on a negative value sd-event silently disables the
    /// source.
    nonisolated static func call(_ userdata: UnsafeMutableRawPointer?, _ value: Value) -> Int32 {
        guard let userdata else { return 0 }
        let handler = Unmanaged<Handler<Value>>.fromOpaque(userdata).takeUnretainedValue()
        MainActor.assumeIsolated { handler.body(value) }
        return 0
    }
}
