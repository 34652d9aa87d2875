import CSystemd
import Glibc

/// An interest in signals of a ``Bus``, for as long as this object lives; made by
/// ``Bus/match(sender:path:interface:member:firstArgument:onInstalled:handler:)``.
@MainActor
public final class BusMatch {
    private let rule: String?
    private var onInstalled: (@MainActor (BusError?) -> Void)?
    private var handler: (@MainActor (BusMessage) -> Void)?
    private var slot: OpaquePointer?

    /// Whether this match reports nothing any more.
    var isCancelled: Bool { handler == nil }

    init(
        sender: String?, path: String?, interface: String?, member: String?, firstArgument: String?,
        onInstalled: (@MainActor (BusError?) -> Void)?, handler: @escaping @MainActor (BusMessage) -> Void
    ) {
        let conditions = [
            ("sender", sender), ("path", path), ("interface", interface), ("member", member), ("arg0", firstArgument),
        ]
        rule = Self.rule(conditions)
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

    /// The match rule for signals (D-Bus specification, "Match Rules"); `nil` for a value that would need an escape,
    /// which no name and no path does.
    private static func rule(_ conditions: [(key: String, value: String?)]) -> String? {
        var rule = "type='signal'"
        for case (let key, let value?) in conditions {
            guard !value.unicodeScalars.contains(where: { "'\\\0".unicodeScalars.contains($0) }) else { return nil }
            rule += ",\(key)='\(value)'"
        }
        return rule
    }

    /// Asks the bus for the signals, on an established connection: sd_bus_add_match_async(3).
    func install(on bus: OpaquePointer) {
        uninstall()
        guard !isCancelled else { return }
        guard let rule else { return refuse(SystemError(code: EINVAL, call: "sd_bus_add_match_async")) }
        let result = sd_bus_add_match_async(
            bus, &slot, rule,
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
        if result < 0 { refuse(SystemError(code: -result, call: "sd_bus_add_match_async")) }
    }

    private func refuse(_ error: SystemError) {
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
