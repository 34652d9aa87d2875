extension Bus {
    /// Calls `handler` each time org.freedesktop.timedate1(5) sets the machine's time zone, as `timedatectl
    /// set-timezone` and desktop settings do, until the returned object is released. Use it on the system bus.
    ///
    /// `onInstalled` is called each time the bus has accepted the interest, with `nil`, or refused it.
    public func timezoneChanges(
        onInstalled: (@MainActor (BusError?) -> Void)? = nil, handler: @escaping @MainActor () -> Void
    ) -> BusMatch {
        // Any process may send signals on the system bus, so the match includes the sender.
        match(
            sender: "org.freedesktop.timedate1", path: "/org/freedesktop/timedate1",
            interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged", onInstalled: onInstalled
        ) { message in
            guard message.arguments.count == 3, message.arguments[0] == .string("org.freedesktop.timedate1"),
                case .dictionary(let changed) = message.arguments[1],
                case .array(_, let invalidated) = message.arguments[2],
                changed["Timezone"] != nil || invalidated.contains(.string("Timezone"))
            else { return }
            handler()
        }
    }
}
