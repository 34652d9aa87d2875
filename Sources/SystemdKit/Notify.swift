import CSystemd

/// The messages of a service to its manager: sd_notify(3).
///
/// Each function returns whether there was a manager (`$NOTIFY_SOCKET`): without one nothing happens. Each throws when
/// the manager's socket cannot be written to; the service should continue anyway.
public enum Notify {
    /// Start-up, or a reload, is finished (`READY=1`); `status` is shown by systemctl(1).
    @discardableResult
    public static func ready(status: String? = nil) throws(SystemError) -> Bool {
        try send(["READY=1"] + (status.map { ["STATUS=\(oneLine($0))"] } ?? []))
    }

    /// The configuration is being read again (`RELOADING=1` with the moment, as `Type=notify-reload` requires).
    ///
    /// ``ready(status:)`` must follow.
    @discardableResult
    public static func reloading() throws(SystemError) -> Bool {
        try send(["RELOADING=1", "MONOTONIC_USEC=\(Clocks.monotonicMicroseconds)"])
    }

    /// The service is about to end (`STOPPING=1`).
    @discardableResult
    public static func stopping() throws(SystemError) -> Bool {
        try send(["STOPPING=1"])
    }

    /// One line for people about what the service is doing (`STATUS=`).
    @discardableResult
    public static func status(_ text: String) throws(SystemError) -> Bool {
        try send(["STATUS=\(oneLine(text))"])
    }

    /// The service is alive (`WATCHDOG=1`). ``Watchdog`` does this from the loop.
    @discardableResult
    public static func watchdog() throws(SystemError) -> Bool {
        try send(["WATCHDOG=1"])
    }

    private static func send(_ assignments: [String]) throws(SystemError) -> Bool {
        try check(sd_notify(0, assignments.joined(separator: "\n")), "sd_notify") > 0
    }

    /// A line end would begin a new assignment.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
