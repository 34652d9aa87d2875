extension Bus {
    /// Calls `handler` each time the machine's time zone is set by way of org.freedesktop.timedate1(5), as `timedatectl
    /// set-timezone` and the settings of a desktop do, until the answered object is released. On the machine's bus.
    ///
    /// `onInstalled` is called each time the bus has accepted the interest, with `nil`, or refused it.
    public func timezoneChanges(
        onInstalled: (@MainActor (BusError?) -> Void)? = nil, handler: @escaping @MainActor () -> Void
    ) -> BusMatch {
        // Anybody may send signals on the machine's bus, so the sender is asked for too.
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
