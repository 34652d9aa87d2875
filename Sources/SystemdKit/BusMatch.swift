import CSystemd

/// An interest in signals of a ``Bus``, for as long as this object lives; made by ``Bus/match(sender:path:interface:member:onInstalled:handler:)``.
@MainActor
public final class BusMatch {
    private let sender: String?
    private let path: String?
    private let interface: String?
    private let member: String?
    private var onInstalled: (@MainActor (BusError?) -> Void)?
    private var handler: (@MainActor (BusMessage) -> Void)?
    private var slot: OpaquePointer?

    /// Whether this match reports nothing any more.
    var isCancelled: Bool { handler == nil }

    init(
        sender: String?, path: String?, interface: String?, member: String?,
        onInstalled: (@MainActor (BusError?) -> Void)?, handler: @escaping @MainActor (BusMessage) -> Void
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.onInstalled = onInstalled
        self.handler = handler
    }

    /// Ends the interest permanently. Harmless when repeated.
    public func cancel() {
        uninstall()
        onInstalled = nil
        handler = nil
    }

    isolated deinit { cancel() }

    /// Asks the bus for the signals, on an established connection: sd_bus_match_signal_async(3).
    func install(on bus: OpaquePointer) {
        uninstall()
        guard !isCancelled else { return }
        let result = sd_bus_match_signal_async(
            bus, &slot, sender, path, interface, member,
            { message, userdata, _ in
                guard let message, let match = BusMatch.from(userdata) else { return 0 }
                // An unreadable message is not one of the requested ones.
                guard let received = try? BusMessage(message) else { return 0 }
                MainActor.assumeIsolated { match.handler?(received) }
                return 0
            },
            // Without this callback libsystemd would close the connection when the bus refuses.
            { reply, userdata, _ in
                guard let reply, let match = BusMatch.from(userdata) else { return 0 }
                let error = BusError(reply: reply)
                MainActor.assumeIsolated { match.onInstalled?(error) }
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque())
        guard result < 0 else { return }
        let error = SystemError(code: -result, call: "sd_bus_match_signal_async")
        onInstalled?(BusError(name: BusError.invalidArguments, message: error.description))
    }

    /// Releases the slot; the connection may already be gone.
    func uninstall() {
        sd_bus_slot_unref(slot)
        slot = nil
    }

    private nonisolated static func from(_ userdata: UnsafeMutableRawPointer?) -> BusMatch? {
        userdata.map { Unmanaged<BusMatch>.fromOpaque($0).takeUnretainedValue() }
    }
}
