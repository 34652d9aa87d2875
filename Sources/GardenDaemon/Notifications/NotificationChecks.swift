import GardenAPI

nonisolated extension NotificationServerStatus {
    /// The `doctor` check of the notifications.
    ///
    /// - Parameter isEnabled: whether the settings allow any.
    func check(isEnabled: Bool) -> HealthCheck {
        guard isEnabled else { return HealthCheck("notifications", .ok, "switched off by notifications.enabled") }
        switch self {
        case .noBus:
            return problem("start a session bus: systemctl --user start dbus.socket")
        case .noServer:
            return problem("start a notification server, such as dunst or mako; then try: gardenctl notify-test")
        case .starting: return HealthCheck("notifications", .ok, "\(self)")
        case .silent: return problem("restart it; then try: gardenctl notify-test")
        case .serving(let server):
            guard server.capabilities.contains("actions") else {
                return HealthCheck(
                    "notifications", .warning, "shown by \(self), without buttons",
                    advice: "answer with gardenctl ack, or use a server with buttons, such as dunst or mako")
            }
            return HealthCheck("notifications", .ok, "shown by \(self), with buttons")
        }
    }

    private func problem(_ advice: String) -> HealthCheck {
        HealthCheck(
            "notifications", .warning, "not shown: \(self); gardenctl watch rings the bell of its terminal instead",
            advice: advice)
    }
}
